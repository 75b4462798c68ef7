import { useQuery } from '@tanstack/react-query'
import { votingIsOver } from '#shared/elections/lifecycle.ts'
import { AdminLayout } from '#web/layout/admin-layout.tsx'
import { meQuery } from '#web/api/accounts.ts'
import { useApi } from '#web/api/client.ts'
import { electionsQuery, readinessQuery, type ListedElection } from '#web/api/elections/settings.ts'
import { useSite } from '#web/api/site.ts'
import { Button } from '#web/components/button.tsx'
import { PlusIcon } from '#web/components/edit-icons.tsx'
import { Failed } from '#web/components/failed.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { ToastRegion } from '#web/components/toast.tsx'
import { ClosingDesk } from '#web/elections/closing/closing-desk.tsx'
import { ObserversPanel } from '#web/elections/settings/observers-panel.tsx'
import { formOf } from '#web/elections/settings/draft.ts'
import { ElectionEditor } from '#web/elections/settings/election-editor.tsx'
import { ElectionFacts } from '#web/elections/settings/election-facts.tsx'
import { electionHref, ElectionPicker } from '#web/elections/settings/election-picker.tsx'
import { NewElection } from '#web/elections/settings/new-election.tsx'
import { ReadinessList } from '#web/elections/settings/readiness-list.tsx'
import { useSearch } from '#web/router/hydrated.ts'
import { useNavigate } from '#web/router/router.tsx'
import { PageHead } from '#web/layout/page-head.tsx'

/** Everything that is set for an election, before, while and after it is held. */
export function ElectionSettingsScreen() {
  const api = useApi()
  const site = useSite()
  const me = useQuery(meQuery(api))
  const list = useQuery(electionsQuery(api))
  return (
    <AdminLayout title="Election settings" who={me.data?.email || 'Admin'}>
      <PageHead title={`Election settings – ${site.shortName} Admin`} />
      {list.data ? (
        <Elections {...list.data} />
      ) : list.isError ? (
        <Failed title="The elections could not be loaded" error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <ScreenSkeleton />
      )}
      <ToastRegion />
    </AdminLayout>
  )
}

function Elections({ elections, now }: { elections: ListedElection[]; now: number }) {
  const navigate = useNavigate()
  const search = useSearch()
  const isNew = search.has('new') || elections.length === 0
  const shown = elections.find(({ id }) => id === search.get('election')) ?? elections.find(({ current }) => current)
  const [last] = elections
  if (isNew)
    return (
      <NewElection
        last={last ? formOf(last) : null}
        now={now}
        onOpened={(id) => navigate(electionHref(id))}
        onCancel={() => navigate('/admin/elections')}
      />
    )
  return (
    <div className="grid gap-6">
      <ElectionPicker elections={elections} shown={shown?.id} />
      <OpenNew onPress={() => navigate('/admin/elections?new')} />
      {shown && <OneElection key={shown.id} election={shown} />}
    </div>
  )
}

const OpenNew = ({ onPress }: { onPress: () => void }) => (
  <p>
    <Button look="outline" onClick={onPress}>
      <PlusIcon /> Create a new election
    </Button>
  </p>
)

function OneElection({ election }: { election: ListedElection }) {
  const state = useQuery(readinessQuery(useApi(), election.id))
  const over = votingIsOver(election.stage)
  const stays = election.stage === 'certified' || (over && election.hasBallots)
  const held = election.stage === 'voting' || stays
  return (
    <>
      {!stays && <ReadinessList electionId={election.id} voting={election.stage === 'voting'} />}
      {held && over && <ClosingDesk electionId={election.id} />}
      {stays ? (
        <ElectionFacts election={election} />
      ) : state.data ? (
        <ElectionEditor election={election} state={state.data} />
      ) : (
        !state.isError && <ScreenSkeleton />
      )}
      {held && !over && <ClosingDesk electionId={election.id} />}
      <ObserversPanel electionId={election.id} />
    </>
  )
}

function ScreenSkeleton() {
  return (
    <div role="status" className="grid gap-5">
      <span className="sr-only">Loading…</span>
      {[1, 2, 3].map((card) => (
        <div key={card} className="card grid gap-4 p-6">
          <Skeleton className="h-8 w-2/5" />
          <Skeleton />
          <Skeleton className="h-5 w-4/5" />
        </div>
      ))}
    </div>
  )
}
