import { sentenceOf } from '#web/api/client.ts'
import { Button } from '#web/components/button.tsx'
import { Notice } from '#web/components/notice.tsx'

/** The first reading failed: in the words the association has fixed, and with the way to try again. */
export function ResultsFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <Notice tone="error">
      <p className="font-semibold">Error loading election results: Error fetching votes: {sentenceOf(error)}</p>
      <Button look="outline" size="small" className="mt-3" onClick={onRetry}>
        Retry
      </Button>
    </Notice>
  )
}
