import { hasReached, votingIsOver } from '#shared/elections/lifecycle.ts'
import type { Closing } from '#web/api/closing.ts'
import { Notice } from '#web/components/notice.tsx'
import { Step, type StepState } from '#web/elections/closing/step.tsx'
import { counted } from '#web/elections/closing/words.ts'

export function CountStep({ closing, state }: { closing: Closing; state: StepState }) {
  const { cast, counted: done, unopened, stage } = closing
  return (
    <Step number={2} title="All ballots are counted" state={state}>
      {hasReached(stage, 'counted') ? (
        <p>
          {counted(cast, 'ballot is', 'ballots are')} counted, none is left. Which of them were counted together can no
          longer be seen.
        </p>
      ) : (
        <>
          <p aria-live="polite">
            {done.toLocaleString('en')} of {counted(cast, 'ballot')} counted so far.{' '}
            {unopened > 0
              ? 'The rest waits until every ballot can be opened.'
              : votingIsOver(stage)
                ? 'The rest follows by itself, a minute after the close at the latest. This page looks again every few seconds.'
                : 'At least ten always stay behind while voting goes on, so that nobody’s vote stands alone.'}
          </p>
          {unopened > 0 && (
            <Notice tone="error" title={`${counted(unopened, 'ballot')} cannot be opened`}>
              Ask the person who runs the server to put it right: until then the result cannot be certified.
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
