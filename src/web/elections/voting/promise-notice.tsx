import { inGroups } from '#shared/elections/board/in-groups.ts'
import { checkText, receiptText } from '#shared/elections/voting/receipt-text.ts'
import { Button } from '#web/components/button.tsx'
import { Notice } from '#web/components/notice.tsx'
import { TwoFingerprints } from '#web/elections/voting/two-fingerprints.tsx'
import type { PromiseState } from '#web/elections/voting/use-promise.ts'

interface PromiseNoticeProps {
  promise: PromiseState
  /** The fingerprint that this device remembers. */
  known: string | undefined
  onRetry: () => void
}

/** Silent while all is well: a kept promise is nothing to read about, a broken one is told loudly. */
export function PromiseNotice({ promise, known, onRetry }: PromiseNoticeProps) {
  switch (promise.status) {
    case 'broken':
      return (
        <Notice tone="error" title={receiptText.promiseBrokenTitle}>
          <p>{receiptText.promiseBroken}</p>
          <p className="mt-2 font-mono text-sm break-words">{inGroups(promise.fingerprint)}</p>
        </Notice>
      )
    case 'other-key':
      return (
        <Notice tone="error" title={checkText['other-key'].title}>
          <p>{checkText['other-key'].said}</p>
          <TwoFingerprints before={known ?? ''} now={promise.fingerprint} />
        </Notice>
      )
    case 'unchecked':
      return (
        <Notice tone="warning" title={receiptText.promiseUnchecked}>
          <Button look="outline" size="small" className="no-print mt-2" onClick={onRetry}>
            Try again
          </Button>
        </Notice>
      )
    default:
      return null
  }
}
