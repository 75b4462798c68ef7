import { execFile } from 'node:child_process'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bufferSource } from '#tests/support/audit-package/bytes.ts'
import { modelElection } from '#tests/support/audit-package/election-model.ts'
import { sealPackage, zipPackage, type Lies } from '#tests/support/audit-package/sealed-package.ts'
import { Collector, Rewritten } from '../../verifier/collector.ts'
import { verifyPackage } from '../../verifier/verify-package.ts'

const model = modelElection()
const honest = sealPackage(model)
const linesOf = (lies: Lies = {}) => {
  const files = sealPackage(model, lies)
  const heads = files.get('heads.ndjson')!.toString().split('\n').slice(0, -1)
  return { freeze: files.get('freeze.json')!.toString().trim(), heads }
}
const { freeze, heads } = linesOf()

/** What the site shows at the moment. */
let shown = { freeze, heads, status: 200 }
const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://site')
  // Three at a time, as a site may send them.
  const from = Number(searchParams.get('from'))
  const lines = pathname.endsWith('/freeze.json') ? [shown.freeze] : shown.heads.slice(from, from + 3)
  response.writeHead(shown.status).end(lines.map((line) => `${line}\n`).join(''))
})
const folder = mkdtempSync(join(tmpdir(), 'collector-'))
const file = join(folder, 'collected.ndjson')

beforeAll(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve)))
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})
beforeEach(() => {
  rmSync(file, { force: true })
  shown = { freeze, heads, status: 200 }
})

function collect(...args: string[]) {
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}/api/elections/${model.id}/board/heads.ndjson`
  const program = join(import.meta.dirname, '../../verifier/collect.ts')
  const all = ['--no-warnings', program, ...(args.length > 0 ? args : [url, file, '--once'])]
  return new Promise<{ code: number; out: string; error: string }>((resolve) => {
    execFile(process.execPath, all, (failure, out, error) => resolve({ code: Number(failure?.code ?? 0), out, error }))
  })
}
const kept = () => readFileSync(file, 'utf8').split('\n').slice(0, -1)

describe('an observer who collects heads', () => {
  test('keeps them in order, goes on where it stopped, and ends when the count is closed', async () => {
    shown.heads = heads.slice(0, 2)
    expect(await collect()).toMatchObject({ code: 0, out: expect.stringContaining('2 new, 2 heads in all') })
    // Stopped in the middle of a line.
    appendFileSync(file, heads[2]!.slice(0, 50))
    shown.heads = heads
    const { code, out } = await collect()
    expect(out).toContain('3 new, 5 heads in all')
    expect(out).toContain('The count is closed.')
    expect(code).toBe(0)
    expect(kept()).toEqual([freeze, ...heads])
  })

  test('has a file that the verifier takes', async () => {
    await collect()
    const content = readFileSync(file)
    const collected = [
      {
        name: 'collected.ndjson',
        chunks: async function* () {
          yield content
        },
      },
    ]
    expect((await verifyPackage(bufferSource(zipPackage(honest)), { collected })).holds).toBe(true)
  })

  const rewritten = linesOf({
    heads: (all) => all.map((head, i) => (i === 3 ? { ...head, cast: Number(head['cast']) - 1 } : head)),
  })
  test.each<[string, () => void, RegExp, string | null]>([
    [
      'another head of the same number',
      () => (shown.heads = rewritten.heads.slice(0, 4)),
      /another head 3 than before/,
      rewritten.heads[3]!,
    ],
    ['a head that is no longer there', () => (shown.heads = heads.slice(0, 3)), /no longer shows head 3/, null],
    [
      'a head that does not follow',
      () => (shown.heads = [...heads.slice(0, 4), rewritten.heads[4]!]),
      /does not name the head before it/,
      rewritten.heads[4]!,
    ],
    [
      'a head signed with another key',
      () =>
        (shown.heads = [
          ...heads.slice(0, 4),
          linesOf({ signWith: () => modelElection({ seed: 2 }).privateKey }).heads[4]!,
        ]),
      /signature of a head of the site does not fit/,
      null,
    ],
    [
      'another freeze record',
      () => (shown.freeze = linesOf({ freeze: (record) => ({ ...record, program: '2' }) }).freeze),
      /another freeze record than before/,
      linesOf({ freeze: (record) => ({ ...record, program: '2' }) }).freeze,
    ],
  ])('says at once: %s', async (_, bend, sentence, evidence) => {
    const lines: string[] = []
    const sent = (some: string[]) =>
      async function* () {
        yield Buffer.from(some.map((line) => `${line}\n`).join(''))
      }
    const feed = { freeze: () => sent([shown.freeze])(), heads: (from: number) => sent(shown.heads.slice(from))() }
    const collector = new Collector(feed, { kept: () => sent(lines)(), keep: async (line) => void lines.push(line) })
    await collector.load()
    shown.heads = heads.slice(0, 4)
    expect(await collector.collect()).toBe(4)
    expect(await collector.collect()).toBe(0)
    bend()
    const alarm = await collector.collect().catch((error: unknown) => error)
    expect(alarm).toBeInstanceOf(Rewritten)
    expect(String(alarm)).toMatch(sentence)
    // What the site has signed and contradicts itself with is kept, for the verifier names it too.
    expect(lines).toEqual([freeze, ...heads.slice(0, 4), ...(evidence === null ? [] : [evidence])])
  })

  test('is told in large letters, and the command ends with 1', async () => {
    await collect()
    shown.freeze = linesOf({ freeze: (record) => ({ ...record, program: '2' }) }).freeze
    const { code, error } = await collect()
    expect(error).toContain('HISTORY WAS REWRITTEN: the site shows another freeze record than before.')
    expect(code).toBe(1)
  })

  test('waits for a site that does not answer, or not with heads', async () => {
    shown.status = 503
    expect(await collect()).toMatchObject({ code: 2, out: expect.stringContaining('the site answers 503') })
    shown = { freeze: '<html>', heads: [], status: 200 }
    expect(await collect()).toMatchObject({ code: 2, out: expect.stringContaining('is not JSON') })
    expect(kept()).toEqual([])
  })

  test('does not write into a file of something else', async () => {
    writeFileSync(file, 'my diary\n')
    const { code, error } = await collect()
    expect(error).toContain('The file holds something that does not belong to it')
    expect(code).toBe(2)
    expect(kept()).toEqual(['my diary'])
  })

  test('is told how to use it', async () => {
    expect(await collect('nowhere')).toMatchObject({
      code: 2,
      error: expect.stringContaining('node collect.ts URL FILE'),
    })
    expect(await collect('nowhere', file)).toMatchObject({
      code: 2,
      error: expect.stringContaining('is not an address'),
    })
  })
})
