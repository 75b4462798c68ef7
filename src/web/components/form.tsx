import { useEffect, type FormHTMLAttributes } from 'react'
import { ApiError, sentenceOf } from '#web/api/client.ts'
import { FormContext, useFormAround, type FormAround } from './fields.tsx'
import { Notice } from './notice.tsx'
import type { FormState } from './use-form.ts'

interface FormProps extends Omit<FormHTMLAttributes<HTMLFormElement>, 'onSubmit'> {
  form: FormAround & Pick<FormState, 'submit'>
  /** For a form that has just opened in the page. */
  focusFirst?: boolean
}

/** A plain form, which the server accepts directly if it has an action: before this code has loaded, a press sends it. */
export function Form({ form, focusFirst = false, children, ...rest }: FormProps) {
  const { element, submit } = form
  useEffect(() => {
    if (focusFirst) element.current?.querySelector<HTMLElement>('input, textarea')?.focus()
  }, [element, focusFirst])
  return (
    <FormContext value={form}>
      <form method="post" noValidate {...rest} ref={element} onSubmit={submit}>
        {children}
      </form>
    </FormContext>
  )
}

interface ErrorSummaryProps {
  title: string
  /** The label of a field, for sentences that do not name it. */
  labelOf: (name: string) => string | undefined
}

/** Everything to correct, with links. It gets the focus, so that it is seen and read out. */
export function ErrorSummary({ title, labelOf }: ErrorSummaryProps) {
  const form = useFormAround()
  const found = Object.entries(form?.problems ?? {}).map(([name, message]): [string, string] => [
    name,
    /^(Please|This)\b/.test(message) && labelOf(name) ? `${labelOf(name)}: ${message}` : message,
  ])
  if (!form || found.length === 0) return null
  return (
    <div data-summary tabIndex={-1} className="rounded-field outline-offset-4">
      <Notice tone="error" title={title}>
        <ProblemLinks problems={found} onGo={form.focusProblem} />
      </Notice>
    </div>
  )
}

interface ProblemLinksProps {
  problems: readonly [name: string, message: string][]
  onGo: (name: string) => void
}

/** Each message leads to its field. */
export function ProblemLinks({ problems, onGo }: ProblemLinksProps) {
  return (
    <ul className="grid gap-1">
      {problems.map(([name, message]) => (
        <li key={name}>
          <button
            type="button"
            className="min-h-11 text-left underline decoration-1 underline-offset-4 hover:decoration-2"
            onClick={() => onGo(name)}
          >
            {message}
          </button>
        </li>
      ))}
    </ul>
  )
}

/** The form's error; nothing if its fields show it, or showed it until they were corrected. */
export function FormFailure({ title }: { title?: string }) {
  const form = useFormAround()
  if (!form?.failure || Object.keys(form.problems).length > 0) return null
  if (form.failure instanceof ApiError && Object.keys(form.failure.fields).length > 0) return null
  return (
    <Notice tone="error" {...(title && { title })}>
      <Refusal error={form.failure} />
    </Notice>
  )
}

/** Why something was not sent. Whoever was logged out elsewhere goes on in the form once they are logged in again. */
export const Refusal = ({ error }: { error: unknown }) => (
  <>
    <p>{sentenceOf(error)}</p>
    {error instanceof ApiError && error.code === 'not-signed-in' && (
      <p>
        You were logged out.{' '}
        <a href="/login" target="_blank" rel="noreferrer" className="underline underline-offset-4">
          Log in again in a new tab
        </a>
        , then come back and press the button again. What you typed is still here.
      </p>
    )}
  </>
)
