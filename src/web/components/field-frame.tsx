import { useId, type ReactNode } from 'react'
import { AlertIcon } from '#web/components/icons.tsx'

export interface FieldTexts {
  label: string
  hint?: ReactNode
  error?: string | undefined
  /** Says so beside the label, for forms where most fields are required. */
  optional?: boolean
}

interface ControlProps {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/** Label above, hint under it, the control, then its error: tied together for those who cannot see them. */
export function FieldFrame({
  label,
  hint,
  error,
  optional,
  children,
}: FieldTexts & { children: (control: ControlProps) => ReactNode }) {
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label htmlFor={id} className="font-semibold">
        {label}
        {optional && <span className="font-normal text-muted"> (optional)</span>}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="field-hint text-muted">
          {hint}
        </p>
      )}
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined })}
      {error && (
        <p id={`${id}-error`} className="field-error flex gap-2 font-semibold text-red">
          <AlertIcon className="mt-0.5 size-5 flex-none" />
          <span className="min-w-0">{error}</span>
        </p>
      )}
    </div>
  )
}
