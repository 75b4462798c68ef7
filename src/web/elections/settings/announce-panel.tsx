import { useState } from 'react'
import { statesText } from '#shared/elections/settings/states-text.ts'
import { announceElection, deleteDraft, electionsChanged, type ListedElection } from '#web/elections/settings/api.ts'
import { Button } from '#web/components/button.tsx'
import { ConfirmDialog } from '#web/components/dialog.tsx'
import { showToast } from '#web/components/toast.tsx'
import { useNavigate } from '#web/router/router.tsx'

/** A draft is announced as it was saved, or deleted. */
export function AnnouncePanel({ election, unsaved }: { election: ListedElection; unsaved: boolean }) {
  const navigate = useNavigate()
  const [asking, setAsking] = useState<'announce' | 'delete' | null>(null)
  const close = () => setAsking(null)
  return (
    <section aria-label={statesText.announce} className="card grid gap-4 border-l-4 border-l-gold p-5 md:p-8">
      <p className="max-w-[70ch] text-lg">{statesText.draftNote}</p>
      {unsaved && <p className="font-semibold text-gold-ink">{statesText.unsavedFirst}</p>}
      <div className="flex flex-wrap gap-3">
        <Button disabled={unsaved} onClick={() => setAsking('announce')}>
          {statesText.announce}
        </Button>
        <Button look="danger-outline" onClick={() => setAsking('delete')}>
          {statesText.deleteDraft}
        </Button>
      </div>
      <ConfirmDialog
        open={asking === 'announce'}
        onClose={close}
        title={statesText.announceTitle}
        action={statesText.announce}
        onConfirm={async () => {
          await announceElection(election.id, election.version)
          await electionsChanged()
          showToast(statesText.announced)
        }}
      >
        <p className="font-semibold break-words">{election.title}</p>
        <p className="mt-2">{statesText.announceHelp}</p>
      </ConfirmDialog>
      <ConfirmDialog
        open={asking === 'delete'}
        onClose={close}
        title={statesText.deleteTitle}
        action={statesText.deleteDraft}
        destructive
        onConfirm={async () => {
          await deleteDraft(election.id)
          navigate('/admin/elections')
          await electionsChanged()
          showToast(statesText.deleted)
        }}
      >
        <p className="font-semibold break-words">{election.title}</p>
        <p className="mt-2">{statesText.deleteHelp}</p>
      </ConfirmDialog>
    </section>
  )
}
