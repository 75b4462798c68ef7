import { useState } from 'react'
import { buttonClass } from '#web/components/button-class.ts'
import { CheckIcon } from '#web/components/icons.tsx'

interface CopyButtonProps {
  text: string
  /** What is copied, for those who do not see what it stands beside. */
  what: string
}

/** A page without https has no clipboard: the text stays on the screen, to be copied by hand. A plain button: the home page has no forms, and does without their parts. */
export function CopyButton({ text, what }: CopyButtonProps) {
  const [copied, setCopied] = useState(false)
  const copy = () =>
    void Promise.resolve(navigator.clipboard as Clipboard | undefined)
      .then((clipboard) => clipboard?.writeText(text).then(() => setCopied(true)))
      .catch(() => setCopied(false))
  return (
    <button type="button" className={buttonClass('outline', 'small')} onClick={copy}>
      {copied && <CheckIcon className="size-5" />}
      <span role="status">
        {copied ? 'Copied' : 'Copy'}
        <span className="sr-only"> {what}</span>
      </span>
    </button>
  )
}
