import { useMutation } from '@tanstack/react-query'
import { useId, useRef, useState, type FormEvent } from 'react'
import { changeText } from '#shared/members/privacy/changes.ts'
import {
  answerOutcomes,
  staysAfterErasure,
  whyNotAnswer,
  type AnswerOutcome,
  type PrivacyAnswer,
  type PrivacyRequestKind,
} from '#shared/members/privacy/privacy.ts'
import { ApiError, sentenceOf } from '#web/api/client.ts'
import { Button } from '#web/components/button.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { TextArea, TextField } from '#web/components/fields.tsx'
import { fieldOf } from '#web/components/form-data.ts'
import { AlertIcon } from '#web/components/icons.tsx'
import { Notice } from '#web/components/notice.tsx'
import { showToast } from '#web/components/toast.tsx'
import { useFocusInvalid } from '#web/components/use-focus-invalid.ts'
import { ToldByEmail } from '#web/layout/no-mail-notice.tsx'
import { invalidatePeople } from '#web/members/api.ts'
import { answerRequest, requestsChanged, type HandledRequest } from '#web/members/privacy/api.ts'

interface AnswerDialogProps {
  /** Null while nothing is being answered. */
  request: HandledRequest | null
  onClose: () => void
  onAnswered: () => void
}

export function AnswerDialog({ request, onClose, onAnswered }: AnswerDialogProps) {
  // The last one stays on the screen while the dialog goes.
  const [shown, setShown] = useState(request)
  if (request && request !== shown) setShown(request)
  // What was typed is there again when the same request is opened again.
  const [sending, setSending] = useState(false)
  const [drafts, setDrafts] = useState<Record<string, string>>({})
  return (
    <Dialog
      open={request !== null}
      onClose={onClose}
      staysOpen
      busy={sending}
      size="wide"
      title={
        shown ? (shown.kind === 'change' ? changeText.decline(shown.member.name) : `Answer ${shown.member.name}`) : ''
      }
      description={
        <>
          The member sees the answer under “My data”. A request can be answered only once.{' '}
          <ToldByEmail>If they have an email address, they get it by email, too.</ToldByEmail>
        </>
      }
    >
      {shown && (
        <AnswerForm
          key={shown.id}
          request={shown}
          draft={drafts[shown.id] ?? ''}
          onDraft={(draft) => setDrafts((all) => ({ ...all, [shown.id]: draft }))}
          onSending={setSending}
          onClose={onClose}
          onAnswered={onAnswered}
        />
      )}
    </Dialog>
  )
}

interface AnswerFormProps extends AnswerDialogProps {
  request: HandledRequest
  draft: string
  onDraft: (draft: string) => void
  onSending: (sending: boolean) => void
}

function AnswerForm({ request, draft, onDraft, onSending, onClose, onAnswered }: AnswerFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [outcome, setOutcome] = useState<AnswerOutcome | null>(request.kind === 'change' ? 'refused' : null)
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const erases = request.kind === 'erasure' && outcome === 'done'
  const proof = request.member.idNumber ?? request.member.name

  const answering = useMutation({
    mutationFn: async (json: PrivacyAnswer) => {
      onSending(true)
      try {
        return await answerRequest(request.id, json)
      } finally {
        onSending(false)
      }
    },
    onSuccess: async () => {
      showToast(erases ? `The data of ${request.member.name} has been deleted.` : 'The answer has been given.')
      onClose()
      onAnswered()
      await Promise.all([requestsChanged(), erases && invalidatePeople()])
    },
    onError: (error) => setWrong(error instanceof ApiError ? error.fields : {}),
  })
  useFocusInvalid(form, wrong)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (answering.isPending) return
    const answer = draft.trim()
    const problems = {
      ...(outcome === null && { outcome: 'Please say whether it was done' }),
      ...whyNotAnswer(request.kind, { outcome: outcome ?? 'refused', answer }),
      ...(erases &&
        fieldOf(event, 'proof').trim().toUpperCase() !== proof.toUpperCase() && {
          proof: `Please type exactly this: ${proof}`,
        }),
    }
    setWrong(problems)
    if (outcome !== null && Object.keys(problems).length === 0) answering.mutate({ outcome, answer })
  }

  return (
    <form ref={form} method="post" noValidate onSubmit={submit} className="grid grid-cols-1 gap-5">
      {request.details && (
        <blockquote className="border-l-4 border-line pl-4 wrap-anywhere whitespace-pre-line">
          {request.details}
        </blockquote>
      )}
      {request.kind !== 'change' && (
        <OutcomeField kind={request.kind} value={outcome} error={wrong.outcome} onChange={setOutcome} />
      )}
      {erases && <ErasureWarning name={request.member.name} />}
      <TextArea
        label="Answer to the member"
        hint={outcome === 'refused' ? changeText.declineHint : 'A sentence or two is enough.'}
        rows={4}
        maxLength={2000}
        value={draft}
        onChange={(event) => onDraft(event.currentTarget.value)}
        error={wrong.answer}
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
          error={wrong.proof}
        />
      )}
      {answering.isError && Object.keys(wrong).length === 0 && (
        <Notice tone="error" title="The answer was not sent">
          {sentenceOf(answering.error)}
        </Notice>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="outline" disabled={answering.isPending} onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" look={erases ? 'danger' : 'primary'} busy={answering.isPending}>
          {erases ? 'Delete for good and send the answer' : 'Send the answer'}
        </Button>
      </div>
    </form>
  )
}

const choices: Record<Exclude<PrivacyRequestKind, 'change'>, Record<AnswerOutcome, string>> = {
  correction: { done: 'It is corrected', refused: 'It cannot be corrected' },
  erasure: { done: 'Delete this member’s data now', refused: 'Refuse to delete' },
}

interface OutcomeFieldProps {
  kind: Exclude<PrivacyRequestKind, 'change'>
  value: AnswerOutcome | null
  error: string | undefined
  onChange: (outcome: AnswerOutcome) => void
}

function OutcomeField({ kind, value, error, onChange }: OutcomeFieldProps) {
  const id = useId()
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="font-semibold">What was decided?</legend>
      <div className="mt-1 flex flex-wrap gap-x-8">
        {answerOutcomes.map((outcome) => (
          <label key={outcome} className="flex min-h-11 items-center gap-3">
            <input
              type="radio"
              name="outcome"
              value={outcome}
              checked={value === outcome}
              className="size-6 flex-none accent-navy"
              onChange={() => onChange(outcome)}
            />
            {choices[kind][outcome]}
          </label>
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} className="flex gap-2 font-semibold text-red">
          <AlertIcon className="mt-0.5 size-5 flex-none" />
          {error}
        </p>
      )}
    </fieldset>
  )
}

/** What goes and what stays, before it goes. */
function ErasureWarning({ name }: { name: string }) {
  return (
    <Notice tone="error" title={`The data of ${name} will be deleted for good`}>
      <p className="mt-1 font-semibold">Deleted at once, and impossible to restore:</p>
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
