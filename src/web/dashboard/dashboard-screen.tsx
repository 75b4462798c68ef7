import { useQuery } from '@tanstack/react-query'
import { may, type Who } from '#shared/permissions.ts'
import { AdminLayout } from '#web/layout/admin-layout.tsx'
import { AdministratorsTile } from '#web/dashboard/administrators-tile.tsx'
import { CountTile } from '#web/dashboard/count-tile.tsx'
import { EditorTiles } from '#web/content/editors/editor-tiles.tsx'
import { ElectionNow } from '#web/dashboard/election-now.tsx'
import { MissingJobNotice } from '#web/dashboard/missing-job-notice.tsx'
import { PrivacyTile } from '#web/dashboard/privacy-tile.tsx'
import { SetUpNotice } from '#web/dashboard/set-up-notice.tsx'
import { StatusTile } from '#web/dashboard/status-tile.tsx'
import { meQuery } from '#web/api/accounts.ts'
import { useApi } from '#web/api/client.ts'
import { countsQuery } from '#web/api/members/profile.ts'
import { useSite } from '#web/api/site.ts'
import { buttonClass } from '#web/components/button-class.ts'
import { Failed } from '#web/components/failed.tsx'
import { Notice } from '#web/components/notice.tsx'
import { ToastRegion } from '#web/components/toast.tsx'
import { BackupPanel } from '#web/operations/backup/backup-panel.tsx'
import { PageHead } from '#web/layout/page-head.tsx'
import { SiteLink } from '#web/router/site-link.tsx'

export function DashboardScreen() {
  const api = useApi()
  const site = useSite()
  const me = useQuery(meQuery(api))
  return (
    <AdminLayout title="Dashboard" who={me.data?.email || 'Admin'}>
      <PageHead title={`Dashboard – ${site.shortName} Admin`} />
      <MissingJobNotice />
      <SetUpNotice />
      {me.data?.twoFactor === false && (
        <Notice tone="warning" title="Please turn on two-step login" className="mb-6">
          <p>
            This account can see and change what members cannot. A code from your phone keeps it safe even if the
            password is guessed.
          </p>
          <SiteLink href="/security" className={`${buttonClass('primary', 'small')} mt-3`}>
            Turn it on
          </SiteLink>
        </Notice>
      )}
      {me.data && <Tiles me={me.data} />}
      {me.isError && !me.data && (
        <Failed title="Your account could not be loaded" error={me.error} onRetry={() => void me.refetch()} />
      )}
      <ToastRegion />
    </AdminLayout>
  )
}

/** What this administrator has to do with, by their jobs. */
function Tiles({ me }: { me: Who }) {
  return (
    <>
      <ElectionNow me={me} />
      <div className="grid gap-5 sm:grid-cols-2 2xl:grid-cols-4">
        {may(me, 'approve members') && <MemberTiles />}
        {may(me, 'handle privacy requests') && <PrivacyTile />}
        {may(me, 'watch the site') && <StatusTile />}
        {may(me, 'manage administrators') && <AdministratorsTile />}
      </div>
      {may(me, 'watch the site') && <BackupPanel className="mt-5" />}
      <EditorTiles me={me} />
    </>
  )
}

function MemberTiles() {
  const counts = useQuery(countsQuery(useApi()))
  if (counts.isError && !counts.data)
    return <Failed title="The counts could not be loaded" error={counts.error} onRetry={() => void counts.refetch()} />
  return (
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
  )
}
