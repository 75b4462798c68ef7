import { useEffect, useRef, useState, type FocusEvent, type FormEvent, type KeyboardEvent } from 'react'
import type { MemberFileKind } from '#shared/members/files.ts'
import { registrationOrder } from '#shared/members/member-fields.ts'
import { asksForPayment } from '#shared/members/registration/payment.ts'
import { useSite } from '#web/api/site.ts'
import { Notice } from '#web/components/notice.tsx'
import { DocumentsPart, PhotoPart, ServicePart } from '#web/members/registration/about-service.tsx'
import { ContactPart, GeneralPart, PersonalPart } from '#web/members/registration/about-you.tsx'
import { setConsent, useConsent } from '#web/members/registration/consent.ts'
import { FormContext, type Picture } from '#web/members/registration/form-context.ts'
import { FormDialogs } from '#web/members/registration/form-dialogs.tsx'
import { FormFoot } from '#web/members/registration/form-foot.tsx'
import {
  answersOf,
  completeParts,
  missingFields,
  withoutWrong,
  fieldsOf,
  fillIn,
  type AskedField,
  type PartName,
} from '#web/members/registration/form-values.ts'
import { birthdayOf, isWholeBirthday, readValues } from '#web/members/registration/typed-values.ts'
import { PolicyText } from '#web/members/privacy/policy-text.tsx'
import { PolicyModal } from '#web/members/registration/privacy-policy.tsx'
import { capitalise } from '#web/members/registration/upper-case.ts'
import { keptDraft, useDraft } from '#web/members/registration/use-draft.ts'
import { focusNext, useFocusWrong } from '#web/members/registration/use-focus-wrong.ts'
import { usePictures } from '#web/members/registration/use-pictures.ts'
import { loadRules, useRegistration } from '#web/members/registration/use-registration.ts'
import { useNavigate } from '#web/router/router.tsx'
import { registrationText } from './text.ts'

const typed = (target: EventTarget): target is HTMLInputElement =>
  target instanceof HTMLInputElement && !['file', 'checkbox', 'radio'].includes(target.type)

/** The fields keep their own values, which may have been typed before this code came; here is what is known about them. */
export function RegistrationForm() {
  const site = useSite()
  const navigate = useNavigate()
  const { policyOpen } = useConsent()
  const form = useRef<HTMLFormElement>(null)
  const pictures = usePictures()
  const draft = useDraft(form, pictures.files)
  const [full, setFull] = useState<ReadonlySet<PartName>>(new Set())
  const [missing, setMissing] = useState<readonly AskedField[]>([])
  const [service, setService] = useState('')
  const [restored, setRestored] = useState(false)
  const [touched, setTouched] = useState(false)
  const [generation, setGeneration] = useState(0)
  // A closing time that passes meanwhile stops the button, not the typing.
  const [closedAtFirst] = useState(!site.registrationOpen)
  const asksPayment = asksForPayment(site)
  const read = () => ({ values: form.current ? readValues(form.current) : {}, pictures: pictures.read() })
  const { step, setStep, problems, setProblems, closed, check, send, mended, look } = useRegistration({
    asksPayment,
    read,
    onGone: pictures.drop,
    onDone: draft.forget,
  })
  useFocusWrong(form, step.status)
  const complete = withoutWrong(full, problems)

  function takeStock() {
    const { values, pictures: sent } = read()
    setService(values['ms'] ?? '')
    const answers = answersOf(values, sent.ids)
    setFull(completeParts(answers, asksPayment))
    setMissing(missingFields(answers, asksPayment))
  }

  useEffect(() => {
    void loadRules().catch(() => {})
    const earlier = keptDraft()
    if (earlier && form.current) {
      fillIn(form.current, earlier.values)
      pictures.keep(earlier.files)
      setRestored(true)
    }
    const early = Object.keys(read().values).length > 0
    for (const field of form.current?.querySelectorAll('input') ?? []) capitalise(field)
    if (early) changed()
    else takeStock()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the form's code has come
  }, [])

  function changed() {
    setTouched(true)
    draft.save()
    takeStock()
  }

  function onPicture(kind: MemberFileKind, picture: Picture) {
    pictures.note(kind, picture)
    mended([kind])
    changed()
  }

  function onInput({ nativeEvent, target }: FormEvent) {
    if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement) || !target.name) return
    const composing = nativeEvent instanceof InputEvent && nativeEvent.isComposing
    if (typed(target) && !composing) capitalise(target)
    mended(fieldsOf(target.name))
    changed()
  }

  function onBlur({ target }: FocusEvent) {
    if (!typed(target) || target.value.trim() === '') return
    capitalise(target)
    const isBirthday = target.name.startsWith('birthday')
    if (!isBirthday || isWholeBirthday(birthdayOf(read().values))) void look(fieldsOf(target.name))
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || !typed(event.target)) return
    event.preventDefault()
    focusNext(event.target)
  }

  function clear() {
    draft.forget()
    pictures.drop()
    setProblems({})
    setRestored(false)
    setTouched(false)
    setFull(new Set())
    setMissing([])
    setService('')
    setGeneration(generation + 1)
    setStep({ status: 'filling' })
  }

  function leave(href: string) {
    draft.forget()
    setConsent({ accepted: false })
    navigate(href)
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- listens for its fields, which are
    <form
      id="registration"
      ref={form}
      noValidate
      method="post"
      onInput={onInput}
      onCompositionEnd={({ target }) => typed(target) && capitalise(target)}
      onBlur={onBlur}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault()
        void check()
      }}
    >
      <FormContext value={{ problems, complete, kept: pictures.kept, begun: pictures.begun, onPicture }}>
        <fieldset disabled={closedAtFirst} className="grid min-w-0 grid-cols-1 gap-6 md:gap-8">
          {restored && <Notice tone="info">{registrationText.restored}</Notice>}
          <div key={generation} className="grid min-w-0 grid-cols-1 gap-6 md:gap-8">
            <GeneralPart />
            <PersonalPart />
            <ContactPart />
            <ServicePart service={service} />
            <PhotoPart />
            <DocumentsPart />
          </div>
          <FormFoot
            done={complete.size}
            missing={missing}
            wrong={registrationOrder.filter((name) => problems[name] !== undefined)}
            closed={closedAtFirst || closed || !site.registrationOpen}
            busy={step.status === 'checking'}
            kept={touched || restored}
            onClear={() => setStep({ status: 'clearing' })}
          />
        </fieldset>
      </FormContext>
      <FormDialogs
        step={step}
        onBack={() => setStep({ status: 'filling' })}
        onSend={() => void send()}
        onClear={clear}
        onLeave={leave}
      />
      {policyOpen && <PolicyModal site={site} />}
      <noscript>
        <section className="card mt-6 p-5 md:p-8">
          <h2 className="mb-4 text-3xl">{site.shortName} Privacy Policy</h2>
          <PolicyText site={site} />
        </section>
      </noscript>
    </form>
  )
}
