import { answerWithinDays, staysAfterErasure, type PrivacyRequestForm } from '#shared/members/privacy/privacy.ts'
import { showDate, showInstant } from '#shared/time.ts'
import { useIsEmailed } from '#web/api/mine.ts'
import { Button } from '#web/components/button.tsx'
import { ConfirmButton } from '#web/components/dialog.tsx'
import { TextArea } from '#web/components/fields.tsx'
import { Form, FormFailure } from '#web/components/form.tsx'
import { Notice } from '#web/components/notice.tsx'
import { Pill } from '#web/components/pill.tsx'
import { SectionCard } from '#web/components/section-card.tsx'
import { showToast } from '#web/components/toast.tsx'
import { useForm } from '#web/components/use-form.ts'
import { makeRequest, invalidateRequests, type OwnRequest } from './api.ts'
import { kindText, outcomeText, shownValue, TakeBackButton } from './request-parts.tsx'

const answerBy = ({ dueAt, overdue }: OwnRequest) =>
  `${overdue ? 'We should have answered by' : 'We will answer by'} ${showDate(dueAt)}.`

const requestsId = 'my-requests'

/** Hidden before the first request: the forms explain what can be requested. */
export function OwnRequests({ requests }: { requests: readonly OwnRequest[] }) {
  if (requests.length === 0) return null
  return (
    <SectionCard title="My requests" id={requestsId}>
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
            {shownValue(request) && <p className="font-semibold wrap-anywhere">{shownValue(request)}</p>}
            {request.outcome === null ? (
              <div className="flex flex-wrap items-center justify-between gap-3">
                <p>{answerBy(request)}</p>
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

export function AskCorrection({ open, isAdmin }: { open: boolean; isAdmin: boolean }) {
  const { form, byEmail } = useRequest('correction')
  return (
    <SectionCard title="Is something wrong?">
      {open ? (
        <p className="mt-3 max-w-[60ch]">
          Your request is with an administrator. Once it is answered, you can ask for something else.
        </p>
      ) : (
        <Form form={form} className="mt-3 grid gap-5">
          <p className="max-w-[60ch]">
            {isAdmin
              ? 'Tell us what to correct.'
              : 'You can ask us to change most details on your profile, with the button beside them, and choose there whether we email you news. Tell us about the other details here.'}{' '}
            An administrator will answer within {answerWithinDays} days, here
            {byEmail && ' and by email'}.
          </p>
          <FormFailure />
          <TextArea
            label="What is wrong, and what should it be?"
            hint="For example: My birthday is 5 October 1964, not 10 May."
            name="details"
            rows={4}
            maxLength={2000}
          />
          <Button type="submit" busy={form.busy} className="justify-self-start">
            Ask for a correction
          </Button>
        </Form>
      )}
    </SectionCard>
  )
}

interface AskErasureProps {
  open: OwnRequest | undefined
  isAdmin: boolean
}

export function AskErasure({ open, isAdmin }: AskErasureProps) {
  const { form } = useRequest('erasure')
  return (
    <SectionCard title="Leave the association and delete my data">
      {isAdmin && (
        <p className="mt-3 max-w-[60ch]">
          An administrator’s data cannot be deleted. Ask another administrator to take over your role first.
        </p>
      )}
      {!isAdmin && open && (
        <Notice tone="warning" title="You asked us to delete your data" className="mt-4">
          <p>You asked on {showInstant(open.askedAt)}. You stay a member until it is done.</p>
          <p>{answerBy(open)}</p>
        </Notice>
      )}
      {!isAdmin && !open && (
        <>
          <p className="mt-3 max-w-[60ch]">
            You can leave and ask us to delete your data. Your membership ends, you can no longer log in, and your
            pictures and documents are deleted. An administrator will answer within {answerWithinDays} days.
          </p>
          <p className="mt-4 font-semibold">What we keep:</p>
          <ul className="mt-1 grid list-disc gap-1 pl-6 text-muted">
            {staysAfterErasure.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          <ConfirmButton
            label="Leave the association and delete my data"
            button={{ look: 'danger-outline', className: 'mt-5' }}
            title="Leave the association and delete my data?"
            description="Once an administrator has deleted your data, this cannot be undone. To join again, you would have to register again and get a new ID number."
            action="Send the request"
            cancel="Stay a member"
            destructive
            form={form}
          >
            <Form form={form}>
              <TextArea label="Why are you leaving?" optional name="details" rows={3} maxLength={2000} />
            </Form>
          </ConfirmButton>
        </>
      )}
    </SectionCard>
  )
}

/** Sends a request; what was typed stays in the form until it has arrived. */
function useRequest(kind: PrivacyRequestForm['kind']) {
  const byEmail = useIsEmailed()
  const form = useForm({
    values: { details: '' },
    send: ({ details }) => makeRequest({ kind, details }),
    async onDone() {
      showToast(`We have received your request.${byEmail ? ' We have emailed you about it.' : ''}`)
      // The dialog about leaving closes by itself.
      if (kind === 'correction') form.reset()
      await invalidateRequests()
      requestAnimationFrame(() => document.getElementById(requestsId)?.scrollIntoView())
    },
  })
  return { form, byEmail }
}
