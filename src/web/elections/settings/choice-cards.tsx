import { useId } from 'react'

interface ChoiceCardsProps<Value extends string> {
  /** Of the whole form: one name for those of which one is chosen. */
  name: string
  legend: string
  choices: readonly { value: Value; label: string; hint: string }[]
  value: Value
  /** Why it can no longer be changed. */
  settled: string | undefined
  onChange: (value: Value) => void
}

/** One of a few, each with what it means. */
export function ChoiceCards<Value extends string>(props: ChoiceCardsProps<Value>) {
  const { name, legend, choices, value, settled, onChange } = props
  const id = useId()
  return (
    <fieldset disabled={settled !== undefined} className="grid gap-3">
      <legend className="mb-2 font-semibold">{legend}</legend>
      {settled && <p className="text-muted">{settled}.</p>}
      <div className="grid gap-3 md:grid-cols-2">
        {choices.map((choice, place) => (
          <div
            key={choice.value}
            className="rounded-field border border-edge p-4 has-checked:border-navy has-checked:bg-navy-soft has-disabled:opacity-70"
          >
            <label className="flex min-h-8 items-center gap-3 font-semibold wrap-anywhere">
              <input
                type="radio"
                name={name}
                aria-describedby={`${id}-${place}`}
                className="size-5 flex-none accent-navy"
                checked={value === choice.value}
                onChange={() => onChange(choice.value)}
              />
              {choice.label}
            </label>
            <p id={`${id}-${place}`} className="pl-8 text-muted">
              {choice.hint}
            </p>
          </div>
        ))}
      </div>
    </fieldset>
  )
}
