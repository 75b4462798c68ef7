import type { Region } from '#shared/members/enums.ts'
import type { Deps } from '#server/deps.ts'
import { mayVote } from '#server/elections/roll.ts'

type Counts = Map<Region, number>
interface Held {
  until: number
  counts: Promise<Counts>
}

const keptMs = 60_000
const lastCounts = new WeakMap<Deps['pool'], Map<string, Held>>()

/**
 * Who voted and who may and has not, by region. Counting a hundred thousand takes a moment, so a count serves for a minute,
 * and the one before it until the next is there: nobody who watches the results waits for it. A ballot changes nothing of it,
 * so that a count of a minute ago goes with the ballots of now.
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

/** Who voted and then left, or moved to another region, still took part where they voted, and only there. */
async function countEligible(pool: Deps['pool'], electionId: string): Promise<Counts> {
  const { rows } = await pool.query<{ region: Region; people: number }>(
    `select coalesce(b.voter_region, u.region) as region, count(*)::int as people
     from users u left join ballots b on b.voter_id = u.id and b.election_id = $1 and not b.rehearsal
     where b.voter_id is not null or ${mayVote('u')} group by 1`,
    [electionId],
  )
  return new Map(rows.map(({ region, people }) => [region, people]))
}
