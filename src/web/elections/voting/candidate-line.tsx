import { classes } from '#web/components/classes.ts'
import { NomineePhoto } from '#web/elections/nominee-photo.tsx'
import type { Candidate } from '#web/elections/voting/slots.ts'

/** `COL, 1502nd RRIBn`, and what tells two of one name apart; each may be missing from a record. */
export const rankAndUnit = ({ rank, unit, tellingNumber }: Candidate): string =>
  [rank, unit, tellingNumber].filter(Boolean).join(', ')

/** A candidate as the ballot shows them; `short` keeps a long unit to two lines, where the list has shown it whole. */
export function CandidateLine({ candidate, short = false }: { candidate: Candidate; short?: boolean }) {
  return (
    <>
      <NomineePhoto nominee={candidate} />
      <span className="min-w-0 flex-1">
        <span className="block text-lg leading-snug font-semibold wrap-anywhere">{candidate.fullName}</span>
        <span className={classes('leading-snug text-muted wrap-anywhere', short ? 'line-clamp-2' : 'block')}>
          {rankAndUnit(candidate)}
        </span>
      </span>
    </>
  )
}
