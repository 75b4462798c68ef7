import { useId, type ReactNode, type Ref } from 'react'
import { placeOf } from '#shared/elections/counting/standings.ts'
import { hasReached, type Stage } from '#shared/elections/lifecycle.ts'
import {
  tieNote,
  vacantText,
  votesText,
  type SeatedCandidate,
  type SeatState,
} from '#shared/elections/results/results.ts'
import { seatName } from '#shared/elections/voting/seats.ts'
import { showNumber } from '#shared/figures.ts'
import { joinWithDots } from '#shared/joined-text.ts'
import { fullServiceNames, services, type Service } from '#shared/members/enums.ts'
import { classes } from '#web/components/classes.ts'
import { ChevronDownIcon } from '#web/components/icons.tsx'
import { Pill, ServicePill } from '#web/components/pill.tsx'
import { AboutCandidate, nameClass } from '#web/elections/candidacy/about-candidate.tsx'
import { NomineePhoto } from '#web/elections/nominee-files.tsx'
import { ShareBar } from '#web/elections/region-turnout.tsx'
import type { CountedNominee, Counted, Results } from './api.ts'
import { barColour } from './bar-colours.ts'
import { abbreviate } from './names.ts'
import { leadersText, resultsText, leadersTitle, nobodyText, seatStateText, tiedWithText } from './text.ts'

interface LeadingPanelProps {
  results: Results
  votes: Counted
  leaders: readonly SeatedCandidate<CountedNominee>[]
}

/** Faces, seats and figures of the leaders, in the order and colours of the chart's bars. The elected have their full names. */
export function LeadingPanel({ results: { seats, stage, kind }, votes, leaders }: LeadingPanelProps) {
  return (
    <section
      aria-labelledby="leaders-title"
      className="card flex min-w-0 flex-col px-4 py-5 sm:px-6 print:order-first print:block"
    >
      <h2 id="leaders-title" className="text-2xl md:text-3xl">
        {leadersTitle(stage)}
      </h2>
      <p className="mt-1 text-muted">
        {leadersText(stage, kind)} {resultsText.colours}
      </p>
      <ol className="mt-4 flex flex-1 flex-col print:block">
        {leaders.map(({ candidate: one, seat, state }, place) => (
          <li
            key={one.nomineeId}
            className="flex flex-1 flex-wrap items-center gap-3 border-t border-line py-2.5 sm:gap-4"
          >
            <span className={classes('flex-none rounded-full border-4', barColour(place).border)}>
              <NomineePhoto nominee={{ id: one.nomineeId, name: one.name, hasPhoto: one.hasPhoto }} size="small" />
            </span>
            <span className="flex beside flex-wrap items-center justify-between gap-x-3 gap-y-0.5">
              <span className="min-w-0 flex-1 basis-44">
                <span className="block text-lg leading-snug font-semibold">
                  <AboutCandidate nominee={{ id: one.nomineeId, name: one.name }} className={nameClass}>
                    {stage === 'certified' ? one.name : abbreviate(one.name)}
                  </AboutCandidate>
                </span>
                <span className="block text-muted">{joinWithDots([one.rank, seatName(seat, seats)])}</span>
                {state === 'tied' && (
                  <span className="block text-gold-ink">{tiedWithText(othersTied(votes, one.nomineeId))}</span>
                )}
              </span>
              <span className="flex flex-auto flex-wrap items-center justify-between gap-x-3 gap-y-1 sm:flex-none sm:flex-col sm:items-end">
                <span className="flex flex-wrap items-center gap-2">
                  <ServicePill service={seat.ms} />
                  <Pill tone={tones[state]}>{seatStateText[state]}</Pill>
                </span>
                <span className="text-lg font-bold tabular-nums">
                  {votesText(one.votes)}
                  {tieNote(votes.decided, one.nomineeId)}
                </span>
              </span>
            </span>
          </li>
        ))}
      </ol>
      {hasReached(stage, 'counted') &&
        votes.vacant.map((one) => (
          <p key={one.ms} className="flex flex-wrap items-center gap-3 border-t border-line py-2.5">
            <ServicePill service={one.ms} />
            {vacantText(one, votes.standings)}
          </p>
        ))}
    </section>
  )
}

const tones = { leading: 'plain', elected: 'green', tied: 'gold' } as const satisfies Record<SeatState, string>

function othersTied({ ties, standings }: Counted, nomineeId: string): string[] {
  const tied = ties.find(({ nomineeIds }) => nomineeIds.includes(nomineeId))?.nomineeIds ?? []
  return standings
    .filter((one) => one.nomineeId !== nomineeId && tied.includes(one.nomineeId))
    .map(({ name }) => abbreviate(name))
}

interface CandidatePanelProps {
  title: ReactNode
  leading: readonly CountedNominee[]
  hasCandidates: boolean
  votes: Counted
  stage: Stage
}

/** The best of a region or a service, each with a line as long as their votes. */
export function CandidatePanel({ title, leading, hasCandidates, votes, stage }: CandidatePanelProps) {
  const titleId = useId()
  const most = leading[0]?.votes ?? 1
  return (
    <section aria-labelledby={titleId} className="card px-5 pt-4 pb-3 sm:px-6">
      <h3 id={titleId} className="text-2xl">
        {title}
      </h3>
      {leading.length === 0 ? (
        <p className="mt-3 border-t border-line py-3 text-muted">{nobodyText(stage, hasCandidates)}</p>
      ) : (
        <ol className="mt-3">
          {leading.map((one) => (
            <li key={one.nomineeId} className="flex flex-wrap gap-x-3 border-t border-line py-2.5">
              <span className="display w-5 flex-none pt-0.5 text-xl text-gold-ink">{placeOf(one, leading)}</span>
              <span className="beside">
                <span className="flex flex-wrap items-baseline justify-between gap-x-3">
                  <span className="min-w-0 flex-[1_1_9rem]">
                    <AboutCandidate nominee={{ id: one.nomineeId, name: one.name }} className={nameClass}>
                      {abbreviate(one.name)}
                    </AboutCandidate>{' '}
                    <OutcomeMark votes={votes} nomineeId={one.nomineeId} />
                  </span>
                  <span className="font-semibold tabular-nums">{votesText(one.votes)}</span>
                </span>
                <ShareBar share={one.votes / most} className="mt-1 h-1.5" />
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

/** Where the note below the chart leads. */
export const figuresTableId = 'all-candidates'

const head = 'display border-b border-line px-1 py-2 text-lg text-navy-2 sm:px-4'
const cell = 'border-b border-line px-1 py-2.5 align-baseline sm:px-4 print:py-1'

/**
 * The figures of the chart and of all others as a table, for those who cannot see a chart or want to look somebody up. By
 * service, as in the files: each service has its own race.
 */
export function FiguresTable({ votes, ref }: { votes: Counted; ref?: Ref<HTMLDetailsElement> }) {
  return (
    <details
      ref={ref}
      id={figuresTableId}
      className="card group scroll-mt-4 overflow-hidden print:block! print:overflow-visible print:details-content:[content-visibility:visible]"
    >
      <summary className="display flex min-h-12 items-center justify-between gap-4 px-4 py-3 text-xl sm:px-6 print:hidden">
        All candidates as a table
        <ChevronDownIcon className="size-6 flex-none transition-[rotate] group-open:rotate-180" />
      </summary>
      <table className="w-full text-left">
        <caption className="sr-only print:not-sr-only">
          All candidates by service with their votes, from highest to lowest
        </caption>
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
        {services.map((service) => (
          <ServiceFigures key={service} service={service} votes={votes} />
        ))}
      </table>
    </details>
  )
}

function ServiceFigures({ service, votes }: { service: Service; votes: Counted }) {
  const running = votes.standings.filter((one) => one.ms === service)
  if (running.length === 0) return null
  return (
    <tbody className="break-inside-avoid">
      <tr>
        <th scope="rowgroup" colSpan={4} className={`${cell} pt-5 wrap-anywhere print:pt-2`}>
          <ServiceTitle service={service} />
        </th>
      </tr>
      {running.map((one) => (
        <tr key={one.nomineeId}>
          <td className={`${cell} display text-right text-lg text-gold-ink`}>{placeOf(one, running)}</td>
          <th scope="row" className={`${cell} font-normal wrap-anywhere`}>
            <AboutCandidate nominee={{ id: one.nomineeId, name: one.name }} className={nameClass}>
              {one.name}
            </AboutCandidate>{' '}
            <OutcomeMark votes={votes} nomineeId={one.nomineeId} />
          </th>
          <td className={`${cell} hidden sm:table-cell`}>{one.region}</td>
          <td className={`${cell} text-right font-semibold`}>{showNumber(one.votes)}</td>
        </tr>
      ))}
    </tbody>
  )
}

/** A service by its letters and its full name. */
export const ServiceTitle = ({ service }: { service: Service }) => (
  <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
    <ServicePill service={service} />
    {fullServiceNames[service]}
  </span>
)

/** `Elected` once the result is certified; `Tie` while a seat depends on equal votes. */
function OutcomeMark({ votes, nomineeId }: { votes: Counted; nomineeId: string }) {
  if (votes.elected.includes(nomineeId)) return <Pill tone="green">Elected</Pill>
  const tied = votes.ties.some((tie) => tie.nomineeIds.includes(nomineeId))
  return tied ? <Pill tone="gold">Tie</Pill> : null
}
