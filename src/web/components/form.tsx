import { useEffect, type FormHTMLAttributes } from 'react'
import { sentenceOf } from '#web/api/client.ts'
import { FormContext, useFormAround, type FormAround } from './fields.tsx'
import { Notice } from './notice.tsx'
import { goTo, type Form as FormState } from './use-form.ts'

interface FormProps extends Omit<FormHTMLAttributes<HTMLFormElement>, 'onSubmit'> {
  form: FormAround & Pick<FormState, 'submit'>
  /** For a form that has just opened in the page. */
  focusFirst?: boolean
}

/** A plain form, which the server takes by itself where it is given an address: before this code is there, a press sends it. */
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
  /** What a field is called, for sentences that do not say which one they are about. */
  labelOf: (name: string) => string | undefined
}

/** Everything that has to be corrected, each with the way to it. The focus goes here, so that it comes into view and into the ears. */
export function ErrorSummary({ title, labelOf }: ErrorSummaryProps) {
  const { problems, element } = useFormAround() ?? {}
  const found = Object.entries(problems ?? {})
  if (found.length === 0) return null
  return (
    <div data-summary tabIndex={-1} className="rounded-field outline-offset-4">
      <Notice tone="error" title={title}>
        <ul className="mt-1 grid">
          {found.map(([name, message]) => (
            <li key={name}>
              <button
                type="button"
                className="min-h-11 text-left underline decoration-1 underline-offset-4 hover:decoration-2"
                onClick={() => goTo(element?.current?.querySelector(`[name="${name}"], [data-field="${name}"] input`))}
              >
                {/^(Please|This)\b/.test(message) && labelOf(name) ? `${labelOf(name)}: ${message}` : message}
              </button>
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  )
}

/** What the form failed with; nothing where its fields say it. */
export function FormFailure({ title }: { title?: string }) {
  const form = useFormAround()
  if (!form?.failure || Object.keys(form.problems).length > 0) return null
  return (
    <Notice tone="error" {...(title && { title })}>
      {sentenceOf(form.failure)}
    </Notice>
  )
}
