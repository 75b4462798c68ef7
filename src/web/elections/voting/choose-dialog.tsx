import { useState } from 'react'
import { candidateText } from '#shared/elections/candidacy/text.ts'
import type { Seat } from '#shared/elections/voting/ballot.ts'
import { votingText } from '#shared/elections/voting/voting-text.ts'
import { buttonClass } from '#web/components/button-class.ts'
import { classes } from '#web/components/classes.ts'
import { Dialog } from '#web/components/dialog.tsx'
import { CheckIcon } from '#web/components/icons.tsx'
import { serviceNames } from '#web/components/pill.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { AboutCandidate } from '#web/elections/candidacy/about-candidate.tsx'
import { CandidateLine, rankAndUnit } from '#web/elections/voting/candidate-line.tsx'
import type { Candidate } from '#web/elections/voting/slots.ts'

/** A list that does not fit on a screen or two can be searched. */
const searchedFrom = 12

interface ChooseDialogProps {
  open: boolean
  seat: Seat | undefined
  offered: readonly Candidate[]
  chosen: string | null
  onChoose: (id: string) => void
  onClose: () => void
}

/** Who can have this seat, by name, in rows as large as a thumb. On a phone it rises from the bottom. */
export function ChooseDialog({ open, seat, offered, chosen, onChoose, onClose }: ChooseDialogProps) {
  const [typed, setTyped] = useState('')
  if (!seat) return null
  const wanted = typed.trim().toLowerCase()
  const shown = offered.filter((one) => `${one.fullName} ${rankAndUnit(one)}`.toLowerCase().includes(wanted))
  return (
    <Dialog
      open={open}
      onClose={onClose}
      onClosed={() => setTyped('')}
      title={`Choose for ${seat.slot}`}
      description={`${serviceNames[seat.ms]}, by name. People you have already chosen are not listed.`}
    >
      {offered.length >= searchedFrom && (
        <div className="mb-4">
          <TextField
            label="Find by name, rank or unit"
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
      )}
      {offered.length === 0 && <p className="text-muted">{votingText.noneLeft}</p>}
      {offered.length > 0 && shown.length === 0 && <p className="text-muted">No candidate matches what you typed.</p>}
      <ul className="-mx-3 grid grid-cols-1 gap-1">
        {shown.map((candidate) => (
          <li key={candidate.id} className="border-t border-line pt-1 first:border-0">
            <button
              type="button"
              aria-current={candidate.id === chosen ? 'true' : undefined}
              onClick={() => onChoose(candidate.id)}
              className="flex min-h-18 w-full flex-wrap items-center gap-4 rounded-field px-3 py-2.5 text-left hover:bg-navy-soft aria-[current=true]:bg-navy-soft"
            >
              <CandidateLine candidate={candidate} />
              <span
                aria-hidden="true"
                className={classes(
                  'grid size-7 flex-none place-items-center rounded-full border-2',
                  candidate.id === chosen ? 'border-navy bg-navy text-white' : 'border-edge bg-white',
                )}
              >
                {candidate.id === chosen && <CheckIcon className="size-4" />}
              </span>
            </button>
            {/* Under the name, beside the picture; not within the button, for it leads elsewhere. */}
            <div className="-mt-2 pb-1 pl-16">
              <AboutCandidate
                nominee={{ id: candidate.id, name: candidate.fullName }}
                className={buttonClass('quiet', 'small')}
              >
                {candidateText.about}
                <span className="sr-only"> {candidate.fullName}</span>
              </AboutCandidate>
            </div>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
