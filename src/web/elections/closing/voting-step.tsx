import { showInstant } from '#shared/time.ts'
import { votingIsOver } from '#shared/elections/lifecycle.ts'
import type { Closing } from '#web/api/elections/closing.ts'
import { Step, type StepState } from '#web/elections/step.tsx'
import { showCount } from '#web/components/show-count.ts'

export function VotingStep({ closing, state }: { closing: Closing; state: StepState }) {
  const { stage, votingOpens, votingCloses, cast, proxies } = closing
  return (
    <Step number={1} title={votingIsOver(stage) ? 'Voting is over' : 'Voting'} state={state}>
      {votingIsOver(stage) ? (
        <p>
          It closed on {showInstant(votingCloses)}. {showCount(cast, 'ballot was', 'ballots were')} cast
          {proxies.cast > 0 && `, ${proxies.cast.toLocaleString('en')} of them by proxy`}.
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
          administrator. Proxy ballots not confirmed before voting closes do not count.
        </p>
      )}
    </Step>
  )
}
