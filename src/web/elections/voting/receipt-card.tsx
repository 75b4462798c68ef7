import { useContext, useState } from 'react'
import type { Receipt } from '#shared/elections/voting/ballot-form.ts'
import { Button } from '#web/components/button.tsx'
import { CheckIcon } from '#web/components/icons.tsx'
import { saveFile } from '#web/components/save-file.ts'
import { inFours, receiptText } from '#web/elections/voting/receipt-text.ts'
import { InitialRenderContext } from '#web/router/hydrated.ts'

interface ReceiptCardProps {
  title: string
  receipt: Receipt
  rehearsing: boolean
}

/** What a voter keeps. On paper it stands alone, for whom they chose stands beside it on the screen. */
export function ReceiptCard({ title, receipt, rehearsing }: ReceiptCardProps) {
  const { origin } = useContext(InitialRenderContext)
  const text = receiptText(title, origin, receipt)
  return (
    <section aria-labelledby="receipt" className="card p-6 md:p-8">
      <h2 id="receipt" className="text-3xl">
        Your receipt
      </h2>
      <p className="mt-1 text-muted">{title}</p>
      {receipt.trackers.length === 0 ? (
        <p className="mt-4">Every seat was left blank, so there is no code to look up.</p>
      ) : (
        <>
          <p className="mt-4">
            {rehearsing
              ? 'One code for each service. In an election you can look it up; in a rehearsal you cannot.'
              : 'One code for each service you voted for. Once ballots are counted, open a code to check that yours is among them.'}
          </p>
          <ul className="mt-4 grid grid-cols-1 gap-3">
            {receipt.trackers.map(({ contest, tracker }) => (
              <li key={contest} className="rounded-field border border-line bg-paper px-4 py-3">
                <p className="display text-lg tracking-wider text-muted">{contest}</p>
                <p className="font-mono leading-relaxed break-words">{inFours(tracker)}</p>
                {!rehearsing && (
                  <a href={`/receipt/${tracker}`} className="text-link no-print inline-flex min-h-11 items-center">
                    Look up the code of {contest}
                  </a>
                )}
              </li>
            ))}
          </ul>
          {/* Short enough to be typed from paper; there a code may be typed as it stands, with its spaces. */}
          {!rehearsing && <p className="mt-4 hidden print:block">Look up a code at {`${origin}/receipt`}</p>}
          <p className="mt-4 text-muted">
            There are no names on the receipt, so a sheet left on a table does not show whom you chose. The public board
            shows what was counted under a code, without any voter’s name, so keep your codes to yourself.
          </p>
          <ReceiptActions text={text} />
        </>
      )}
    </section>
  )
}

function ReceiptActions({ text }: { text: string }) {
  const [copied, setCopied] = useState<boolean | null>(null)
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false), // the codes stay on the screen to be copied by hand
    )
  return (
    <div className="no-print mt-5">
      <div className="flex flex-wrap gap-3">
        <Button look="outline" onClick={() => void copy()}>
          {copied && <CheckIcon className="size-5" />}
          {copied ? 'Copied' : 'Copy'}
        </Button>
        <Button look="outline" onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), 'ballot-receipt.txt')}>
          Save as a file
        </Button>
        <Button look="outline" onClick={() => window.print()}>
          Print
        </Button>
      </div>
      <p role="status" className="mt-2 text-muted empty:hidden">
        {copied === false && 'This browser does not allow copying. Please copy the codes by hand.'}
      </p>
    </div>
  )
}
