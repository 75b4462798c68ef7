import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { noElectionText } from '#shared/elections/election-notice.ts'
import type { RollState } from '#shared/elections/roll/roll.ts'
import { rollText, correctionText } from '#shared/elections/roll/text.ts'
import { showNumber } from '#shared/figures.ts'
import { showInstant } from '#shared/time.ts'
import { Button } from '#web/components/button.tsx'
import { buttonClass } from '#web/components/classes.ts'
import { Figure } from '#web/components/figure.tsx'
import { EmptyState, Fetched } from '#web/components/notice.tsx'
import { PageSkeleton } from '#web/components/skeleton.tsx'
import { RegionTurnout } from '#web/elections/region-turnout.tsx'
import { CorrectionList } from '#web/elections/settings/schedule.tsx'
import { AdminLayout } from '#web/layout/admin-layout.tsx'
import { useSearchId } from '#web/router/router.tsx'
import { correctionsQuery, rollStateQuery, votersFile } from './api.ts'
import { CorrectionDialog, type CorrectionAct } from './correction-dialog.tsx'
import { VoterList } from './voter-list.tsx'

/** Who may vote and who has, for those who run the election. */
export function RollScreen() {
  const state = useQuery(rollStateQuery(useSearchId('election') ?? 'current'))
  return (
    <AdminLayout title={rollText.title}>
      <Fetched query={state} failed="The roll could not be loaded" loading={<PageSkeleton />}>
        {(data) =>
          data ? <Roll state={data} /> : <EmptyState title={noElectionText.title}>{rollText.whenFrozen}</EmptyState>
        }
      </Fetched>
    </AdminLayout>
  )
}

function Roll({ state }: { state: RollState }) {
  const [correction, setCorrection] = useState<CorrectionAct | null>(null)
  const frozen = state.frozenAt !== null
  return (
    <div className="grid grid-cols-1 gap-6">
      <RollFigures state={state} />
      {frozen ? (
        <>
          <Tools state={state} onAdd={() => setCorrection({ act: 'add' })} />
          <VoterList state={state} onStrike={(voter) => setCorrection({ act: 'strike', voter })} />
          <Corrections electionId={state.electionId} />
        </>
      ) : (
        <EmptyState title={rollText.whenFrozen} />
      )}
      {correction && <CorrectionDialog {...{ state, correction }} onClose={() => setCorrection(null)} />}
    </div>
  )
}

function Tools({ state, onAdd }: { state: RollState; onAdd: () => void }) {
  return (
    <div className="no-print">
      <p className="flex flex-wrap gap-3">
        <a href={votersFile(state.electionId, 'pdf')} target="_blank" rel="noopener" className={buttonClass('primary')}>
          {rollText.print}
          <span className="sr-only"> (opens in a new tab)</span>
        </a>
        <a href={votersFile(state.electionId, 'csv')} download className={buttonClass('outline')}>
          {rollText.download}
        </a>
        {state.correctable && (
          <Button look="outline" onClick={onAdd}>
            {rollText.add}
          </Button>
        )}
      </p>
      <p className="mt-2 text-muted">
        {rollText.loggedNote} {!state.correctable && rollText.closed}
      </p>
    </div>
  )
}

function Corrections({ electionId }: { electionId: string }) {
  const { data } = useQuery(correctionsQuery(electionId))
  return (
    <section aria-labelledby="corrections-heading" className="card no-print p-5 md:p-8">
      <h2 id="corrections-heading" className="text-2xl">
        {correctionText.title}
      </h2>
      <p className="mt-1 mb-4 max-w-[70ch] text-muted">{correctionText.note}</p>
      {data?.corrections.length === 0 && <p>{rollText.noCorrections}</p>}
      {data && <CorrectionList corrections={data.corrections} />}
    </section>
  )
}

/** How many may vote and have, in total and by region. */
function RollFigures({ state }: { state: RollState }) {
  const { counts, frozenAt, freezesAt, proxies } = state
  const notFrozen = state.goodStandingOnly ? rollText.notFrozenStanding : rollText.notFrozen
  const onRoll = counts.reduce((sum, one) => sum + one.onRoll, 0)
  const voted = counts.reduce((sum, one) => sum + one.voted, 0)
  return (
    <section aria-labelledby="roll-heading" className="card p-5 md:p-8">
      <h2 id="roll-heading" className="text-2xl">
        {state.title}
      </h2>
      <p className="mt-1 max-w-[70ch] text-muted">
        {frozenAt === null ? notFrozen(showInstant(freezesAt)) : rollText.frozen(showInstant(frozenAt))}
      </p>
      <div className="no-print mt-5 grid items-start gap-6 md:grid-cols-[auto_1fr] md:gap-10">
        <dl className="flex flex-wrap gap-x-10 gap-y-3">
          <Figure label={frozenAt === null ? 'Would be on the roll' : 'On the roll'} value={showNumber(onRoll)} />
          {frozenAt !== null && <Figure label={rollText.voted} value={showNumber(voted)} />}
          {frozenAt !== null && <Figure label={rollText.byProxy} value={showNumber(proxies)} />}
        </dl>
        <ul className="grid gap-x-10 gap-y-5 sm:grid-cols-2">
          {counts.map(({ region, onRoll: people, voted: cast }) => (
            <RegionTurnout
              key={region}
              {...{ region, cast }}
              eligible={frozenAt === null ? null : people}
              {...(frozenAt === null && { words: rollText.wouldBe(showNumber(people)) })}
            />
          ))}
        </ul>
      </div>
    </section>
  )
}
