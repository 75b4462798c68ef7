import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { approvalsQuery } from '#web/api/members/approval.ts'
import { useApi } from '#web/api/client.ts'
import { useSite } from '#web/api/site.ts'
import { classes } from '#web/components/classes.ts'
import { ToastRegion } from '#web/components/toast.tsx'
import { AllDialog } from '#web/members/approval/all-dialog.tsx'
import { ApplicantPane } from '#web/members/approval/applicant-pane.tsx'
import { ApprovalHead } from '#web/members/approval/approval-head.tsx'
import { ApproveTickedDialog } from '#web/members/approval/approve-ticked-dialog.tsx'
import { DecisionBar } from '#web/members/approval/decision-bar.tsx'
import { KeyHelp } from '#web/members/approval/key-help.tsx'
import { numberAfter } from '#web/members/approval/number-after.ts'
import { PhoneBar } from '#web/members/approval/phone-bar.tsx'
import { countsWithout, type Waiting } from '#web/members/approval/queue.ts'
import { QueuePane } from '#web/members/approval/queue-pane.tsx'
import { RejectDialog } from '#web/members/approval/reject-dialog.tsx'
import { ReturnDialog } from '#web/members/approval/return-dialog.tsx'
import type { AllAct } from '#web/members/approval/use-all.ts'
import { useDecisions } from '#web/members/approval/use-decisions.ts'
import { useKeys } from '#web/members/approval/use-keys.ts'
import { useKeysOn } from '#web/members/approval/use-keys-on.ts'
import { usePhoneTurns } from '#web/members/approval/use-phone-turns.ts'
import { useQueue } from '#web/members/approval/use-queue.ts'
import { ticksShown, useTicks } from '#web/members/approval/use-ticks.ts'
import { UndoBar } from '#web/members/approval/undo-bar.tsx'
import { useWide } from '#web/members/approval/use-wide.ts'
import { memberName } from '#web/members/member-name.ts'
import { PageHead } from '#web/layout/page-head.tsx'

type Asking =
  | { about: 'reject'; people: readonly Waiting[] }
  | { about: 'return'; person: Waiting }
  | { about: 'approve'; people: readonly Waiting[] }
  | { about: 'all'; act: AllAct }
  | { about: 'keys' }

/** The queue beside the applicant; on a phone one after the other. */
export function ApprovalScreen() {
  const site = useSite()
  const wide = useWide()
  const approvals = useQuery(approvalsQuery(useApi()))
  const allTicks = useTicks()
  const { hidden, ahead, held, approve, undo, settle, reject, giveBack } = useDecisions(
    // Who has changed meanwhile loses the tick, which was for what they were.
    (changed) => allTicks.change(changed, false),
  )
  const counts = approvals.data && countsWithout(approvals.data, ahead)
  const queue = useQueue(hidden, wide)
  const ticks = ticksShown(allTicks, hidden)
  const [keysOn, setKeysOn] = useKeysOn()
  const [asking, setAsking] = useState<Asking | null>(null)
  const close = () => setAsking(null)
  const { current, currentRow } = queue
  const alone = !wide && current !== null
  const pane = usePhoneTurns(alone ? current : null)

  function approveNow(people: readonly Waiting[]) {
    queue.moveOn(people)
    approve(people)
  }

  function undoNow() {
    const [first] = undo()
    if (first) queue.choose(first.id)
  }

  /** The count that is asked about has everybody in it who was decided on before. */
  function askAboutAll(act: AllAct) {
    settle()
    setAsking({ about: 'all', act })
  }

  async function rejectNow(people: readonly Waiting[], reason: string) {
    const changed = await reject(people, reason)
    ticks.change(changed, false)
    close()
    if (changed[0]) queue.choose(changed[0].id)
    else queue.moveOn(people)
  }

  async function returnNow(person: Waiting, asked: Parameters<typeof giveBack>[1]) {
    await giveBack(person, asked)
    close()
    queue.moveOn([person])
  }

  const tickCurrent = () => currentRow && ticks.change([currentRow], !ticks.ticked.has(currentRow.id))
  useKeys(
    {
      j: () => queue.step(1),
      ArrowDown: () => queue.step(1),
      k: () => queue.step(-1),
      ArrowUp: () => queue.step(-1),
      u: undoNow,
      x: tickCurrent,
      ' ': tickCurrent,
    },
    keysOn,
  )
  // Off or on, the help can be opened: that is where they are turned on again.
  useKeys({ '?': () => setAsking({ about: 'keys' }) }, true)

  const undoBar = held && <UndoBar key={held.until} held={held} onUndo={undoNow} />

  return (
    <div className="flex flex-col lg:h-[max(38rem,calc(100svh-4rem))] 2xl:h-[max(38rem,100svh)]">
      <PageHead title={`Membership Approval – ${site.shortName}`} />
      {!alone && (
        <ApprovalHead
          waiting={counts?.pendingCount}
          concerned={counts?.concerned ?? 0}
          onAll={askAboutAll}
          onHelp={() => setAsking({ about: 'keys' })}
        />
      )}
      <div className="min-h-0 flex-1 lg:grid lg:grid-cols-[20rem_minmax(0,1fr)] xl:grid-cols-[22rem_minmax(0,1fr)] lg:grid-rows-[minmax(0,1fr)]">
        {!alone && (
          <QueuePane
            queue={queue}
            counts={counts}
            ticks={ticks}
            onApprove={(people) => setAsking({ about: 'approve', people })}
            onReject={(people) => setAsking({ about: 'reject', people })}
          />
        )}
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
                  person={person}
                  number={numberAfter(approvals.data?.nextIdNumber ?? null, ahead.length)}
                  keysOn={keysOn}
                  onApprove={(one) => void approveNow([one])}
                  onReject={(one) => setAsking({ about: 'reject', people: [one] })}
                  onReturn={(one) => setAsking({ about: 'return', person: one })}
                  onStep={queue.step}
                />
              )}
            </ApplicantPane>
          </section>
        )}
      </div>
      {current === null && undoBar && <div className="sticky bottom-0 z-20 flex-none">{undoBar}</div>}
      {asking?.about === 'reject' && <RejectDialog people={asking.people} onClose={close} onReject={rejectNow} />}
      {asking?.about === 'return' && <ReturnDialog person={asking.person} onClose={close} onReturn={returnNow} />}
      {asking?.about === 'approve' && (
        <ApproveTickedDialog people={asking.people} onClose={close} onApprove={(people) => void approveNow(people)} />
      )}
      {asking?.about === 'all' && <AllDialog act={asking.act} onClose={close} />}
      {asking?.about === 'keys' && <KeyHelp on={keysOn} onChange={setKeysOn} onClose={close} />}
      {/* Fixed things inside something transformed are placed by it: messages stay clear of the buttons at the foot. */}
      <div className="pointer-events-none fixed inset-x-0 top-0 bottom-18 z-[60] translate-z-0">
        <ToastRegion />
      </div>
    </div>
  )
}
