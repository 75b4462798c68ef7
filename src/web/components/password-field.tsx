import { useState, type InputHTMLAttributes } from 'react'
import { FieldFrame, type FieldTexts } from '#web/components/field-frame.tsx'

type PasswordFieldProps = FieldTexts & Omit<InputHTMLAttributes<HTMLInputElement>, 'type'>

/** A password that can be shown: mistyping is the commonest reason for a refused login. */
export function PasswordField({ label, hint, error, optional, ...input }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  return (
    <FieldFrame {...{ label, hint, error }} {...(optional && { optional })}>
      {(control) => (
        <div className="relative">
          <input
            {...input}
            {...control}
            type={shown ? 'text' : 'password'}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            className="field-box pr-20"
          />
          <button
            type="button"
            aria-pressed={shown}
            aria-label={`Show ${label.toLowerCase()}`}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-0.5 right-0.5 min-w-16 rounded-[7px] px-3 font-semibold text-navy-2 hover:bg-navy-soft"
          >
            {shown ? 'Hide' : 'Show'}
          </button>
        </div>
      )}
    </FieldFrame>
  )
}
