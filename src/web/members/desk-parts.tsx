import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { Button } from '#web/components/button.tsx'
import { classes } from '#web/components/classes.ts'
import { BackIcon, CheckIcon, DownIcon, UpIcon } from '#web/components/icons.tsx'
import { ToastRegion } from '#web/components/toast.tsx'
import { KeyCap, KeyHelp, KeyHelpButton, useKeys, useKeysOn, type KeyList, type Keys } from './desk-keys.tsx'

/** What the desks for applications and for dues have in common. */

interface DeskFrameProps extends PhoneBarProps {
  /** The page title, for a phone that shows a single item of the queue. */
  title: string
  wide: boolean
  /** The id of the queue item on the screen; null for none. */
  current: string | null
  renderHead: (help: ReactNode) => ReactNode
  queue: ReactNode
  undoBar: ReactNode
  onUndo: () => void
  /** The keys of this desk, in addition to those of every desk. */
  keys?: Keys
  keyList: KeyList
  children: (keysOn: boolean) => ReactNode
}

/** The queue beside the current item; on a phone one at a time. */
export function DeskFrame(props: DeskFrameProps) {
  const { title, wide, current, renderHead, queue, undoBar, onUndo, keys, keyList, children, ...bar } = props
  const { one, onStep } = bar
  const [keysOn, setKeysOn] = useKeysOn()
  const [helpOpen, setHelpOpen] = useState(false)
  const fillsPhone = !wide && current !== null
  const pane = usePhoneFocus(fillsPhone ? current : null)
  const [next, previous] = [() => onStep(1), () => onStep(-1)]
  useKeys({ j: next, ArrowDown: next, k: previous, ArrowUp: previous, u: onUndo, ...keys }, keysOn)
  // The help opens even while the keys are off, because it is where they are turned on again.
  useKeys({ '?': () => setHelpOpen(true) }, true)
  return (
    <div className="flex flex-col lg:h-[max(38rem,calc(100svh-4rem))] 2xl:h-[max(38rem,100svh)]">
      {!fillsPhone && renderHead(<KeyHelpButton onClick={() => setHelpOpen(true)} />)}
      <div className="min-h-0 flex-1 lg:grid lg:grid-cols-[20rem_minmax(0,1fr)] xl:grid-cols-[22rem_minmax(0,1fr)] lg:grid-rows-[minmax(0,1fr)]">
        {!fillsPhone && queue}
        {current !== null && (
          <section
            ref={pane}
            tabIndex={-1}
            aria-label={one}
            className={classes(
              'flex min-h-0 min-w-0 flex-col outline-none',
              fillsPhone && 'min-h-svh -scroll-mt-6 bg-paper',
            )}
          >
            {fillsPhone && <h1 className="sr-only">{title}</h1>}
            {fillsPhone && <PhoneBar {...bar} />}
            {children(keysOn)}
          </section>
        )}
      </div>
      {current === null && undoBar && <div className="sticky bottom-0 z-20 flex-none">{undoBar}</div>}
      {helpOpen && <KeyHelp keys={keyList} on={keysOn} onChange={setKeysOn} onClose={() => setHelpOpen(false)} />}
      {/* A transform positions fixed children inside it: messages stay clear of the buttons at the bottom. */}
      <div className="pointer-events-none fixed inset-x-0 top-0 bottom-18 z-[60] translate-z-0">
        <ToastRegion />
      </div>
    </div>
  )
}

interface FramedProps {
  notice: ReactNode
  decisions?: ReactNode
  children: ReactNode
}

/** The decisions stay at the bottom, near the thumb. On a phone the notice is at the top, above the item. */
export const DeskItemFrame = ({ notice, decisions, children }: FramedProps) => (
  <>
    <div className="lg:hidden">{notice}</div>
    {children}
    <div className="sticky bottom-0 z-20 flex-none shadow-[0_-8px_24px_rgb(11_31_58/0.08)] short:static lg:static lg:shadow-none">
      <div className="max-lg:hidden">{notice}</div>
      {decisions}
    </div>
  </>
)

interface QueueRowProps {
  id: string
  name: string
  line: string
  /** What needs a second look, or what was done before. */
  marks: readonly { text: string; tone: 'text-red' | 'text-gold-ink' }[]
  isCurrent: boolean
  onChoose: () => void
  children?: ReactNode
}

export function QueueRow({ id, name, line, marks, isCurrent, onChoose, children }: QueueRowProps) {
  const element = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isCurrent) element.current?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
  }, [isCurrent])
  return (
    <li
      ref={element}
      className={classes(
        'flex border-b border-l-4 border-b-line',
        isCurrent ? 'border-l-gold bg-navy-soft' : 'border-l-transparent hover:bg-paper',
      )}
    >
      {children}
      <button
        type="button"
        data-queued={id}
        aria-current={isCurrent || undefined}
        onClick={onChoose}
        className="min-h-16 min-w-0 flex-1 px-4 py-2.5 text-left -outline-offset-4 not-first:pl-0"
      >
        <span className="block font-semibold break-words">{name}</span>
        <span className="block text-[0.9375rem] text-muted tabular-nums">{line}</span>
        {marks.map(({ text, tone }) => (
          <span key={text} className={classes('eyebrow mt-1 block text-[0.9375rem] tracking-wider', tone)}>
            {text}
          </span>
        ))}
      </button>
    </li>
  )
}

/** A compact list of facts. */
export const FactList = ({ facts }: { facts: readonly (readonly [label: string, value: ReactNode])[] }) => (
  <dl className="mt-1 grid gap-x-3 sm:grid-cols-[6.5rem_minmax(0,1fr)]">
    {facts.map(([label, value]) => (
      <div key={label} className="col-span-full grid border-t border-line py-1.5 sm:grid-cols-subgrid">
        <dt className="text-muted">{label}</dt>
        <dd className="font-semibold wrap-anywhere tabular-nums">{value}</dd>
      </div>
    ))}
  </dl>
)

interface PhoneBarProps {
  /** What one item of the queue is called. */
  one: string
  /** Its position in the queue: `3 of 12`. */
  place: string
  onBack: () => void
  onStep: (by: 1 | -1) => void
}

/** A phone's way back to the queue, and to the next and previous item. */
function PhoneBar({ one, place, onBack, onStep }: PhoneBarProps) {
  return (
    <div className="flex items-center border-b border-line bg-card px-2 py-1.5">
      <Button look="quiet" size="small" className="px-2" aria-label="Back to the list" onClick={onBack}>
        <BackIcon />
        Back
      </Button>
      <p className="ml-auto text-muted tabular-nums">{place}</p>
      <Button look="quiet" size="icon" aria-label={`Previous ${one.toLowerCase()}`} onClick={() => onStep(-1)}>
        <UpIcon className="size-6" />
      </Button>
      <Button look="quiet" size="icon" aria-label={`Next ${one.toLowerCase()}`} onClick={() => onStep(1)}>
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
  /** Set if something else comes first, so that accepting is not the primary button. */
  quiet?: boolean
  onAccept: () => void
  onRefuse: () => void
  onAsk: () => void
  onStep: (by: 1 | -1) => void
}

/** At the bottom of the screen, near the thumb. Nothing can be decided before it is on the screen. */
export function DecisionBar(props: DecisionBarProps) {
  const { accept, ask, refuse, keysOn, quiet = false, onAccept, onRefuse, onAsk, onStep } = props
  useKeys({ a: () => onAccept(), r: onRefuse, c: onAsk }, keysOn)
  return (
    <div className="flex flex-wrap items-center gap-2 sm:gap-3 border-t border-line bg-card px-4 py-3 lg:px-6">
      <Button
        look={quiet ? 'outline' : 'primary'}
        className="w-full lg:w-auto"
        aria-keyshortcuts="A"
        // The second click of a double click, and a held Enter, are not meant for the next item.
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
  /** Read aloud once, not every second. */
  announcement: string
  countdown: (seconds: number) => string
  note?: string | null | undefined
  onUndo: () => void
}

/**
 * Counts down above the decisions, on a phone above the applicant, with the Undo button. It takes its own space, so
 * that it neither covers nor moves a button of the next applicant.
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

/** On a phone an item opens like a page, at its top. Back in the queue, its row has the focus again. */
function usePhoneFocus(openId: string | null): RefObject<HTMLElement | null> {
  const pane = useRef<HTMLElement>(null)
  const before = useRef<string | null>(null)
  useEffect(() => {
    if (openId !== null) {
      pane.current?.scrollIntoView({ block: 'start', behavior: 'instant' })
      if (before.current === null) pane.current?.focus({ preventScroll: true })
    } else if (before.current !== null) {
      const row = document.querySelector<HTMLElement>(`[data-queued="${CSS.escape(before.current)}"]`)
      row?.scrollIntoView({ block: 'center', behavior: 'instant' })
      row?.focus({ preventScroll: true })
    }
    before.current = openId
  }, [openId])
  return pane
}
