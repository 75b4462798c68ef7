import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { may } from '#shared/permissions.ts'
import { meQuery } from '#web/api/accounts.ts'
import { useApi } from '#web/api/client.ts'
import { useSite } from '#web/api/site.ts'
import { Failed } from '#web/components/notice.tsx'
import { PageSkeleton } from '#web/components/skeleton.tsx'
import { useSearch } from '#web/router/hydrated.ts'
import { MembersList } from '#web/members/listing/members-list.tsx'
import { PageHead } from '#web/layout/page-head.tsx'

/** Fetched by administrators only. */
const ApprovalScreen = lazy(async () => ({ default: (await import('../approval/approval-screen.tsx')).ApprovalScreen }))

/** The members; with `approval=true` an administrator decides on those who want to be. */
export function MembersScreen() {
  const site = useSite()
  const me = useQuery(meQuery(useApi()))
  const asksForApproval = useSearch().get('approval') === 'true'
  if (!asksForApproval) return <MembersList reader={me.data} />
  if (me.isError && !me.data)
    return (
      <div className="wrap max-w-3xl py-12">
        <PageHead title={`Membership Approval – ${site.shortName}`} />
        <h1 className="sr-only">Membership Approval</h1>
        <Failed title="Error Loading Users" error={me.error} onRetry={() => window.location.reload()} />
      </div>
    )
  if (!me.data) return <PageSkeleton />
  return may(me.data, 'approve members') ? <ApprovalScreen /> : <MembersList reader={me.data} />
}
