import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { returnProblems } from '#shared/members/approval/approval.ts'
import { memberFileKinds } from '#shared/members/files.ts'
import {
  itemLabel,
  correctableFields,
  correctableItems,
  type CorrectableItem,
} from '#shared/members/registration/correctable.ts'
import { useSite } from '#web/api/site.ts'
import { ConfirmDialog, Dialog } from '#web/components/dialog.tsx'
import { CheckField, FieldError, TextArea } from '#web/components/fields.tsx'
import { Form } from '#web/components/form.tsx'
import { Notice } from '#web/components/notice.tsx'
import { useForm } from '#web/components/use-form.ts'
import { IfEmailIsSent } from '#web/layout/no-mail-notice.tsx'
import { memberQuery } from '#web/members/api.ts'
import { FormFoot, ReasonDialog } from '#web/members/reason-dialog.tsx'
import { memberName, noEmailText } from '#web/members/text.ts'
import type { Applicant } from './applicants.ts'
import { concernedText, namesText, readyReasons, returningText as text } from './text.ts'

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
      onClose={onClose}
      title={`Approve ${whom}?`}
      action={`Approve ${whom}`}
      onConfirm={() => onApprove(people)}
    >
      <p>
        <strong>{namesText(people)}</strong>
      </p>
      <p className="mt-2">Each gets the next free ID number and can log in.</p>
      {concerned.length > 0 && (
        <Notice tone="warning" title={concernedText(concerned.length)} className="mt-4">
          {namesText(concerned)}
        </Notice>
      )}
    </ConfirmDialog>
  )
}

interface RejectDialogProps {
  people: readonly Applicant[]
  onClose: () => void
  /** If it throws, what was typed stays. */
  onReject: (people: readonly Applicant[], reason: string) => Promise<unknown>
}

export function RejectDialog({ people, onClose, onReject }: RejectDialogProps) {
  const one = people.length === 1
  return (
    <ReasonDialog
      title={one ? 'Reject this application?' : `Reject ${people.length} applications?`}
      about={namesText(people)}
      action={one ? 'Reject' : `Reject ${people.length}`}
      reasons={readyReasons}
      onReason={(reason) => onReject(people, reason)}
      onClose={onClose}
    >
      {one ? 'The application and its documents' : 'These applications and their documents'} will be deleted for good.{' '}
      {one && people[0] ? (
        <HowNotified person={people[0]} />
      ) : (
        <IfEmailIsSent>We will email the reason to everyone who has an address.</IfEmailIsSent>
      )}{' '}
      {one ? 'They' : 'All of them'} may apply again.
    </ReasonDialog>
  )
}

function HowNotified({ person }: { person: Applicant }) {
  const { data } = useQuery(memberQuery(person.id))
  const { sendsEmail } = useSite()
  const cannot = data && noEmailText('The applicant', { email: data.member.email, sendsEmail })
  if (cannot) return <strong>{cannot}</strong>
  return 'We will email the reason to the applicant.'
}

interface ReturnDialogProps {
  person: Applicant
  onClose: () => void
  /** If it throws, what was ticked and typed stays. */
  onReturn: (person: Applicant, request: { items: CorrectableItem[]; message: string }) => Promise<unknown>
}

/** What the applicant should send again, with a message. */
export function ReturnDialog({ person, onClose, onReturn }: ReturnDialogProps) {
  const { data } = useQuery(memberQuery(person.id))
  const { sendsEmail } = useSite()
  const form = useForm<{ items: CorrectableItem[]; message: string }>({
    values: { items: [], message: '' },
    check({ items, message }) {
      const problems = {
        ...(items.length === 0 && { items: returnProblems.nothingTicked }),
        ...(message.trim() === '' && { message: returnProblems.noMessage }),
      }
      if (Object.keys(problems).length > 0) return { problems }
      return { sent: { items: correctableItems.filter((item) => items.includes(item)), message } }
    },
    send: (request) => onReturn(person, request),
  })
  const id = useId()
  const boxes = (names: readonly CorrectableItem[]) =>
    names.map((item) => <CheckField key={item} name="items" value={item} label={itemLabel(item)} />)

  return (
    <Dialog staysOpen busy={form.busy} size="wide" onClose={onClose} title={text.title}>
      <Form form={form} className="grid gap-5">
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
        <fieldset aria-describedby={id} aria-invalid={form.problems['items'] ? true : undefined} className="grid">
          <legend className="mb-1 font-semibold">{text.pictures}</legend>
          {boxes(memberFileKinds)}
        </fieldset>
        <details>
          <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold">{text.answers}</summary>
          <p className="text-muted">{text.answersHint}</p>
          <div className="mt-1 grid gap-x-6 sm:grid-cols-2">{boxes(correctableFields)}</div>
        </details>
        <FieldError id={id}>{form.problems['items']}</FieldError>
        <TextArea name="message" label={text.message} hint={text.messageHint} rows={3} />
        <FormFoot busy={form.busy} action={text.send} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}
