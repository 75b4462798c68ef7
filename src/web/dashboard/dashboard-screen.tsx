import { useQuery } from '@tanstack/react-query'
import { checklistText } from '#shared/dashboard/checklist-text.ts'
import { may, type Who } from '#shared/permissions.ts'
import { AdminLayout } from '#web/layout/admin-layout.tsx'
import { ChecklistSection } from '#web/dashboard/checklist-section.tsx'
import { CountTile } from '#web/dashboard/count-tile.tsx'
import { EditorTiles } from '#web/content/editors/editor-tiles.tsx'
import { ElectionNow } from '#web/dashboard/election-now.tsx'
import { MissingJobNotice } from '#web/dashboard/missing-job-notice.tsx'
import { PrivacyTile } from '#web/dashboard/privacy-tile.tsx'
import { ToDoSection } from '#web/dashboard/to-do-section.tsx'
import { meQuery } from '#web/api/accounts.ts'
import { useApi } from '#web/api/client.ts'
import { checklistQuery } from '#web/api/dashboard.ts'
import { countsQuery } from '#web/api/members/profile.ts'
import { useSite } from '#web/api/site.ts'
import { Failed } from '#web/components/notice.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { ToastRegion } from '#web/components/toast.tsx'
import { PageHead } from '#web/layout/page-head.tsx'

/** What waits, how the election stands, three counts, and then everything that can be edited. */
export function DashboardScreen() {
  const api = useApi()
  const site = useSite()
  const me = useQuery(meQuery(api))
  return (
    <AdminLayout title="Dashboard" who={me.data?.email || 'Admin'}>
      <PageHead title={`Dashboard – ${site.shortName} Admin`} />
      <MissingJobNotice />
      {me.data && (
        <>
          <Now me={me.data} address={me.data.email ?? ''} />
          {may(me.data, 'approve members') && <Counts />}
          <EditorTiles me={me.data} />
        </>
      )}
      {me.isError && !me.data && (
        <Failed title="Your account could not be loaded" error={me.error} onRetry={() => void me.refetch()} />
      )}
      <ToastRegion />
    </AdminLayout>
  )
}

/** A site that nobody has joined yet is set up first; on any other, what is still missing comes after what waits. */
function Now({ me, address }: { me: Who; address: string }) {
  const { data, isPending, isError, error, refetch } = useQuery(checklistQuery(useApi()))
  if (isPending) return <Skeleton className="mb-6 h-40" />
  const { isNew = false, lines = [] } = data ?? {}
  const checklist = lines.length > 0 && <ChecklistSection lines={lines} isNew={isNew} address={address} />
  if (isNew && checklist) return checklist
  return (
    <>
      <ToDoSection />
      <ElectionNow me={me} />
      {checklist}
      {isError && !data && <Failed title={checklistText.failed} error={error} onRetry={() => void refetch()} />}
    </>
  )
}

function Counts() {
  const counts = useQuery(countsQuery(useApi()))
  return (
    <div className="grid grid-cols-1 gap-5 sm:grid-cols-2 xl:grid-cols-3">
      {counts.isError && !counts.data ? (
        <Failed title="The counts could not be loaded" error={counts.error} onRetry={() => void counts.refetch()} />
      ) : (
        <>
          <CountTile
            title="Membership Approval"
            count={counts.data?.pendingCount}
            unit="waiting"
            href="/members?approval=true"
            urgent
          />
          <CountTile title="Current Members" count={counts.data?.approvedCount} unit="approved" href="/members" />
        </>
      )}
      <PrivacyTile />
    </div>
  )
}
