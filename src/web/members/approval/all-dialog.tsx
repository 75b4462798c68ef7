import { useEffect, useRef, useState } from 'react'
import { showNumber } from '#shared/figures.ts'
import type { Instant } from '#shared/time.ts'
import { sentenceOf } from '#web/api/client.ts'
import { queries } from '#web/api/query-client.ts'
import { Button, Spinner } from '#web/components/button.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { Failed, Notice } from '#web/components/notice.tsx'
import { IfEmailIsSent } from '#web/layout/no-mail-notice.tsx'
import { invalidatePeople } from '#web/members/api.ts'
import { ReasonForm, useReason } from '#web/members/reason-dialog.tsx'
import { approvalsQuery, approveBatch, rejectBatch, runBatches, type BatchEnd } from './api.ts'
import { concernedText, readyReasons, returningText } from './text.ts'

export type AllAct = 'approve unconcerned' | 'approve' | 'reject'

const actText = {
  'approve unconcerned': { title: 'Approve those without warnings', doing: 'Approving', done: 'approved' },
  approve: { title: 'Approve all', doing: 'Approving', done: 'approved' },
  reject: { title: 'Reject all', doing: 'Rejecting', done: 'rejected' },
} as const

interface Everybody {
  people: number
  concerned: number
  /** Waiting for their applicants, and not included. */
  returned: number
  /** When the newest of them applied, by the server's clock: "all" excludes later ones. */
  appliedUntil: Instant
}

interface Run {
  everybody: Everybody
  /** Why they are rejected; empty for approval. */
  reason: string
  left: number
}

/** It keeps the numbers from when it opened, which do not change while somebody reads the question. */
type AllState =
  | { status: 'reading' }
  | { status: 'unread'; error: unknown }
  | { status: 'asking'; everybody: Everybody }
  | ({ status: 'running'; stopping: boolean } & Run)
  | ({ status: 'ended'; end: BatchEnd } & Run)

/** Everybody who waits, in batches: the question, the progress, then the outcome. Closing the page stops it; what is done is done. */
export function AllDialog({ act, onClose }: { act: AllAct; onClose: () => void }) {
  const [state, setState] = useState<AllState>({ status: 'reading' })
  const [readings, setReadings] = useState(1)
  const stopped = useRef(false)

  useEffect(() => {
    let isClosed = false
    const settle = (next: AllState) => isClosed || setState(next)
    queries.fetchQuery({ ...approvalsQuery, staleTime: 0 }).then(
      ({ pendingCount, returnedCount: returned, concerned, appliedUntil }) => {
        const waiting = act === 'approve unconcerned' ? pendingCount - concerned : pendingCount
        const people = appliedUntil === null ? 0 : waiting
        settle({ status: 'asking', everybody: { people, concerned, returned, appliedUntil: appliedUntil ?? 0 } })
      },
      (error: unknown) => settle({ status: 'unread', error }),
    )
    return () => {
      isClosed = true
      stopped.current = true
    }
  }, [act, readings])

  function readAgain() {
    setState({ status: 'reading' })
    setReadings(readings + 1)
  }

  async function sendBatch({ everybody: { appliedUntil }, reason }: Run) {
    if (act === 'reject') {
      const { rejected, remaining } = await rejectBatch({ appliedUntil, reason })
      return { done: rejected, remaining }
    }
    const { approved, remaining } = await approveBatch({
      appliedUntil,
      withoutConcerns: act === 'approve unconcerned',
    })
    return { done: approved, remaining }
  }

  async function start(run: Run) {
    stopped.current = false
    setState({ ...run, status: 'running', stopping: false })
    let { left } = run
    const end = await runBatches({
      step: () => sendBatch(run),
      onRemaining(remaining) {
        left = remaining
        setState({ ...run, status: 'running', left, stopping: stopped.current })
      },
      stopped: () => stopped.current,
      wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    })
    setState({ ...run, status: 'ended', left, end })
    await invalidatePeople()
  }

  function stop() {
    stopped.current = true
    if (state.status === 'running') setState({ ...state, stopping: true })
  }

  return (
    <Dialog
      open
      staysOpen
      size={act === 'reject' ? 'wide' : 'normal'}
      title={actText[act].title}
      onClose={state.status === 'running' ? stop : onClose}
    >
      {state.status === 'reading' && <Spinner label="Counting the applications…" />}
      {state.status === 'unread' && (
        <Failed title="The queue could not be loaded" error={state.error} onRetry={readAgain} />
      )}
      {state.status === 'asking' && (
        <Asking
          act={act}
          everybody={state.everybody}
          onClose={onClose}
          onStart={(reason) => void start({ everybody: state.everybody, reason, left: state.everybody.people })}
        />
      )}
      {state.status === 'running' && <Running act={act} {...state} onStop={stop} />}
      {state.status === 'ended' && (
        <Ended act={act} {...state} onContinue={() => void start(state)} onClose={onClose} />
      )}
    </Dialog>
  )
}

const applicants = (count: number) => (count === 1 ? '1 applicant' : `${showNumber(count)} applicants`)

interface AskingProps {
  act: AllAct
  everybody: Everybody
  onClose: () => void
  onStart: (reason: string) => void
}

function Asking({ act, everybody, onClose, onStart }: AskingProps) {
  const { people } = everybody
  if (people === 0)
    return (
      <div className="grid gap-5">
        <p>{act === 'approve unconcerned' ? 'Everybody waiting has a warning.' : 'Nobody is waiting for approval.'}</p>
        <Button className="justify-self-end" onClick={onClose}>
          Close
        </Button>
      </div>
    )
  if (act === 'reject') return <RejectAll everybody={everybody} onClose={onClose} onStart={onStart} />
  return (
    <div className="grid gap-5">
      <p>
        {act === 'approve' ? (
          <>
            <strong>All {applicants(people)}</strong> who have applied so far will be approved and numbered, oldest
            first,
          </>
        ) : (
          <>
            <strong>{applicants(people)} without warnings</strong> will be approved and numbered, oldest first,
          </>
        )}{' '}
        no matter what you searched for or ticked. Anyone who applies from now on will wait for you.
      </p>
      <NotAmongThem everybody={everybody} />
      {everybody.concerned > 0 &&
        (act === 'approve' ? (
          <Notice tone="warning" title={concernedText(everybody.concerned)}>
            They are marked red in the queue. You may want to look at them first.
          </Notice>
        ) : (
          <Notice tone="info" title={`${applicants(everybody.concerned)} with warnings will keep waiting`}>
            They are marked red in the queue. Please look at each of them.
          </Notice>
        ))}
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="outline" onClick={onClose}>
          Cancel
        </Button>
        <Button onClick={() => onStart('')}>Approve {applicants(people)}</Button>
      </div>
    </div>
  )
}

function RejectAll({ everybody, onClose, onStart }: Omit<AskingProps, 'act'>) {
  const people = applicants(everybody.people)
  return (
    <ReasonForm form={useReason(onStart)} reasons={readyReasons} action={`Reject ${people}`} onCancel={onClose}>
      <p>
        <strong>All {people}</strong> who have applied so far will be rejected, no matter what you searched for or
        ticked. Their applications and documents will be deleted for good.{' '}
        <IfEmailIsSent>We will email the reason to everyone who has an address.</IfEmailIsSent>
      </p>
      <NotAmongThem everybody={everybody} />
    </ReasonForm>
  )
}

const NotAmongThem = ({ everybody: { returned } }: { everybody: Everybody }) =>
  returned > 0 && <p className="mt-2">{returningText.notAmongAll(returned)}</p>

type Running = Extract<AllState, { status: 'running' }> & { act: AllAct }
type Ended = Extract<AllState, { status: 'ended' }> & { act: AllAct }

function Progress({ act, everybody: { people }, left }: Run & { act: AllAct }) {
  const done = Math.max(0, people - left)
  return (
    <div>
      <progress aria-label={actText[act].doing} className="progress-bar" value={done} max={people} />
      <p role="status" className="mt-2 tabular-nums">
        <strong>
          {showNumber(done)} of {showNumber(people)}
        </strong>{' '}
        {actText[act].done}
      </p>
    </div>
  )
}

function Running({ onStop, ...run }: Running & { onStop: () => void }) {
  return (
    <div className="grid gap-5">
      <Progress {...run} />
      <p className="text-muted">
        {run.stopping ? 'Stopping after this batch…' : 'If you close this page, it stops. What is done stays done.'}
      </p>
      <Button look="outline" className="justify-self-end" busy={run.stopping} onClick={onStop}>
        Stop
      </Button>
    </div>
  )
}

function Ended({ onContinue, onClose, ...run }: Ended & { onContinue: () => void; onClose: () => void }) {
  const { act, end, left } = run
  const { people } = run.everybody
  const done = showNumber(Math.max(0, people - left))
  const stoppedAt = `Stopped at ${done} of ${showNumber(people)}`
  return (
    <div className="grid gap-5">
      <Progress {...run} />
      {end.status === 'done' && <Notice tone="success" title={`All ${applicants(people)} ${actText[act].done}`} />}
      {end.status === 'stopped' && (
        <Notice tone="info" title={stoppedAt}>
          The other {showNumber(left)} are still waiting.
        </Notice>
      )}
      {end.status === 'failed' && (
        <Notice tone="error" title={stoppedAt}>
          {sentenceOf(end.error)}
        </Notice>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button look={end.status === 'done' ? 'primary' : 'outline'} onClick={onClose}>
          Close
        </Button>
        {end.status !== 'done' && <Button onClick={onContinue}>Continue</Button>}
      </div>
    </div>
  )
}
