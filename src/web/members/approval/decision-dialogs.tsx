import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent, type ReactNode } from 'react'
import { rejectSchema, returnProblems } from '#shared/members/approval/approval.ts'
import { memberFileKinds } from '#shared/members/files.ts'
import { itemLabel, mendableFields, mendableItems, type MendableItem } from '#shared/members/registration/mendable.ts'
import { ApiError, sentenceOf } from '#web/api/client.ts'
import { useSite } from '#web/api/site.ts'
import { Button } from '#web/components/button.tsx'
import { ConfirmDialog, Dialog } from '#web/components/dialog.tsx'
import { TextArea } from '#web/components/fields.tsx'
import { Notice } from '#web/components/notice.tsx'
import { ToldByEmail } from '#web/layout/no-mail-notice.tsx'
import { memberQuery } from '#web/members/api.ts'
import type { Applicant } from '#web/members/approval/desk.ts'
import { concernedText, namesOf, readyReasons, returningText as text } from '#web/members/approval/text.ts'
import { memberName, noEmailText } from '#web/members/text.ts'

interface ApproveDialogProps {
  people: readonly Applicant[]
  onClose: () => void
  onApprove: (people: readonly Applicant[]) => void
}

/** For those who were ticked. */
export function ApproveDialog({ people, onClose, onApprove }: ApproveDialogProps) {
  const concerned = people.filter(({ concerns }) => concerns.length > 0)
  const whom = people.length === 1 ? '1 applicant' : `${people.length} applicants`
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Approve ${whom}?`}
      action={`Approve ${whom}`}
      onConfirm={() => onApprove(people)}
    >
      <p>
        <strong>{namesOf(people)}</strong>
      </p>
      <p className="mt-2">Each gets the next free ID number, and may log in from then on.</p>
      {concerned.length > 0 && (
        <Notice tone="warning" title={concernedText(concerned.length)} className="mt-4">
          {namesOf(concerned)}
        </Notice>
      )}
    </ConfirmDialog>
  )
}

interface RejectDialogProps {
  people: readonly Applicant[]
  onClose: () => void
  /** What is typed stays when it throws. */
  onReject: (people: readonly Applicant[], reason: string) => Promise<unknown>
}

export function RejectDialog({ people, onClose, onReject }: RejectDialogProps) {
  const sending = useSending()
  const one = people.length === 1
  return (
    <Dialog
      open
      staysOpen
      busy={sending.busy}
      size="wide"
      onClose={onClose}
      title={one ? 'Reject this application?' : `Reject ${people.length} applications?`}
    >
      <ReasonForm
        action={one ? 'Reject' : `Reject ${people.length}`}
        onCancel={onClose}
        onReject={(reason) => void sending.send(() => onReject(people, reason))}
        sending={sending}
      >
        <p>
          <strong>{namesOf(people)}</strong>
        </p>
        <p className="mt-2">
          {one ? 'The application and its documents' : 'These applications and their documents'} will be deleted for
          good.{' '}
          {one && people[0] ? (
            <HowNotified person={people[0]} />
          ) : (
            <ToldByEmail>The reason is emailed to everyone who has an address.</ToldByEmail>
          )}{' '}
          {one ? 'They' : 'All of them'} may apply again.
        </p>
      </ReasonForm>
    </Dialog>
  )
}

function HowNotified({ person }: { person: Applicant }) {
  const { data } = useQuery(memberQuery(person.id))
  const { sendsEmail } = useSite()
  const cannot = data && noEmailText('The applicant', { email: data.member.email, sendsEmail })
  if (cannot) return <strong>{cannot}</strong>
  return 'The reason is emailed to the applicant.'
}

interface ReasonFormProps {
  /** What will go. */
  children: ReactNode
  /** The act by its name. */
  action: string
  onCancel: () => void
  onReject: (reason: string) => void
  sending?: Pick<Sending, 'busy' | 'error'>
}

const idle = { busy: false, error: null }

/** Asks why, with the reasons that come up most often ready to choose. */
export function ReasonForm({ children, action, onCancel, onReject, sending = idle }: ReasonFormProps) {
  const [ready, setReady] = useState<string | null>(null)
  const [added, setAdded] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (sending.busy) return
    // The ready-made reason, then what the administrator adds to it.
    const reason = [ready, added.trim()].filter(Boolean).join('\n\n')
    const checked = rejectSchema.shape.reason.safeParse(reason)
    setWrong(checked.error?.issues[0]?.message ?? null)
    if (checked.success) onReject(reason)
  }

  return (
    <form className="grid gap-5" noValidate onSubmit={submit}>
      <div>{children}</div>
      <fieldset className="grid">
        <legend className="mb-1 font-semibold">Reason</legend>
        {[...readyReasons, ''].map((reason) => (
          <label key={reason} className="flex min-h-11 cursor-pointer items-center gap-3 py-1.5">
            <input
              type="radio"
              name="reason"
              className="size-6 flex-none accent-navy"
              checked={ready === reason}
              onChange={() => {
                setReady(reason)
                setWrong(null)
              }}
            />
            {reason || 'Another reason, in my own words'}
          </label>
        ))}
        {wrong && ready === null && (
          <p role="alert" className="mt-1 font-semibold text-red">
            {wrong}
          </p>
        )}
      </fieldset>
      <TextArea
        label={ready === '' ? 'Your reason' : 'Anything to add'}
        optional={ready !== ''}
        rows={3}
        value={added}
        error={(ready !== null && wrong) || undefined}
        onChange={(event) => setAdded(event.target.value)}
      />
      <FormFoot sending={sending} onCancel={onCancel}>
        <Button type="submit" look="danger" busy={sending.busy}>
          {action}
        </Button>
      </FormFoot>
    </form>
  )
}

interface ReturnDialogProps {
  person: Applicant
  onClose: () => void
  /** What is ticked and typed stays when it throws. */
  onReturn: (person: Applicant, request: { items: MendableItem[]; message: string }) => Promise<unknown>
}

/** What the applicant is to send again, and a sentence about it. */
export function ReturnDialog({ person, onClose, onReturn }: ReturnDialogProps) {
  const { data } = useQuery(memberQuery(person.id))
  const { sendsEmail } = useSite()
  const [ticked, setTicked] = useState<readonly MendableItem[]>([])
  const [message, setMessage] = useState('')
  const [submitted, setSubmitted] = useState(false)
  const sending = useSending()
  const items = mendableItems.filter((item) => ticked.includes(item))
  const wrong = sending.error instanceof ApiError ? sending.error.fields : {}

  function submit(event: FormEvent) {
    event.preventDefault()
    setSubmitted(true)
    if (sending.busy || items.length === 0 || message.trim() === '') return
    void sending.send(() => onReturn(person, { items, message }))
  }

  const boxes = (names: readonly MendableItem[]) =>
    names.map((item) => (
      <label key={item} className="flex min-h-11 cursor-pointer items-center gap-3 py-1">
        <input
          type="checkbox"
          className="size-6 flex-none accent-navy"
          checked={ticked.includes(item)}
          onChange={({ target }) =>
            setTicked(target.checked ? [...ticked, item] : ticked.filter((other) => other !== item))
          }
        />
        {itemLabel(item)}
      </label>
    ))

  return (
    <Dialog open staysOpen busy={sending.busy} size="wide" onClose={onClose} title={text.title}>
      <form className="grid gap-5" noValidate onSubmit={submit}>
        <div>
          <p>
            <strong>{memberName(person)}</strong>
          </p>
          <p className="mt-2">
            {!sendsEmail ? (
              <strong>{text.noMail}</strong>
            ) : data && !data.member.email ? (
              <strong>{text.noEmail}</strong>
            ) : (
              text.byEmail
            )}{' '}
            {text.lead}
          </p>
        </div>
        <fieldset className="grid">
          <legend className="mb-1 font-semibold">{text.pictures}</legend>
          {boxes(memberFileKinds)}
        </fieldset>
        <details>
          <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold">{text.answers}</summary>
          <p className="text-muted">{text.answersHint}</p>
          <div className="mt-1 grid gap-x-6 sm:grid-cols-2">{boxes(mendableFields)}</div>
        </details>
        {submitted && items.length === 0 && (
          <p role="alert" className="font-semibold text-red">
            {returnProblems.nothingTicked}
          </p>
        )}
        <TextArea
          label={text.message}
          hint={text.messageHint}
          rows={3}
          value={message}
          error={submitted && message.trim() === '' ? returnProblems.noMessage : wrong['message']}
          onChange={(event) => setMessage(event.target.value)}
        />
        <FormFoot sending={sending} onCancel={onClose}>
          <Button type="submit" busy={sending.busy}>
            {text.send}
          </Button>
        </FormFoot>
      </form>
    </Dialog>
  )
}

interface FormFootProps {
  sending: Pick<Sending, 'busy' | 'error'>
  onCancel: () => void
  children: ReactNode
}

/** Why it failed, and the buttons, which stay in sight under a long form. */
function FormFoot({ sending: { busy, error }, onCancel, children }: FormFootProps) {
  return (
    <>
      {error !== null && <Notice tone="error">{sentenceOf(error)}</Notice>}
      <div className="sticky bottom-0 -mx-6 -mb-6 flex flex-wrap justify-end gap-3 border-t border-line bg-card px-6 py-4 sm:-mx-8 sm:-mb-8 sm:px-8">
        <Button look="outline" disabled={busy} onClick={onCancel}>
          Cancel
        </Button>
        {children}
      </div>
    </>
  )
}

type Sending = ReturnType<typeof useSending>

/** It is busy until the dialog has gone: only a failure leaves something to press. */
function useSending() {
  const [state, setState] = useState<{ busy: boolean; error: unknown }>({ busy: false, error: null })
  async function send(act: () => Promise<unknown>) {
    setState({ busy: true, error: null })
    try {
      await act()
    } catch (error) {
      setState({ busy: false, error })
    }
  }
  return { ...state, send }
}
