import { showShare } from '#shared/elections/results/results.ts'
import type { Results } from '#web/api/elections/results.ts'
import { count } from '#shared/elections/results/results-text.ts'

/** How many took part. The place is kept while the figures are on their way. */
export function HeadFigures({ results }: { results: Results | undefined }) {
  if (!results) return <div className="min-h-36 sm:min-h-20" />
  const eligible = results.turnout.reduce((all, one) => all + (one.eligible ?? 0), 0)
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-x-6 gap-y-4 sm:flex sm:flex-wrap sm:gap-x-12 lg:gap-x-8">
      <Figure label="ballots cast" figure={count(results.cast)} />
      <Figure label={results.counted < results.cast ? 'counted so far' : 'counted'} figure={count(results.counted)} />
      {!results.rehearsal && (
        <Figure
          label={`of ${count(eligible)} ${eligible === 1 ? 'member' : 'members'}`}
          figure={showShare(results.cast, eligible)}
        />
      )}
      {results.proxies !== null && <Figure label="by proxy" figure={count(results.proxies)} />}
    </dl>
  )
}

function Figure({ label, figure }: { label: string; figure: string }) {
  return (
    <div className="flex flex-col-reverse">
      <dt className="text-sky">{label}</dt>
      <dd className="display text-[clamp(2.2rem,1.8rem+1.6vw,3.2rem)] leading-none tabular-nums">{figure}</dd>
    </div>
  )
}
