import { notStated } from '#shared/elections/roll-regions.ts'
import type { Results } from '#web/api/elections/results.ts'
import { RegionTurnout } from '#web/elections/region-turnout.tsx'
import { count } from '#shared/elections/results/results-text.ts'

type TurnoutOfRegion = Results['turnout'][number]

/** Who took part, by the voters' own region. */
export function TurnoutPanel({ results }: { results: Results }) {
  return (
    <section aria-labelledby="turnout-title" className="card px-5 py-5 sm:px-6">
      <h2 id="turnout-title" className="text-2xl md:text-3xl">
        Turnout by Region
      </h2>
      <ul className="mt-4 grid gap-x-10 gap-y-5 sm:grid-cols-2 lg:grid-cols-4">
        {results.turnout.filter(isShown).map((one) => (
          <RegionTurnout key={one.region} {...one} />
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
const isShown = ({ region, cast, eligible }: TurnoutOfRegion) => region !== notStated || cast > 0 || (eligible ?? 0) > 0
