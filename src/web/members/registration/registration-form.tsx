import { useEffect, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react'
import { memberFileKinds } from '#shared/members/files.ts'
import { registrationOrder } from '#shared/members/member-fields.ts'
import { privacyNoticeVersion } from '#shared/members/privacy/privacy-notice.ts'
import { asksForPayment } from '#shared/members/registration/payment.ts'
import type { Registration } from '#shared/members/registration/registration.ts'
import { errorText } from '#shared/text.ts'
import { dayInManila } from '#shared/time.ts'
import { noConnectionText } from '#web/api/client.ts'
import { ApiError, sentenceOf } from '#web/api/client.ts'
import { queries } from '#web/api/query-client.ts'
import { siteQuery, useSite } from '#web/api/site.ts'
import { Button } from '#web/components/button.tsx'
import { useFormAround } from '#web/components/fields.tsx'
import { Form } from '#web/components/form.tsx'
import { bySchema, useForm } from '#web/components/use-form.ts'
import { PolicyText } from '#web/members/privacy/policy-text.tsx'
import { useHydrated, useNavigate } from '#web/router/router.tsx'
import { register } from './api.ts'
import { afterPress } from './fields.tsx'
import {
  answersOf,
  fieldOf,
  fieldOfCode,
  isAnswered,
  isComplete,
  unansweredFields,
  fieldNamesOf,
  partNames,
  picturesUnderway,
  readDraftValues,
  useAnswers,
  type Values,
} from './form-values.ts'
import { setConsent, useConsent } from './privacy-notice.tsx'
import { PolicyDialog, RegistrationDialogs, type DialogStep } from './registration-dialogs.tsx'
import { ContactPart, DocumentsPart, GeneralPart, PersonalPart, PhotoPart, ServicePart } from './registration-parts.tsx'
import { registrationText as text } from './text.ts'

/**
 * The registration. What is typed, wrong and sent is the form's; `step` says which dialog is over it. A submit is checked
 * (`wrong`, or `confirming`), confirmed and sent; then it is `done`, `wrong` again by the server's word, `lost` with its reply, or
 * `arrived` already by a try whose reply was lost. Cleared, it begins anew.
 */
export function RegistrationForm(props: RegistrationFormProps) {
  const [times, setTimes] = useState(0)
  return <Attempt key={times} {...props} onCleared={() => setTimes(times + 1)} />
}

interface RegistrationFormProps {
  draftKey: string
  /** Whether it has the answers of an earlier visit. */
  onRestored: (restored: boolean) => void
}

function Attempt({ draftKey, onRestored, onCleared }: RegistrationFormProps & { onCleared: () => void }) {
  const site = useSite()
  const navigate = useNavigate()
  const { policyOpen } = useConsent()
  const [step, setStep] = useState<DialogStep>({ status: 'filling' })
  /** Its reply was lost: it may have arrived all the same. */
  const [unanswered, setUnanswered] = useState<string | null>(null)
  // A closing time that passes meanwhile disables the button, not the typing.
  const [closedAtFirst] = useState(!site.registrationOpen)
  const asksPayment = asksForPayment(site)

  const form = useForm<Values, Registration, Awaited<ReturnType<typeof register>>>({
    draft: { key: draftKey, read: readDraftValues },
    check: async (values, uploads) => {
      const { registrationSchema, unpaidRegistrationSchema, whyNotBornOn } = await loadRules()
      // It cannot be sent before the notice is accepted.
      const answers = { ...answersOf(values), privacyNotice: privacyNoticeVersion }
      const checked = bySchema(asksPayment ? registrationSchema : unpaidRegistrationSchema)(answers)
      const unborn = whyNotBornOn(answers.birthday, dayInManila(Date.now()))
      const problems = { ...unborn, ...('problems' in checked && checked.problems), ...picturesUnderway(uploads) }
      return 'sent' in checked && Object.keys(problems).length === 0 ? checked : { problems }
    },
    onChecked: (sent) => setStep({ status: 'confirming', form: sent }),
    send: (sent) => register(sent),
    onDone: (received, sent) => setStep({ ...received, status: 'done', form: sent }),
    problemsOf: ({ code }) => fieldOfCode(code),
    onRefused: (problems, error) => setStep(refusal(problems, error)),
  })

  function refusal(problems: Record<string, string>, error: unknown): DialogStep {
    const found = registrationOrder.flatMap((name): [string, string][] =>
      problems[name] ? [[name, problems[name]]] : [],
    )
    if (error === null) return wrong(errorText['invalid-input'], found)
    const code = error instanceof ApiError ? error.code : 'unexpected'
    const sent = step.status === 'confirming' ? `${step.form.email} ${step.form.militarySerial}` : null
    if (code === 'no-connection') {
      if (sent) setUnanswered(sent)
      return { status: 'lost' }
    }
    const gone = memberFileKinds.filter((kind) => kind in problems)
    const taken = code === 'email-taken' || code === 'serial-taken'
    if (unanswered !== null && unanswered === sent && (taken || gone.length > 0)) {
      // Shown once: somebody who goes back and tries again is told what is in the way.
      setUnanswered(null)
      form.control.clearErrors()
      return { status: 'arrived' }
    }
    if (code === 'registration-closed') return { status: 'wrong', ...text.closed, problems: [] }
    for (const kind of gone) form.control.setValue(kind, null)
    // The association began to require it while the form was open; the field is shown now.
    if (!asksPayment && gone.includes('paymentProof')) void queries.invalidateQueries(siteQuery)
    return wrong(sentenceOf(error), found)
  }

  useEffect(() => {
    void loadRules().catch(() => {})
  }, [])
  const { restored } = form
  useEffect(() => {
    onRestored(restored)
    if (restored) checkAnswered(registrationOrder)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when they are there
  }, [onRestored, restored])

  /** After the dialog about problems has closed, the chosen or the first field concerned gets the focus. */
  const before = useRef(step.status)
  const { focusProblem } = form
  useEffect(() => {
    if (step.status === 'filling' && (step.field || before.current === 'wrong')) focusProblem(step.field)
    before.current = step.status
  }, [focusProblem, step])

  /** What has an answer is checked: a field as soon as it is left, and all of an earlier visit when they are back. */
  function checkAnswered(names: readonly string[]) {
    const answers = answersOf(form.control.getValues())
    void form.control.trigger(names.filter((name) => isAnswered(name, answers))).catch(() => {})
  }

  function onBlur({ target }: FocusEvent) {
    if (isTyped(target) && target.value.trim() !== '') afterPress(target, () => checkAnswered([fieldOf(target.name)]))
  }

  function clear() {
    form.reset()
    onCleared()
  }

  function leave(href: string) {
    form.reset()
    setConsent({ accepted: false })
    navigate(href)
  }

  const closed = form.failure instanceof ApiError && form.failure.code === 'registration-closed'
  return (
    <Form form={form} id="registration" onBlur={onBlur} onKeyDown={onKeyDown}>
      <fieldset disabled={closedAtFirst} className="noscript:hidden grid min-w-0 grid-cols-1 gap-6 md:gap-8">
        <GeneralPart />
        <PersonalPart />
        <ContactPart />
        <ServicePart />
        <PhotoPart />
        <DocumentsPart />
        <Foot
          closed={closedAtFirst || closed || !site.registrationOpen}
          busy={form.busy && step.status === 'filling'}
          kept={form.dirty || form.restored}
          onClear={() => setStep({ status: 'clearing' })}
        />
      </fieldset>
      <RegistrationDialogs
        step={step}
        busy={form.busy}
        onBack={(field) => setStep({ status: 'filling', field })}
        onSend={() => step.status === 'confirming' && void form.send(step.form)}
        onClear={clear}
        onLeave={leave}
      />
      {policyOpen && <PolicyDialog site={site} />}
      <noscript>
        <section className="card mt-6 p-5 md:p-8">
          <h2 className="mb-4 text-3xl">{site.shortName} Privacy Policy</h2>
          <PolicyText site={site} />
        </section>
      </noscript>
    </Form>
  )
}

interface FootProps {
  closed: boolean
  busy: boolean
  /** Something is stored on this device. */
  kept: boolean
  onClear: () => void
}

/** What is still missing, and the button. */
function Foot({ closed, busy, kept, onClear }: FootProps) {
  const { accepted } = useConsent()
  const asksPayment = asksForPayment(useSite())
  const problems = useFormAround()?.problems ?? {}
  const answers = useAnswers()
  const done = partNames.filter((part) => isComplete(part, answers, asksPayment, problems))
  // Not in the server-rendered page: nobody has started there.
  const missing = useHydrated() ? unansweredFields(answers, asksPayment) : []
  const wrongFields = registrationOrder.filter((name) => name in problems && !missing.includes(name))
  return (
    <div className="card p-5 md:p-8">
      <div className="grid gap-4">
        {!accepted && !closed && (
          <div className="flex flex-wrap items-center gap-x-5 gap-y-3 rounded-field border-l-4 border-gold bg-gold-soft px-4 py-3 text-gold-ink">
            <p className="min-w-0 flex-[1_1_15rem]">{text.acceptFirst}</p>
            <div className="flex flex-wrap items-center gap-x-5 gap-y-1">
              <Button look="outline" onClick={() => setConsent({ accepted: true })}>
                I Accept
              </Button>
              <button
                type="button"
                className="min-h-11 text-left font-semibold underline underline-offset-4"
                onClick={() => setConsent({ policyOpen: true })}
              >
                Read the policy
              </button>
            </div>
          </div>
        )}
        <div className="text-muted">
          <p>{text.partsDone(done.length, partNames.length)}</p>
          {missing.length > 0 && <p>{text.missing(fieldNamesOf(missing))}</p>}
          {wrongFields.length > 0 && <p>{text.wrong(fieldNamesOf(wrongFields))}</p>}
        </div>
        <Button
          type="submit"
          disabled={closed || !accepted}
          busy={busy}
          className="w-full text-lg max-sm:px-2 sm:w-auto sm:px-10 sm:justify-self-start"
        >
          {closed ? text.closed.title : 'Submit Registration'}
        </Button>
      </div>
      {kept && (
        <div className="mt-5 flex flex-wrap items-center justify-between gap-x-6 border-t border-line pt-3 text-muted">
          <p>{text.draftKept}</p>
          <Button look="quiet" size="small" className="-ml-4 sm:ml-0" onClick={onClear}>
            Clear the form
          </Button>
        </div>
      )}
    </div>
  )
}

let rules: Promise<typeof import('#shared/members/registration/registration.ts')> | undefined

/**
 * The rules and their library are larger than the form: they are loaded while the first fields are filled in. A failed load is
 * retried when they are needed.
 */
function loadRules() {
  rules ??= import('#shared/members/registration/registration.ts').catch(() => {
    rules = undefined
    throw new ApiError({ code: 'no-connection', message: noConnectionText })
  })
  return rules
}

function wrong(message: string, problems: [field: string, message: string][]): DialogStep {
  // If no answer is wrong, there is nothing to correct.
  const title = problems.length > 0 ? errorText['invalid-input'] : text.notSubmitted
  const isSaid = message === title || problems.some(([, sentence]) => sentence === message)
  return { status: 'wrong', title, message: isSaid ? null : message, problems }
}

const isTyped = (target: EventTarget): target is HTMLInputElement | HTMLTextAreaElement =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && !['file', 'checkbox', 'radio'].includes(target.type))

/** Enter moves to the next field, as the keyboard's button says: nobody means to submit from the middle of a form. */
function onKeyDown(event: KeyboardEvent) {
  const { target } = event
  if (event.key !== 'Enter' || event.nativeEvent.isComposing || !isTyped(target)) return
  event.preventDefault()
  const controls = [...(target.form?.elements ?? [])].filter(
    (element): element is HTMLElement =>
      element instanceof HTMLElement &&
      element.matches('input, textarea, select, button') &&
      element.offsetParent !== null,
  )
  controls[controls.indexOf(target) + 1]?.focus()
}
