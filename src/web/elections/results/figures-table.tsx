import { placeOf } from '#shared/elections/standings.ts'
import type { Counted } from '#web/api/results.ts'
import { ChevronDownIcon } from '#web/components/icons.tsx'
import { OutcomeMark } from '#web/elections/results/outcome-mark.tsx'
import { count } from '#web/elections/results/stage-words.ts'

const head = 'display border-b border-line px-2 py-2 text-lg text-navy-2 sm:px-4'
const cell = 'border-b border-line px-2 py-2.5 align-baseline sm:px-4'

/** The figures of the chart and of everybody else as a table, for those who cannot see a chart or want to look somebody up. */
export function FiguresTable({ votes: { standings, ...outcome } }: { votes: Counted }) {
  return (
    <details className="card group overflow-hidden">
      <summary className="display flex min-h-12 items-center justify-between gap-4 px-4 py-3 text-xl sm:px-6">
        All candidates as a table
        <ChevronDownIcon className="size-6 flex-none transition-[rotate] group-open:rotate-180" />
      </summary>
      <table className="w-full text-left">
        <caption className="sr-only">All candidates with their votes, from highest to lowest</caption>
        <thead className="bg-navy-soft">
          <tr>
            <th scope="col" className={head}>
              <span className="sr-only">Place</span>
            </th>
            <th scope="col" className={head}>
              Candidate
            </th>
            <th scope="col" className={head}>
              Service
            </th>
            <th scope="col" className={`${head} hidden sm:table-cell`}>
              Region
            </th>
            <th scope="col" className={`${head} text-right`}>
              Votes
            </th>
          </tr>
        </thead>
        <tbody>
          {standings.map((one) => (
            <tr key={one.nomineeId}>
              <td className={`${cell} display text-right text-lg text-gold-ink`}>{placeOf(one, standings)}</td>
              <th scope="row" className={`${cell} font-normal`}>
                {one.name} <OutcomeMark votes={{ standings, ...outcome }} nomineeId={one.nomineeId} />
              </th>
              <td className={cell}>{one.ms}</td>
              <td className={`${cell} hidden sm:table-cell`}>{one.region}</td>
              <td className={`${cell} text-right font-semibold`}>{count(one.votes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
