import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { describeDifference } from '#shared/elections/recount/recount.ts'
import { Differs } from '#server/elections/recount/differs.ts'
import { recountIn } from '#server/elections/recount/recount.ts'
import { mutations, seededNumbers } from './election-mutations.ts'
import type { FinishedElection } from './finished-election.ts'

type Finished = Pick<FinishedElection, 'site' | 'election'>

const nothingDone = 'nothing was done'

/** What the recount says of the election after this was done to it; null when it finds nothing. Nothing of it stays. */
export async function foundAfter(
  { site: { deps }, election }: Finished,
  act: (client: pg.PoolClient) => Promise<boolean>,
): Promise<string | null> {
  const keys = { ballotKey: await deps.vault.keyOf(election), boardKey: deps.boardKey }
  const client = await deps.pool.connect()
  try {
    await client.query('begin; set local session_replication_role = replica')
    if (!(await act(client))) return nothingDone
    await recountIn(drizzle(client), client, keys, election, () => {})
    return null
  } catch (error) {
    if (!(error instanceof Differs)) throw error
    return describeDifference(error.difference)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

/** Every mutation once, then any, until so many have changed something. Returns those that the recount did not name. */
export async function mutateMany(at: Finished, seed: number, wanted: number) {
  const below = seededNumbers(seed)
  const all = Object.entries(mutations)
  const unnamed: string[] = []
  const done = new Set<string>()
  let changed = 0
  for (let round = 0; changed < wanted && round < 2 * wanted; round++) {
    const [name, mutation] = all[round < all.length ? round : below(all.length)] ?? []
    if (!name || !mutation) continue
    const said = await foundAfter(at, (client) => mutation({ client, election: at.election, below }))
    if (said === nothingDone) continue
    if (said === null) unnamed.push(name)
    done.add(name)
    changed++
  }
  return { unnamed, changed, never: all.filter(([name]) => !done.has(name)).map(([name]) => name) }
}
