import { useQuery } from '@tanstack/react-query'
import { mailingText as text } from '#shared/members/mailing/text.ts'
import { meQuery } from '#web/api/accounts.ts'
import { useApi } from '#web/api/client.ts'
import { useSite } from '#web/api/site.ts'
import { ToastRegion } from '#web/components/toast.tsx'
import { AdminLayout } from '#web/layout/admin-layout.tsx'
import { PageHead } from '#web/layout/page-head.tsx'
import { MailingList } from '#web/members/mailing/mailing-list.tsx'
import { MailingProgress } from '#web/members/mailing/mailing-progress.tsx'
import { WriteMailing } from '#web/members/mailing/write-mailing.tsx'
import { useSearch } from '#web/router/hydrated.ts'

/** Emails to members: all of them, one of them (`?id=`), or a new one (`?write`). */
export function MailingsScreen() {
  const site = useSite()
  const me = useQuery(meQuery(useApi()))
  const address = useSearch()
  const id = address.get('id')
  const title = address.has('write') ? text.newTitle : text.title
  return (
    <AdminLayout title={title} who={me.data?.email || 'Admin'}>
      <PageHead title={`${title} – ${site.shortName} Admin`} />
      {address.has('write') ? <WriteMailing /> : id ? <MailingProgress id={id} /> : <MailingList />}
      <ToastRegion />
    </AdminLayout>
  )
}
