import { useId, type Ref } from 'react'
import { AlertIcon } from '#web/components/icons.tsx'
import { listed } from '#web/elections/voting/slots.ts'

interface BlanksQuestionProps {
  ref: Ref<HTMLInputElement>
  blanks: readonly string[]
  confirmed: boolean
  disabled: boolean
  onConfirm: (confirmed: boolean) => void
  error: string | undefined
}

/** A blank seat is named, and meant. */
export function BlanksQuestion({ ref, blanks, confirmed, disabled, onConfirm, error }: BlanksQuestionProps) {
  const id = useId()
  return (
    <div className="rounded-card border-2 border-gold bg-gold-soft px-5 py-4">
      <p id={`${id}-why`}>
        Nobody is chosen for <strong>{listed(blanks)}</strong>. A blank seat gives nobody a vote and cannot be filled
        later.
      </p>
      <label htmlFor={id} className="mt-2 flex min-h-12 items-center gap-3 text-lg font-semibold">
        <input
          ref={ref}
          id={id}
          type="checkbox"
          checked={confirmed}
          disabled={disabled}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-why ${id}-error`}
          onChange={(event) => onConfirm(event.target.checked)}
          className="size-7 flex-none accent-navy"
        />
        Leave {listed(blanks)} blank
      </label>
      <p id={`${id}-error`} role="alert" className="font-semibold text-red">
        {error && (
          <span className="mt-1 flex gap-2">
            <AlertIcon className="mt-0.5 size-5 flex-none" />
            {error}
          </span>
        )}
      </p>
    </div>
  )
}
