import { useState, type ReactNode } from 'react'
import { candidateText } from '#shared/elections/candidacy/text.ts'
import type { Choices, Seat } from '#shared/elections/voting/ballot.ts'
import { votingText } from '#shared/elections/voting/text.ts'
import { unbroken } from '#shared/joined-text.ts'
import { serviceNames } from '#shared/members/enums.ts'
import { buttonClass, classes } from '#web/components/classes.ts'
import { Dialog } from '#web/components/dialog.tsx'
import { TextField } from '#web/components/fields.tsx'
import { CheckIcon, CloseIcon, icon } from '#web/components/icons.tsx'
import { ServicePill } from '#web/components/pill.tsx'
import { AboutCandidate } from '#web/elections/candidacy/about-candidate.tsx'
import { NomineePhoto } from '#web/elections/nominee-files.tsx'
import { searchPeople } from '#web/elections/nominee-order.ts'
import { groupSeats, candidatesForSeat, type Candidate, type SeatGroup } from './slots.ts'
import { ballotText } from './text.ts'

interface SeatSlotsProps {
  seats: readonly Seat[]
  /** In the order of this ballot. */
  candidates: readonly Candidate[]
  /** Whether that order was drawn for this voter. */
  byLot?: boolean
  choices: Choices
  onChoose: (place: number, chosen: string | null) => void
}

/** The seats to fill. A press on one opens the list of its candidates. */
export function SeatSlots({ seats, candidates, byLot = false, choices, onChoose }: SeatSlotsProps) {
  const [place, setPlace] = useState<number | null>(null)
  const next = choices.indexOf(null)
  const offered = (at: number) => candidatesForSeat(at, seats, candidates, choices)

  return (
    <>
      <SeatGroups
        seats={seats}
        choices={choices}
        tell={({ ms, seats: ours }, blank) =>
          candidates.some((one) => one.ms === ms) ? ballotText.left(ours.length, blank) : ''
        }
        renderSlot={(at, slot) => (
          <Slot
            key={slot}
            slot={slot}
            chosen={candidates.find(({ id }) => id === choices[at])}
            next={at === next}
            nobodyOffered={offered(at).length === 0}
            onRemove={() => onChoose(at, null)}
            onOpen={() => setPlace(at)}
          />
        )}
      />
      {place !== null && (
        <ChooseDialog
          onClose={() => setPlace(null)}
          seat={seats[place]}
          offered={offered(place)}
          byLot={byLot}
          chosen={choices[place] ?? null}
          onChoose={(chosen) => {
            onChoose(place, chosen)
            setPlace(null)
          }}
        />
      )}
    </>
  )
}

interface SeatGroupsProps {
  seats: readonly Seat[]
  choices: Choices
  /** The text on the right of a service's heading. */
  tell: (group: SeatGroup, blank: number) => string
  renderSlot: (place: number, slot: string) => ReactNode
}

/** The seats of the ballot, by service. */
export function SeatGroups({ seats, choices, tell, renderSlot }: SeatGroupsProps) {
  return (
    <div className="grid grid-cols-1 gap-8">
      {groupSeats(seats).map((group) => {
        const blank = group.seats.filter(({ place }) => (choices[place] ?? null) === null).length
        return (
          <section key={group.ms} aria-labelledby={`seats-${group.ms}`}>
            <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1">
              <ServicePill service={group.ms} />
              <h2 id={`seats-${group.ms}`} className="min-w-0 flex-[1_1_9rem] text-xl sm:text-2xl">
                {serviceNames[group.ms]}
              </h2>
              <p className="ml-auto text-right text-muted">{tell(group, blank)}</p>
            </div>
            <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2">
              {group.seats.map(({ slot, place }) => renderSlot(place, slot))}
            </ul>
          </section>
        )
      })}
    </div>
  )
}

const PlusIcon = icon(<path d="M12 5v14M5 12h14" />)
const slotLook = 'flex min-h-24 rounded-card border-2'

interface SlotProps {
  slot: string
  chosen: Candidate | undefined
  /** The first blank seat: where to continue. */
  next: boolean
  /** Nobody of this service is left to choose. */
  nobodyOffered: boolean
  onOpen: () => void
  onRemove: () => void
}

/** One line of the ballot. As high blank as filled, so that nothing moves under the finger. */
function Slot({ slot, chosen, next, nobodyOffered, onOpen, onRemove }: SlotProps) {
  const look = chosen ? 'border-navy bg-card' : next ? 'border-dashed border-gold bg-card' : 'border-line bg-card'
  if (!chosen && nobodyOffered) return <EmptySlot slot={slot} words={votingText.noneLeft} />
  return (
    <li className={classes(slotLook, look, 'relative')}>
      {/* The same button when blank and when filled: the focus comes back to it from the list. */}
      <button
        type="button"
        onClick={onOpen}
        className="flex min-w-0 flex-1 scroll-mt-6 scroll-mb-28 flex-col rounded-[10px] px-4 py-2.5 text-left hover:bg-navy-soft"
      >
        <SlotName slot={slot} rank={chosen?.rank} />
        <span className="flex min-h-13 flex-wrap items-center gap-x-3">
          {chosen ? <ChosenLine chosen={chosen} /> : <ChooseLine next={next} />}
        </span>
      </button>
      {chosen && (
        <button
          type="button"
          aria-label={`Remove ${chosen.name} from ${slot}`}
          onClick={onRemove}
          // In the corner: beside the name it would take the room of large letters.
          className="absolute top-0 right-0 grid size-11 scroll-mb-28 place-items-center rounded-[10px] text-muted hover:bg-navy-soft hover:text-ink"
        >
          <CloseIcon className="size-6" />
        </button>
      )}
    </li>
  )
}

/**
 * Space for a name of two lines, as high as a blank seat: when it is filled from the list below, the list does not move. The list
 * has shown the unit and the middle name, which is repeated here only if it distinguishes two candidates.
 */
function ChosenLine({ chosen }: { chosen: Candidate }) {
  return (
    <>
      <NomineePhoto nominee={chosen} />
      <span className={classes(besideRoomyClass, 'text-lg leading-snug font-semibold')}>
        {chosen.tellingNumber ? chosen.fullName : chosen.name}
      </span>
    </>
  )
}

function ChooseLine({ next }: { next: boolean }) {
  return (
    <>
      <span
        aria-hidden="true"
        className={classes(
          'grid size-12 flex-none place-items-center rounded-full border-2 border-dashed',
          next ? 'border-gold text-gold-ink' : 'border-edge text-muted',
        )}
      >
        <PlusIcon className="size-5" />
      </span>
      <span className={classes('beside text-lg font-semibold', next ? 'text-gold-ink' : 'text-muted')}>
        Choose a candidate
      </span>
    </>
  )
}

/** A line of a cast ballot. */
export function CastSlot({ slot, chosen, blank }: { slot: string; chosen: Candidate | undefined; blank: boolean }) {
  if (!chosen) return <EmptySlot slot={slot} words={blank ? 'Left blank' : 'Someone who is no longer listed'} />
  return (
    <li className={classes(slotLook, 'flex-col border-line bg-card px-4 py-2.5')}>
      <SlotName slot={slot} />
      <span className="flex min-h-12 flex-wrap items-center gap-x-3">
        <CandidateLine candidate={chosen} />
      </span>
    </li>
  )
}

function EmptySlot({ slot, words }: { slot: string; words: string }) {
  return (
    <li className={classes(slotLook, 'flex-col border-line bg-paper px-4 py-2.5')}>
      <SlotName slot={slot} />
      <span className="flex min-h-12 items-center text-muted">{words}</span>
    </li>
  )
}

function SlotName({ slot, rank }: { slot: string; rank?: string | undefined }) {
  return (
    <span className="display block pr-6 text-base tracking-wider text-muted">
      {slot}
      {rank && <span className="font-sans leading-none tracking-normal">{`\u00A0· ${rank}`}</span>}
    </span>
  )
}

/** A longer list can be searched. */
const searchedFrom = 12

interface ChooseDialogProps {
  seat: Seat | undefined
  offered: readonly Candidate[]
  byLot: boolean
  chosen: string | null
  onChoose: (id: string) => void
  onClose: () => void
}

/** The candidates for this seat, in rows as large as a thumb. On a phone it slides up from the bottom. */
function ChooseDialog({ seat, offered, byLot, chosen, onChoose, onClose }: ChooseDialogProps) {
  const [typed, setTyped] = useState('')
  if (!seat) return null
  const matching = searchPeople(offered, typed)
  return (
    <Dialog onClose={onClose} title={ballotText.chooseFor(seat)} description={ballotText.offered(seat, byLot)}>
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
      {offered.length > 0 && matching.length === 0 && (
        <p className="text-muted">No candidate matches what you typed.</p>
      )}
      <ul className="-mx-3 grid grid-cols-1 divide-y divide-line">
        {matching.map((candidate) => (
          <CandidateRow
            key={candidate.id}
            candidate={candidate}
            choice={{
              chosen: candidate.id === chosen,
              act: ballotText.chooseFor(seat),
              onPress: () => onChoose(candidate.id),
            }}
          />
        ))}
      </ul>
    </Dialog>
  )
}

/** `COL, 1502nd RRIBn`, and what distinguishes people of the same name; each may be missing. */
export const rankAndUnit = ({ rank, unit, tellingNumber }: Candidate): string =>
  [rank, unit, unbroken(tellingNumber)].filter(Boolean).join(', ')

interface CandidateRowProps {
  candidate: Candidate
  /** Without it the row is read-only. */
  choice?: {
    chosen: boolean
    /** Every seat of the service is taken: a press says so, and does nothing. */
    full?: boolean
    /** For those who cannot see the mark. */
    note?: string
    /** What a press would do, in words, for the candidate's sheet. */
    act: string
    onPress: () => void
  }
  children?: ReactNode
}

/** A candidate in a list, the same at every width: the mark, the picture, the name, and below it the link to more. */
export function CandidateRow({ candidate, choice, children }: CandidateRowProps) {
  const line = <CandidateLine candidate={candidate} />
  const look = 'flex min-h-15 w-full scroll-mt-6 scroll-mb-28 flex-wrap items-center gap-2.5 px-3 pt-2.5 text-left'
  return (
    <li className={classes('grid grid-cols-1', choice?.chosen && 'bg-gold-soft')}>
      {choice ? (
        <button
          type="button"
          aria-pressed={choice.chosen}
          // Still reachable by keyboard, to hear why it does nothing.
          aria-disabled={choice.full && !choice.chosen}
          onClick={choice.onPress}
          className={classes(look, choice.full && !choice.chosen ? 'cursor-not-allowed' : 'hover:bg-navy/5')}
        >
          <span
            aria-hidden="true"
            className={classes(
              'grid size-7 flex-none place-items-center rounded border-2',
              choice.chosen
                ? 'border-navy bg-navy text-white'
                : choice.full
                  ? 'border-line bg-paper'
                  : 'border-edge bg-white',
            )}
          >
            {choice.chosen && <CheckIcon className="size-5" />}
          </span>
          {line}
          {choice.note && <span className="sr-only">{choice.note}</span>}
        </button>
      ) : (
        <span className={look}>{line}</span>
      )}
      {/* Not inside the button, because it leads elsewhere. */}
      <div className={choice ? 'pb-1 pl-24' : 'pb-1 pl-14'}>
        <AboutCandidate
          nominee={{ id: candidate.id, name: candidate.fullName }}
          className={classes(buttonClass('quiet', 'small'), 'scroll-mb-28')}
          {...(choice && !(choice.full && !choice.chosen) && { act: { label: choice.act, onPress: choice.onPress } })}
        >
          {candidateText.about}
          <span className="sr-only"> {candidate.fullName}</span>
        </AboutCandidate>
      </div>
      {children}
    </li>
  )
}

/** Puts a name beside a picture or a mark, or below it if large text leaves less than the width of seven letters. */
export const besideRoomyClass = 'beside before:block before:w-[7em] before:max-w-full'

/** A candidate as the ballot's lists show them. */
function CandidateLine({ candidate }: { candidate: Candidate }) {
  return (
    <>
      <NomineePhoto nominee={candidate} />
      <span className={besideRoomyClass}>
        <span className="block text-lg leading-snug font-semibold">{candidate.fullName}</span>
        <span className="block leading-snug text-muted">{rankAndUnit(candidate)}</span>
      </span>
    </>
  )
}
