import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { closingSteps, hasReached, nextStep, votingIsOver, type ClosingStep } from '#shared/elections/lifecycle.ts'
import { showNumber, showCount } from '#shared/figures.ts'
import { showInstant } from '#shared/time.ts'
import { sentenceOf } from '#web/api/client.ts'
import { Fetched, Notice } from '#web/components/notice.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { closingQuery, type Closing } from './api.ts'
import { CertifyStep } from './certify-step.tsx'
import { PublishStep } from './publish-step.tsx'
import { Step, type StepState } from './step.tsx'
import { TiesStep } from './ties-step.tsx'

/** The steps left once voting is over. */
export function ClosingDesk({ electionId }: { electionId: string }) {
  const id = useId()
  const closing = useQuery(closingQuery(electionId))
  return (
    <section aria-labelledby={id} className="card p-6 md:p-8">
      <h2 id={id} className="text-3xl">
        Closing the election
      </h2>
      <p className="mt-2 max-w-[65ch] text-muted">
        From the last ballot to the certificate. Counting is automatic; you decide ties, certify and publish.
      </p>
      <div className="mt-7">
        {closing.data && closing.isError && (
          <Notice tone="warning" title="What you see may be out of date" className="mb-5">
            {sentenceOf(closing.error)}
          </Notice>
        )}
        <Fetched query={closing} failed="The state of the election could not be loaded" loading={<StepsSkeleton />}>
          {(data) => <Steps closing={data} />}
        </Fetched>
      </div>
    </section>
  )
}

function Steps({ closing }: { closing: Closing }) {
  const openTies = closing.ties.filter((tie) => tie.decision === null).length
  const next = nextStep(closing.stage, { openTies, published: closing.publishedAt !== null })
  const stateOf = (step: ClosingStep): StepState => {
    if (step === next) return 'now'
    return next === null || closingSteps.indexOf(step) < closingSteps.indexOf(next) ? 'done' : 'later'
  }
  return (
    <ol className="grid grid-cols-1">
      <VotingStep closing={closing} state={stateOf('voting')} />
      <CountStep closing={closing} state={stateOf('count')} />
      <TiesStep closing={closing} state={stateOf('ties')} />
      <CertifyStep closing={closing} state={stateOf('certification')} />
      <PublishStep closing={closing} state={stateOf('publication')} />
    </ol>
  )
}

function StepsSkeleton() {
  return (
    <div className="grid gap-7" role="status">
      <span className="sr-only">Loading…</span>
      {[1, 2, 3, 4, 5].map((place) => (
        <div key={place} className="grid grid-cols-[2.5rem_1fr] gap-x-5">
          <Skeleton className="size-10 rounded-full" />
          <div className="grid gap-3 pt-1">
            <Skeleton className="h-7 w-2/5" />
            <Skeleton className="h-5 w-4/5" />
          </div>
        </div>
      ))}
    </div>
  )
}

function VotingStep({ closing, state }: { closing: Closing; state: StepState }) {
  const { stage, votingOpens, votingCloses, cast, proxies } = closing
  return (
    <Step number={1} title={votingIsOver(stage) ? 'Voting is over' : 'Voting'} state={state}>
      {votingIsOver(stage) ? (
        <p>
          It closed on {showInstant(votingCloses)}. {showCount(cast, 'ballot was', 'ballots were')} cast
          {proxies.cast > 0 && `, ${showNumber(proxies.cast)} of them by proxy`}.
        </p>
      ) : stage === 'voting' ? (
        <p>
          It closes on {showInstant(votingCloses)}. So far {showCount(cast, 'ballot is', 'ballots are')} in.
        </p>
      ) : (
        <p>
          It opens on {showInstant(votingOpens)} and closes on {showInstant(votingCloses)}. The steps below come after
          that.
        </p>
      )}
      {proxies.waiting > 0 && (
        <p className="font-semibold text-gold-ink">
          {showCount(proxies.waiting, 'proxy ballot is waiting', 'proxy ballots are waiting')} for a second
          administrator. Only proxy ballots confirmed before voting closes count.
        </p>
      )}
    </Step>
  )
}

function CountStep({ closing, state }: { closing: Closing; state: StepState }) {
  const { cast, counted: done, unopened, stage } = closing
  return (
    <Step number={2} title={state === 'done' ? 'All ballots are counted' : 'Count the ballots'} state={state}>
      {hasReached(stage, 'counted') ? (
        <p>
          {showCount(cast, 'ballot is', 'ballots are')} counted, and none are left. Nobody can tell which ones were
          counted together.
        </p>
      ) : (
        <>
          <p aria-live="polite">
            {showNumber(done)} of {showCount(cast, 'ballot')} counted so far.{' '}
            {unopened
              ? 'The rest will wait until every ballot can be opened.'
              : votingIsOver(stage)
                ? 'The rest will be counted automatically, at most a minute after voting closes. This page updates every few seconds.'
                : 'While voting is open, at least ten ballots always wait, so that nobody’s vote can be singled out.'}
          </p>
          {unopened && (
            <Notice tone="error" title="Some ballots cannot be opened">
              Ask the person who runs the server to fix this. Until then the result cannot be certified.
            </Notice>
          )}
          <progress
            aria-label="Ballots counted"
            className="progress-bar max-w-md"
            value={done}
            max={Math.max(cast, 1)}
          />
        </>
      )}
    </Step>
  )
}
