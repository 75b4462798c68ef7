import { hasReached } from '#shared/elections/lifecycle.ts'
import { observingText } from '#shared/elections/observing/text.ts'
import { packageHref, type ObservedBoard, type Overview } from '#web/api/elections/observing.ts'
import { buttonClass } from '#web/components/button-class.ts'
import { CountersignTask } from './countersign-task.tsx'
import { SampleTask } from './sample-task.tsx'
import { Task } from './task.tsx'

/** What to do once voting is over. */
export function AfterPart({ overview, board }: { overview: Overview; board: ObservedBoard }) {
  return (
    <div className="grid gap-5">
      <PackageTask board={board} />
      <SampleTask electionId={board.electionId} title={board.title} frozen={overview.rollFrozenAt !== null} />
      <CountersignTask board={board} />
    </div>
  )
}

function PackageTask({ board: { electionId, stage, record } }: { board: ObservedBoard }) {
  const text = observingText.package
  return (
    <Task title={text.title} help={text.help}>
      <ol className="grid list-decimal gap-1 pl-6">
        {text.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <div className="mt-4 flex flex-wrap items-center gap-3">
        {record !== null && hasReached(stage, 'counted') ? (
          <a href={packageHref(electionId)} download className={buttonClass('primary')}>
            {text.download}
          </a>
        ) : (
          <p>{text.later}</p>
        )}
        <a href="/verifier.html" className={buttonClass('outline')}>
          {text.verifier}
        </a>
      </div>
    </Task>
  )
}
