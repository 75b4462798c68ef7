import { useId } from 'react'
import type { ElectionForm } from '#shared/elections/settings/settings.ts'
import type { FieldsProps } from '#web/elections/settings/election-fields.tsx'
import { fieldNames, resultsText } from '#web/elections/settings/field-names.ts'

const hints: Record<ElectionForm['resultsVisible'], string> = {
  'while voting': 'Members see the count grow, and how many have voted.',
  'after close': 'Until then members see only how many have voted.',
}

export function ResultsChoice({ draft, settled, onChange }: FieldsProps) {
  const id = useId()
  return (
    <fieldset disabled={settled.resultsVisible !== undefined} className="grid gap-3">
      <legend className="mb-2 font-semibold">{fieldNames.resultsVisible}</legend>
      {settled.resultsVisible && <p className="text-muted">{settled.resultsVisible}.</p>}
      <div className="grid gap-3 md:grid-cols-2">
        {(['while voting', 'after close'] as const).map((when) => (
          <div
            key={when}
            className="rounded-field border border-edge p-4 has-checked:border-navy has-checked:bg-navy-soft has-disabled:opacity-70"
          >
            <label className="flex min-h-8 items-center gap-3 font-semibold">
              <input
                type="radio"
                name="results"
                aria-describedby={`${id}-${when[0]}`}
                className="size-5 flex-none accent-navy"
                checked={draft.resultsVisible === when}
                onChange={() => onChange({ resultsVisible: when })}
              />
              {resultsText[when]}
            </label>
            <p id={`${id}-${when[0]}`} className="pl-8 text-muted">
              {hints[when]}
            </p>
          </div>
        ))}
      </div>
    </fieldset>
  )
}
