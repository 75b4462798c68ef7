import { useId, type ReactNode } from 'react'
import { militaryStatuses, reservistTypes } from '#shared/members/enums.ts'
import { askedLabel, type RegistrationField } from '#shared/members/member-fields.ts'
import { CheckField } from '#web/components/fields.tsx'
import { Problem } from '#web/members/registration/problem.tsx'
import { useField } from '#web/members/registration/form-context.ts'

/** Each branch opens under its own line, by style alone: it works before the form's code is there. */
export function StatusTree() {
  return (
    <Branch name="militaryStatus">
      {militaryStatuses.map((status) => (
        <div key={status} className="group/status">
          <Radio name="militaryStatus" value={status} />
          {status === 'Reservist' && (
            <div className="mb-2 ml-3 hidden border-l-2 border-line pl-6 group-has-[input[value=Reservist]:checked]/status:block">
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
          <Radio name="reservistType" value={type} />
          {type === 'Ready Reserve' && (
            <div className="mb-2 ml-3 hidden border-l-2 border-line pl-6 group-has-[input[type=radio]:checked]/type:block">
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
  const { error } = useField(name)
  const id = useId()
  return (
    <fieldset
      role="radiogroup"
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? id : undefined}
      className="grid"
    >
      <legend className="mb-1 font-semibold">{askedLabel(name)}</legend>
      <Problem id={id}>{error}</Problem>
      {children}
    </fieldset>
  )
}

function Radio({ name, value }: { name: string; value: string }) {
  const id = useId()
  return (
    <label htmlFor={id} className="flex min-h-12 items-center gap-3">
      <input id={id} type="radio" name={name} value={value} className="size-6 flex-none accent-navy" />
      {value}
    </label>
  )
}
