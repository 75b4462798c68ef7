import { useId } from 'react'
import { measureUnits, splitUnit, type Measure } from '#shared/members/measures.ts'
import { askedLabel } from '#shared/members/member-fields.ts'
import { ChevronDownIcon } from '#web/components/icons.tsx'
import { useFormState } from '#web/members/registration/form-context.ts'
import { Problem } from '#web/members/registration/problem.tsx'

/** A number and its unit, which works before the form's code is there: which fields are shown is a matter of style alone. */
export function MeasureField({ measure }: { measure: Measure }) {
  const error = useFormState().problems[measure]
  const id = useId()
  const { hint, units } = measureUnits[measure]
  const number = {
    inputMode: 'decimal' as const,
    enterKeyHint: 'next' as const,
    autoComplete: 'off',
    'aria-invalid': error ? (true as const) : undefined,
    'aria-describedby': `${id}-hint${error ? ` ${id}-error` : ''}`,
    className: 'field-box tabular-nums min-w-0',
  }
  return (
    <div className="group/measure grid content-start gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {askedLabel(measure)}
      </label>
      <p id={`${id}-hint`} className="-mt-1 text-muted">
        {hint}
      </p>
      <div className="flex gap-2">
        <input id={id} name={measure} {...number} onBlur={({ currentTarget }) => followUnit(measure, currentTarget)} />
        {measure === 'height' && (
          <input
            name="heightInches"
            aria-label="Inches"
            placeholder="in"
            {...number}
            className="field-box hidden min-w-0 tabular-nums group-has-[option[value=ft]:checked]/measure:block"
          />
        )}
        <span className="relative block w-24 flex-none">
          <select
            name={`${measure}Unit`}
            aria-label={`${askedLabel(measure)} unit`}
            defaultValue=""
            className="field-box appearance-none pr-9"
          >
            {units.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
          <ChevronDownIcon className="pointer-events-none absolute top-1/2 right-2.5 size-5 -translate-y-1/2 text-muted" />
        </span>
      </div>
      <Problem id={`${id}-error`}>{error}</Problem>
    </div>
  )
}

/** Who types `5'6` finds it as 5 feet and 6 inches, not with another unit beside it. */
function followUnit(measure: Measure, input: HTMLInputElement) {
  const split = splitUnit(measure, input.value)
  const unit = input.form?.elements.namedItem(`${measure}Unit`)
  if (!split || !(unit instanceof HTMLSelectElement)) return
  const inches = input.form?.elements.namedItem('heightInches')
  if (measure === 'height' && inches instanceof HTMLInputElement) inches.value = split.inches
  input.value = split.value
  unit.value = split.unit
  // The form hears of it as of anything else that is filled in.
  unit.dispatchEvent(new Event('input', { bubbles: true }))
}
