import { useId, type InputHTMLAttributes, type ReactNode } from 'react'

interface CheckFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string
  hint?: ReactNode
}

/** A yes or no, with the whole line to press. */
export function CheckField({ label, hint, ...input }: CheckFieldProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="flex min-h-11 items-center gap-3 font-semibold wrap-anywhere">
        <input
          {...input}
          id={id}
          type="checkbox"
          aria-describedby={hint ? `${id}-hint` : undefined}
          className="size-6 flex-none accent-navy"
        />
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="pl-9 text-muted">
          {hint}
        </p>
      )}
    </div>
  )
}
