import { returningText } from '#shared/members/approval/returning-text.ts'
import { sentenceOf } from '#web/api/client.ts'
import { Button } from '#web/components/button.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { Failed } from '#web/components/failed.tsx'
import { Notice } from '#web/components/notice.tsx'
import { Spinner } from '#web/components/spinner.tsx'
import { concernedText } from '#web/members/approval/concerns.ts'
import { ReasonForm } from '#web/members/approval/reason-form.tsx'
import { useAll, type AllAct, type AllState, type Everybody } from '#web/members/approval/use-all.ts'
import { ToldByEmail } from '#web/layout/told-by-email.tsx'

const words = {
  'approve unconcerned': { title: 'Approve those without concerns', doing: 'Approving', done: 'approved' },
  approve: { title: 'Approve all', doing: 'Approving', done: 'approved' },
  reject: { title: 'Reject all', doing: 'Rejecting', done: 'rejected' },
} as const

const figure = (count: number) => count.toLocaleString('en')
const applicants = (count: number) => (count === 1 ? '1 applicant' : `${figure(count)} applicants`)

/** Everybody who waits, in batches: the question, then how far it is, then how it ended. */
export function AllDialog({ act, onClose }: { act: AllAct; onClose: () => void }) {
  const { state, readAgain, start, goOn, stop } = useAll(act)
  const { title } = words[act]
  return (
    <Dialog
      open
      staysOpen
      size={act === 'reject' ? 'wide' : 'normal'}
      title={title}
      onClose={state.status === 'running' ? stop : onClose}
    >
      {state.status === 'reading' && <Spinner label="Counting the applications…" />}
      {state.status === 'unread' && (
        <Failed title="The queue could not be loaded" error={state.error} onRetry={readAgain} />
      )}
      {state.status === 'asking' && <Asking act={act} everybody={state.everybody} onClose={onClose} onStart={start} />}
      {state.status === 'running' && <Running act={act} {...state} onStop={stop} />}
      {state.status === 'ended' && <Ended act={act} {...state} onGoOn={goOn} onClose={onClose} />}
    </Dialog>
  )
}

interface AskingProps {
  act: AllAct
  everybody: Everybody
  onClose: () => void
  onStart: (everybody: Everybody, reason?: string) => Promise<unknown>
}

function Asking({ act, everybody, onClose, onStart }: AskingProps) {
  const { people } = everybody
  if (people === 0)
    return (
      <div className="grid gap-5">
        <p>
          {act === 'approve unconcerned' ? 'Nobody is waiting without a concern.' : 'Nobody is waiting for approval.'}
        </p>
        <Button className="justify-self-end" onClick={onClose}>
          Close
        </Button>
      </div>
    )
  if (act === 'reject')
    return (
      <ReasonForm
        action={`Reject ${applicants(people)}`}
        onCancel={onClose}
        onReject={async (reason) => void onStart(everybody, reason)}
      >
        <p>
          <strong>All {applicants(people)}</strong> who have applied so far will be rejected, no matter what you
          searched for or ticked. Their applications and documents will be deleted for good.{' '}
          <ToldByEmail>The reason is emailed to everyone who has an address.</ToldByEmail>
        </p>
        <NotAmongThem everybody={everybody} />
      </ReasonForm>
    )
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
            <strong>{applicants(people)} without concerns</strong> will be approved and numbered, oldest first,
          </>
        )}{' '}
        no matter what you searched for or ticked. Anyone who applies from now on will wait for you.
      </p>
      <NotAmongThem everybody={everybody} />
      {everybody.concerned > 0 &&
        (act === 'approve' ? (
          <Notice tone="warning" title={concernedText(everybody.concerned)}>
            They are marked in red in the queue. You may want to look at them first.
          </Notice>
        ) : (
          <Notice tone="info" title={`${applicants(everybody.concerned)} with concerns will keep waiting`}>
            They are marked in red in the queue. Please look at each of them.
          </Notice>
        ))}
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="outline" onClick={onClose}>
          Cancel
        </Button>
        <Button onClick={() => void onStart(everybody)}>Approve {applicants(people)}</Button>
      </div>
    </div>
  )
}

const NotAmongThem = ({ everybody: { returned } }: { everybody: Everybody }) =>
  returned > 0 && <p className="mt-2">{returningText.notAmongAll(returned)}</p>

type Running = Extract<AllState, { status: 'running' }>
type Ended = Extract<AllState, { status: 'ended' }>

function Progress({ act, people, left }: { act: AllAct; people: number; left: number }) {
  const done = Math.max(0, people - left)
  return (
    <div>
      <progress aria-label={words[act].doing} className="progress-bar" value={done} max={people} />
      <p role="status" className="mt-2 tabular-nums">
        <strong>
          {figure(done)} of {figure(people)}
        </strong>{' '}
        {words[act].done}
      </p>
    </div>
  )
}

function Running({ act, people, left, stopping, onStop }: Running & { act: AllAct; onStop: () => void }) {
  return (
    <div className="grid gap-5">
      <Progress {...{ act, people, left }} />
      <p className="text-muted">
        {stopping ? 'Stopping after this batch…' : 'Closing this page stops it; what is done stays done.'}
      </p>
      <Button look="outline" className="justify-self-end" busy={stopping} onClick={onStop}>
        Stop
      </Button>
    </div>
  )
}

interface EndedProps extends Ended {
  act: AllAct
  onGoOn: () => void
  onClose: () => void
}

function Ended({ act, people, left, end, onGoOn, onClose }: EndedProps) {
  const done = figure(Math.max(0, people - left))
  const stoppedAt = `Stopped at ${done} of ${figure(people)}`
  return (
    <div className="grid gap-5">
      <Progress {...{ act, people, left }} />
      {end.status === 'done' && <Notice tone="success" title={`All ${applicants(people)} ${words[act].done}`} />}
      {end.status === 'stopped' && (
        <Notice tone="info" title={stoppedAt}>
          The other {figure(left)} are still waiting.
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
        {end.status !== 'done' && <Button onClick={onGoOn}>Continue</Button>}
      </div>
    </div>
  )
}
