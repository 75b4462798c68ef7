import type { ReactNode } from 'react'
import { hasReached, votingIsOver } from '#shared/elections/lifecycle.ts'
import { statesText, stepText } from '#shared/elections/settings/states-text.ts'
import { isFieldStep, type SettingStep } from '#shared/elections/settings/steps.ts'
import type { ListedElection } from '#web/elections/settings/api.ts'
import { EmptyState } from '#web/components/notice.tsx'
import { buttonClass } from '#web/components/classes.ts'
import { ClosingDesk } from '#web/elections/closing/closing-desk.tsx'
import { MonitorPanel } from '#web/elections/monitor/monitor-panel.tsx'
import { ElectionFacts } from '#web/elections/settings/election-facts.tsx'
import { ElectionOverview } from '#web/elections/settings/election-overview.tsx'
import { ObserversPanel } from '#web/elections/settings/observers-panel.tsx'

interface ElectionStepProps {
  election: ListedElection
  step: SettingStep
  /** Nothing of it can be changed any more. */
  stays: boolean
  unsaved: boolean
  /** The form, which stays whichever step is shown; only its own fields come and go. */
  children: ReactNode
}

/** One part of the settings: what is to be seen or done, and below it what can be set. */
export function ElectionStep({ election, step, stays, unsaved, children }: ElectionStepProps) {
  return (
    <section aria-label={stepText[step].title} className="grid grid-cols-1 gap-5">
      {step === 'overview' && <ElectionOverview election={election} unsaved={unsaved} />}
      {step === 'nominees' && hasReached(election.stage, 'announced') && <Nominations asks={election.nomineesAccept} />}
      {step === 'voting' && isHeld(election) && <MonitorPanel electionId={election.id} />}
      {stays && isFieldStep(step) && <ElectionFacts election={election} step={step} />}
      {children}
      {step === 'voting' && <Observers election={election} />}
      {step === 'closing' && <Closing election={election} />}
    </section>
  )
}

const isHeld = ({ stage, hasBallots }: ListedElection) =>
  stage === 'voting' || (hasBallots && (votingIsOver(stage) || stage === 'cancelled'))

const Nominations = ({ asks }: { asks: boolean }) => (
  <section aria-labelledby="nominations-heading" className="card p-5 md:p-8">
    <h2 id="nominations-heading" className="text-2xl">
      {statesText.nominationsTitle}
    </h2>
    <p className="mt-1 max-w-[70ch] text-muted">{statesText.nominationsHelp[asks ? 'asked' : 'approved']}</p>
    <a href="/nominate" className={`${buttonClass('primary')} mt-4`}>
      {statesText.toNominations}
    </a>
  </section>
)

const Observers = ({ election }: { election: ListedElection }) =>
  election.stage === 'draft' ? (
    <p className="card p-5 text-muted md:p-8">{statesText.observersLater}</p>
  ) : (
    <ObserversPanel electionId={election.id} />
  )

function Closing({ election: { id, stage, hasBallots } }: { election: ListedElection }) {
  const held = stage === 'voting' || stage === 'certified' || (votingIsOver(stage) && hasBallots)
  return held ? (
    <ClosingDesk electionId={id} />
  ) : (
    <EmptyState title={statesText.closingLater}>{statesText.closingLaterHelp}</EmptyState>
  )
}
