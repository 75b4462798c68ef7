import { showInstant, type Instant } from '#shared/time.ts'
import type { OwnRequest } from '#web/api/members/privacy.ts'
import { Pill } from '#web/components/pill.tsx'
import { DueDate } from '#web/members/privacy/due-date.tsx'
import { kindText, outcomeText, shownValue } from '#web/members/privacy/request-text.ts'
import { SectionCard } from '#web/members/privacy/section-card.tsx'
import { TakeBackButton } from '#web/members/privacy/take-back-button.tsx'

/** Not shown before the first request: the forms say what can be asked. */
export function OwnRequests({ requests, now }: { requests: readonly OwnRequest[]; now: Instant }) {
  if (requests.length === 0) return null
  return (
    <SectionCard title="My requests">
      <ul className="mt-4 grid grid-cols-1 gap-4">
        {requests.map((request) => (
          <li key={request.id} className="grid grid-cols-1 gap-2 rounded-field border border-line p-4">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="display text-xl">{kindText(request)}</span>
              {request.outcome === null ? (
                <Pill tone="gold">Waiting for an answer</Pill>
              ) : (
                <Pill tone={request.outcome === 'done' ? 'green' : 'plain'}>{outcomeText[request.outcome]}</Pill>
              )}
            </p>
            <p className="text-muted">Asked on {showInstant(request.askedAt)}</p>
            {request.details && <p className="wrap-anywhere whitespace-pre-line">{request.details}</p>}
            {request.value && <p className="font-semibold wrap-anywhere">{shownValue(request)}</p>}
            {request.outcome === null ? (
              <div className="flex flex-wrap items-center justify-between gap-3">
                <DueDate dueAt={request.dueAt} now={now} overdue={request.overdue} />
                <TakeBackButton requestId={request.id} what={kindText(request)} />
              </div>
            ) : request.answer ? (
              <div className="border-l-4 border-navy-3 bg-navy-soft px-4 py-3">
                <p className="font-semibold">
                  Our answer{request.answeredAt !== null && `, ${showInstant(request.answeredAt)}`}
                </p>
                <p className="wrap-anywhere whitespace-pre-line">{request.answer}</p>
              </div>
            ) : null}
          </li>
        ))}
      </ul>
    </SectionCard>
  )
}
