import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { RollState } from '#shared/elections/roll/roll-list.ts'
import { correctionText } from '#shared/elections/roll/correction-text.ts'
import { rollText } from '#shared/elections/roll/roll-text.ts'
import { meQuery } from '#web/api/accounts.ts'
import { useApi } from '#web/api/client.ts'
import { correctionsQuery, rollStateQuery, votersFile } from '#web/api/elections/roll.ts'
import { useSite } from '#web/api/site.ts'
import { Button } from '#web/components/button.tsx'
import { buttonClass } from '#web/components/button-class.ts'
import { EmptyState } from '#web/components/empty-state.tsx'
import { Failed } from '#web/components/failed.tsx'
import { PageSkeleton } from '#web/components/skeleton.tsx'
import { ToastRegion } from '#web/components/toast.tsx'
import { CorrectionDialog, type Correcting } from '#web/elections/roll/correction-dialog.tsx'
import { CorrectionList } from '#web/elections/settings/correction-list.tsx'
import { RollFigures } from '#web/elections/roll/roll-figures.tsx'
import { VoterList } from '#web/elections/roll/voter-list.tsx'
import { AdminLayout } from '#web/layout/admin-layout.tsx'
import { PageHead } from '#web/layout/page-head.tsx'
import { useSearch } from '#web/router/hydrated.ts'

/** Who may vote and who has, for those who run the election. */
export function RollScreen() {
  const api = useApi()
  const site = useSite()
  const me = useQuery(meQuery(api))
  const state = useQuery(rollStateQuery(api, useSearch().get('election') ?? 'current'))
  return (
    <AdminLayout title={rollText.title} who={me.data?.email || 'Admin'}>
      <PageHead title={`${rollText.title} – ${site.shortName} Admin`} />
      {state.data ? (
        <Roll state={state.data} />
      ) : state.isError ? (
        <Failed title="The roll could not be loaded" error={state.error} onRetry={() => void state.refetch()} />
      ) : (
        <PageSkeleton />
      )}
      <ToastRegion />
    </AdminLayout>
  )
}

function Roll({ state }: { state: RollState }) {
  const [correcting, setCorrecting] = useState<Correcting | null>(null)
  const frozen = state.frozenAt !== null
  return (
    <div className="grid grid-cols-1 gap-6">
      <RollFigures state={state} />
      {frozen ? (
        <>
          <Tools state={state} onAdd={() => setCorrecting({ act: 'add' })} />
          <VoterList state={state} onStrike={(voter) => setCorrecting({ act: 'strike', voter })} />
          <Corrections electionId={state.electionId} />
        </>
      ) : (
        <EmptyState title={rollText.whenFrozen} />
      )}
      <CorrectionDialog state={state} correcting={correcting} onClose={() => setCorrecting(null)} />
    </div>
  )
}

function Tools({ state, onAdd }: { state: RollState; onAdd: () => void }) {
  return (
    <div>
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
  const { data } = useQuery(correctionsQuery(useApi(), electionId))
  return (
    <section aria-labelledby="corrections-heading" className="card p-5 md:p-8">
      <h2 id="corrections-heading" className="text-2xl">
        {correctionText.title}
      </h2>
      <p className="mt-1 mb-4 max-w-[70ch] text-muted">{correctionText.note}</p>
      {data?.corrections.length === 0 && <p>{rollText.noCorrections}</p>}
      {data && <CorrectionList corrections={data.corrections} />}
    </section>
  )
}
