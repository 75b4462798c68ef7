import { useQuery } from '@tanstack/react-query'
import { noElectionText } from '#shared/elections/no-election-text.ts'
import { meQuery } from '#web/api/accounts.ts'
import { useApi } from '#web/api/client.ts'
import { currentElectionQuery } from '#web/api/elections/current.ts'
import { useSite } from '#web/api/site.ts'
import { EmptyState } from '#web/components/empty-state.tsx'
import { Failed } from '#web/components/failed.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { ToastRegion } from '#web/components/toast.tsx'
import { CancelledElection } from '#web/elections/cancelled-election.tsx'
import { Nominations } from '#web/elections/nomination/nominations.tsx'
import { BackToDashboard } from '#web/layout/back-to-dashboard.tsx'
import { PageHead } from '#web/layout/page-head.tsx'

/** Members nominate one another here, and administrators settle who stands. */
export function NominateScreen() {
  const { shortName } = useSite()
  const me = useQuery(meQuery(useApi()))
  return (
    <div className="wrap py-8 md:py-12">
      <PageHead title={`Nominations – ${shortName}`} />
      {me.data?.role === 'admin' && <BackToDashboard />}
      <h1 className="text-4xl md:text-5xl">Nominations</h1>
      <Content />
      <ToastRegion />
    </div>
  )
}

function Content() {
  const api = useApi()
  const me = useQuery(meQuery(api))
  const current = useQuery(currentElectionQuery(api))
  const failed = [me, current].find(({ isError, data }) => isError && !data)
  if (failed)
    return (
      <div className="mt-6">
        <Failed
          title="The election could not be loaded"
          error={failed.error}
          onRetry={() => {
            void me.refetch()
            void current.refetch()
          }}
        />
      </div>
    )
  if (!me.data || !current.data) return <Loading />
  const { election } = current.data
  if (!election)
    return (
      <div className="mt-6">
        <EmptyState title={noElectionText.title}>{noElectionText.nominate}</EmptyState>
      </div>
    )
  if (election.stage === 'cancelled')
    return (
      <div className="mt-6">
        <CancelledElection election={election} />
      </div>
    )
  return <Nominations key={election.id} election={election} fetchedAt={current.dataUpdatedAt} me={me.data} />
}

function Loading() {
  return (
    <div role="status" className="mt-6 grid gap-6">
      <span className="sr-only">Loading…</span>
      <Skeleton className="h-6 w-full max-w-md" />
      <div className="card grid gap-5 p-6">
        <Skeleton className="h-9 w-56" />
        <Skeleton className="h-12 w-full" />
        <Skeleton className="h-16 w-full" />
      </div>
    </div>
  )
}
