import { useId, useRef, useState, type ComponentProps, type InputHTMLAttributes, type ReactNode } from 'react'
import { meantEmail, whyDoubtEmail } from '#shared/members/email-address.ts'
import { bloodTypes, militaryStatuses, regions, reservistTypes, services, type Service } from '#shared/members/enums.ts'
import { measureUnits, splitUnit, type Measure } from '#shared/members/measures.ts'
import {
  askedLabel,
  isInCapitals,
  isRequired,
  type MemberField,
  type RegistrationField,
} from '#shared/members/member-fields.ts'
import { whyDoubtPhone } from '#shared/members/phone.ts'
import { meantSerial, whyDoubtSerial } from '#shared/members/serial-number.ts'
import { months } from '#shared/time.ts'
import {
  CheckField,
  FieldError,
  RadioField,
  SelectField,
  TextArea,
  TextField,
  useBound,
  useFormAround,
} from '#web/components/fields.tsx'
import { ChevronDownIcon } from '#web/components/icons.tsx'
import { useValues, type FormState } from '#web/components/use-form.ts'

/** The fields of the registration: in the form, in a correction, and some in the profile's editor. */

interface LineProps extends InputHTMLAttributes<HTMLInputElement> {
  name: RegistrationField
}

const hints: Partial<Record<RegistrationField, string>> = {
  suffix: 'For example, JR or III',
  personnelAddress: 'Where you live. It is printed on the back of your ID card.',
  email: 'Where we reach you about your application',
  cellphoneNumber: 'For example, 0917 123 4567',
  contactPersonRelationship: 'How this person is related to you',
  militarySerial:
    'Type it exactly as on your documents, with its letter and hyphens if it has any, for example O-200001. This is your username.',
  ms: 'The branch you serve in',
  rank: 'The short form, for example SGT or CPT. Choose one from the list, or type it.',
  paymentReference: 'As on the receipt',
}

const askedAs = (name: RegistrationField) => ({
  name,
  label: askedLabel(name),
  hint: hints[name],
  optional: !isRequired(name, 'registration'),
})

/** One line of text. Fields keep their own content: it is there before the form's code, and outlives it. */
export function LineField({ name, ...rest }: LineProps) {
  return <RecordLine of={name} {...askedAs(name)} enterKeyHint="next" capitals={isInCapitals(name)} {...rest} />
}

interface LineKind extends InputHTMLAttributes<HTMLInputElement> {
  /** Questions what was typed, which is accepted all the same. */
  whyDoubt?: (typed: string) => string | null
  /** What was probably meant, for a press. */
  meant?: (typed: string) => string | null
}

const phone: LineKind = { type: 'tel', inputMode: 'tel', whyDoubt: whyDoubtPhone }
const email: LineKind = {
  type: 'email',
  inputMode: 'email',
  autoCapitalize: 'none',
  whyDoubt: whyDoubtEmail,
  meant: meantEmail,
}

/** The lines of the record that are not plain text. */
const lineKinds: Partial<Record<MemberField, LineKind>> = {
  idNumber: { autoCapitalize: 'characters' },
  birthday: { type: 'date' },
  memberSince: { type: 'date' },
  militarySerial: { whyDoubt: whyDoubtSerial, meant: meantSerial },
  email,
  cellphoneNumber: phone,
  contactPersonNumber: phone,
  contactPersonEmail: email,
}

interface RecordLineProps extends ComponentProps<typeof TextField> {
  /** Of the record; the form may call it something else. */
  of: MemberField
  name: string
}

/** One line of the record, wherever it is typed. */
export function RecordLine({ of, ...field }: RecordLineProps) {
  const { whyDoubt, meant = () => null, ...kind } = lineKinds[of] ?? {}
  if (whyDoubt) return <DoubtedLine {...{ whyDoubt, meant }} {...kind} {...field} />
  return <TextField {...kind} {...field} />
}

/** Whether to ask before sending what was probably mistyped: once, because sent again it is meant. */
export function useAskOnce(): (name: MemberField, typed: string) => boolean {
  const lastDoubted = useRef('')
  return (name, typed) => {
    if (!lineKinds[name]?.whyDoubt?.(typed) || lastDoubted.current === typed) return false
    lastDoubted.current = typed
    return true
  }
}

type DoubtedProps = Omit<RecordLineProps, 'of'> & Required<Pick<LineKind, 'whyDoubt' | 'meant'>>

function DoubtedLine({ whyDoubt, meant, ...rest }: DoubtedProps) {
  const form = useFormAround() as FormState
  const typed = String(useValues(form)[rest.name] ?? '')
  const [typing, setTyping] = useState(false)
  const doubt = typing ? null : whyDoubt(typed)
  const better = meant(typed)
  return (
    <TextField
      {...rest}
      {...(doubt && {
        hint: (
          <Doubt>
            {doubt}
            {better && (
              <button
                type="button"
                className="tap-link block text-left wrap-anywhere"
                onClick={() => form.change({ [rest.name]: better })}
              >
                Change to {better}
              </button>
            )}
          </Doubt>
        ),
      })}
      onChange={() => setTyping(true)}
      onBlur={({ target }) => afterPress(target, () => setTyping(false))}
    />
  )
}

/**
 * Whoever leaves a field by pressing a button must hit it: nothing moves until then. Whoever comes back to the field, as from
 * another window, has not left it.
 */
export function afterPress(field: EventTarget, act: () => void): void {
  const waiting = new AbortController()
  const { signal } = waiting
  const end = () => (waiting.abort(), act())
  for (const event of ['click', 'keyup']) document.addEventListener(event, end, { signal })
  field.addEventListener('focus', () => waiting.abort(), { signal })
}

/** One line that is too long to be read in one: a pasted one with breaks is joined. */
export const AddressField = ({ autoComplete }: { autoComplete: string }) => (
  <TextArea
    {...askedAs('personnelAddress')}
    rows={2}
    enterKeyHint="next"
    autoComplete={autoComplete}
    onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
    onChange={({ target }) => {
      if (target.value.includes('\n')) target.value = target.value.replaceAll(/\s*\n\s*/g, ' ')
    }}
  />
)

/** In the place of a hint. */
export const Doubt = ({ children }: { children: ReactNode }) => (
  <span className="font-semibold text-gold-ink">{children}</span>
)

const serviceNames: Record<Service, string> = {
  PA: 'PA – Army',
  PN: 'PN – Navy and Marines',
  PAF: 'PAF – Air Force',
  TAS: 'TAS – Technical and Administrative Service',
}

const choices = {
  region: regions,
  bloodType: bloodTypes,
  ms: services.map((value) => ({ value, label: serviceNames[value] })),
}

export function ChoiceField({ name }: { name: keyof typeof choices }) {
  return <SelectField {...askedAs(name)} choices={choices[name]} />
}

/** Separate day, month and year: a phone's calendar opens on today, sixty years of swiping away from a birthday. */
export function BirthdayField({ hint = 'Please check it twice: it is your first password.' }: { hint?: ReactNode }) {
  const id = useId()
  const day = useBound<HTMLInputElement>({ name: 'birthdayDay', partOf: 'birthday' })
  const month = useBound<HTMLSelectElement>({ name: 'birthdayMonth', partOf: 'birthday' })
  const year = useBound<HTMLInputElement>({ name: 'birthdayYear', partOf: 'birthday' })
  const { error } = day
  const shared = {
    'aria-invalid': error ? (true as const) : undefined,
    'aria-describedby': [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined,
  }
  const number = {
    ...shared,
    inputMode: 'numeric' as const,
    enterKeyHint: 'next' as const,
    className: 'field-box tabular-nums',
  }
  return (
    <fieldset data-field="birthday" className="grid gap-1.5">
      <legend className="mb-0.5 font-semibold">{askedLabel('birthday')}</legend>
      {hint && (
        <p id={`${id}-hint`} className="text-muted">
          {hint}
        </p>
      )}
      <div className="flex max-w-md flex-wrap gap-3 *:flex-[1_1_4.5em] *:nth-2:min-w-max *:nth-2:flex-[2_1_8.25em]">
        <div className="grid gap-1">
          <label htmlFor={`${id}-day`}>Day</label>
          <input id={`${id}-day`} autoComplete="bday-day" maxLength={2} {...number} {...day.bound} />
        </div>
        <div className="grid gap-1">
          <label htmlFor={`${id}-month`}>Month</label>
          <span className="relative block">
            <select
              id={`${id}-month`}
              autoComplete="bday-month"
              defaultValue=""
              {...shared}
              {...month.bound}
              className="field-box appearance-none pr-[28px] pl-[14px]"
            >
              <option value="">Choose</option>
              {months.map((name, place) => (
                <option key={name} value={place + 1}>
                  {name}
                </option>
              ))}
            </select>
            <ChevronDownIcon className="pointer-events-none absolute top-1/2 right-[7px] size-[18px] -translate-y-1/2 text-muted" />
          </span>
        </div>
        <div className="grid gap-1">
          <label htmlFor={`${id}-year`}>Year</label>
          <input id={`${id}-year`} autoComplete="bday-year" maxLength={4} {...number} {...year.bound} />
        </div>
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </fieldset>
  )
}

/** A number and its unit. Works before the form's code has loaded: only CSS decides which fields are shown. */
export function MeasureField({ measure }: { measure: Measure }) {
  const id = useId()
  const form = useFormAround()
  const { hint, units } = measureUnits[measure]
  const value = useBound<HTMLInputElement>({ name: measure, onBlur: ({ target }) => followUnit(target.value) })
  const unit = useBound<HTMLSelectElement>({ name: `${measure}Unit`, partOf: measure })
  const { error } = value
  const number = {
    inputMode: 'decimal' as const,
    enterKeyHint: 'next' as const,
    autoComplete: 'off',
    'aria-invalid': error ? (true as const) : undefined,
    'aria-describedby': `${id}-hint${error ? ` ${id}-error` : ''}`,
    className: 'field-box tabular-nums min-w-0 flex-[1_1_5em]',
  }

  /** `5'6` becomes 5 feet and 6 inches, instead of getting another unit. */
  function followUnit(typed: string) {
    const split = splitUnit(measure, typed)
    if (!split) return
    form?.change({
      [measure]: split.value,
      [`${measure}Unit`]: split.unit,
      ...(measure === 'height' && { heightInches: split.inches }),
    })
  }

  return (
    <div className="group/measure grid content-start gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {askedLabel(measure)}
      </label>
      <p id={`${id}-hint`} className="-mt-1 text-muted">
        {hint}
      </p>
      <div className="flex flex-wrap gap-2">
        <input id={id} {...number} {...value.bound} />
        {measure === 'height' && <Inches {...number} />}
        <span className="relative block min-w-24 flex-none">
          <select
            aria-label={`${askedLabel(measure)} unit`}
            defaultValue=""
            {...unit.bound}
            className="field-box appearance-none pr-9"
          >
            {units.map(({ value: short, label }) => (
              <option key={short} value={short}>
                {label}
              </option>
            ))}
          </select>
          <ChevronDownIcon className="pointer-events-none absolute top-1/2 right-2.5 size-5 -translate-y-1/2 text-muted" />
        </span>
      </div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  )
}

function Inches(number: InputHTMLAttributes<HTMLInputElement>) {
  const { bound } = useBound<HTMLInputElement>({ name: 'heightInches', partOf: 'height' })
  return (
    <input
      aria-label="Inches"
      placeholder="in"
      {...number}
      {...bound}
      className="field-box hidden min-w-0 flex-[1_1_5em] tabular-nums group-has-[option[value=ft]:checked]/measure:block"
    />
  )
}

/** Each branch opens below its own line, by CSS alone: it works before the form's code has loaded. */
export function StatusTree() {
  const form = useFormAround()
  return (
    <Branch name="militaryStatus">
      {militaryStatuses.map((status) => (
        <div key={status} className="group/status">
          <RadioField
            name="militaryStatus"
            value={status}
            label={status}
            onChange={() => form?.noteChange('reservistType')}
          />
          {status === 'Reservist' && (
            <div className="mb-2 ml-3 hidden border-l-2 border-line pl-1.5 sm:pl-6 group-has-[input[value=Reservist]:checked]/status:block">
              <ReserveTree />
            </div>
          )}
        </div>
      ))}
    </Branch>
  )
}

function ReserveTree() {
  return (
    <Branch name="reservistType">
      {reservistTypes.map((type) => (
        <div key={type} className="group/type">
          <RadioField name="reservistType" value={type} label={type} />
          {type === 'Ready Reserve' && (
            <div className="mb-2 ml-3 hidden border-l-2 border-line pl-1.5 sm:pl-6 group-has-[input[type=radio]:checked]/type:block">
              <p className="text-muted">Tick what applies.</p>
              <CheckField name="rruChecked" label={askedLabel('rruChecked')} hint="Ready Reserve Unit" />
              <CheckField name="aruChecked" label={askedLabel('aruChecked')} hint="Affiliated Reserve Unit" />
            </div>
          )}
        </div>
      ))}
    </Branch>
  )
}

function Branch({ name, children }: { name: RegistrationField; children: ReactNode }) {
  const error = useFormAround()?.problems[name]
  const id = useId()
  return (
    <fieldset
      role="radiogroup"
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? id : undefined}
      className="grid"
    >
      <legend className="mb-1 font-semibold">{askedLabel(name)}</legend>
      <FieldError id={id}>{error}</FieldError>
      {children}
    </fieldset>
  )
}
