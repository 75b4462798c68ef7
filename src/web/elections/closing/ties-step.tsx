import { classes } from '#web/components/classes.ts'
import { useState } from 'react'
import { showInstant } from '#shared/time.ts'
import { hasReached } from '#shared/elections/lifecycle.ts'
import type { Closing, ClosingTie } from '#web/api/elections/closing.ts'
import { Button } from '#web/components/button.tsx'
import { CheckIcon } from '#web/components/icons.tsx'
import { Pill, ServicePill } from '#web/components/pill.tsx'
import { Step, type StepState } from '#web/elections/step.tsx'
import { TieDialog } from '#web/elections/closing/tie-dialog.tsx'
import { showCount } from '#web/components/show-count.ts'
import { withRank } from '#web/elections/closing/with-rank.ts'

export function TiesStep({ closing, state }: { closing: Closing; state: StepState }) {
  const [deciding, setDeciding] = useState<ClosingTie | null>(null)
  const { ties, vacant, stage, certificate } = closing
  return (
    <Step number={3} title={state === 'done' ? 'Ties are decided' : 'Decide ties'} state={state}>
      {!hasReached(stage, 'counted') ? (
        <p className="text-muted">Ties for the last seat of a service are known when all ballots are counted.</p>
      ) : (
        ties.length === 0 && <p>There are no ties.</p>
      )}
      {ties.map((tie) => (
        <TieCard key={tie.ms} tie={tie} {...(certificate === null && { onDecide: () => setDeciding(tie) })} />
      ))}
      {vacant.map(({ ms, seats }) => (
        <p key={ms} className="flex flex-wrap items-center gap-3">
          <ServicePill service={ms} />
          {showCount(seats, 'seat stays', 'seats stay')} vacant: nobody else stood or got a vote.
        </p>
      ))}
      <TieDialog electionId={closing.electionId} tie={deciding} onClose={() => setDeciding(null)} />
    </Step>
  )
}

function TieCard({ tie, onDecide }: { tie: ClosingTie; onDecide?: () => void }) {
  const { ms, votes, seats, nominees, decision } = tie
  return (
    <div className="grid grid-cols-1 gap-3 rounded-card border border-line p-4 sm:p-5">
      <div className="flex flex-wrap items-center gap-3">
        <ServicePill service={ms} />
        {decision ? <Pill tone="green">Decided</Pill> : <Pill tone="gold">Open</Pill>}
        <p className="w-full font-semibold sm:w-auto">
          {nominees.length} people with {showCount(votes, 'vote')} each, {showCount(seats, 'seat')} left
        </p>
      </div>
      <ul className="grid gap-1">
        {nominees.map((nominee) => {
          const chosen = decision?.nomineeIds.includes(nominee.nomineeId)
          return (
            <li key={nominee.nomineeId} className="flex items-center gap-2">
              <span className="grid size-5 flex-none place-items-center" aria-hidden="true">
                {chosen && <CheckIcon className="size-5 text-green" />}
              </span>
              <span className={classes('min-w-0 wrap-anywhere', chosen && 'font-semibold')}>
                {withRank(nominee)}
                {chosen && ' – chosen'}
              </span>
            </li>
          )
        })}
      </ul>
      {decision && (
        <p className="text-muted">
          “{decision.reason}” Recorded by {decision.decidedBy}, {showInstant(decision.decidedAt)}.
        </p>
      )}
      {onDecide && (
        <div>
          <Button look={decision ? 'outline' : 'primary'} size="small" onClick={onDecide}>
            {decision ? 'Correct the decision' : 'Record the decision'}
          </Button>
        </div>
      )}
    </div>
  )
}
