import { NomineePhoto } from '#web/elections/nominee-photo.tsx'
import type { Candidate } from '#web/elections/voting/slots.ts'

/** `COL, 1502nd RRIBn`; either may be missing from a record. */
export const rankAndUnit = ({ rank, unit }: Candidate): string => [rank, unit].filter(Boolean).join(', ')

/** A candidate as the ballot shows them. */
export function CandidateLine({ candidate }: { candidate: Candidate }) {
  return (
    <>
      <NomineePhoto nominee={candidate} />
      <span className="min-w-0 flex-1">
        <span className="block text-lg leading-snug font-semibold wrap-anywhere">{candidate.name}</span>
        <span className="block leading-snug text-muted wrap-anywhere">{rankAndUnit(candidate)}</span>
      </span>
    </>
  )
}
