import { hasReached } from '#shared/elections/lifecycle.ts'
import { listsMissing, statesText, stageNames } from '#shared/elections/settings/states-text.ts'
import { showInstant } from '#shared/time.ts'
import type { ListedElection } from '#web/elections/settings/api.ts'
import { Notice } from '#web/components/notice.tsx'
import { AnnouncePanel } from '#web/elections/settings/announce-panel.tsx'
import { ChangePlans } from '#web/elections/settings/change-plans.tsx'
import { HowItIsHeld } from '#web/elections/settings/how-it-is-held.tsx'
import { ReadinessList } from '#web/elections/settings/readiness-list.tsx'
import { showTime } from '#web/elections/settings/schedule-text.ts'
import { TellMembers } from '#web/elections/settings/tell-members.tsx'
import { timeNames } from '#shared/elections/schedule.ts'
import { cancelledText } from '#shared/elections/election-notice.ts'

const mainTimes = ['nominationOpens', 'nominationCloses', 'votingOpens', 'votingCloses'] as const

/** Where the election stands, what is missing, and what can be done with it as a whole. */
export function ElectionOverview({ election, unsaved }: { election: ListedElection; unsaved: boolean }) {
  const { id, stage, cancelledAt, cancelledReason } = election
  return (
    <>
      <section aria-labelledby="standing-heading" className="card p-5 md:p-8">
        <h2 id="standing-heading" className="text-2xl">
          {statesText.standing}
        </h2>
        {cancelledAt === null ? (
          <p className="mt-2 text-lg font-semibold">{stageNames[stage]}</p>
        ) : (
          <Notice tone="warning" title={`${stageNames.cancelled}, ${showInstant(cancelledAt)}`} className="mt-4">
            <p className="break-words whitespace-pre-line">{cancelledReason}</p>
            {election.hasBallots && <p>{cancelledText.ballots}</p>}
          </Notice>
        )}
        <dl className="mt-4 grid gap-x-8 gap-y-3 sm:grid-cols-2 xl:grid-cols-4">
          {mainTimes.map((field) => (
            <div key={field} className="min-w-0">
              <dt className="text-muted">{timeNames[field]}</dt>
              <dd className="font-semibold break-words">{showTime(field, election[field])}</dd>
            </div>
          ))}
        </dl>
      </section>
      {hasReached(stage, 'announced') && !hasReached(stage, 'voting') && <TellMembers />}
      {listsMissing(stage, election.hasBallots) && <ReadinessList electionId={id} stage={stage} />}
      {stage === 'draft' && (
        <>
          <HowItIsHeld election={election} />
          <AnnouncePanel election={election} unsaved={unsaved} />
        </>
      )}
      <ChangePlans election={election} unsaved={unsaved} />
    </>
  )
}
