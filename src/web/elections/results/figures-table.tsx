import type { Ref } from 'react'
import { placeOf } from '#shared/elections/counting/standings.ts'
import { count } from '#shared/elections/results/results-text.ts'
import { services, type Service } from '#shared/members/enums.ts'
import type { Counted } from '#web/api/elections/results.ts'
import { ChevronDownIcon } from '#web/components/icons.tsx'
import { AboutCandidate, nameClass } from '#web/elections/candidacy/about-candidate.tsx'
import { OutcomeMark } from '#web/elections/results/outcome-mark.tsx'
import { ServiceTitle } from '#web/elections/results/service-title.tsx'

/** Where the note below the chart leads. */
export const figuresTableId = 'all-candidates'

const head = 'display border-b border-line px-1 py-2 text-lg text-navy-2 sm:px-4'
const cell = 'border-b border-line px-1 py-2.5 align-baseline wrap-anywhere sm:px-4'

/**
 * The figures of the chart and of everybody else as a table, for those who cannot see a chart or want to look somebody up. By
 * service, as in the files: each service has its own race.
 */
export function FiguresTable({ votes, ref }: { votes: Counted; ref?: Ref<HTMLDetailsElement> }) {
  return (
    <details ref={ref} id={figuresTableId} className="card group scroll-mt-4 overflow-hidden">
      <summary className="display flex min-h-12 items-center justify-between gap-4 px-4 py-3 text-xl sm:px-6">
        All candidates as a table
        <ChevronDownIcon className="size-6 flex-none transition-[rotate] group-open:rotate-180" />
      </summary>
      <table className="w-full text-left">
        <caption className="sr-only">All candidates by service with their votes, from highest to lowest</caption>
        <thead className="bg-navy-soft">
          <tr>
            <th scope="col" className={head}>
              <span className="sr-only">Place</span>
            </th>
            <th scope="col" className={head}>
              Candidate
            </th>
            <th scope="col" className={`${head} hidden sm:table-cell`}>
              Region
            </th>
            <th scope="col" className={`${head} text-right`}>
              Votes
            </th>
          </tr>
        </thead>
        {services.map((ms) => (
          <ServiceFigures key={ms} ms={ms} votes={votes} />
        ))}
      </table>
    </details>
  )
}

function ServiceFigures({ ms, votes }: { ms: Service; votes: Counted }) {
  const running = votes.standings.filter((one) => one.ms === ms)
  if (running.length === 0) return null
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={4} className={`${cell} pt-5`}>
          <ServiceTitle ms={ms} />
        </th>
      </tr>
      {running.map((one) => (
        <tr key={one.nomineeId}>
          <td className={`${cell} display text-right text-lg text-gold-ink`}>{placeOf(one, running)}</td>
          <th scope="row" className={`${cell} font-normal`}>
            <AboutCandidate nominee={{ id: one.nomineeId, name: one.name }} className={nameClass}>
              {one.name}
            </AboutCandidate>{' '}
            <OutcomeMark votes={votes} nomineeId={one.nomineeId} />
          </th>
          <td className={`${cell} hidden sm:table-cell`}>{one.region}</td>
          <td className={`${cell} text-right font-semibold`}>{count(one.votes)}</td>
        </tr>
      ))}
    </tbody>
  )
}
