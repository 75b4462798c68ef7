import { useId } from 'react'
import { answerOutcomes, type AnswerOutcome, type PrivacyRequestKind } from '#shared/members/privacy/privacy.ts'
import { AlertIcon } from '#web/components/icons.tsx'

const choices: Record<Exclude<PrivacyRequestKind, 'change'>, Record<AnswerOutcome, string>> = {
  correction: { done: 'It is corrected', refused: 'It cannot be corrected' },
  erasure: { done: 'Delete this member’s data now', refused: 'Refuse to delete' },
}

interface OutcomeFieldProps {
  kind: Exclude<PrivacyRequestKind, 'change'>
  value: AnswerOutcome | null
  error: string | undefined
  onChange: (outcome: AnswerOutcome) => void
}

export function OutcomeField({ kind, value, error, onChange }: OutcomeFieldProps) {
  const id = useId()
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="font-semibold">What was decided?</legend>
      <div className="mt-1 flex flex-wrap gap-x-8">
        {answerOutcomes.map((outcome) => (
          <label key={outcome} className="flex min-h-11 items-center gap-3">
            <input
              type="radio"
              name="outcome"
              value={outcome}
              checked={value === outcome}
              className="size-6 flex-none accent-navy"
              onChange={() => onChange(outcome)}
            />
            {choices[kind][outcome]}
          </label>
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} className="flex gap-2 font-semibold text-red">
          <AlertIcon className="mt-0.5 size-5 flex-none" />
          {error}
        </p>
      )}
    </fieldset>
  )
}
