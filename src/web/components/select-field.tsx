import type { SelectHTMLAttributes } from 'react'
import { FieldFrame, type FieldTexts } from '#web/components/field-frame.tsx'
import { ChevronDownIcon } from '#web/components/icons.tsx'

export interface Choice {
  value: string
  label: string
}

interface SelectFieldProps extends FieldTexts, SelectHTMLAttributes<HTMLSelectElement> {
  choices: readonly (string | Choice)[]
  /** Shown while nothing is chosen; null where something always is. */
  prompt?: string | null
}

/**
 * The phone's own list, which everybody knows how to use. A long choice goes on in a second line. The edges do not grow with the
 * text: a month has to fit beside a day and a year.
 */
export function SelectField({
  label,
  hint,
  error,
  optional,
  choices,
  prompt = 'Choose one',
  ...select
}: SelectFieldProps) {
  const controlled = select.value !== undefined
  return (
    <FieldFrame {...{ label, hint, error }} {...(optional && { optional })}>
      {(control) => (
        <div className="relative">
          <select
            {...(!controlled && { defaultValue: '' })}
            {...select}
            {...control}
            className="field-box appearance-none pr-[28px] pl-[14px] whitespace-normal"
          >
            {prompt !== null && <option value="">{prompt}</option>}
            {choices.map((choice) => {
              const { value, label: shown } = typeof choice === 'string' ? { value: choice, label: choice } : choice
              return (
                <option key={value} value={value}>
                  {shown}
                </option>
              )
            })}
          </select>
          <ChevronDownIcon className="pointer-events-none absolute top-1/2 right-[7px] size-[18px] -translate-y-1/2 text-muted" />
        </div>
      )}
    </FieldFrame>
  )
}
