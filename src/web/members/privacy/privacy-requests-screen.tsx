import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { privacyRequestsPerPage } from '#shared/members/privacy/privacy.ts'
import { changeLabel, changeText, isChangeFile } from '#shared/members/profile/changes.ts'
import { showInstant, type Instant } from '#shared/time.ts'
import { ApiError, sentenceOf } from '#web/api/client.ts'
import { Button } from '#web/components/button.tsx'
import { buttonClass, classes } from '#web/components/classes.ts'
import { EmptyState, Failed, Notice } from '#web/components/notice.tsx'
import { Pager } from '#web/components/pager.tsx'
import { Pill } from '#web/components/pill.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { Tabs } from '#web/components/tabs.tsx'
import { showToast } from '#web/components/toast.tsx'
import { AdminLayout } from '#web/layout/admin-layout.tsx'
import { invalidatePeople } from '#web/members/api.ts'
import { AnswerDialog } from './answer-dialog.tsx'
import {
  answerRequest,
  dataAddress,
  invalidateRequests,
  requestsQuery,
  type HandledRequest,
  type RequestState,
} from './api.ts'
import { DueDate, kindText, outcomeText, shownValue } from './request-parts.tsx'

/** Members' requests about their data: open ones by due date, then answered ones. */
export function PrivacyRequestsScreen() {
  const [state, setState] = useState<RequestState>('open')
  return (
    <AdminLayout title="Privacy requests">
      <Tabs
        label="Requests"
        value={state}
        onChange={(id) => setState(id === 'answered' ? 'answered' : 'open')}
        tabs={[
          { id: 'open', label: 'Open', content: state === 'open' && <RequestList state="open" /> },
          { id: 'answered', label: 'Answered', content: state === 'answered' && <RequestList state="answered" /> },
        ]}
      />
    </AdminLayout>
  )
}

function RequestList({ state }: { state: RequestState }) {
  const [page, setPage] = useState(1)
  const [answering, setAnswering] = useState<HandledRequest | null>(null)
  const [drafts] = useState(() => new Map<string, string>())
  const list = useQuery({ ...requestsQuery(state, page), placeholderData: keepPreviousData })

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
      {answering && (
        <AnswerDialog
          request={answering}
          drafts={drafts}
          onClose={() => setAnswering(null)}
          onAnswered={() => setPage(1)}
        />
      )}
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

interface RequestCardProps {
  request: HandledRequest
  now: Instant
  onAnswer: () => void
  onAccepted: () => void
}

/** One request, as an administrator handles it. */
function RequestCard({ request, now, onAnswer, onAccepted }: RequestCardProps) {
  const { kind, member, outcome, details, overdue } = request
  return (
    <li
      className={classes(
        'card grid grid-cols-1 gap-3 border-l-4 p-5 md:p-6',
        overdue ? 'border-l-red' : 'border-l-navy-3',
      )}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Pill tone={kind === 'erasure' ? 'red' : 'plain'}>{kindText(request)}</Pill>
        {outcome !== null && <Pill tone={outcome === 'done' ? 'green' : 'plain'}>{outcomeText[outcome]}</Pill>}
        <h2 className="text-2xl">{member.name}</h2>
        <span className="text-muted tabular-nums">{member.idNumber ?? (member.isAdmin ? 'Administrator' : '')}</span>
      </div>
      {outcome === null && (
        <p>
          <DueDate dueAt={request.dueAt} now={now} overdue={overdue} />
        </p>
      )}
      <p className="text-muted">Asked on {showInstant(request.askedAt)}</p>
      {member.withdrawn && !member.erased && (
        <p>
          <Pill tone="red">Membership withdrawn</Pill>
        </p>
      )}
      {!member.erased && <ChangeBeside request={request} />}
      {details ? (
        <blockquote className="border-l-4 border-line pl-4 wrap-anywhere whitespace-pre-line">{details}</blockquote>
      ) : (
        !member.erased && kind !== 'change' && <p className="text-muted">No reason was given.</p>
      )}
      {request.answer && (
        <div className="border-l-4 border-navy-3 bg-navy-soft px-4 py-3">
          <p className="font-semibold">
            {[
              `Answered by ${request.answeredBy ?? 'someone who is no longer here'}`,
              request.answeredAt && showInstant(request.answeredAt),
            ]
              .filter(Boolean)
              .join(', ')}
          </p>
          <p className="wrap-anywhere whitespace-pre-line">{request.answer}</p>
        </div>
      )}
      {member.erased && (
        <p className="text-muted">The member’s data was deleted, and so was the text of this request.</p>
      )}
      {kind === 'change' && outcome === null && !member.erased && (
        <ChangeDecision request={request} onDecline={onAnswer} onAccepted={onAccepted} />
      )}
      {!member.erased && (
        <div className="mt-1 flex flex-wrap gap-3">
          {outcome === null && kind !== 'change' && (
            <Button onClick={onAnswer}>
              Answer<span className="sr-only"> {member.name}</span>
            </Button>
          )}
          <a href={`/member/${member.id}`} className={buttonClass('outline')}>
            Open profile<span className="sr-only"> of {member.name}</span>
          </a>
          {outcome === null && kind !== 'change' && (
            <a href={dataAddress(member.id)} download className={buttonClass('outline')}>
              Download their data<span className="sr-only">: {member.name}</span>
            </a>
          )}
        </div>
      )}
    </li>
  )
}

/** The present and the new value side by side. */
function ChangeBeside({ request }: { request: HandledRequest }) {
  const { field, present, file, presentFile, outcome } = request
  if (!field) return null
  const isOpen = outcome === null
  if (isChangeFile(field))
    return isOpen ? (
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-4">
        <Side title={changeText.now}>
          {presentFile ? <Picture id={presentFile} what={changeLabel(field)} /> : changeText.nothing}
        </Side>
        <Side title={changeText.asked}>{file && <Picture id={file} what={changeText.asked} />}</Side>
      </div>
    ) : null
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,12rem),1fr))] gap-4">
      {isOpen && <Side title={changeText.now}>{shownValue({ field, value: present ?? '' })}</Side>}
      <Side title={changeText.asked}>{shownValue(request)}</Side>
    </div>
  )
}

const Side = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="min-w-0 rounded-field border border-line p-3">
    <p className="text-muted">{title}</p>
    <div className="mt-1 font-semibold break-words wrap-anywhere">{children}</div>
  </div>
)

const Picture = ({ id, what }: { id: string; what: string }) => (
  <a href={`/api/files/${id}`} target="_blank" rel="noreferrer">
    <img src={`/api/files/${id}`} alt={what} className="max-h-48 rounded-field object-contain" />
    <span className="sr-only"> (opens in a new tab)</span>
  </a>
)

interface ChangeDecisionProps {
  request: HandledRequest
  onDecline: () => void
  onAccepted: () => void
}

/** Accepting overwrites the value shown beside it; if that has changed since, the administrator must look again. */
function ChangeDecision({ request, onDecline, onAccepted }: ChangeDecisionProps) {
  const accepting = useMutation({
    mutationFn: () => answerRequest(request.id, { outcome: 'done', answer: '', version: request.version }),
    onSuccess: async () => {
      showToast(changeText.accepted(request.member.name))
      onAccepted()
      await invalidatePeople()
    },
    onSettled: () => invalidateRequests(),
  })
  const wrong = accepting.error instanceof ApiError ? Object.values(accepting.error.fields)[0] : undefined
  return (
    <>
      {request.field === 'email' && <p className="text-muted">{changeText.adminEmailWarning}</p>}
      {accepting.isError && <Notice tone="error">{wrong ?? sentenceOf(accepting.error)}</Notice>}
      <div className="flex flex-wrap gap-3">
        <Button busy={accepting.isPending} onClick={() => accepting.mutate()}>
          Accept<span className="sr-only"> the change of {request.member.name}</span>
        </Button>
        <Button look="outline" disabled={accepting.isPending} onClick={onDecline}>
          Decline<span className="sr-only"> the change of {request.member.name}</span>
        </Button>
      </div>
    </>
  )
}
