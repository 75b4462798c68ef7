import { classes } from '#web/components/classes.ts'
import { NomineePhoto } from '#web/elections/nominee-photo.tsx'
import type { Candidate } from '#web/elections/voting/slots.ts'

/** `COL, 1502nd RRIBn`, and what tells two of one name apart; each may be missing from a record. */
export const rankAndUnit = ({ rank, unit, tellingNumber }: Candidate): string =>
  [rank, unit, tellingNumber].filter(Boolean).join(', ')

/** A candidate as the ballot shows them; `short` keeps to two lines, so that a seat is as high with anybody in it. */
export function CandidateLine({ candidate, short = false }: { candidate: Candidate; short?: boolean }) {
  const lines = short ? 'truncate' : 'wrap-anywhere'
  return (
    <>
      <NomineePhoto nominee={candidate} />
      <span className="min-w-0 flex-1">
        <span className={classes('block text-lg leading-snug font-semibold', lines)}>{candidate.fullName}</span>
        <span className={classes('block leading-snug text-muted', lines)}>{rankAndUnit(candidate)}</span>
      </span>
    </>
  )
}
