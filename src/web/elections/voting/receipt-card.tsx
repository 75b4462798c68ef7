import { useContext, useState } from 'react'
import { fromHex } from '#shared/elections/board/bytes.ts'
import { receiptCode } from '#shared/elections/board/receipt-code.ts'
import { receiptFragment } from '#shared/elections/board/receipt-link.ts'
import { inGroups } from '#shared/elections/board/in-groups.ts'
import { receiptFileText, receiptText } from '#shared/elections/voting/receipt-text.ts'
import { Button } from '#web/components/button.tsx'
import { classes } from '#web/components/classes.ts'
import { saveFile } from '#web/components/save-file.ts'
import type { KeptReceipt } from '#web/elections/voting/kept-receipt.ts'
import { PromiseNotice } from '#web/elections/voting/promise-notice.tsx'
import { QrCode } from '#web/elections/voting/qr-code.tsx'
import { ReceiptCode } from '#web/elections/voting/receipt-code.tsx'
import { handOver } from '#web/elections/voting/handed-over.ts'
import type { PromiseState } from '#web/elections/voting/use-promise.ts'
import { InitialRenderContext } from '#web/router/hydrated.ts'
import { useNavigate } from '#web/router/router.tsx'

interface ReceiptCardProps {
  title: string
  receipt: KeptReceipt
  promise: PromiseState
  /** Whether this device could keep it. */
  onDevice: boolean
  onRetry: () => void
  /** It is no longer only on this device. */
  onTaken: () => void
}

/** What a voter keeps. On paper it stands alone, for whom they chose stands beside it on the screen. */
export function ReceiptCard({ title, receipt, promise, onDevice, onRetry, onTaken }: ReceiptCardProps) {
  const { origin } = useContext(InitialRenderContext)
  const link = `${origin}/receipt#${receiptFragment(receipt)}`
  const code = receiptCode(fromHex(receipt.secret))
  const { fingerprint } = promise
  const navigate = useNavigate()
  function checkIt() {
    handOver(receipt)
    navigate('/receipt')
  }
  const text = receiptFileText({ title, code, link, origin, fingerprint, rehearsal: receipt.rehearsal })
  return (
    <section aria-labelledby="receipt" className="card grid grid-cols-1 gap-5 p-5 md:p-7">
      <div>
        <p id="receipt" className="eyebrow text-muted">
          {receiptText.title}
        </p>
        <h2 className="mt-1 text-3xl text-green">{receiptText.inTheBox}</h2>
        <p className="mt-1 hidden print:block">{title}</p>
        {receipt.rehearsal && <p className="mt-2 font-semibold text-gold-ink">{receiptText.rehearsal}</p>}
      </div>
      <PromiseNotice promise={promise} known={receipt.key?.fingerprint} onRetry={onRetry} />
      <p className="font-semibold">{receiptText.warning}</p>
      <QrCode text={link} className="mx-auto aspect-square w-full max-w-72 rounded-field border border-line" />
      <ReceiptCode code={code} />
      <p className="hidden print:block">{receiptText.whereOnPaper(origin)}</p>
      <ReceiptActions text={text} onTaken={onTaken} />
      <Button look="accent" className="no-print min-h-14 text-lg" onClick={checkIt}>
        {receiptText.check}
      </Button>
      <p className="no-print text-muted">
        {receiptText.keep} {onDevice ? receiptText.onThisDevice : receiptText.notKept}
      </p>
      {fingerprint && (
        <details className="no-print border-t border-line pt-3">
          <summary className="text-link inline-flex min-h-11 items-center">Details</summary>
          {promise.status === 'holds' && <p className="mt-1">{receiptText.promiseHolds}</p>}
          <Fingerprint fingerprint={fingerprint} />
        </details>
      )}
      {fingerprint && (
        <div className="hidden print:block">
          <Fingerprint fingerprint={fingerprint} />
        </div>
      )}
    </section>
  )
}

const Fingerprint = ({ fingerprint }: { fingerprint: string }) => (
  <p className="mt-2">
    <span className="block text-muted">Fingerprint of the key that signs this election</span>
    <span className="font-mono text-base break-words">{inGroups(fingerprint)}</span>
  </p>
)

type Done = 'saved' | 'copied' | 'copyRefused'

function ReceiptActions({ text, onTaken }: { text: string; onTaken: () => void }) {
  const [done, setDone] = useState<Done | null>(null)

  function save() {
    saveFile(new Blob([text], { type: 'text/plain' }), 'ballot-receipt.txt')
    setDone('saved')
    onTaken()
  }

  function print() {
    setDone(null)
    onTaken()
    window.print()
  }

  async function copy() {
    // A page without https has no clipboard at all.
    const clipboard = navigator.clipboard as Clipboard | undefined
    const copied = await clipboard?.writeText(text).then(
      () => true,
      () => false,
    )
    setDone(copied ? 'copied' : 'copyRefused')
    if (copied) onTaken()
  }

  return (
    <div className="no-print">
      <div className="flex flex-wrap gap-3 *:flex-auto">
        <Button look="outline" onClick={save}>
          Save
        </Button>
        <Button look="outline" onClick={print}>
          Print
        </Button>
        <Button look="outline" onClick={() => void copy()}>
          Copy
        </Button>
      </div>
      <p role="status" className={classes('mt-2 empty:hidden', done !== 'copyRefused' && 'font-semibold text-green')}>
        {done && receiptText[done]}
      </p>
    </div>
  )
}
