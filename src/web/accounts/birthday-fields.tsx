import { birthdayErrors, birthdayText } from '#shared/accounts/birthday-text.ts'
import { ApiError } from '#web/api/client.ts'
import { months } from '#web/components/formats.ts'
import { SelectField, TextField } from '#web/components/fields.tsx'

const choices = months.map((label) => ({ value: label.slice(0, 3), label }))
/** The browser is asked to remember none of it: phones are shared. */
const box = { autoComplete: 'off', required: true } as const
const figures = { ...box, inputMode: 'numeric', pattern: '[0-9]*' } as const

/** A birthday in three boxes, in place of the password. */
export function BirthdayFields() {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-semibold">{birthdayText.legend}</legend>
      <input type="hidden" name="step" value="birthday" />
      <div className="flex flex-wrap gap-2">
        <div className="max-w-full w-[4.4em]">
          <TextField label={birthdayText.day} name="day" {...figures} maxLength={2} />
        </div>
        <div className="min-w-[min(8.25em,100%)] flex-1">
          <SelectField label={birthdayText.month} name="month" {...box} choices={choices} prompt={birthdayText.month} />
        </div>
        <div className="w-[5em] max-w-full">
          <TextField label={birthdayText.year} name="year" {...figures} maxLength={4} />
        </div>
      </div>
    </fieldset>
  )
}

/** What the boxes hold as one text, which the server reads as it reads any birthday. An empty box is told before it is sent. */
export function birthdayIn(boxes: readonly string[]): string {
  if (!boxes.includes('')) return boxes.join(' ')
  throw new ApiError({ code: 'birthday-incomplete', message: birthdayErrors['birthday-incomplete'] })
}
