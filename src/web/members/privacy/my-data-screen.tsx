import { useQuery } from '@tanstack/react-query'
import { meQuery } from '#web/api/accounts.ts'
import { useApi } from '#web/api/client.ts'
import { myDataQuery, ownRequestsQuery } from '#web/api/members/privacy.ts'
import { useSite } from '#web/api/site.ts'
import { Failed } from '#web/components/notice.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { ToastRegion } from '#web/components/toast.tsx'
import { AskCorrection } from '#web/members/privacy/ask-correction.tsx'
import { AskErasure } from '#web/members/privacy/ask-erasure.tsx'
import { ConsentRecord } from '#web/members/privacy/consent-record.tsx'
import { DataDownload } from '#web/members/privacy/data-download.tsx'
import { HeldList } from '#web/members/privacy/held-list.tsx'
import { Openings } from '#web/members/privacy/openings.tsx'
import { OwnRequests } from '#web/members/privacy/own-requests.tsx'
import { PageHead } from '#web/layout/page-head.tsx'
import { SiteLink } from '#web/router/site-link.tsx'

/** What the association holds about the person who is logged in, and what they can ask for. */
export function MyDataScreen() {
  const api = useApi()
  const site = useSite()
  const me = useQuery(meQuery(api))
  const data = useQuery(myDataQuery(api))
  const requests = useQuery(ownRequestsQuery(api))
  const isAdmin = me.data?.role === 'admin'
  const openOf = (kind: 'correction' | 'erasure') =>
    requests.data?.requests.find((request) => request.kind === kind && request.outcome === null)

  return (
    <div className="wrap max-w-4xl py-10 md:py-14">
      <PageHead title={`My data – ${site.shortName}`} />
      <SiteLink href={isAdmin ? '/admin' : '/profile'} className="text-link inline-flex min-h-11 items-center">
        {isAdmin ? 'Back to Admin Dashboard' : 'Back to my profile'}
      </SiteLink>
      <h1 className="mt-2 text-5xl">My data</h1>
      <p className="mt-3 max-w-[60ch] text-lg text-muted">
        What {site.shortName} holds about you and why, who has looked at it, and what you can ask us to do.
      </p>
      <div className="mt-8 grid grid-cols-1 gap-6">
        {data.isPending && <CardSkeleton />}
        {me.isError && !me.data && (
          <Failed title="Your account could not be loaded" error={me.error} onRetry={() => void me.refetch()} />
        )}
        {data.isError && !data.data && (
          <Failed title="Your data could not be loaded" error={data.error} onRetry={() => void data.refetch()} />
        )}
        {data.data && me.data && <DataDownload memberId={me.data.id} files={data.data.files} />}
        {requests.isPending && <CardSkeleton />}
        {requests.isError && !requests.data && (
          <Failed
            title="Your requests could not be loaded"
            error={requests.error}
            onRetry={() => void requests.refetch()}
          />
        )}
        {requests.data && (
          <>
            <OwnRequests requests={requests.data.requests} now={requests.data.now} />
            <AskCorrection open={openOf('correction') !== undefined} />
          </>
        )}
        {data.data && (
          <>
            <HeldList files={data.data.files} />
            <ConsentRecord consent={data.data.consent} />
            <Openings openings={data.data.openings} />
          </>
        )}
        {requests.data && me.data && (
          <AskErasure open={openOf('erasure')} now={requests.data.now} isAdmin={me.data.role === 'admin'} />
        )}
      </div>
      <ToastRegion />
    </div>
  )
}

function CardSkeleton() {
  return (
    <div className="card grid gap-4 p-6 md:p-8" role="status">
      <span className="sr-only">Loading…</span>
      <Skeleton className="h-8 w-1/2" />
      <Skeleton />
      <Skeleton className="h-12 w-48" />
    </div>
  )
}
