import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { privacyRequestsPerPage } from '#shared/members/privacy/privacy.ts'
import { AdminLayout } from '#web/layout/admin-layout.tsx'
import { meQuery } from '#web/api/accounts.ts'
import { useApi } from '#web/api/client.ts'
import { requestsQuery, type HandledRequest, type RequestState } from '#web/api/members/privacy.ts'
import { useSite } from '#web/api/site.ts'
import { EmptyState, Failed } from '#web/components/notice.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { Pager } from '#web/components/pager.tsx'
import { Tabs } from '#web/components/tabs.tsx'
import { ToastRegion } from '#web/components/toast.tsx'
import { AnswerDialog } from '#web/members/privacy/answer-dialog.tsx'
import { RequestCard } from '#web/members/privacy/request-card.tsx'
import { PageHead } from '#web/layout/page-head.tsx'

/** What members ask about their data: the open ones by due date, then those that were answered. */
export function PrivacyRequestsScreen() {
  const site = useSite()
  const me = useQuery(meQuery(useApi()))
  const [state, setState] = useState<RequestState>('open')
  return (
    <AdminLayout title="Privacy requests" who={me.data?.email || 'Admin'}>
      <PageHead title={`Privacy requests – ${site.shortName} Admin`} />
      <Tabs
        label="Requests"
        value={state}
        onChange={(id) => setState(id === 'answered' ? 'answered' : 'open')}
        tabs={[
          { id: 'open', label: 'Open', content: state === 'open' && <RequestList state="open" /> },
          { id: 'answered', label: 'Answered', content: state === 'answered' && <RequestList state="answered" /> },
        ]}
      />
      <ToastRegion />
    </AdminLayout>
  )
}

function RequestList({ state }: { state: RequestState }) {
  const [page, setPage] = useState(1)
  const [answering, setAnswering] = useState<HandledRequest | null>(null)
  const list = useQuery({ ...requestsQuery(useApi(), state, page), placeholderData: keepPreviousData })

  if (list.isError && !list.data)
    return <Failed title="The requests could not be loaded" error={list.error} onRetry={() => void list.refetch()} />
  if (!list.data) return <ListSkeleton />
  const { requests, count, now } = list.data
  return (
    <>
      {requests.length === 0 ? (
        <EmptyState title={state === 'open' ? 'No open requests' : 'Nothing has been answered yet'}>
          {state === 'open'
            ? 'When a member asks us to change, correct or delete their data, the request is listed here with the day it is due.'
            : 'Requests you have answered are kept here.'}
        </EmptyState>
      ) : (
        <ul className="grid grid-cols-1 gap-5" aria-busy={list.isPlaceholderData}>
          {requests.map((request) => (
            <RequestCard
              key={request.id}
              request={request}
              now={now}
              onAnswer={() => setAnswering(request)}
              onAccepted={() => setPage(1)}
            />
          ))}
        </ul>
      )}
      <div className="mt-6">
        <Pager label="Requests" page={page} pageCount={Math.ceil(count / privacyRequestsPerPage)} onPage={setPage} />
      </div>
      <AnswerDialog request={answering} onClose={() => setAnswering(null)} onAnswered={() => setPage(1)} />
    </>
  )
}

function ListSkeleton() {
  return (
    <div className="grid gap-5" role="status">
      <span className="sr-only">Loading…</span>
      {[1, 2, 3].map((place) => (
        <div key={place} className="card grid gap-3 p-6">
          <Skeleton className="h-7 w-2/5" />
          <Skeleton />
          <Skeleton className="h-11 w-32" />
        </div>
      ))}
    </div>
  )
}
