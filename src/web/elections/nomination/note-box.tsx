import { closingText } from '#shared/elections/schedule-text.ts'
import { nominationSpan, nominationText } from '#shared/elections/nomination/nomination.ts'
import type { Instant } from '#shared/time.ts'
import type { CurrentElection } from '#web/api/elections/current.ts'

interface NoteBoxProps {
  election: CurrentElection
  manages: boolean
  /** Whether this person can nominate now, and has to know how. */
  open: boolean
  now: Instant
}

/** When nomination runs, and how it is done. */
export function NoteBox({ election, manages, open, now }: NoteBoxProps) {
  return (
    <aside aria-labelledby="note" className="content-start rounded-card border-l-4 border-gold bg-gold-soft px-5 py-5">
      <h2 id="note" className="text-2xl text-gold-ink">
        Note
      </h2>
      <p className="mt-2">
        {now < election.nominationCloses
          ? nominationText.note(nominationSpan(election))
          : nominationText.noteOver(nominationSpan(election))}
      </p>
      {open && (
        <ul className="mt-3 grid list-disc gap-1.5 pl-5">
          <li>{election.nomineesAccept ? nominationText.noteAsked : nominationText.noteAtOnce}</li>
          <li>
            {manages
              ? nominationText.noteManages(closingText(election.adminNominationCloses))
              : nominationText.noteMembers}
          </li>
          <li>{nominationText.noteOnce}</li>
        </ul>
      )}
    </aside>
  )
}
