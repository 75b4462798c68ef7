import { notStated } from '#shared/elections/roll-regions.ts'
import { showShare } from '#shared/elections/results/results.ts'
import type { Results } from '#web/api/elections/results.ts'
import { ShareBar } from '#web/elections/results/share-bar.tsx'
import { count } from '#shared/elections/results/results-text.ts'

type RegionTurnout = Results['turnout'][number]

/** Who took part, by the voters' own region. */
export function TurnoutPanel({ results }: { results: Results }) {
  return (
    <section aria-labelledby="turnout-title" className="card px-5 py-5 sm:px-6">
      <h2 id="turnout-title" className="text-2xl md:text-3xl">
        Turnout by Region
      </h2>
      <ul className="mt-4 grid gap-x-10 gap-y-5 sm:grid-cols-2 lg:grid-cols-4">
        {results.turnout.filter(isShown).map((one) => (
          <Region key={one.region} {...one} />
        ))}
      </ul>
      {!results.rehearsal && results.counted < results.cast && (
        <p className="mt-5 max-w-[75ch] text-muted">
          {count(results.counted)} of {count(results.cast)} ballots are counted. Ballots are counted in groups, the last
          of them after voting closes, so that nobody can tell how one person voted.
        </p>
      )}
    </section>
  )
}

/** Members without a region are rare: their line is there only when it says something. */
const isShown = ({ region, cast, eligible }: RegionTurnout) => region !== notStated || cast > 0 || (eligible ?? 0) > 0

function Region({ region, cast, eligible }: RegionTurnout) {
  return (
    <li>
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="font-semibold">{region}</span>
        {eligible !== null && <span className="display text-2xl tabular-nums">{showShare(cast, eligible)}</span>}
      </p>
      {eligible !== null && <ShareBar share={eligible === 0 ? 0 : cast / eligible} className="mt-1.5 h-2.5" />}
      <p className="mt-1.5 text-muted tabular-nums">
        {count(cast)} {eligible === null ? (cast === 1 ? 'ballot' : 'ballots') : `of ${count(eligible)} voted`}
      </p>
    </li>
  )
}
