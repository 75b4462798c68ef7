import { useId, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { toHex } from '#shared/elections/board/bytes.ts'
import { readReceiptCode } from '#shared/elections/board/receipt-code.ts'
import { codeFaultText, receiptText } from '#shared/elections/voting/receipt-text.ts'
import type { Secret } from '#shared/elections/voting/secret.ts'
import { buttonClass } from '#web/components/button-class.ts'

/**
 * The code of a receipt, typed. It is read here and sent nowhere: the form has no address, and its field no name. The browser's own
 * elements, for the kit's would weigh more than the rest of a public page.
 */
export function ReceiptForm({ onCode, children }: { onCode: (secret: Secret) => void; children?: ReactNode }) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [fault, setFault] = useState<string | null>(null)

  function check(event: FormEvent) {
    event.preventDefault()
    const typed = field.current?.value ?? ''
    const read = readReceiptCode(typed)
    setFault(read.ok ? null : codeFaultText[read.why](typed))
    if (read.ok) onCode(toHex(read.secret))
    else field.current?.focus()
  }

  return (
    <form onSubmit={check} noValidate className="grid gap-1.5">
      {children}
      <label htmlFor={id} className="font-semibold">
        Code of your receipt
      </label>
      <p id={`${id}-hint`} className="-mt-1 text-muted">
        {receiptText.formHint}
      </p>
      <input
        id={id}
        ref={field}
        aria-describedby={fault ? `${id}-hint ${id}-fault` : `${id}-hint`}
        aria-invalid={fault !== null}
        maxLength={200}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        className="field-box font-mono uppercase"
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
