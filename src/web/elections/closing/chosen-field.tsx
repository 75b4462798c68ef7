import { useId } from 'react'
import type { ClosingTie } from '#web/api/elections/closing.ts'
import { AlertIcon } from '#web/components/icons.tsx'
import { withRank } from '#web/elections/closing/with-rank.ts'

interface ChosenFieldProps {
  tie: ClosingTie
  chosen: string[]
  error: string | undefined
  onChange: (chosen: string[]) => void
}

/** For one seat one of them, for several as many as there are. */
export function ChosenField({ tie, chosen, error, onChange }: ChosenFieldProps) {
  const id = useId()
  const one = tie.seats === 1
  function choose(nomineeId: string, on: boolean) {
    if (one) onChange([nomineeId])
    else onChange(on ? [...chosen, nomineeId] : chosen.filter((other) => other !== nomineeId))
  }
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="font-semibold">{one ? 'Who was chosen?' : `Which ${tie.seats} were chosen?`}</legend>
      <div className="mt-1 grid grid-cols-1">
        {tie.nominees.map((nominee) => (
          <label key={nominee.nomineeId} className="flex min-h-11 items-center gap-3">
            <input
              type={one ? 'radio' : 'checkbox'}
              name="chosen"
              value={nominee.nomineeId}
              checked={chosen.includes(nominee.nomineeId)}
              className="size-6 flex-none accent-navy"
              onChange={(event) => choose(nominee.nomineeId, event.currentTarget.checked)}
            />
            {withRank(nominee)}
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
