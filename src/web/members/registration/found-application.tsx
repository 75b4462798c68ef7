import { useEffect, useRef } from 'react'
import type { MemberFileKind } from '#shared/members/files.ts'
import {
  isPictureItem,
  itemLabel,
  type CorrectableField,
  type CorrectableItem,
} from '#shared/members/registration/correctable.ts'
import { fileTexts } from '#shared/members/registration/correctable.ts'
import type { ApplicationKey, ApplicationStatus } from '#shared/members/registration/correction.ts'
import { pick, recordOf } from '#shared/objects.ts'
import { ApiError } from '#web/api/client.ts'
import { useSite } from '#web/api/site.ts'
import { Button } from '#web/components/button.tsx'
import { buttonClass } from '#web/components/classes.ts'
import { Form, FormFailure } from '#web/components/form.tsx'
import { AlertIcon, CheckIcon, InfoIcon } from '#web/components/icons.tsx'
import { Notice } from '#web/components/notice.tsx'
import { useForm } from '#web/components/use-form.ts'
import { ContactList } from '#web/layout/contact-ways.tsx'
import { MemberPictureField } from '#web/members/member-picture.tsx'
import { SiteLink } from '#web/router/site-link.tsx'
import { correctApplication, correctEmail, readApplication, sendCorrectedFile } from './api.ts'
import type { OpenedApplication } from './application-desk.tsx'
import { AddressField, LineField, MeasureField, ChoiceField, useAskOnce } from './fields.tsx'
import { answersOf, fieldOfCode, picturesUnderway, type Values } from './form-values.ts'
import { askAgainText, foundApplicationText as text } from './text.ts'

interface FoundApplicationProps {
  found: OpenedApplication
  onFound: (found: OpenedApplication) => void
  onAnother: () => void
}

const looks = {
  waiting: { look: 'bg-navy text-white', Icon: InfoIcon },
  approved: { look: 'bg-green text-white', Icon: CheckIcon },
  returned: { look: 'bg-gold text-ink', Icon: AlertIcon },
} as const

/** One of three states: it waits, it is approved, or something must be sent again. */
export function FoundApplication({ found, onFound, onAnother }: FoundApplicationProps) {
  const { application } = found
  const { look, Icon } = looks[application.status]
  const heading = useRef<HTMLHeadingElement>(null)
  // The pressed form is gone: its replacement is read out.
  useEffect(() => heading.current?.focus(), [application.status])
  return (
    <>
      <article className="card overflow-hidden">
        <h2
          ref={heading}
          tabIndex={-1}
          className={`flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-4 text-3xl outline-none md:px-8 ${look}`}
        >
          <Icon className="size-8 flex-none" />
          <span className="beside">{text[application.status].title}</span>
        </h2>
        <div className="grid gap-4 p-5 text-lg md:p-8">
          {'appliedAt' in application && <p>{text.received(found.key.reference, application.appliedAt)}</p>}
          {application.status === 'waiting' && (
            <>
              <Waiting correctedAt={application.correctedAt} email={application.email} />
              <EmailCorrection
                applicationKey={found.key}
                onCorrected={(application) => onFound({ ...found, application })}
              />
            </>
          )}
          {application.status === 'approved' && <Approved />}
          {application.status === 'returned' && (
            <>
              <p>{text.returned.message}</p>
              <div className="rounded-field border-l-4 border-gold bg-gold-soft px-4 py-3 text-gold-ink">
                <p className="font-semibold">{text.returned.asked}</p>
                <p className="break-words whitespace-pre-line">{application.message}</p>
              </div>
              <Correction
                applicationKey={found.key}
                items={application.items}
                onCorrected={(application) => onFound({ ...found, application })}
              />
            </>
          )}
          {application.status !== 'approved' && (
            <div className="border-t border-line pt-4 text-base">
              <p>{text.somethingElse(found.key.reference)}</p>
              <ContactList />
            </div>
          )}
        </div>
      </article>
      <Button look="quiet" className="justify-self-start" onClick={onAnother}>
        {text.another}
      </Button>
    </>
  )
}

function Waiting({ correctedAt, email }: { correctedAt: number | null; email: string | null }) {
  return (
    <>
      {correctedAt === null ? (
        <p>{text.waiting.message}</p>
      ) : (
        <p role="status">{text.waiting.corrected(correctedAt)}</p>
      )}
      <p>{text.waiting.next(useSite().sendsEmail ? email : null)}</p>
    </>
  )
}

/** Somebody who mistyped the address waits for emails in vain. */
function EmailCorrection({ applicationKey, onCorrected }: Pick<CorrectionProps, 'applicationKey' | 'onCorrected'>) {
  const { sendsEmail } = useSite()
  const isAsked = useAskOnce()
  const form = useForm<{ email: string }, { email: string }, ApplicationStatus>({
    check: ({ email }) =>
      isAsked('email', email)
        ? { problems: { email: askAgainText(text.email.save) } }
        : { sent: { email: email.trim() } },
    send: ({ email }) => correctEmail({ ...applicationKey, email }),
    onDone: onCorrected,
    problemsOf: ({ code, message }) => (code === 'email-taken' ? { email: message } : {}),
  })
  if (!sendsEmail) return null
  return (
    <details className="border-t border-line pt-2">
      <summary className="tap-link">{text.email.title}</summary>
      <Form form={form} className="mt-2 grid gap-4">
        <p>{text.email.help}</p>
        <FormFailure />
        {form.outcome.status === 'done' && <Notice tone="success">{text.email.saved(form.outcome.sent.email)}</Notice>}
        <LineField name="email" autoComplete="email" />
        <Button type="submit" busy={form.busy} className="justify-self-start">
          {text.email.save}
        </Button>
      </Form>
    </details>
  )
}

function Approved() {
  return (
    <>
      <p>{text.approved.message}</p>
      <p>{text.approved.next}</p>
      <SiteLink href="/login" className={buttonClass('primary')}>
        {text.approved.logIn}
      </SiteLink>
    </>
  )
}

interface CorrectionProps {
  applicationKey: ApplicationKey
  items: readonly CorrectableItem[]
  onCorrected: (application: ApplicationStatus) => void
}

/** What was typed for items other than pictures, a measure with its unit; and the uploaded pictures. */
interface Correction {
  fields: Record<string, string>
  files: Partial<Record<MemberFileKind, string>>
}

/** Only what the administrator asked for, with the registration's fields; the server applies the same rules. */
function Correction({ applicationKey, items, onCorrected }: CorrectionProps) {
  const upload = sendCorrectedFile(applicationKey)
  const form = useForm<Values, Correction, ApplicationStatus>({
    check(values, uploads) {
      const underway = picturesUnderway(uploads)
      if (Object.keys(underway).length > 0) return { problems: underway }
      const answers = answersOf(values)
      const fields = items.filter((item) => !isPictureItem(item))
      const kinds = items.filter(isPictureItem).filter((kind) => answers[kind] !== '')
      return { sent: { fields: recordOf(fields, (name) => String(answers[name])), files: pick(answers, kinds) } }
    },
    send: (sent) =>
      correctApplication({ ...applicationKey, ...sent }).catch((error: unknown) => {
        // Nothing left to correct: an earlier reply was lost, or it was decided on. Shows the present state.
        if (error instanceof ApiError && error.code === 'application-not-returned')
          return readApplication(applicationKey)
        throw error
      }),
    onDone: onCorrected,
    problemsOf: ({ code }) => fieldOfCode(code),
  })
  return (
    <Form form={form} className="grid gap-5">
      {items.map((item) =>
        isPictureItem(item) ? (
          <MemberPictureField
            key={item}
            kind={item}
            label={itemLabel(item)}
            hint={fileTexts[item].hint}
            upload={upload}
          />
        ) : (
          <Answer key={item} name={item} />
        ),
      )}
      {Object.keys(form.problems).length > 0 && <Notice tone="error">{text.returned.wrong}</Notice>}
      <FormFailure />
      <Button type="submit" busy={form.busy} className="w-full text-lg max-sm:px-2 sm:w-auto sm:justify-self-start">
        {text.returned.send}
      </Button>
    </Form>
  )
}

/** One field of the form by itself. */
function Answer({ name }: { name: CorrectableField }) {
  switch (name) {
    case 'height':
    case 'weight':
      return <MeasureField measure={name} />
    case 'region':
    case 'bloodType':
    case 'ms':
      return <ChoiceField name={name} />
    case 'personnelAddress':
      return <AddressField autoComplete="off" />
    default:
      return <LineField name={name} autoComplete="off" />
  }
}
