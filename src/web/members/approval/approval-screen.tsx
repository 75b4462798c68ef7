import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { showNumber } from '#shared/figures.ts'
import { useSite } from '#web/api/site.ts'
import { Button } from '#web/components/button.tsx'
import { useWide } from '#web/components/use-wide.ts'
import { BackToDashboard } from '#web/layout/admin-layout.tsx'
import { PageHead } from '#web/layout/page-head.tsx'
import type { KeyList } from '#web/members/desk-keys.tsx'
import { DecisionBar, DeskFrame, UndoBar } from '#web/members/desk-parts.tsx'
import type { Held } from '#web/members/desk.ts'
import { memberName } from '#web/members/text.ts'
import { AllDialog, type AllAct } from './all-dialog.tsx'
import { approvalsQuery } from './api.ts'
import { ApplicantPane } from './applicant-pane.tsx'
import { countsWithout, numberAfter, type Applicant } from './applicants.ts'
import { ApproveDialog, RejectDialog, ReturnDialog } from './decision-dialogs.tsx'
import { QueuePane } from './queue-pane.tsx'
import { approvalText, returningText, namesOf } from './text.ts'
import { useDesk } from './use-desk.ts'

/** What is asked before it is done. A single approval is not: it can be undone. */
type Question =
  | { about: 'reject'; people: readonly Applicant[] }
  | { about: 'return'; person: Applicant }
  | { about: 'approve'; people: readonly Applicant[] }
  | { about: 'all'; act: AllAct }

/** The queue beside the applicant; on a phone one after the other. The state is in `members/desk.ts`. */
export function ApprovalScreen() {
  const site = useSite()
  const wide = useWide()
  const approvals = useQuery(approvalsQuery)
  const desk = useDesk(wide)
  const [question, ask] = useState<Question | null>(null)
  const { queue, ahead, held } = desk
  const { current, currentRow } = queue
  const counts = approvals.data && countsWithout(approvals.data, ahead)
  const close = () => ask(null)

  /** The count in the question must include earlier decisions. */
  function askAboutAll(act: AllAct) {
    desk.release()
    ask({ about: 'all', act })
  }

  const tickCurrent = () => currentRow && desk.tick([currentRow], !desk.ticked.some(({ id }) => id === currentRow.id))
  const ticking = desk.ticked.length > 0
  const undoBar = held && <HeldBar key={held.until} held={held} onUndo={desk.undo} />

  return (
    <>
      <PageHead title={`Membership Approval – ${site.shortName}`} />
      <DeskFrame
        title="Membership Approval"
        one="Applicant"
        wide={wide}
        current={current}
        place={queue.position !== null && counts ? `${queue.position} of ${showNumber(counts.pendingCount)}` : ''}
        renderHead={(help) => (
          <ApprovalHead
            waiting={counts?.pendingCount}
            concerned={counts?.concerned ?? 0}
            ticking={ticking}
            onAll={askAboutAll}
            help={help}
          />
        )}
        queue={<QueuePane desk={desk} counts={counts} onDecide={(about, people) => ask({ about, people })} />}
        undoBar={undoBar}
        onUndo={desk.undo}
        onBack={() => queue.choose(null)}
        onStep={queue.step}
        keys={{ x: tickCurrent, ' ': tickCurrent }}
        keyList={deskKeys}
      >
        {(keysOn) =>
          current !== null && (
            <>
              <p role="status" className="sr-only">
                {currentRow && `Showing ${memberName(currentRow)}`}
              </p>
              <ApplicantPane
                id={current}
                row={currentRow}
                keysOn={keysOn}
                onNext={() => queue.step(1)}
                notice={undoBar}
              >
                {(person) => (
                  <DecisionBar
                    accept={<ApproveAs number={numberAfter(approvals.data?.nextIdNumber ?? null, ahead.length)} />}
                    ask={returningText.button}
                    refuse="Reject…"
                    keysOn={keysOn}
                    quiet={ticking}
                    onAccept={() => desk.approve([person])}
                    onRefuse={() => ask({ about: 'reject', people: [person] })}
                    onAsk={() => ask({ about: 'return', person })}
                    onStep={queue.step}
                  />
                )}
              </ApplicantPane>
            </>
          )
        }
      </DeskFrame>
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
          onReturn={(person, request) => desk.requestCorrection(person, request).then(close)}
        />
      )}
      {question?.about === 'approve' && (
        <ApproveDialog people={question.people} onClose={close} onApprove={desk.approve} />
      )}
      {question?.about === 'all' && <AllDialog act={question.act} onClose={close} />}
    </>
  )
}

const deskKeys: KeyList = [
  [['J', '↓'], 'Next applicant'],
  [['K', '↑'], 'Previous applicant'],
  [['A'], 'Approve'],
  [['U'], 'Undo the approval, within ten seconds'],
  [['C'], 'Ask for a correction'],
  [['R'], 'Reject, with a reason'],
  [['X', 'Space'], 'Tick or untick'],
  [['1', '2', '3', '4', '5'], 'Commission, proof of payment, signature, 2x2, photo'],
  [['+', '-', '0'], 'Zoom in, zoom out, fit'],
  [['T'], 'Turn the document'],
  [['?'], 'This help'],
]

interface ApprovalHeadProps {
  /** Undefined while loading. */
  waiting: number | undefined
  /** Of these, with concerns. */
  concerned: number
  ticking: boolean
  onAll: (act: AllAct) => void
  help: ReactNode
}

/** Bulk actions are there while somebody waits; the one that needs the least checking comes first. */
function ApprovalHead({ waiting, concerned, ticking, onAll, help }: ApprovalHeadProps) {
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
        {help}
      </div>
    </div>
  )
}

/** Null if the number cannot be predicted. */
const ApproveAs = ({ number }: { number: string | null }) => (
  <>
    Approve
    {number !== null && (
      <>
        {' '}
        as <span className="tabular-nums">{number}</span>
      </>
    )}
  </>
)

/** The serial number distinguishes people of the same name. */
function HeldBar({ held: { items: people, until }, onUndo }: { held: Held<Applicant>; onUndo: () => void }) {
  const name = namesOf(people)
  const serial = people.length === 1 ? people[0]?.militarySerial : null
  return (
    <UndoBar
      label="Approval that can be undone"
      until={until}
      announcement={approvalText.held(name)}
      countdown={(seconds) => approvalText.approvedIn(name, seconds)}
      note={serial && approvalText.serial(serial)}
      onUndo={onUndo}
    />
  )
}
