import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
  type RefObject,
} from 'react'
import { Button } from '#web/components/button.tsx'
import { BackIcon, CheckIcon, DownIcon, UpIcon } from '#web/components/icons.tsx'
import { KeyCap, useKeys } from './keys.tsx'

/** What the desks for applications and for dues have in common. */

interface PhoneBarProps {
  /** What the queue is of. */
  one: string
  /** Which of how many. */
  place: string
  onBack: () => void
  onStep: (by: 1 | -1) => void
}

/** The way back to the queue, and along it, above what fills the screen. */
export function PhoneBar({ one, place, onBack, onStep }: PhoneBarProps) {
  return (
    <div className="flex items-center border-b border-line bg-card px-2 py-1.5">
      <Button look="quiet" size="small" className="px-2" onClick={onBack}>
        <BackIcon />
        Queue
      </Button>
      <p className="ml-auto text-muted tabular-nums">{place}</p>
      <Button look="quiet" size="icon" aria-label={`Previous ${one}`} onClick={() => onStep(-1)}>
        <UpIcon className="size-6" />
      </Button>
      <Button look="quiet" size="icon" aria-label={`Next ${one}`} onClick={() => onStep(1)}>
        <DownIcon className="size-6" />
      </Button>
    </div>
  )
}

interface DecisionBarProps {
  accept: ReactNode
  ask: string
  refuse: string
  keysOn: boolean
  /** Something else is the one thing to do next. */
  quiet?: boolean
  onAccept: () => void
  onRefuse: () => void
  onAsk: () => void
  onStep: (by: 1 | -1) => void
}

/** At the end of the screen where the thumb is. Nothing is decided before it is on the screen. */
export function DecisionBar(props: DecisionBarProps) {
  const { accept, ask, refuse, keysOn, quiet = false, onAccept, onRefuse, onAsk, onStep } = props
  useKeys({ a: () => onAccept(), r: onRefuse, c: onAsk }, keysOn)
  return (
    <div className="flex flex-wrap items-center gap-2 sm:gap-3 border-t border-line bg-card px-4 py-3 lg:px-6">
      <Button
        look={quiet ? 'outline' : 'primary'}
        className="w-full lg:w-auto"
        aria-keyshortcuts="A"
        // The second click of a double click, and a held Enter, are not meant for the next one.
        onClick={(event) => event.detail <= 1 && onAccept()}
        onKeyDown={(event) => event.repeat && event.preventDefault()}
      >
        <CheckIcon className="size-5 flex-none max-sm:hidden" />
        <span>{accept}</span>
        <KeyCap light={!quiet}>A</KeyCap>
      </Button>
      <Button
        look="outline"
        className="flex-[1_1_min-content] break-words! max-sm:px-1 lg:flex-none"
        aria-keyshortcuts="C"
        onClick={() => onAsk()}
      >
        {ask}
        <KeyCap>C</KeyCap>
      </Button>
      <Button
        look="danger-outline"
        className="flex-[1_1_min-content] break-words! max-sm:px-1 lg:flex-none"
        aria-keyshortcuts="R"
        onClick={() => onRefuse()}
      >
        {refuse}
        <KeyCap>R</KeyCap>
      </Button>
      <div className="ml-auto hidden gap-1 lg:flex">
        <Button look="quiet" size="small" aria-keyshortcuts="K" onClick={() => onStep(-1)}>
          Previous <KeyCap>K</KeyCap>
        </Button>
        <Button look="quiet" size="small" aria-keyshortcuts="J" onClick={() => onStep(1)}>
          Next <KeyCap>J</KeyCap>
        </Button>
      </div>
    </div>
  )
}

interface UndoBarProps {
  /** What can be undone. */
  label: string
  /** By this browser's clock. */
  until: number
  /** Read out once, not every second. */
  announcement: string
  countdown: (seconds: number) => string
  note?: string | null | undefined
  onUndo: () => void
}

/**
 * Counts down above the decisions, on a phone above the applicant, beside the one way back. It takes its own room, so that it
 * covers no button of the next applicant, and moves none.
 */
export function UndoBar({ label, until, announcement, countdown, note, onUndo }: UndoBarProps) {
  const seconds = useSecondsUntil(until)
  return (
    <div
      role="group"
      aria-label={label}
      className="on-dark flex flex-none flex-wrap items-center justify-between gap-x-4 bg-navy py-1 pr-2 pl-5 text-white lg:pl-6"
    >
      <p className="min-w-0 flex-1 basis-40 font-semibold break-words tabular-nums">
        <span role="status" className="sr-only">
          {announcement}
        </span>
        <span aria-hidden="true">{countdown(seconds)}</span>
        {note && <span className="block text-[0.9375rem] font-normal">{note}</span>}
      </p>
      <button
        type="button"
        aria-keyshortcuts="U"
        onClick={onUndo}
        className="min-h-11 rounded-field px-4 font-semibold text-gold-2 underline underline-offset-4 hover:bg-white/15"
      >
        Undo
      </button>
    </div>
  )
}

function useSecondsUntil(until: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.ceil((until - now) / 1000))
}

/** Sends what is held when its time is over, and when the page is left, by whatever way. `due` is what the time was over for. */
export function useRelease<Held extends { until: number }>(
  held: Held | null,
  release: (leaving: boolean, due?: Held) => void,
): void {
  const onRelease = useEffectEvent(release)
  useEffect(() => {
    if (!held) return
    const timer = setTimeout(() => onRelease(false, held), held.until - Date.now())
    return () => clearTimeout(timer)
  }, [held])

  useEffect(() => {
    const onLeave = () => onRelease(true)
    const onHidden = () => document.visibilityState === 'hidden' && onRelease(false)
    window.addEventListener('pagehide', onLeave)
    document.addEventListener('visibilitychange', onHidden)
    return () => {
      window.removeEventListener('pagehide', onLeave)
      document.removeEventListener('visibilitychange', onHidden)
      onLeave()
    }
  }, [])
}

/** Whether queue and applicant stand side by side; the styles say the same with `lg:`. */
const sideBySide = '(min-width: 64rem)'

export function useWide(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const media = window.matchMedia(sideBySide)
      media.addEventListener('change', onChange)
      return () => media.removeEventListener('change', onChange)
    },
    () => window.matchMedia(sideBySide).matches,
    () => false,
  )
}

/** On a phone an applicant opens like a page: at its top. Back in the queue, their row has the focus again. */
export function usePhoneTurns(alone: string | null): RefObject<HTMLElement | null> {
  const pane = useRef<HTMLElement>(null)
  const before = useRef<string | null>(null)
  useEffect(() => {
    if (alone !== null) {
      pane.current?.scrollIntoView({ block: 'start', behavior: 'instant' })
      if (before.current === null) pane.current?.focus({ preventScroll: true })
    } else if (before.current !== null) {
      const row = document.querySelector<HTMLElement>(`[data-applicant="${CSS.escape(before.current)}"]`)
      row?.scrollIntoView({ block: 'center', behavior: 'instant' })
      row?.focus({ preventScroll: true })
    }
    before.current = alone
  }, [alone])
  return pane
}
