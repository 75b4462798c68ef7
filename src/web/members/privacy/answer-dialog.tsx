import { useId } from 'react'
import {
  answerOutcomes,
  staysAfterErasure,
  whyNotAnswer,
  type AnswerOutcome,
  type PrivacyAnswer,
  type PrivacyRequestKind,
} from '#shared/members/privacy/privacy.ts'
import { changeText } from '#shared/members/profile/changes.ts'
import { ConfirmDialog } from '#web/components/dialog.tsx'
import { FieldError, RadioField, TextArea, TextField } from '#web/components/fields.tsx'
import { Form } from '#web/components/form.tsx'
import { Notice } from '#web/components/notice.tsx'
import { showToast } from '#web/components/toast.tsx'
import { useForm, useValues } from '#web/components/use-form.ts'
import { IfEmailIsSent } from '#web/layout/no-mail-notice.tsx'
import { invalidatePeople } from '#web/members/api.ts'
import { answerRequest, invalidateRequests, type HandledRequest } from './api.ts'

interface AnswerDialogProps {
  request: HandledRequest
  /** Typed answers by request, so that a reopened dialog shows them again. */
  drafts: Map<string, string>
  onClose: () => void
  onAnswered: () => void
}

export function AnswerDialog({ request, drafts, onClose, onAnswered }: AnswerDialogProps) {
  const proof = request.member.idNumber ?? request.member.name
  const isErasure = (outcome: string) => request.kind === 'erasure' && outcome === 'done'
  const form = useForm<Record<'outcome' | 'answer' | 'proof', string>, PrivacyAnswer>({
    values: { outcome: request.kind === 'change' ? 'refused' : '', answer: drafts.get(request.id) ?? '', proof: '' },
    check(typed) {
      const outcome = answerOutcomes.find((one) => one === typed.outcome)
      const answer = typed.answer.trim()
      const problems = {
        ...(!outcome && { outcome: 'Please say whether it was done' }),
        ...whyNotAnswer(request.kind, { outcome: outcome ?? 'refused', answer }),
        ...(isErasure(typed.outcome) &&
          typed.proof.trim().toUpperCase() !== proof.toUpperCase() && { proof: `Please type exactly this: ${proof}` }),
      }
      return outcome && Object.keys(problems).length === 0 ? { sent: { outcome, answer } } : { problems }
    },
    send: (sent) => answerRequest(request.id, sent),
    onDone(_answered, { outcome }) {
      const erased = isErasure(outcome)
      showToast(erased ? `The data of ${request.member.name} has been deleted.` : 'The answer has been given.')
      onAnswered()
      return Promise.all([invalidateRequests(), erased && invalidatePeople()])
    },
  })
  const { outcome } = useValues(form)
  const erases = isErasure(outcome)
  return (
    <ConfirmDialog
      wide
      onClose={onClose}
      title={request.kind === 'change' ? changeText.decline(request.member.name) : `Answer ${request.member.name}`}
      description={
        <>
          The member sees the answer under “My data”. A request can be answered only once.{' '}
          <IfEmailIsSent>We also email it to them, if they have an address.</IfEmailIsSent>
        </>
      }
      action={erases ? 'Delete for good and send the answer' : 'Send the answer'}
      destructive={erases}
      failure="The answer was not sent"
      form={form}
    >
      <Form form={form} className="grid grid-cols-1 gap-5">
        {request.details && (
          <blockquote className="border-l-4 border-line pl-4 wrap-anywhere whitespace-pre-line">
            {request.details}
          </blockquote>
        )}
        {request.kind !== 'change' && <OutcomeField kind={request.kind} error={form.problems['outcome']} />}
        {erases && <ErasureWarning name={request.member.name} />}
        <TextArea
          label="Answer to the member"
          hint={outcome === 'refused' ? changeText.declineHint : 'A sentence or two is enough.'}
          name="answer"
          rows={4}
          maxLength={2000}
          onChange={(event) => drafts.set(request.id, event.currentTarget.value)}
        />
        {erases && (
          <TextField
            label={`Type ${proof} to confirm`}
            hint="So that nobody’s data is deleted by accident."
            name="proof"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            className="max-w-80 tabular-nums"
          />
        )}
      </Form>
    </ConfirmDialog>
  )
}

const choices: Record<Exclude<PrivacyRequestKind, 'change'>, Record<AnswerOutcome, string>> = {
  correction: { done: 'It has been corrected', refused: 'It cannot be corrected' },
  erasure: { done: 'Delete this member’s data now', refused: 'Refuse to delete' },
}

interface OutcomeFieldProps {
  kind: Exclude<PrivacyRequestKind, 'change'>
  error: string | undefined
}

function OutcomeField({ kind, error }: OutcomeFieldProps) {
  const id = useId()
  return (
    <fieldset aria-describedby={error ? id : undefined} aria-invalid={error ? true : undefined}>
      <legend className="font-semibold">What was decided?</legend>
      <div className="mt-1 flex flex-wrap gap-x-8">
        {answerOutcomes.map((outcome) => (
          <RadioField key={outcome} name="outcome" value={outcome} label={choices[kind][outcome]} />
        ))}
      </div>
      <FieldError id={id}>{error}</FieldError>
    </fieldset>
  )
}

/** What is deleted and what stays, before it happens. */
function ErasureWarning({ name }: { name: string }) {
  return (
    <Notice tone="error" title={`The data of ${name} will be deleted for good`}>
      <p className="mt-1 font-semibold">This is deleted at once and cannot be restored:</p>
      <ul className="list-disc pl-6">
        <li>the whole profile, with name, serial number, addresses, contact person and health data</li>
        <li>all pictures and documents, and the candidate document</li>
        <li>the login, and every email still waiting to be sent</li>
        <li>the text of their requests and of your answers</li>
      </ul>
      <p className="mt-2 font-semibold">What we keep, as the member has been told:</p>
      <ul className="list-disc pl-6">
        {staysAfterErasure.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p className="mt-2">
        If they are named on the Leadership page or in a story, remove that in the editors. Emails already sent cannot
        be taken back.
      </p>
    </Notice>
  )
}
