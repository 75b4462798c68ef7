import { execFile } from 'node:child_process'
import { createPublicKey, verify } from 'node:crypto'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bufferSource, consistencyProof, sha256 } from '#tests/support/audit-package/bytes.ts'
import { modelElection, setBack, type ElectionModel } from '#tests/support/audit-package/election-model.ts'
import { sealPackage, zipPackage, type Lies } from '#tests/support/audit-package/sealed-package.ts'
import { Collector, HistoryRewritten } from '../../verifier/collector.ts'
import { verifyPackage } from '../../verifier/verify-package.ts'

const model = modelElection()
const honest = sealPackage(model)
const linesOf = (lies: Lies = {}, of: ElectionModel = model) => {
  const files = sealPackage(of, lies)
  const lines = (name: string) => files.get(name)!.toString().split('\n').slice(0, -1)
  return { freeze: lines('freeze.json')[0]!, heads: lines('heads.ndjson'), corrections: lines('corrections.ndjson') }
}
const { freeze, heads, corrections } = linesOf()
const afterRollback = linesOf({}, setBack(model))
const hashOf = (line: string) =>
  sha256(`head/2\0${(JSON.parse(line) as { statement: string }).statement}`).toString('hex')

const proofOf = (from: number, to: number) => {
  const leaves = model.leaves.slice(0, to).map(({ commitment }) => commitment)
  return from === 0 ? [] : consistencyProof(leaves, from)
}

/** What the site shows at the moment, and what it was sent. */
const atFirst = { freeze, heads, corrections, status: 200, takes: 201 }
let shown = atFirst
let sent: { statement: string; signature: string }[] = []

async function answer(
  { method, url, headers }: IncomingMessage,
  body: string,
): Promise<[status: number, body: string]> {
  const { pathname, searchParams } = new URL(url ?? '', 'http://site')
  const name = pathname.split('/').at(-1)
  if (method === 'POST') {
    // As the site itself: it takes nothing that does not name it as its origin.
    if (headers.origin !== `http://${headers.host}`) return [403, '{}']
    if (shown.takes < 300) sent.push(JSON.parse(body) as (typeof sent)[number])
    return [shown.takes, '{}']
  }
  const [from, to] = ['from', 'to'].map((key) => Number(searchParams.get(key))) as [number, number]
  if (name === 'consistency') return [shown.status, JSON.stringify({ proof: proofOf(from, to) })]
  if (name === 'freeze.json') return [shown.status, `${shown.freeze}\n`]
  if (name === 'board')
    return [shown.status, JSON.stringify({ corrections: shown.corrections.map((line): unknown => JSON.parse(line)) })]
  // Three at a time, as a site may send them.
  const lines = shown.heads.slice(from, from + 3)
  return [shown.status, lines.map((line) => `${line}\n`).join('')]
}
const server = createServer((request, response) => {
  void text(request)
    .then((body) => answer(request, body))
    .then(([status, body]) => response.writeHead(status).end(body))
})
const folder = mkdtempSync(join(tmpdir(), 'collector-'))
const [file, key] = [join(folder, 'collected.ndjson'), join(folder, 'witness.key')]
const evidence = `${file}.evidence.ndjson`

beforeAll(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve)))
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})
beforeEach(() => {
  for (const path of [file, evidence]) rmSync(path, { force: true })
  shown = { ...atFirst }
  sent = []
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
const linesIn = (path: string) => readFileSync(path, 'utf8').split('\n').slice(0, -1)
const kept = () => linesIn(file)

// Shows verifier-18
describe('an observer who collects heads', () => {
  test('keeps them in order, goes on where it stopped, and ends when the count is closed', async () => {
    shown.heads = heads.slice(0, 2)
    expect(await collect()).toMatchObject({
      code: 0,
      out: expect.stringMatching(/board state 1, \d+:\d\d [AP]M, 12 ballots, checked and signed/),
    })
    // Stopped in the middle of a line.
    appendFileSync(file, heads[2]!.slice(0, 50))
    shown.heads = heads
    const { code, out } = await collect()
    expect(out).toMatch(/board state 4, \d+:\d\d [AP]M, 24 ballots, checked and signed/)
    expect(out).toContain('The count is closed.')
    expect(code).toBe(0)
    expect(kept()).toEqual([freeze, ...heads])
  })

  test('signs each with a key of its own, which is made once and read by nobody else', async () => {
    rmSync(key, { force: true })
    const { out } = await collect()
    expect(out).toContain('Your key as a witness was made')
    const publicKey = /Your public key: ([0-9a-f]{64})\n/.exec(out)![1]!
    expect(statSync(key).mode & 0o777).toBe(0o600)
    expect(sent.map(({ statement }) => JSON.parse(statement) as unknown)).toEqual(
      heads.map((line) => ({ type: 'cosignature/1', election: model.id, head: hashOf(line), witness: publicKey })),
    )
    const x = Buffer.from(publicKey, 'hex').toString('base64url')
    const imported = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
    for (const { statement, signature } of sent) {
      expect(statement).toMatch(/^\{"election":"[^"]+","head":"\w+","type":"cosignature\/1","witness":"\w+"\}$/)
      const bytes = Buffer.from(`cosignature/1\0${statement}`)
      expect(verify(null, bytes, imported, Buffer.from(signature, 'hex'))).toBe(true)
    }
    // Started again it has the same key, and says again what it knew last.
    const again = await collect()
    expect(again.out).toContain(publicKey)
    expect(again.out).not.toContain('was made')
    expect(sent.slice(5)).toEqual(sent.slice(4, 5))
  })

  test('is told if the site does not know the key, and loses nothing by it', async () => {
    shown.takes = 403
    const { code, out } = await collect()
    expect(out).toContain('the site does not take your signature (403): is your public key registered?')
    expect({ code, sent, kept: kept().length }).toEqual({ code: 0, sent: [], kept: 6 })
  })

  test('does not use a key file of something else', async () => {
    const other = join(folder, 'other.key')
    writeFileSync(other, 'my diary')
    const { port } = server.address() as AddressInfo
    const url = `http://127.0.0.1:${port}/api/elections/${model.id}`
    const { code, error } = await collect(url, file, '--once', '--key', other)
    expect({ code, error }).toEqual({ code: 2, error: expect.stringContaining('holds no key of a witness') })
  })

  test('has a file that the verifier takes', async () => {
    await collect()
    expect(await verdictWith(honest, file)).toBe(true)
  })

  test('goes back with the site when a backup was put back in public, and the verifier takes the file', async () => {
    shown.heads = heads.slice(0, 4)
    await collect()
    shown = { ...shown, ...afterRollback }
    const { code, out } = await collect()
    expect(out).toContain(
      'The site went back to board state 2: a backup was put back by Administrator One (A disk broke).',
    )
    expect(code).toBe(0)
    expect(sent.map(({ statement }) => (JSON.parse(statement) as { head: string }).head)).toEqual(
      [...heads.slice(0, 4), ...afterRollback.heads.slice(3)].map(hashOf),
    )
    expect(kept()).toEqual([
      freeze,
      ...heads.slice(0, 4),
      afterRollback.corrections.at(-1),
      ...afterRollback.heads.slice(3),
    ])
    expect(await collect()).toMatchObject({ code: 0 })
    expect(await verdictWith(sealPackage(setBack(model)), file)).toBe(true)
  })

  test('goes back again when the same backup is put back twice, and the first rollback is lost with it', async () => {
    shown.heads = heads.slice(0, 4)
    await collect()
    shown = { ...shown, ...afterRollback, heads: afterRollback.heads.slice(0, 4) }
    await collect()
    const { links, minutes, ...rest } = setBack(model)
    const anew = { ...links.at(-1)!, at: '2025-03-29T08:20:00.000Z', reason: 'The new disk broke' }
    const again = {
      ...rest,
      links: [...links.slice(0, -1), anew],
      minutes: minutes!.with(3, '2025-03-29T08:30:00.000Z'),
    }
    shown = { ...shown, ...linesOf({}, again) }
    expect(await collect()).toMatchObject({ code: 0, out: expect.stringContaining('The new disk broke') })
    expect(await verdictWith(sealPackage(again), file)).toBe(true)
  })

  test('takes up a freeze record that replaces a lost one', async () => {
    shown.heads = heads.slice(0, 1)
    await collect()
    const lost = sha256(`freeze/2\0${(JSON.parse(freeze) as { statement: string }).statement}`).toString('hex')
    const rollback = { at: '2025-03-29T00:00:30.000Z', by: 'Administrator One', reason: 'A flood', lost: [lost] }
    const anew = linesOf({ freeze: (record) => ({ ...record, rollback }) })
    shown = { ...shown, ...anew }
    const { code, out } = await collect()
    expect(out).toContain('The site has signed anew the record made before voting')
    expect(code).toBe(0)
    expect(kept()).toEqual([freeze, heads[0], anew.freeze, ...anew.heads])
  })

  const rewritten = linesOf({
    heads: (all) => all.map((head, i) => (i === 3 ? { ...head, ballots: Number(head['ballots']) + 1 } : head)),
  })
  const otherKey = modelElection({ seed: 2 }).privateKey
  const otherFreeze = linesOf({ freeze: (record) => ({ ...record, program: '2' }) }).freeze
  const otherTree = linesOf({
    heads: (all) => all.map((head, i) => (i === 4 ? { ...head, root: 'ab'.repeat(32) } : head)),
  })
  const unsignedRollback = linesOf(
    { signWith: ({ type }) => (type === 'rollback/1' ? otherKey : undefined) },
    setBack(model),
  )
  const goesOn = linesOf(
    { heads: (all) => all.map((head, i) => (i === 3 ? { ...head, record: all[2]!['record'] } : head)) },
    setBack(model),
  )
  test.each<[string, () => void, RegExp, (string | undefined)[]]>([
    [
      'another head of the same number',
      () => (shown.heads = rewritten.heads.slice(0, 4)),
      /another board state 3 than before/,
      [heads[3], rewritten.heads[3]],
    ],
    [
      'a head that is no longer there',
      () => (shown.heads = heads.slice(0, 3)),
      /no longer shows board state 3/,
      [heads[3]],
    ],
    [
      'a head that does not follow',
      () => (shown.heads = [...heads.slice(0, 4), rewritten.heads[4]!]),
      /does not name the one before it/,
      [heads[3], rewritten.heads[4]],
    ],
    [
      'a head whose leaves do not continue those before',
      () => (shown.heads = otherTree.heads),
      /the votes of board state 4 do not go on from those of board state 3/,
      [heads[3], otherTree.heads[4]],
    ],
    [
      'a head signed with another key',
      () => (shown.heads = [...heads.slice(0, 4), linesOf({ signWith: () => otherKey }).heads[4]!]),
      /signature of a board state of the site does not fit/,
      [heads[3], linesOf({ signWith: () => otherKey }).heads[4]],
    ],
    [
      'another freeze record',
      () => (shown.freeze = otherFreeze),
      /another record made before voting than it did earlier/,
      [otherFreeze],
    ],
    [
      'a rollback that the site has not signed',
      () => (shown = { ...shown, ...unsignedRollback, heads: unsignedRollback.heads.slice(0, 4) }),
      /another board state 3 than before/,
      [heads[3], unsignedRollback.heads[3]],
    ],
    [
      'a rollback after which what was taken back goes on',
      () => (shown = { ...shown, ...goesOn }),
      /goes on with what was taken back/,
      [heads[2], goesOn.heads[3]],
    ],
  ])('says at once: %s', async (_, bend, sentence, lines) => {
    const collected: string[] = []
    const sentLines = (some: string[]) =>
      async function* () {
        yield Buffer.from(some.map((line) => `${line}\n`).join(''))
      }
    const feed = {
      freeze: () => sentLines([shown.freeze])(),
      corrections: () => sentLines(shown.corrections)(),
      heads: (from: number) => sentLines(shown.heads.slice(from))(),
      consistency: async (from: number, to: number) => proofOf(from, to),
    }
    const keeper = { stored: () => sentLines(collected)(), append: async (line: string) => void collected.push(line) }
    const collector = new Collector(feed, keeper)
    await collector.load()
    shown.heads = heads.slice(0, 4)
    expect((await collector.collect()).heads).toHaveLength(4)
    expect((await collector.collect()).heads).toHaveLength(0)
    bend()
    const alarm: unknown = await collector.collect().catch((error: unknown) => error)
    expect(alarm).toBeInstanceOf(HistoryRewritten)
    expect(String(alarm)).toMatch(sentence)
    // What the site has signed and contradicts itself with: the verifier names it too.
    expect((alarm as HistoryRewritten).lines).toEqual([freeze, ...lines])
    expect(collected.slice(0, 5)).toEqual([freeze, ...heads.slice(0, 4)])
  })

  test('is told in large letters, has the evidence in a file, and the command ends with 1', async () => {
    shown.heads = heads.slice(0, 4)
    await collect()
    shown.heads = rewritten.heads
    const { code, error } = await collect()
    expect(error).toContain('HISTORY WAS REWRITTEN: the site shows another board state 3 than before')
    expect(code).toBe(1)
    expect(linesIn(evidence)).toEqual([freeze, heads[3], rewritten.heads[3]])
    expect(kept()).toEqual([freeze, ...heads.slice(0, 4)])
    // Nothing of it was signed.
    expect(sent.map(({ statement }) => statement).join()).not.toContain(hashOf(rewritten.heads[3]!))
    // No package holds for both.
    expect(await verdictWith(honest, evidence)).toBe(false)
  })

  test('waits for a site that does not answer, or not with heads', async () => {
    shown.status = 503
    expect(await collect()).toMatchObject({ code: 2, out: expect.stringContaining('the site answers 503') })
    shown = { ...atFirst, freeze: '<html>', heads: [] }
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

async function verdictWith(files: Map<string, Buffer>, path: string): Promise<boolean> {
  const chunks = async function* () {
    yield readFileSync(path)
  }
  const collected = [{ name: 'collected.ndjson', chunks }]
  return (await verifyPackage(bufferSource(zipPackage(files)), { collected })).holds
}
