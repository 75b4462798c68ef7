import { AdminLayout } from '#web/layout/admin-layout.tsx'
import { ToastRegion } from '#web/components/toast.tsx'
import { ProxyWork } from '#web/elections/proxy/proxy-work.tsx'
import { useElection } from '#web/elections/voting/use-election.tsx'

/** Ballots that an administrator casts for members who cannot. */
export function ProxyDesk({ me }: { me: { id: string; email: string | null } }) {
  const heard = useElection()
  return (
    <AdminLayout title="BOT Voting by proxy" who={me.email || 'Admin'}>
      {heard.found ? <ProxyWork key={heard.found.election.id} {...heard.found} adminId={me.id} /> : heard.instead}
      <ToastRegion />
    </AdminLayout>
  )
}
