import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { createLog } from '#server/log.ts'
import { scratchDatabase } from '#tests/support/database.ts'
import { createVault, openSealed, sealBallot, type BallotOf, type OpenBallot } from './vault.ts'

const election = '11111111-1111-4111-8111-111111111111'
const other = '22222222-2222-4222-8222-222222222222'
let dataDir: string
const made: string[] = []
let tell: (table: string) => void = () => undefined
const changes = {
  on(listener: (table: string) => void) {
    tell = listener
  },
}

const scratch = await scratchDatabase()
const database = openDatabase(scratch.config, createLog('silent'))
afterAll(async () => {
  await database.pool.end()
  await scratch.drop()
  for (const folder of made) await rm(folder, { recursive: true, force: true })
})

beforeEach(async () => {
  await database.pool.query(`delete from installation where key like 'vault %'`)
  dataDir = await newFolder()
})

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vault-test-'))
  made.push(folder)
  return folder
}
const vault = (settings: { dataDir?: string; vaultKey?: string } = {}) =>
  createVault({ dataDir, vaultKey: undefined, ...settings }, database.pool, changes)

// Shows counting-01
test('each election has a key of its own, the same after a restart, readable by nobody else', async () => {
  const key = await vault().keyOf(election)
  expect(key).toHaveLength(32)
  expect(await vault().keyOf(election)).toEqual(key)
  expect(await vault().keyOf(other)).not.toEqual(key)
  const { mode } = await stat(join(dataDir, 'vault', `${election}.key`))
  expect(mode & 0o777).toBe(0o600)
})

test('many that ask at once, on two nodes, get one key', async () => {
  const vaults = [vault(), vault()]
  const keys = await Promise.all(Array.from({ length: 20 }, (_, n) => vaults[n % 2]!.keyOf(election)))
  expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1)
  expect(await readdir(join(dataDir, 'vault'))).toEqual([`${election}.key`])
})

test('a key that is gone or another is refused, never replaced', async () => {
  await vault().keyOf(election)
  await expect(vault({ dataDir: await newFolder() }).keyOf(election)).rejects.toMatchObject({
    code: 'vault-key-missing',
  })
  await writeFile(join(dataDir, 'vault', `${election}.key`), 'ab'.repeat(32))
  await expect(vault().keyOf(election)).rejects.toMatchObject({ code: 'vault-key-wrong' })
  await writeFile(join(dataDir, 'vault', `${election}.key`), 'half a ke')
  await expect(vault().keyOf(election)).rejects.toMatchObject({ code: 'vault-key-wrong' })
})

test('with VAULT_KEY nothing is written to the disk, and nodes with another are refused', async () => {
  const key = await vault({ vaultKey: 'cd'.repeat(32) }).keyOf(election)
  expect(await vault({ vaultKey: 'cd'.repeat(32), dataDir: await newFolder() }).keyOf(election)).toEqual(key)
  expect(await readdir(dataDir)).toEqual([])
  await expect(vault({ vaultKey: 'ce'.repeat(32) }).keyOf(election)).rejects.toMatchObject({ code: 'vault-key-wrong' })
})

test.each([undefined, 'cd'.repeat(32)])('a destroyed key is gone for good (VAULT_KEY %s)', async (vaultKey) => {
  const settings = vaultKey ? { vaultKey } : {}
  const first = vault(settings)
  await first.keyOf(election)
  await first.destroy(election)
  await first.destroy(election)
  for (const one of [first, vault(settings)])
    await expect(one.keyOf(election)).rejects.toMatchObject({ code: 'vault-destroyed' })
  expect(await readdir(dataDir, { recursive: true })).not.toContain(`vault/${election}.key`)
})

test('a node that is told of a change asks again whether the key may still be used', async () => {
  const here = vault()
  const toldHere = tell
  await here.keyOf(election)
  await vault().destroy(election)
  toldHere('elections')
  await expect(here.keyOf(election)).rejects.toMatchObject({ code: 'vault-destroyed' })
})

test('a key that is destroyed while somebody asks for it is not remembered', async () => {
  const answered = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  let looks = 0
  const slow = new Proxy(database.pool, {
    get(real, name) {
      if (name !== 'query') return Reflect.get(real, name)
      return async (text: string, values: unknown[]) => {
        const found = await real.query(text, values)
        // The last look at the mark, on its way back.
        if (!text.startsWith('select') || ++looks !== 2) return found
        answered.resolve()
        await goOn.promise
        return found
      }
    },
  })
  const here = createVault({ dataDir, vaultKey: undefined }, slow, changes)
  const asking = here.keyOf(election)
  await answered.promise
  await here.destroy(election)
  goOn.resolve()
  await expect(asking).rejects.toMatchObject({ code: 'vault-destroyed' })
  await expect(here.keyOf(election)).rejects.toMatchObject({ code: 'vault-destroyed' })
})

const key = randomBytes(32)
const whose: BallotOf = {
  electionId: '11111111-1111-4111-8111-111111111111',
  voterId: '22222222-2222-4222-8222-222222222222',
  record: 'ab'.repeat(32),
}
const ballot: OpenBallot = { secret: 'ab'.repeat(16), choices: ['33333333-3333-4333-8333-333333333333', null] }

test('what was sealed opens again, for any choices', () => {
  const choices = fc.array(fc.option(fc.uuid({ version: 4 })), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(fc.stringMatching(/^[0-9a-f]{32}$/), choices, (secret, chosen) => {
      expect(openSealed(key, whose, sealBallot(key, whose, { secret, choices: chosen }))).toEqual({
        secret,
        choices: chosen,
      })
    }),
  )
})

test('blank or filled, sealed ballots are equally long and never alike', () => {
  const full = sealBallot(key, whose, { ...ballot, choices: [ballot.choices[0]!, ballot.choices[0]!] })
  const empty = sealBallot(key, whose, { ...ballot, choices: [null, null] })
  expect(full.length).toBe(empty.length)
  expect(sealBallot(key, whose, ballot).equals(sealBallot(key, whose, ballot))).toBe(false)
})

// Shows rehearsal-07, counting-01
test.each<[string, Buffer, BallotOf]>([
  ['another key', randomBytes(32), whose],
  ['another voter', key, { ...whose, voterId: whose.electionId }],
  ['another election', key, { ...whose, electionId: whose.voterId }],
  ['another freeze record', key, { ...whose, record: 'cd'.repeat(32) }],
  ['a helped voter', key, { ...whose, helped: true }],
])('it does not open for %s', (_who, withKey, as) => {
  const sealed = sealBallot(key, whose, ballot)
  expect(() => openSealed(withKey, as, sealed)).toThrow()
})

// Shows counting-01
test('a changed bit anywhere is noticed', () => {
  const sealed = sealBallot(key, whose, ballot)
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(() => openSealed(key, whose, changed), `byte ${at}`).toThrow()
  }
})
