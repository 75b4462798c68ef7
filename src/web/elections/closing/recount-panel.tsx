import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { RecountOutcome } from '#shared/elections/recount/recount.ts'
import { showInstant } from '#shared/time.ts'
import { sentenceOf } from '#web/api/client.ts'
import { Button } from '#web/components/button.tsx'
import { Notice } from '#web/components/notice.tsx'
import { recountNow, type RecountProgress } from './api.ts'
import { agreesText, comparedText, recountText } from './text.ts'

/** A recount before the one for the certificate, as often as anybody likes. */
export function RecountPanel({ electionId }: { electionId: string }) {
  const [progress, setProgress] = useState<RecountProgress>({ done: 0, total: 0 })
  const recounting = useMutation({
    mutationFn: () => {
      setProgress({ done: 0, total: 0 })
      return recountNow(electionId, setProgress)
    },
  })
  return (
    <section aria-label={recountText.title} className="grid grid-cols-1 gap-3 rounded-field border border-line p-4">
      <p>{recountText.explanation}</p>
      {recounting.isPending && <Progress {...progress} />}
      {recounting.isError && (
        <Notice tone="error" title={recountText.failed}>
          {sentenceOf(recounting.error)}
        </Notice>
      )}
      {recounting.data && !recounting.isPending && <Outcome outcome={recounting.data} />}
      <div>
        <Button look="outline" busy={recounting.isPending} onClick={() => recounting.mutate()}>
          {recounting.data ? recountText.again : recountText.start}
        </Button>
      </div>
    </section>
  )
}

function Progress({ done, total }: RecountProgress) {
  return (
    <div className="grid gap-2">
      <p role="status">{recountText.running}</p>
      <progress
        aria-label={recountText.title}
        className="progress-bar max-w-md"
        {...(total > 0 && { value: done, max: total })}
      />
    </div>
  )
}

function Outcome({ outcome }: { outcome: RecountOutcome }) {
  if (outcome.agrees)
    return (
      <Notice tone="success" title={recountText.agrees}>
        <p>{agreesText(outcome.figures)}</p>
        <details>
          <summary className="tap-link">Details</summary>
          <p>{comparedText(outcome.figures)}</p>
        </details>
        <p className="text-sm">{showInstant(outcome.at)}</p>
      </Notice>
    )
  return (
    <Notice tone="error" title={recountText.differs}>
      <p className="mt-1 wrap-anywhere first-letter:uppercase">{outcome.sentence}.</p>
      <p className="mt-2">{recountText.differsAdvice}</p>
    </Notice>
  )
}
