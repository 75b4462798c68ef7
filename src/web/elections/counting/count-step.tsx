import { hasReached, votingIsOver } from '#shared/elections/lifecycle.ts'
import type { Closing } from '#web/api/elections/closing.ts'
import { Notice } from '#web/components/notice.tsx'
import { Step, type StepState } from '#web/elections/step.tsx'
import { showCount } from '#web/components/show-count.ts'

export function CountStep({ closing, state }: { closing: Closing; state: StepState }) {
  const { cast, counted: done, unopened, stage } = closing
  return (
    <Step number={2} title={state === 'done' ? 'All ballots are counted' : 'Count the ballots'} state={state}>
      {hasReached(stage, 'counted') ? (
        <p>
          {showCount(cast, 'ballot is', 'ballots are')} counted, none are left. Nobody can see any more which of them
          were counted together.
        </p>
      ) : (
        <>
          <p aria-live="polite">
            {done.toLocaleString('en')} of {showCount(cast, 'ballot')} counted so far.{' '}
            {unopened > 0
              ? 'The rest will wait until every ballot can be opened.'
              : votingIsOver(stage)
                ? 'The rest will be counted automatically, at most a minute after voting closes. This page updates every few seconds.'
                : 'While voting is open, at least ten ballots are always held back, so that nobody’s vote can be singled out.'}
          </p>
          {unopened > 0 && (
            <Notice tone="error" title={`${showCount(unopened, 'ballot')} cannot be opened`}>
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
