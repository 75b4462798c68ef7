import { useQuery } from '@tanstack/react-query'
import { administratorsText as text } from '#shared/accounts/administrators-text.ts'
import { AdministratorLine } from '#web/accounts/administrator-line.tsx'
import { InviteAdministrator } from '#web/accounts/invite-administrator.tsx'
import { meQuery } from '#web/api/accounts.ts'
import { administratorsQuery } from '#web/accounts/api.ts'
import { Failed } from '#web/components/notice.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { AdminLayout } from '#web/layout/admin-layout.tsx'

/** Who looks after the site: to invite, to give and take jobs, and to remove. */
export function AdministratorsScreen() {
  const me = useQuery(meQuery)
  return (
    <AdminLayout title={text.title}>
      <div className="grid max-w-4xl grid-cols-1 gap-8">
        <p className="max-w-[65ch]">{text.intro}</p>
        <AdministratorList ownId={me.data?.id} />
        <InviteAdministrator />
      </div>
    </AdminLayout>
  )
}

function AdministratorList({ ownId }: { ownId: string | undefined }) {
  const { data, isError, error, refetch } = useQuery(administratorsQuery)
  if (isError && !data) return <Failed title={text.loadFailed} error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-40 w-full" />
  return (
    <ul aria-label={text.list} className="card divide-y divide-line">
      {data.administrators.map((one) => (
        <AdministratorLine key={one.id} administrator={one} isOwn={one.id === ownId} now={data.now} />
      ))}
    </ul>
  )
}
