import { useQuery } from '@tanstack/react-query'
import { viewersText } from '#shared/members/viewers/viewers.ts'
import { meQuery } from '#web/api/accounts.ts'
import { useApi } from '#web/api/client.ts'
import { useSite } from '#web/api/site.ts'
import { ToastRegion } from '#web/components/toast.tsx'
import { AdminLayout } from '#web/layout/admin-layout.tsx'
import { PageHead } from '#web/layout/page-head.tsx'
import { AddViewer } from '#web/members/viewers/add-viewer.tsx'
import { ViewerList } from '#web/members/viewers/viewer-list.tsx'

/** Who may open any profile: people, chosen by name and removed by name. */
export function ViewersScreen() {
  const site = useSite()
  const me = useQuery(meQuery(useApi()))
  return (
    <AdminLayout title={viewersText.title} who={me.data?.email || 'Admin'}>
      <PageHead title={`${viewersText.title} – ${site.shortName} Admin`} />
      <div className="grid max-w-4xl grid-cols-1 gap-8">
        <p className="max-w-[65ch]">{viewersText.intro}</p>
        <AddViewer />
        <ViewerList />
      </div>
      <ToastRegion />
    </AdminLayout>
  )
}
