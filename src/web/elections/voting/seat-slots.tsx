import { useState } from 'react'
import type { Choices, Seat } from '#shared/elections/voting/ballot.ts'
import { ballotText } from '#shared/elections/voting/ballot-text.ts'
import { ChooseDialog } from '#web/elections/voting/choose-dialog.tsx'
import { SeatGroups } from '#web/elections/voting/seat-groups.tsx'
import { Slot } from '#web/elections/voting/slot.tsx'
import { offeredAt, type Candidate } from '#web/elections/voting/slots.ts'

interface SeatSlotsProps {
  seats: readonly Seat[]
  candidates: readonly Candidate[]
  choices: Choices
  onChoose: (place: number, chosen: string | null) => void
}

/** The seats to fill. A press on one opens the list of those who can have it. */
export function SeatSlots({ seats, candidates, choices, onChoose }: SeatSlotsProps) {
  /** Stays while the dialog closes, so that its content does not vanish before it. */
  const [place, setPlace] = useState(0)
  const [open, setOpen] = useState(false)
  const next = choices.indexOf(null)
  const offered = (at: number) => offeredAt(at, seats, candidates, choices)

  return (
    <>
      <SeatGroups
        seats={seats}
        choices={choices}
        tell={({ seats: ours }, blank) => ballotText.left(ours.length, blank)}
        renderSlot={(at, slot) => (
          <Slot
            key={slot}
            slot={slot}
            chosen={candidates.find(({ id }) => id === choices[at])}
            next={at === next}
            offers={offered(at).length > 0}
            onRemove={() => onChoose(at, null)}
            onOpen={() => {
              setPlace(at)
              setOpen(true)
            }}
          />
        )}
      />
      <ChooseDialog
        open={open}
        seat={seats[place]}
        offered={offered(place)}
        chosen={choices[place] ?? null}
        onClose={() => setOpen(false)}
        onChoose={(chosen) => {
          onChoose(place, chosen)
          setOpen(false)
        }}
      />
    </>
  )
}
