import { useQuery } from '@tanstack/react-query'
import { stripText } from '#shared/elections/strip-text.ts'
import { useApi } from '#web/api/client.ts'
import { resultsQuery } from '#web/elections/results/api.ts'

/** How many have voted so far, read again by itself while voting is open. */
export function TurnoutNow({ electionId }: { electionId: string }) {
  const { data } = useQuery(resultsQuery(useApi(), { election: electionId, test: false }))
  const eligible = data?.turnout.reduce((all, one) => all + (one.eligible ?? 0), 0) ?? 0
  if (!data || eligible === 0) return null
  const { cast } = data
  return (
    <div className="card mt-3 px-5 py-4">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="display text-3xl tabular-nums">{stripText.turnout({ cast, eligible })}</span>
        <span className="text-muted tabular-nums">{Math.floor((100 * cast) / eligible)} %</span>
      </p>
      <div aria-hidden="true" className="mt-2 h-3 overflow-hidden rounded-full bg-line">
        <div className="h-full bg-olive" style={{ width: `${Math.min(100, (100 * cast) / eligible)}%` }} />
      </div>
    </div>
  )
}
