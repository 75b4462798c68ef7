import { abbreviate } from '#shared/elections/results/names.ts'
import {
  leadersText,
  leadersTitle,
  seatStateText,
  tiedWithText,
  votesText,
} from '#shared/elections/results/results-text.ts'
import { seatName, type SeatState, type Seated } from '#shared/elections/results/seating.ts'
import type { Candidate, Counted, Results } from '#web/api/elections/results.ts'
import { classes } from '#web/components/classes.ts'
import { Pill, ServicePill } from '#web/components/pill.tsx'
import { AboutCandidate, nameClass } from '#web/elections/candidacy/about-candidate.tsx'
import { NomineePhoto } from '#web/elections/nominee-photo.tsx'
import { barColour } from '#web/elections/results/bar-colours.ts'

interface LeadingPanelProps {
  results: Results
  votes: Counted
  leaders: readonly Seated<Candidate>[]
}

/** The faces, seats and figures of those who lead, in the order and colours of the chart's bars. */
export function LeadingPanel({ results: { seats, stage, rehearsal }, votes, leaders }: LeadingPanelProps) {
  return (
    <section aria-labelledby="leaders-title" className="card flex min-w-0 flex-col px-4 py-5 sm:px-6">
      <h2 id="leaders-title" className="text-2xl md:text-3xl">
        {leadersTitle(stage)}
      </h2>
      <p className="mt-1 text-muted">{leadersText(stage, rehearsal)}</p>
      <ol className="mt-4 flex flex-1 flex-col">
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
                    {abbreviate(one.name)}
                  </AboutCandidate>
                </span>
                <span className="block text-muted">
                  {[one.rank, seatName(seat, seats)].filter(Boolean).join(' · ')}
                </span>
                {state === 'tied' && (
                  <span className="block text-gold-ink">{tiedWithText(othersTied(votes, one.nomineeId))}</span>
                )}
              </span>
              <span className="flex flex-auto flex-wrap items-center justify-between gap-x-3 gap-y-1 sm:flex-none sm:flex-col sm:items-end">
                <span className="flex flex-wrap items-center gap-2">
                  <ServicePill service={seat.ms}>{seat.slot}</ServicePill>
                  <Pill tone={tones[state]}>{seatStateText[state]}</Pill>
                </span>
                <span className="text-lg font-bold tabular-nums">{votesText(one.votes)}</span>
              </span>
            </span>
          </li>
        ))}
      </ol>
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
