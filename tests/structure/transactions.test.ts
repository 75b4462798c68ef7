import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '#server/config.ts'
import type { Source } from './structure.ts'
import { slowTransactions } from './transactions.ts'

const server = join(projectRoot, 'src/server')
const sources: Source[] = readdirSync(server, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .map((path) => ({ path: `server/${path}`, text: readFileSync(join(server, path), 'utf8') }))

test('no transaction waits for the storage, the vault, a mail server or a password', () => {
  expect(sources.filter(({ text }) => text.includes('inTransaction(')).length).toBeGreaterThan(30)
  expect(slowTransactions(sources)).toEqual([])
})

const found = (text: string) => slowTransactions([{ path: 'server/x.ts', text }])

test.each([
  [
    'in its callback',
    `await inTransaction({ db }, async (tx) => { await tx.delete(uploads); await storage.remove(path) })`,
  ],
  ['by its dependencies', `await inTransaction(deps, async (tx) => deps.vault.keyOf(id))`],
  [
    'over lines',
    `inTransaction(deps, async (tx) => {\n  if (a) {\n    b()\n  }\n  await deps.storage\n    .remove(x)\n})`,
  ],
  ['for a password', `inTransaction({ db, lock: 'firstStart' }, async (tx) => { write(tx, await hashPassword(p)) })`],
  [
    'in a function it calls',
    `inTransaction(deps, (tx) => write(deps))\nasync function write(deps: Deps): Promise<{ a: 1 }> { await deps.storage.stat('x') }`,
  ],
  [
    'in a function that takes it',
    `export async function drop(deps: Deps, tx: Queryable): Promise<void> { await deps.storage.remove('a') }`,
  ],
  ['in an arrow that takes it', `const drop = (tx: Queryable, deps: Deps) =>\n  removeFiles(deps, [])\n`],
  ['in an arrow it calls', `inTransaction(deps, () => b())\nconst b = async () => {\n  await fetch('x')\n}`],
])('one that waits %s is found', (_where, text) => {
  expect(found(text)).toHaveLength(1)
})

test.each([
  ['afterwards', `const gone = await inTransaction(deps, async (tx) => release(tx))\nawait storage.remove(gone)`],
  ['around it', `await removeFiles(deps, await inTransaction(deps, (tx) => register(tx)))`],
  [
    'in words',
    `inTransaction(deps, async (tx) => { // then storage.remove(path)\n await tx.delete(a) /* vault.destroy(x) */ })`,
  ],
  [
    'elsewhere in the file',
    `async function put() { await storage.put(a) }\ninTransaction(deps, async (tx) => tx.delete(a))`,
  ],
])('one that does so %s is not', (_where, text) => {
  expect(found(text)).toEqual([])
})
