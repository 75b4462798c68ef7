import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { describeDifference } from '#shared/elections/recount/recount.ts'
import { Differs } from '#server/elections/recount/differs.ts'
import { recountOutcome } from '#server/elections/recount/recount-now.ts'
import { recountIn } from '#server/elections/recount/recount.ts'
import { aFinishedElection, type FinishedElection } from '#tests/support/finished-election.ts'
import { mutations, seededNumbers, type Attack } from '#tests/support/election-mutations.ts'

const seed = Number(process.env['RECOUNT_SEED'] ?? Date.now() % 2 ** 31)
const rounds = Number(process.env['RECOUNT_MUTATIONS'] ?? 320)

let at: FinishedElection
beforeAll(async () => {
  at = await aFinishedElection()
}, 60_000)
afterAll(() => at?.stop())

/** What the recount says of the election after this was done to it; null when it finds nothing. Nothing of it stays. */
async function foundAfter(act: (client: pg.PoolClient) => Promise<boolean>): Promise<string | null | 'nothing done'> {
  const { pool, vault, boardKey } = at.site.deps
  const keys = { ballotKey: await vault.keyOf(at.election), boardKey }
  const client = await pool.connect()
  try {
    await client.query('begin; set local session_replication_role = replica')
    if (!(await act(client))) return 'nothing done'
    await recountIn(drizzle(client), client, keys, at.election, () => {})
    return null
  } catch (error) {
    if (!(error instanceof Differs)) throw error
    return describeDifference(error.difference)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

// Shows recount-01
test('an honest election agrees, with blanks, proxies, corrections and ties', async () => {
  expect(await recountOutcome(at.site.deps, at.election)).toMatchObject({
    agrees: true,
    figures: { ballots: 45, proxies: 3, leaves: 315 },
  })
})

test('every mutation', { timeout: 300_000 }, async () => {
  const below = seededNumbers(seed)
  const names = Object.keys(mutations)
  const missed: string[] = []
  const found = new Map<string, string>()
  for (let round = 0; round < rounds; round++) {
    const name = round < names.length ? names[round]! : names[below(names.length)]!
    const attack = (client: pg.PoolClient): Attack => ({ client, election: at.election, below })
    const said = await foundAfter((client) => mutations[name]!(attack(client))).catch((error) => {throw new Error(name, {cause: error})})
    if (said === null || said === 'nothing done') missed.push(`${name}: ${said}`)
    else found.set(name, said)
  }
  console.log([...found].map(([a, b]) => `${a} => ${b}`).join('\n'))
  expect(missed, `seed ${seed}`).toEqual([])
})
