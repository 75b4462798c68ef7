import { birthdayPassword } from '#shared/members/birthday.ts'
import { applicationAddress } from '#shared/members/registration/reference.ts'
import type { Registration } from '#shared/members/registration/registration.ts'
import { Button } from '#web/components/button.tsx'
import { AlertIcon, CheckIcon } from '#web/components/icons.tsx'
import { Modal } from '#web/components/modal.tsx'
import { showPlainDate } from '#web/components/formats.ts'
import { ReferenceNumber } from '#web/members/registration/reference-number.tsx'
import type { Step } from '#web/members/registration/use-registration.ts'
import { memberName } from '#web/members/text.ts'
import { showPhone, whyDoubtPhone } from '#shared/members/numbers.ts'
import { registrationText } from './text.ts'

const shownErrors = 3

interface FormDialogsProps {
  step: Step
  onBack: () => void
  onSend: () => void
  onClear: () => void
  onLeave: (href: string) => void
}

/** One dialog at a time, for where the person is. */
export function FormDialogs({ step, onBack, onSend, onClear, onLeave }: FormDialogsProps) {
  const toLogin = () => onLeave('/login')
  switch (step.status) {
    case 'filling':
    case 'checking':
      return null
    case 'wrong':
      return (
        <Modal title={step.title} onClose={onBack} actions={<Button onClick={onBack}>OK</Button>}>
          <Wrong lead={step.lead} sentences={step.sentences} />
        </Modal>
      )
    case 'confirming':
    case 'sending': {
      const busy = step.status === 'sending'
      return (
        <Modal
          title={registrationText.confirm.title}
          onClose={onBack}
          busy={busy}
          actions={
            <>
              {!busy && (
                <Button look="outline" onClick={onBack}>
                  Go back
                </Button>
              )}
              <Button busy={busy} onClick={onSend}>
                {busy ? 'Sending …' : 'Yes, submit'}
              </Button>
            </>
          }
        >
          <p>{registrationText.confirm.message}</p>
          <Facts form={step.form} />
        </Modal>
      )
    }
    case 'lost':
      return (
        <Modal title={registrationText.lost.title} onClose={onBack} actions={<Button onClick={onBack}>OK</Button>}>
          <p>{registrationText.lost.message}</p>
        </Modal>
      )
    case 'arrived':
      return (
        <Modal
          title={registrationText.arrived.title}
          onClose={onBack}
          actions={
            <>
              <Button look="outline" onClick={onBack}>
                Back to the form
              </Button>
              <Button onClick={toLogin}>{registrationText.success.logIn}</Button>
            </>
          }
        >
          <div className="grid gap-3">
            <p>
              {registrationText.arrived.message} {registrationText.arrived.reference}
            </p>
            <p>{registrationText.arrived.next}</p>
          </div>
        </Modal>
      )
    case 'done': {
      const { reference } = step
      const toApplication = reference && (() => onLeave(applicationAddress('', reference)))
      return (
        <Modal
          title={registrationText.success.title}
          // The number is nowhere else on the screen, and the login does not know the account yet.
          onClose={toApplication || toLogin}
          actions={
            <>
              <Button look={reference ? 'outline' : 'primary'} onClick={toLogin}>
                {registrationText.success.logIn}
              </Button>
              {toApplication && <Button onClick={toApplication}>{registrationText.success.seeApplication}</Button>}
            </>
          }
        >
          <p className="flex gap-3 rounded-field bg-green-soft p-4 text-lg text-green">
            <CheckIcon className="mt-1 size-6 flex-none" />
            {step.message}
          </p>
          {reference && <ReferenceNumber reference={reference} />}
          <p className="mt-4">{registrationText.success.next}</p>
        </Modal>
      )
    }
    case 'clearing':
      return (
        <Modal
          title={registrationText.clear.title}
          onClose={onBack}
          actions={
            <>
              <Button look="outline" onClick={onBack}>
                Keep my answers
              </Button>
              <Button look="danger" onClick={onClear}>
                Clear the form
              </Button>
            </>
          }
        >
          <p>{registrationText.clear.message}</p>
        </Modal>
      )
  }
}

function Wrong({ lead, sentences }: { lead: string | null; sentences: string[] }) {
  const more = sentences.length - shownErrors
  return (
    <div className="grid gap-3">
      {lead && <p>{lead}</p>}
      {sentences.length > 0 && (
        <ul className="grid gap-2">
          {sentences.slice(0, shownErrors).map((sentence) => (
            <li key={sentence} className="flex gap-2 font-semibold text-red">
              <AlertIcon className="mt-0.5 size-5 flex-none" />
              {sentence}
            </li>
          ))}
        </ul>
      )}
      {more > 0 && (
        <p className="text-muted">{more === 1 ? 'One more field is' : `${more} more fields are`} marked in the form.</p>
      )}
    </div>
  )
}

/** What a slip in would cost most: it could lock the person out, or send the answer to somebody else. */
function Facts({ form }: { form: Registration }) {
  const facts = [
    ['Name', memberName(form)],
    ['Military serial (your username)', form.militarySerial],
    ['Birthday', showPlainDate(form.birthday)],
    ['Your first password', birthdayPassword(form.birthday)],
    ['Email', form.email],
    ['Cellphone number', showPhone(form.cellphoneNumber), whyDoubtPhone(form.cellphoneNumber)],
  ] satisfies [name: string, value: string, doubt?: string | null][]
  return (
    <dl className="mt-4 grid gap-3 rounded-field bg-paper p-4">
      {facts.map(([name, value, doubt]) => (
        <div key={name}>
          <dt className="text-muted">{name}</dt>
          <dd className="text-lg font-semibold break-words">{value}</dd>
          {doubt && <dd className="font-semibold text-gold-ink">{doubt}</dd>}
        </div>
      ))}
    </dl>
  )
}
