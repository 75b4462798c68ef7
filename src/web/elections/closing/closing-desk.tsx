import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { closingSteps, nextStep, type ClosingStep } from '#shared/elections/lifecycle.ts'
import { closingQuery, type Closing } from '#web/api/elections/closing.ts'
import { sentenceOf, useApi } from '#web/api/client.ts'
import { Failed } from '#web/components/failed.tsx'
import { Notice } from '#web/components/notice.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { CertifyStep } from '#web/elections/closing/certify-step.tsx'
import { CountStep } from '#web/elections/counting/count-step.tsx'
import { PublishStep } from '#web/elections/closing/publish-step.tsx'
import type { StepState } from '#web/elections/step.tsx'
import { TiesStep } from '#web/elections/closing/ties-step.tsx'
import { VotingStep } from '#web/elections/closing/voting-step.tsx'

/** What is left to do once voting is over, step by step. */
export function ClosingDesk({ electionId }: { electionId: string }) {
  const id = useId()
  const closing = useQuery(closingQuery(useApi(), electionId))
  return (
    <section aria-labelledby={id} className="card p-6 md:p-8">
      <h2 id={id} className="text-3xl">
        Closing the election
      </h2>
      <p className="mt-2 max-w-[65ch] text-muted">
        From the last ballot to the certificate. Counting runs by itself; you decide ties, certify and publish.
      </p>
      <div className="mt-7">
        {closing.data ? (
          <>
            {closing.isError && (
              <Notice tone="warning" title="What you see may be out of date" className="mb-5">
                {sentenceOf(closing.error)}
              </Notice>
            )}
            <Steps closing={closing.data} />
          </>
        ) : closing.isError ? (
          <Failed
            title="The state of the election could not be loaded"
            error={closing.error}
            onRetry={() => void closing.refetch()}
          />
        ) : (
          <StepsSkeleton />
        )}
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
