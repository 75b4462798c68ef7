import { useState, type ReactNode } from 'react'
import { toHex } from '#shared/elections/board/bytes.ts'
import { readReceiptCode } from '#shared/elections/board/receipt-code.ts'
import { codeFaultText } from '#shared/elections/voting/receipt-text.ts'
import type { Secret } from '#shared/elections/voting/secret.ts'
import { CodeForm } from '#web/elections/voting/code-form.tsx'

interface ReceiptFormProps {
  /** What was typed elsewhere and could not be read. */
  typed?: string | undefined
  onCode: (secret: Secret) => void
  onUnreadable?: () => void
  children?: ReactNode
}

/** The code of a receipt, read as it is typed; what is wrong with it is told beside it. */
export function ReceiptForm({ typed, onCode, onUnreadable, children }: ReceiptFormProps) {
  const [fault, setFault] = useState(() => (typed === undefined ? null : faultOf(typed)))

  function read(text: string) {
    const code = readReceiptCode(text)
    setFault(faultOf(text))
    if (code.ok) onCode(toHex(code.secret))
    else onUnreadable?.()
  }

  return (
    <CodeForm typed={typed} fault={fault} onCode={read}>
      {children}
    </CodeForm>
  )
}

function faultOf(typed: string): string | null {
  const code = readReceiptCode(typed)
  return code.ok ? null : codeFaultText[code.why](typed)
}
