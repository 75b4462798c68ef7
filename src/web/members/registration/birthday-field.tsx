import { useId } from 'react'
import { askedLabel } from '#shared/members/member-fields.ts'
import { ChevronDownIcon } from '#web/components/icons.tsx'
import { months } from '#web/components/formats.ts'
import { useFormState } from '#web/members/registration/form-context.ts'
import { Problem } from '#web/members/registration/problem.tsx'

/** Day, month and year apart: a phone's calendar opens on today, sixty years of swiping away from a birthday. */
export function BirthdayField({
  hint = 'Please check it twice: it is your first password.',
}: {
  hint?: string | null
}) {
  const error = useFormState().problems.birthday
  const id = useId()
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
    <fieldset className="grid gap-1.5">
      <legend className="mb-0.5 font-semibold">{askedLabel('birthday')}</legend>
      {hint && (
        <p id={`${id}-hint`} className="text-muted">
          {hint}
        </p>
      )}
      <div className="flex max-w-md flex-wrap gap-3 *:flex-[1_1_4.5em] *:nth-2:flex-[2_1_8.25em]">
        <div className="grid gap-1">
          <label htmlFor={`${id}-day`}>Day</label>
          <input id={`${id}-day`} name="birthdayDay" autoComplete="bday-day" maxLength={2} {...number} />
        </div>
        <div className="grid gap-1">
          <label htmlFor={`${id}-month`}>Month</label>
          <span className="relative block">
            <select
              id={`${id}-month`}
              name="birthdayMonth"
              autoComplete="bday-month"
              defaultValue=""
              {...shared}
              className="field-box appearance-none pr-[28px] pl-[14px]"
            >
              <option value="">Choose</option>
              {months.map((month, place) => (
                <option key={month} value={place + 1}>
                  {month}
                </option>
              ))}
            </select>
            <ChevronDownIcon className="pointer-events-none absolute top-1/2 right-[7px] size-[18px] -translate-y-1/2 text-muted" />
          </span>
        </div>
        <div className="grid gap-1">
          <label htmlFor={`${id}-year`}>Year</label>
          <input id={`${id}-year`} name="birthdayYear" autoComplete="bday-year" maxLength={4} {...number} />
        </div>
      </div>
      <Problem id={`${id}-error`}>{error}</Problem>
    </fieldset>
  )
}
