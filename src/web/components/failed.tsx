import { sentenceOf } from '#web/api/client.ts'
import { Button } from '#web/components/button.tsx'
import { Notice } from '#web/components/notice.tsx'

/** A first load that failed: what happened, and the way to try again. */
export function Failed({ title, error, onRetry }: { title: string; error: unknown; onRetry: () => void }) {
  return (
    <Notice tone="error" title={title}>
      <p>{sentenceOf(error)}</p>
      <Button look="outline" size="small" className="mt-3" onClick={onRetry}>
        Retry
      </Button>
    </Notice>
  )
}
