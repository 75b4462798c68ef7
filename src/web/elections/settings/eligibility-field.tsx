import { settingsText } from '#shared/elections/settings/settings-text.ts'
import { TextField } from '#web/components/fields.tsx'
import { readTime } from '#web/components/typed-time.ts'
import type { FieldsProps } from '#web/elections/settings/election-fields.tsx'
import { showOpening } from '#web/elections/settings/schedule-text.ts'

/** When the roll is drawn up, if that is to be before voting opens. */
export function EligibilityField({ draft, problems, settled, onChange }: FieldsProps) {
  const time = readTime(draft.eligibilityDate)
  return (
    <fieldset className="min-w-0">
      <legend className="display w-full border-b border-line pb-1 text-xl">{settingsText.eligibilityTitle}</legend>
      <p className="mt-2 text-muted">{settingsText.eligibilityHint}</p>
      <div className="mt-3 grid gap-5 md:grid-cols-2">
        <TextField
          type="datetime-local"
          label={settingsText.eligibility}
          optional
          hint={settled.eligibilityDate ?? (Number.isNaN(time) ? settingsText.noEligibility : showOpening(time))}
          value={draft.eligibilityDate}
          error={problems['eligibilityDate']}
          disabled={settled.eligibilityDate !== undefined}
          max="2099-12-31T23:59"
          onChange={(event) => onChange({ eligibilityDate: event.target.value })}
        />
      </div>
    </fieldset>
  )
}
