import { useEffect, useId, useRef, type FormEvent, type ReactNode } from 'react'
import { receiptPageText } from '#shared/elections/voting/receipt-page-text.ts'
import { buttonClass } from '#web/components/button-class.ts'

interface CodeFormProps {
  typed?: string | undefined
  fault: string | null
  onCode: (typed: string) => void
  children?: ReactNode
}

/**
 * The code of a receipt, typed. It is sent nowhere: the form has no address, and its field no name. The browser's own elements, for
 * the kit's would weigh more than the rest of a public page.
 */
export function CodeForm({ typed, fault, onCode, children }: CodeFormProps) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (fault) field.current?.focus()
  }, [fault])

  function check(event: FormEvent) {
    event.preventDefault()
    onCode(field.current?.value ?? '')
  }

  return (
    <form onSubmit={check} noValidate className="grid gap-1.5">
      {children}
      <label htmlFor={id} className="font-semibold">
        Code of your receipt
      </label>
      <p id={`${id}-hint`} className="-mt-1 text-muted">
        {receiptPageText.formHint}
      </p>
      <input
        id={id}
        ref={field}
        defaultValue={typed}
        aria-describedby={fault ? `${id}-hint ${id}-fault` : `${id}-hint`}
        aria-invalid={fault !== null}
        maxLength={200}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        className="field-box font-mono text-[min(1rem,3.4vw)] uppercase"
      />
      {fault && (
        <p id={`${id}-fault`} role="alert" className="font-semibold text-red">
          {fault}
        </p>
      )}
      <button type="submit" className={`${buttonClass('primary')} mt-2.5 justify-self-start`}>
        Check
      </button>
    </form>
  )
}
