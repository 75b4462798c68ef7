import type { Region } from '#shared/members/enums.ts'
import type { Deps } from '#server/deps.ts'

type Counts = Map<Region, number>

const keptMs = 60_000
const lastCounts = new WeakMap<Deps['pool'], { until: number; counts: Promise<Counts> }>()

/**
 * Members who may vote, by region. Counting a hundred thousand takes a moment, so a count serves for a minute, and the one
 * before it until the next is there: nobody who watches the results waits for it.
 */
export function eligibleByRegion(pool: Deps['pool']): Promise<Counts> {
  const last = lastCounts.get(pool)
  if (last && last.until > performance.now()) return last.counts
  const counts = countEligible(pool)
  const held = last ?? { until: 0, counts }
  held.until = performance.now() + keptMs
  lastCounts.set(pool, held)
  counts.then(
    () => {
      held.counts = counts
    },
    () => (last ? (held.until = 0) : lastCounts.delete(pool)),
  )
  return held.counts
}

async function countEligible(pool: Deps['pool']): Promise<Counts> {
  const { rows } = await pool.query<{ region: Region; people: number }>(
    `select region, count(*)::int as people from users
     where approved and withdrawn_at is null and not is_admin and region is not null group by region`,
  )
  return new Map(rows.map(({ region, people }) => [region, people]))
}
