import { useState } from 'react'
import { birthdayPassword, whyDoubtBirthday } from '#shared/members/birthday.ts'
import { whyDoubtEmail } from '#shared/members/email-address.ts'
import { showPhone, whyDoubtPhone } from '#shared/members/phone.ts'
import { privacyPageText } from '#shared/members/privacy/privacy-notice.ts'
import { applicationAddress, showReference } from '#shared/members/registration/reference.ts'
import type { Registration } from '#shared/members/registration/registration.ts'
import { whyDoubtSerial } from '#shared/members/serial-number.ts'
import { errorText } from '#shared/text.ts'
import { dayInManila, showDate, showPlainDate } from '#shared/time.ts'
import { useSite, type Site } from '#web/api/site.ts'
import { Button } from '#web/components/button.tsx'
import { CopyButton } from '#web/components/copy-button.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { ProblemLinks } from '#web/components/form.tsx'
import { CheckIcon } from '#web/components/icons.tsx'
import { Notice } from '#web/components/notice.tsx'
import { saveFile } from '#web/components/save-file.ts'
import { PolicyText } from '#web/members/privacy/policy-text.tsx'
import { memberName } from '#web/members/text.ts'
import { SiteLink } from '#web/router/site-link.tsx'
import { setConsent } from './privacy-notice.tsx'
import { registrationText as text } from './text.ts'

const shownErrors = 3

/** Which dialog is over the form: none while it is filled in. */
export type DialogStep =
  | { status: 'lost' | 'arrived' | 'clearing' }
  /** `field` is the one to go to. */
  | { status: 'filling'; field?: string | undefined }
  | { status: 'wrong'; title: string; message: string | null; problems: [field: string, message: string][] }
  | { status: 'confirming'; form: Registration }
  | { status: 'done'; message: string; reference: string | null; form: Registration }

interface RegistrationDialogsProps {
  step: DialogStep
  busy: boolean
  onBack: (field?: string) => void
  onSend: () => void
  onClear: () => void
  onLeave: (href: string) => void
}

/** One dialog at a time, by step. */
export function RegistrationDialogs({ step, busy, onBack: goBack, ...rest }: RegistrationDialogsProps) {
  const { onSend, onClear, onLeave } = rest
  const onBack = () => goBack()
  const toLogin = () => onLeave('/login')
  const back = (label: string) => (
    <Button look="outline" onClick={onBack}>
      {label}
    </Button>
  )
  switch (step.status) {
    case 'filling':
      return null
    case 'wrong':
      return (
        <Dialog title={step.title} onClose={onBack} actions={<Button onClick={onBack}>OK</Button>}>
          <Wrong message={step.message} problems={step.problems} onGo={goBack} />
        </Dialog>
      )
    case 'confirming':
      return (
        <Dialog
          title={text.confirm.title}
          onClose={onBack}
          busy={busy}
          actions={
            <>
              {!busy && back('Go back')}
              <Button busy={busy} onClick={onSend}>
                {busy ? 'Sending …' : 'Yes, submit'}
              </Button>
            </>
          }
        >
          <p>{text.confirm.message}</p>
          <Facts form={step.form} onGo={goBack} />
        </Dialog>
      )
    case 'lost':
      return (
        <Dialog title={text.lost.title} onClose={onBack} actions={<Button onClick={onBack}>OK</Button>}>
          <p>{text.lost.message}</p>
        </Dialog>
      )
    case 'arrived':
      return (
        <Dialog
          title={text.arrived.title}
          onClose={onBack}
          actions={
            <>
              {back('Back to the form')}
              <Button onClick={toLogin}>{text.success.logIn}</Button>
            </>
          }
        >
          <div className="grid gap-3">
            <p>
              {text.arrived.message} {text.arrived.reference}
            </p>
            <p>{text.arrived.next}</p>
          </div>
        </Dialog>
      )
    case 'done':
      return <Done {...step} onLeave={onLeave} />
    case 'clearing':
      return (
        <Dialog
          title={text.clear.title}
          onClose={onBack}
          actions={
            <>
              {back('Keep my answers')}
              <Button look="danger" onClick={onClear}>
                Clear the form
              </Button>
            </>
          }
        >
          <p>{text.clear.message}</p>
        </Dialog>
      )
  }
}

interface DoneProps {
  message: string
  reference: string | null
  form: Registration
  onLeave: (href: string) => void
}

function Done({ message, reference, form, onLeave }: DoneProps) {
  const { sendsEmail } = useSite()
  const toLogin = () => onLeave('/login')
  return (
    <Dialog
      title={text.success.title}
      onClose={toLogin}
      actions={
        <>
          {reference && (
            <Button look="outline" onClick={() => onLeave(applicationAddress('', reference))}>
              {text.success.seeApplication}
            </Button>
          )}
          <Button onClick={toLogin}>{text.success.logIn}</Button>
        </>
      }
    >
      <p className="flex gap-3 rounded-field bg-green-soft p-4 text-lg text-green">
        <CheckIcon className="mt-1 size-6 flex-none" />
        {message}
      </p>
      {reference && <ReferenceNumber reference={reference} form={form} />}
      <p className="mt-4">{text.success.next(sendsEmail)}</p>
    </Dialog>
  )
}

interface WrongProps {
  message: string | null
  problems: [field: string, message: string][]
  onGo: (field: string) => void
}

function Wrong({ message, problems, onGo }: WrongProps) {
  const more = problems.length - shownErrors
  return (
    <div className="grid gap-3">
      {message && <p>{message}</p>}
      {problems.length > 0 && (
        <Notice tone="error">
          <ProblemLinks problems={problems.slice(0, shownErrors)} onGo={onGo} />
        </Notice>
      )}
      {problems.some(
        ([, problem]) => problem === errorText['email-taken'] || problem === errorText['serial-taken'],
      ) && (
        <p>
          {text.appliedBefore}{' '}
          <SiteLink href="/application" className="text-link">
            {text.success.seeApplication}
          </SiteLink>
        </p>
      )}
      {more > 0 && (
        <p className="text-muted">{more === 1 ? 'One more field is' : `${more} more fields are`} marked in the form.</p>
      )}
    </div>
  )
}

/** Where a typing error would cost most: it could lock the person out, or send the answer to somebody else. */
function Facts({ form, onGo }: { form: Registration; onGo: (field: string) => void }) {
  const [today] = useState(() => dayInManila(Date.now()))
  const facts = [
    ['Name', memberName(form)],
    ['Military serial (your username)', form.militarySerial, 'militarySerial', whyDoubtSerial(form.militarySerial)],
    ['Birthday', showPlainDate(form.birthday), 'birthday', whyDoubtBirthday(form.birthday, today)],
    ['Your first password', birthdayPassword(form.birthday)],
    ['Email', form.email, 'email', whyDoubtEmail(form.email)],
    ['Cellphone number', showPhone(form.cellphoneNumber), 'cellphoneNumber', whyDoubtPhone(form.cellphoneNumber)],
  ] satisfies [name: string, value: string, field?: string, doubt?: string | null][]
  return (
    <dl className="mt-4 grid gap-3 rounded-field bg-paper p-4">
      {facts.map(([name, value, field, doubt]) => (
        <div key={name}>
          <dt className="text-muted">{name}</dt>
          <dd className="text-lg font-semibold break-words">{value}</dd>
          {field && doubt && (
            <dd className="font-semibold text-gold-ink">
              {doubt}{' '}
              <button type="button" className="tap-link" onClick={() => onGo(field)}>
                {text.confirm.correct}
              </button>
            </dd>
          )}
        </div>
      ))}
    </dl>
  )
}

/** To read, copy and save: the way back to one's application. */
function ReferenceNumber({ reference, form }: { reference: string; form: Registration }) {
  const { name, sendsEmail } = useSite()
  const number = showReference(reference)
  const [saved, setSaved] = useState(false)
  const [today] = useState(() => showDate(Date.now()))
  const address = applicationAddress(window.location.origin, reference)

  function save() {
    // Without the name: the file stays on the device, and the number is half of what opens the application.
    const content = `${name}\n${referenceText.label}: ${number}\n${referenceText.where(address)}\n`
    saveFile(new Blob([content], { type: 'text/plain' }), `application-${number}.txt`)
    setSaved(true)
  }

  return (
    <div className="mt-4 rounded-field border border-edge p-4">
      <p className="text-muted">{referenceText.label}</p>
      <p className="display text-3xl break-words tabular-nums select-all">{number}</p>
      <p className="mt-2 hidden whitespace-pre-line print:block">
        {referenceText.onPaper(name, memberName(form), today, address)}
      </p>
      <div className="no-print mt-2 flex flex-wrap gap-3">
        <CopyButton text={number} what="the reference number" />
        <Button look="outline" size="small" onClick={save}>
          {referenceText.save}
        </Button>
      </div>
      <p role="status" className="no-print mt-2 font-semibold text-green empty:hidden">
        {saved && referenceText.saved}
      </p>
      <p className="mt-3">
        {referenceText.keep} {sendsEmail && referenceText.alsoEmailed(form.email)}
      </p>
    </div>
  )
}

const referenceText = {
  label: 'Your reference number',
  keep: 'Keep it: with this number and your birthday you can see where your application stands.',
  alsoEmailed: (email: string) => `It is also in our email to ${email}.`,
  save: 'Save',
  saved: 'Saved to your downloads.',
  where: (address: string) => `Where it stands: ${address}`,
  onPaper: (site: string, applicant: string, date: string, address: string) =>
    `${site}\nApplication of ${applicant}, sent on ${date}\n${referenceText.where(address)}`,
} as const

export function PolicyDialog({ site }: { site: Site }) {
  const close = () => setConsent({ policyOpen: false })
  return (
    <Dialog
      title={privacyPageText.title(site.shortName)}
      size="wide"
      onClose={close}
      actions={<Button onClick={close}>I Understand</Button>}
    >
      <PolicyText site={site} />
    </Dialog>
  )
}
