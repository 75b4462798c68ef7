import { useState } from 'react'
import { securityText } from '#shared/accounts/security-text.ts'
import { useSite } from '#web/api/site.ts'
import { Button } from '#web/components/button.tsx'
import { buttonClass } from '#web/components/classes.ts'
import { CheckIcon } from '#web/components/icons.tsx'

/** Shown once. Leaving takes a word that they are saved. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { shortName } = useSite()
  const [copied, setCopied] = useState(false)
  const asText = `${shortName} recovery codes\n\n${codes.join('\n')}\n`

  async function copy() {
    try {
      await navigator.clipboard.writeText(asText)
      setCopied(true)
    } catch {
      setCopied(false) // the codes stay on the screen to be copied by hand
    }
  }

  return (
    <div className="mt-5 grid gap-5">
      <div>
        <h3 className="text-2xl">Your recovery codes</h3>
        <p className="mt-1 text-muted">{securityText.recoveryCodesOnce}</p>
      </div>
      <ul
        aria-label="Recovery codes"
        className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9em),1fr))] gap-x-6 gap-y-2 rounded-card bg-navy-soft p-5 font-mono tabular-nums sm:text-lg"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="no-print flex flex-wrap gap-3">
        <Button look="outline" onClick={() => void copy()}>
          {copied && <CheckIcon className="size-5" />}
          {copied ? 'Copied' : 'Copy'}
        </Button>
        <a
          className={buttonClass('outline')}
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(asText)}`}
          download={`${shortName.toLowerCase()}-recovery-codes.txt`}
        >
          Download
        </a>
        <Button look="outline" onClick={() => window.print()}>
          Print
        </Button>
        <Button onClick={onDone}>I have saved them</Button>
      </div>
      <p role="status" className="sr-only">
        {copied && 'Copied'}
      </p>
    </div>
  )
}
