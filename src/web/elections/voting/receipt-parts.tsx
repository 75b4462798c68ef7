import { useState, type ReactNode } from 'react'
import { toHex } from '#shared/elections/board/bytes.ts'
import type { Secret } from '#shared/elections/board/leaves.ts'
import { inGroups } from '#shared/figures.ts'
import { readReceiptCode } from '#web/elections/board/receipt.ts'
import { CodeForm } from './code-form.tsx'
import { checkText, codeFaultText } from './text.ts'

interface ReceiptFormProps {
  /** What was typed elsewhere and could not be read. */
  typed?: string | undefined
  onCode: (secret: Secret) => void
  onUnreadable?: () => void
  children?: ReactNode
}

/** The code of a receipt, checked as it is typed. */
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

/** The key's fingerprint then and now, one below the other, to be compared and photographed. */
export function TwoFingerprints({ before, now }: { before: string; now: string }) {
  const text = checkText['other-key']
  return (
    <dl className="mt-3 grid gap-2">
      {[
        [text.before, before],
        [text.now, now],
      ].map(([label, fingerprint = '']) => (
        <div key={label}>
          <dt className="font-semibold">{label}</dt>
          <dd className="font-mono text-sm break-words">{inGroups(fingerprint)}</dd>
        </div>
      ))}
    </dl>
  )
}
