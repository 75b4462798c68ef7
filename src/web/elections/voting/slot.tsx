import { votingText } from '#shared/elections/voting/voting-text.ts'
import { classes } from '#web/components/classes.ts'
import { CloseIcon, icon } from '#web/components/icons.tsx'
import { NomineePhoto } from '#web/elections/nominee-photo.tsx'
import { CandidateLine } from '#web/elections/voting/candidate-line.tsx'
import type { Candidate } from '#web/elections/voting/slots.ts'

const PlusIcon = icon(<path d="M12 5v14M5 12h14" />)
const slotLook = 'flex min-h-24 rounded-card border-2'

interface SlotProps {
  slot: string
  chosen: Candidate | undefined
  /** The first blank seat: where to go on. */
  next: boolean
  /** Somebody is left to choose. */
  offers: boolean
  onOpen: () => void
  onRemove: () => void
}

/** One line of the ballot. As high when blank as when filled, so that nothing moves under the finger. */
export function Slot({ slot, chosen, next, offers, onOpen, onRemove }: SlotProps) {
  const look = chosen ? 'border-navy bg-card' : next ? 'border-dashed border-gold bg-card' : 'border-line bg-card'
  if (!chosen && !offers) return <EmptySlot slot={slot} words={votingText.noneLeft} />
  return (
    <li className={classes(slotLook, look)}>
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
          className="grid w-12 flex-none place-items-center rounded-[10px] text-muted hover:bg-navy-soft hover:text-ink"
        >
          <CloseIcon className="size-6" />
        </button>
      )}
    </li>
  )
}

/**
 * Room for a name of two lines, as high as a blank seat: when it is filled from the list below, the list stays where it is. The
 * list has shown the unit and the middle name, which stands here only where it tells two apart.
 */
function ChosenLine({ chosen }: { chosen: Candidate }) {
  return (
    <>
      <NomineePhoto nominee={chosen} />
      <span className="beside text-lg leading-snug font-semibold">
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

/** A line of a ballot that is cast. */
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
    <span className="display block text-base tracking-wider text-muted">
      {slot}
      {rank && <span className="font-sans leading-none tracking-normal"> · {rank}</span>}
    </span>
  )
}
