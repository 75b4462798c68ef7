import { useQuery } from '@tanstack/react-query'
import { statusScreenText } from '#shared/operations/status/screen-text.ts'
import { meQuery } from '#web/api/accounts.ts'
import { useApi } from '#web/api/client.ts'
import { statusQuery, type Status } from '#web/api/operations/status.ts'
import { useSite } from '#web/api/site.ts'
import { Failed } from '#web/components/failed.tsx'
import { Notice } from '#web/components/notice.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { ToastRegion } from '#web/components/toast.tsx'
import { AdminLayout } from '#web/layout/admin-layout.tsx'
import { PageHead } from '#web/layout/page-head.tsx'
import { BackupPanel } from '#web/operations/backup/backup-panel.tsx'
import { CheckList } from '#web/operations/status/check-list.tsx'
import { FailedEmails } from '#web/operations/status/failed-emails.tsx'
import { Headline } from '#web/operations/status/headline.tsx'
import { JobsTable } from '#web/operations/status/jobs-table.tsx'
import { NodesTable } from '#web/operations/status/nodes-table.tsx'
import { StatusSection } from '#web/operations/status/status-section.tsx'
import { TestEmail } from '#web/operations/status/test-email.tsx'
import { Versions } from '#web/operations/status/versions.tsx'

const refreshMs = 15_000

/** How the site is, for an administrator who is no engineer: one line, then what to do, then the details. */
export function StatusScreen() {
  const api = useApi()
  const site = useSite()
  const me = useQuery(meQuery(api))
  const status = useQuery({ ...statusQuery(api), refetchInterval: refreshMs })
  return (
    <AdminLayout title={statusScreenText.title} who={me.data?.email || 'Admin'}>
      <PageHead title={`${statusScreenText.title} – ${site.shortName} Admin`} />
      {status.data ? (
        <StatusBody status={status.data} stale={status.isError} address={me.data?.email ?? ''} />
      ) : status.isError ? (
        <Failed title={statusScreenText.failed} error={status.error} onRetry={() => void status.refetch()} />
      ) : (
        <StatusSkeleton />
      )}
      <ToastRegion />
    </AdminLayout>
  )
}

interface BodyProps {
  status: Status
  /** The last look failed. */
  stale: boolean
  address: string
}

function StatusBody({ status, stale, address }: BodyProps) {
  return (
    <div className="grid max-w-6xl gap-8">
      {stale && <Notice tone="warning">{statusScreenText.stale}</Notice>}
      <Headline checks={status.checks} />
      <StatusSection title={statusScreenText.checks} note={statusScreenText.refreshed}>
        <CheckList checks={status.checks} />
      </StatusSection>
      <BackupPanel />
      <StatusSection title={statusScreenText.email} note={statusScreenText.emailWhy}>
        <TestEmail address={address} />
      </StatusSection>
      <FailedEmails />
      <StatusSection title={statusScreenText.servers}>
        <NodesTable nodes={status.nodes} />
      </StatusSection>
      <StatusSection title={statusScreenText.jobs}>
        <JobsTable jobs={status.jobs} />
      </StatusSection>
      <StatusSection title={statusScreenText.versions}>
        <Versions versions={status.versions} />
      </StatusSection>
    </div>
  )
}

function StatusSkeleton() {
  return (
    <div className="card grid max-w-6xl gap-5 p-6" role="status">
      <span className="sr-only">{statusScreenText.loading}</span>
      {[1, 2, 3, 4, 5].map((place) => (
        <Skeleton key={place} className={place % 2 ? 'h-6 w-4/5' : 'h-6 w-3/5'} />
      ))}
    </div>
  )
}
