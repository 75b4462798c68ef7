import { useState } from 'react'
import { statesText } from '#shared/elections/settings/states-text.ts'
import { whyNotUnderWay } from '#shared/elections/settings/states.ts'
import type { ListedElection } from '#web/elections/settings/api.ts'
import { Button } from '#web/components/button.tsx'
import { CancelDialog } from '#web/elections/settings/cancel-dialog.tsx'
import { PostponeDialog } from '#web/elections/settings/postpone-dialog.tsx'

/** An election that people know of is postponed or cancelled, and nothing else. */
export function ChangePlans({ election, unsaved }: { election: ListedElection; unsaved: boolean }) {
  const [asking, setAsking] = useState<'postpone' | 'cancel' | null>(null)
  if (whyNotUnderWay(election.stage) !== null) return null
  return (
    <section aria-labelledby="plans-heading" className="card grid gap-4 p-5 md:p-8">
      <h2 id="plans-heading" className="text-2xl">
        {statesText.changesTitle}
      </h2>
      {unsaved && <p className="font-semibold text-gold-ink">{statesText.unsavedFirst}</p>}
      <div className="flex flex-wrap gap-3">
        <Button look="outline" disabled={unsaved} onClick={() => setAsking('postpone')}>
          {statesText.postpone}
        </Button>
        <Button look="danger-outline" disabled={unsaved} onClick={() => setAsking('cancel')}>
          {statesText.cancelElection}
        </Button>
      </div>
      <PostponeDialog
        key={`postpone ${election.version}`}
        election={election}
        open={asking === 'postpone'}
        onClose={() => setAsking(null)}
      />
      <CancelDialog
        key={`cancel ${election.version}`}
        election={election}
        open={asking === 'cancel'}
        onClose={() => setAsking(null)}
      />
    </section>
  )
}
