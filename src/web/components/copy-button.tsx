import { useState } from 'react'
import { buttonClass } from './classes.ts'

interface CopyButtonProps {
  text: string
  /** What is copied, for screen readers. */
  what: string
}

/**
 * Without https there is no clipboard: the text stays on the screen, to be copied by hand. A plain button, because the kit's
 * would be too large for the home page.
 */
export function CopyButton({ text, what }: CopyButtonProps) {
  const [copied, setCopied] = useState(false)
  const copy = () =>
    void Promise.resolve(navigator.clipboard as Clipboard | undefined)
      .then((clipboard) => clipboard?.writeText(text).then(() => setCopied(true)))
      .catch(() => setCopied(false))
  return (
    <>
      <button type="button" className={buttonClass('outline', 'small')} onClick={copy}>
        {copied ? '✓ Copied' : 'Copy'}
        <span className="sr-only">{what}</span>
      </button>
      <span role="status" className="sr-only">
        {copied && 'Copied'}
      </span>
    </>
  )
}
