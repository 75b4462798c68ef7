import { NomineePhoto } from '#web/elections/nominee-photo.tsx'
import type { Candidate } from '#web/elections/voting/slots.ts'

/** `COL, 1502nd RRIBn`, and what tells two of one name apart; each may be missing from a record. */
export const rankAndUnit = ({ rank, unit, tellingNumber }: Candidate): string =>
  [rank, unit, tellingNumber].filter(Boolean).join(', ')

/** A candidate as the ballot's lists show them. */
export function CandidateLine({ candidate }: { candidate: Candidate }) {
  return (
    <>
      <NomineePhoto nominee={candidate} />
      <span className="beside">
        <span className="block text-lg leading-snug font-semibold">{candidate.fullName}</span>
        <span className="block leading-snug text-muted">{rankAndUnit(candidate)}</span>
      </span>
    </>
  )
}
