import { closingText } from '#shared/elections/schedule-text.ts'
import { maxPerMember, nominationSpan } from '#shared/elections/nomination/nomination.ts'
import type { CurrentElection } from '#web/api/elections/current.ts'

interface NoteBoxProps {
  election: CurrentElection
  manages: boolean
  /** Whether this person can nominate now, and has to know how. */
  open: boolean
}

/** When nomination runs, and how it is done. */
export function NoteBox({ election, manages, open }: NoteBoxProps) {
  return (
    <aside aria-labelledby="note" className="content-start rounded-card border-l-4 border-gold bg-gold-soft px-5 py-5">
      <h2 id="note" className="text-2xl text-gold-ink">
        Note
      </h2>
      <p className="mt-2">
        Nomination runs {nominationSpan(election)}. The platform closes automatically after the end date.
      </p>
      {open && (
        <ul className="mt-3 grid list-disc gap-1.5 pl-5">
          {manages ? (
            <li>Administrators nominate, approve and reject until {closingText(election.adminNominationCloses)}.</li>
          ) : (
            <li>
              You may nominate up to {maxPerMember} other members, and delete your own nominations while it is open.
            </li>
          )}
          <li>A person can be nominated only once.</li>
        </ul>
      )}
    </aside>
  )
}
