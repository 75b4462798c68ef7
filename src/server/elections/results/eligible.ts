import type { Deps } from '#server/deps.ts'
import { inGoodStanding } from '#server/elections/roll/eligible-members.ts'
import { notStated, type RollRegion } from '#shared/members/enums.ts'

type Counts = Map<RollRegion, number>
interface Held {
  until: number
  counts: Promise<Counts>
}

const keptMs = 60_000
const lastCounts = new WeakMap<Deps['pool'], Map<string, Held>>()

/**
 * How many may vote, by region. Counting a hundred thousand takes a moment, so a count serves for a minute,
 * and the one before it until the next is there: nobody who watches the results waits for it.
 */
export function eligibleByRegion(pool: Deps['pool'], electionId: string): Promise<Counts> {
  const byElection = lastCounts.get(pool) ?? new Map<string, Held>()
  lastCounts.set(pool, byElection)
  const last = byElection.get(electionId)
  if (last && last.until > performance.now()) return last.counts
  const counts = countEligible(pool, electionId)
  const held = last ?? { until: 0, counts }
  held.until = performance.now() + keptMs
  byElection.set(electionId, held)
  counts.then(
    () => {
      held.counts = counts
    },
    () => (last ? (held.until = 0) : byElection.delete(electionId)),
  )
  return held.counts
}

/** Once the roll is frozen, it says so; before, those who would be on it. */
async function countEligible(pool: Deps['pool'], electionId: string): Promise<Counts> {
  const { rows } = await pool.query<{ region: RollRegion; people: number }>(
    `select region, count(*)::int as people from roll where election_id = $1 and struck is null group by 1
     union all
     select coalesce(u.region, $2), count(*)::int from users u
     where ${inGoodStanding('u')} and not exists (select from roll where election_id = $1) group by 1`,
    [electionId, notStated],
  )
  return new Map(rows.map(({ region, people }) => [region, people]))
}
