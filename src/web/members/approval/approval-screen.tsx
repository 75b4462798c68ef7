import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore, type RefObject } from 'react'
import { showNumber } from '#shared/figures.ts'
import { useSite } from '#web/api/site.ts'
import { Button } from '#web/components/button.tsx'
import { classes } from '#web/components/classes.ts'
import { BackIcon, CheckIcon, DownIcon, icon, UpIcon } from '#web/components/icons.tsx'
import { ToastRegion } from '#web/components/toast.tsx'
import { BackToDashboard } from '#web/layout/admin-layout.tsx'
import { PageHead } from '#web/layout/page-head.tsx'
import { memberName } from '#web/members/text.ts'
import { AllDialog, type AllAct } from './all-dialog.tsx'
import { approvalsQuery } from './api.ts'
import { ApplicantPane } from './applicant-pane.tsx'
import { ApproveDialog, RejectDialog, ReturnDialog } from './decision-dialogs.tsx'
import { countsWithout, numberAfter, type Applicant, type Held } from './desk.ts'
import { KeyCap, KeyHelp, useKeys, useKeysOn } from './keys.tsx'
import { QueuePane } from './queue-pane.tsx'
import { approvalText, returningText, whom } from './text.ts'
import { useDesk, type ApprovalDesk } from './use-desk.ts'

/** What is asked before it is done. One approval is not: it can be undone. */
type Question =
  | { about: 'reject'; people: readonly Applicant[] }
  | { about: 'return'; person: Applicant }
  | { about: 'approve'; people: readonly Applicant[] }
  | { about: 'all'; act: AllAct }
  | { about: 'keys' }

/** The queue beside the applicant; on a phone one after the other. What happens at the desk is in `desk.ts`. */
export function ApprovalScreen() {
  const site = useSite()
  const wide = useWide()
  const approvals = useQuery(approvalsQuery)
  const desk = useDesk(wide)
  const [keysOn, setKeysOn] = useKeysOn()
  const [question, ask] = useState<Question | null>(null)
  const { queue, ahead, held } = desk
  const { current, currentRow } = queue
  const counts = approvals.data && countsWithout(approvals.data, ahead)
  const alone = !wide && current !== null
  const pane = usePhoneTurns(alone ? current : null)
  const close = () => ask(null)

  /** The count that is asked about has everybody in it who was decided on before. */
  function askAboutAll(act: AllAct) {
    desk.release()
    ask({ about: 'all', act })
  }

  const tickCurrent = () => currentRow && desk.tick([currentRow], !desk.ticked.some(({ id }) => id === currentRow.id))
  useKeys(
    {
      j: () => queue.step(1),
      ArrowDown: () => queue.step(1),
      k: () => queue.step(-1),
      ArrowUp: () => queue.step(-1),
      u: desk.undo,
      x: tickCurrent,
      ' ': tickCurrent,
    },
    keysOn,
  )
  // Off or on, the help can be opened: that is where they are turned on again.
  useKeys({ '?': () => ask({ about: 'keys' }) }, true)

  const ticking = desk.ticked.length > 0
  const undoBar = held && <UndoBar key={held.until} held={held} onUndo={desk.undo} />

  return (
    <div className="flex flex-col lg:h-[max(38rem,calc(100svh-4rem))] 2xl:h-[max(38rem,100svh)]">
      <PageHead title={`Membership Approval – ${site.shortName}`} />
      {!alone && (
        <ApprovalHead
          waiting={counts?.pendingCount}
          concerned={counts?.concerned ?? 0}
          ticking={ticking}
          onAll={askAboutAll}
          onHelp={() => ask({ about: 'keys' })}
        />
      )}
      <div className="min-h-0 flex-1 lg:grid lg:grid-cols-[20rem_minmax(0,1fr)] xl:grid-cols-[22rem_minmax(0,1fr)] lg:grid-rows-[minmax(0,1fr)]">
        {!alone && <QueuePane desk={desk} counts={counts} onDecide={(about, people) => ask({ about, people })} />}
        {current !== null && (
          <section
            ref={pane}
            tabIndex={-1}
            aria-label="Applicant"
            className={classes(
              'flex min-h-0 min-w-0 flex-col outline-none',
              alone && 'min-h-svh -scroll-mt-6 bg-paper',
            )}
          >
            {alone && <h1 className="sr-only">Membership Approval</h1>}
            {alone && <PhoneBar queue={queue} waiting={counts?.pendingCount} />}
            <p role="status" className="sr-only">
              {currentRow && `Showing ${memberName(currentRow)}`}
            </p>
            <ApplicantPane id={current} row={currentRow} keysOn={keysOn} onNext={() => queue.step(1)} notice={undoBar}>
              {(person) => (
                <DecisionBar
                  number={numberAfter(approvals.data?.nextIdNumber ?? null, ahead.length)}
                  keysOn={keysOn}
                  ticking={ticking}
                  onApprove={() => desk.approve([person])}
                  onReject={() => ask({ about: 'reject', people: [person] })}
                  onReturn={() => ask({ about: 'return', person })}
                  onStep={queue.step}
                />
              )}
            </ApplicantPane>
          </section>
        )}
      </div>
      {current === null && undoBar && <div className="sticky bottom-0 z-20 flex-none">{undoBar}</div>}
      {question?.about === 'reject' && (
        <RejectDialog
          people={question.people}
          onClose={close}
          onReject={(people, reason) => desk.reject(people, reason).then(close)}
        />
      )}
      {question?.about === 'return' && (
        <ReturnDialog
          person={question.person}
          onClose={close}
          onReturn={(person, request) => desk.giveBack(person, request).then(close)}
        />
      )}
      {question?.about === 'approve' && (
        <ApproveDialog people={question.people} onClose={close} onApprove={desk.approve} />
      )}
      {question?.about === 'all' && <AllDialog act={question.act} onClose={close} />}
      {question?.about === 'keys' && <KeyHelp on={keysOn} onChange={setKeysOn} onClose={close} />}
      {/* Fixed things inside something transformed are placed by it: messages stay clear of the buttons at the foot. */}
      <div className="pointer-events-none fixed inset-x-0 top-0 bottom-18 z-[60] translate-z-0">
        <ToastRegion />
      </div>
    </div>
  )
}

const KeyboardIcon = icon(
  <path d="M2 6h20v12H2zm4 4v.01M10 10v.01M14 10v.01M18 10v.01M7 14h10" strokeLinecap="round" />,
)

interface ApprovalHeadProps {
  /** Undefined while it is on its way. */
  waiting: number | undefined
  /** Of them, those to look at twice. */
  concerned: number
  /** Some are ticked. */
  ticking: boolean
  onAll: (act: AllAct) => void
  onHelp: () => void
}

/** The acts on many are there while somebody waits; the one that needs the least looking comes first. */
function ApprovalHead({ waiting, concerned, ticking, onAll, onHelp }: ApprovalHeadProps) {
  const unconcerned = (waiting ?? 0) - concerned
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3 border-b border-line bg-card px-5 py-3 lg:px-6">
      <div className="min-w-0 lg:flex lg:flex-row-reverse lg:items-center lg:gap-6">
        <BackToDashboard />
        <h1 className="flex flex-wrap items-baseline gap-x-4 text-3xl md:text-4xl">
          Membership Approval
          {waiting !== undefined && (
            <span className="font-sans text-base font-normal text-muted tabular-nums">
              {showNumber(waiting)} waiting
            </span>
          )}
        </h1>
      </div>
      <div className="ml-auto flex flex-wrap items-center gap-3">
        {unconcerned > 0 && (
          <Button look={ticking ? 'outline' : 'primary'} size="small" onClick={() => onAll('approve unconcerned')}>
            {approvalText.unconcerned(unconcerned)}
          </Button>
        )}
        {(waiting ?? 0) > 0 && (
          <>
            <Button look="outline" size="small" onClick={() => onAll('approve')}>
              {approvalText.all}
            </Button>
            <Button look="danger-outline" size="small" onClick={() => onAll('reject')}>
              {approvalText.rejectAll}
            </Button>
          </>
        )}
        <Button
          look="quiet"
          size="icon"
          className="max-lg:hidden"
          aria-label="Keyboard help"
          title="Keyboard help (?)"
          aria-keyshortcuts="?"
          onClick={onHelp}
        >
          <KeyboardIcon className="size-6" />
        </Button>
      </div>
    </div>
  )
}

/** The way back to the queue, and along it, above an applicant that fills the screen. */
function PhoneBar({ queue, waiting }: Pick<ApprovalDesk, 'queue'> & { waiting: number | undefined }) {
  return (
    <div className="flex items-center border-b border-line bg-card px-2 py-1.5">
      <Button look="quiet" size="small" className="px-2" onClick={() => queue.choose(null)}>
        <BackIcon />
        Queue
      </Button>
      <p className="ml-auto text-muted tabular-nums">
        {queue.position !== null && waiting !== undefined && `${queue.position} of ${showNumber(waiting)}`}
      </p>
      <Button look="quiet" size="icon" aria-label="Previous applicant" onClick={() => queue.step(-1)}>
        <UpIcon className="size-6" />
      </Button>
      <Button look="quiet" size="icon" aria-label="Next applicant" onClick={() => queue.step(1)}>
        <DownIcon className="size-6" />
      </Button>
    </div>
  )
}

interface DecisionBarProps {
  /** Null when it cannot be foreseen. */
  number: string | null
  keysOn: boolean
  /** Some are ticked: the one thing to do next is about those. */
  ticking: boolean
  onApprove: () => void
  onReject: () => void
  onReturn: () => void
  onStep: (by: 1 | -1) => void
}

/** At the end of the screen where the thumb is. Nobody is approved before their application is on the screen. */
function DecisionBar({ number, keysOn, ticking, onApprove, onReject, onReturn, onStep }: DecisionBarProps) {
  useKeys({ a: () => onApprove(), r: onReject, c: onReturn }, keysOn)
  return (
    <div className="flex flex-wrap items-center gap-2 sm:gap-3 border-t border-line bg-card px-4 py-3 lg:px-6">
      <Button
        look={ticking ? 'outline' : 'primary'}
        className="w-full lg:w-auto"
        aria-keyshortcuts="A"
        // The second click of a double click, and a held Enter, are not meant for the next applicant.
        onClick={(event) => event.detail <= 1 && onApprove()}
        onKeyDown={(event) => event.repeat && event.preventDefault()}
      >
        <CheckIcon className="size-5 flex-none max-sm:hidden" />
        <span>
          Approve
          {number !== null && (
            <>
              {' '}
              as <span className="tabular-nums">{number}</span>
            </>
          )}
        </span>
        <KeyCap light={!ticking}>A</KeyCap>
      </Button>
      <Button
        look="outline"
        className="flex-[1_1_min-content] break-words! max-sm:px-1 lg:flex-none"
        aria-keyshortcuts="C"
        onClick={() => onReturn()}
      >
        {returningText.button}
        <KeyCap>C</KeyCap>
      </Button>
      <Button
        look="danger-outline"
        className="flex-[1_1_min-content] break-words! max-sm:px-1 lg:flex-none"
        aria-keyshortcuts="R"
        onClick={() => onReject()}
      >
        Reject…
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

/**
 * Counts down above the decisions, on a phone above the applicant, beside the one way back. It takes its own room, so that it
 * covers no button of the next applicant, and moves none. Read out once, not every second.
 */
function UndoBar({ held, onUndo }: { held: Held; onUndo: () => void }) {
  const seconds = useSecondsUntil(held.until)
  const name = whom(held.people)
  const serial = held.people.length === 1 ? held.people[0]?.militarySerial : null
  return (
    <div
      role="group"
      aria-label="Approval that can be undone"
      className="on-dark flex flex-none flex-wrap items-center justify-between gap-x-4 bg-navy py-1 pr-2 pl-5 text-white lg:pl-6"
    >
      <p className="min-w-0 flex-1 basis-40 font-semibold break-words tabular-nums">
        <span role="status" className="sr-only">
          {approvalText.held(name)}
        </span>
        <span aria-hidden="true">{approvalText.approvedIn(name, seconds)}</span>
        {/* Two of one name are told apart by it. */}
        {serial && <span className="block text-[0.9375rem] font-normal">{approvalText.serial(serial)}</span>}
      </p>
      <button
        type="button"
        aria-keyshortcuts="U"
        onClick={onUndo}
        className="min-h-11 rounded-field px-4 font-semibold text-gold-2 underline underline-offset-4 hover:bg-white/15"
      >
        {approvalText.undo}
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

/** Whether queue and applicant stand side by side; the styles say the same with `lg:`. */
const sideBySide = '(min-width: 64rem)'

function useWide(): boolean {
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
function usePhoneTurns(alone: string | null): RefObject<HTMLElement | null> {
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
