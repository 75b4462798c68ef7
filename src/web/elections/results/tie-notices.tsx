import { abbreviate } from '#shared/elections/results/names.ts'
import {
  decidedTieText,
  decidedTitle,
  howDecidedText,
  openTieText,
  recordedText,
  tiesTitle,
} from '#shared/elections/results/results-text.ts'
import type { Seated } from '#shared/elections/results/seating.ts'
import type { Candidate, Counted } from '#web/api/elections/results.ts'
import { Notice } from '#web/components/notice.tsx'

interface TieNoticesProps {
  votes: Counted
  leaders: readonly Seated<Candidate>[]
}

/** Equal votes at the boundary of the seats: all of them are named, for nobody is chosen by the spelling of a name. */
export function TieNotices({ votes: { ties, decided, standings }, leaders }: TieNoticesProps) {
  const nameOf = (id: string) => abbreviate(standings.find((one) => one.nomineeId === id)?.name ?? '')
  const withSeat = (id: string) => {
    const seat = leaders.find(({ candidate }) => candidate.nomineeId === id)?.seat
    return seat ? `${nameOf(id)} (${seat.slot})` : nameOf(id)
  }
  return (
    <>
      {ties.length > 0 && (
        <Notice tone="warning" title={tiesTitle(ties.length)}>
          <ul className="mt-1 grid gap-1">
            {ties.map((tie) => (
              <li key={tie.ms}>{openTieText(tie, tie.nomineeIds.map(nameOf))}</li>
            ))}
          </ul>
        </Notice>
      )}
      {decided.length > 0 && (
        <Notice tone="info" title={decidedTitle(decided.length)}>
          <ul className="mt-1 grid gap-3">
            {decided.map((tie) => (
              <li key={tie.ms} className="min-w-0 break-words">
                <p>
                  {decidedTieText(
                    tie,
                    tie.tied.map(({ nomineeId }) => nameOf(nomineeId)),
                    tie.chosen.map(({ nomineeId }) => withSeat(nomineeId)),
                  )}
                </p>
                <p className="whitespace-pre-line">{howDecidedText(tie)}</p>
                <p>{recordedText(tie)}</p>
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  )
}
