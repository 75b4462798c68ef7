import { votingText } from '#shared/elections/voting/voting-text.ts'
import { Button } from '#web/components/button.tsx'
import { Dialog } from '#web/components/dialog.tsx'

interface ProxySavedProps {
  open: boolean
  saved: { name: string; cast: boolean } | null
  onClose: () => void
}

export function ProxySaved({ open, saved, onClose }: ProxySavedProps) {
  return (
    <Dialog open={open} onClose={onClose} title={saved?.cast ? votingText.savedTitle : 'Waiting for confirmation'}>
      <div className="grid gap-5">
        <p role="status" className="text-lg">
          {saved?.cast
            ? `The ballot for ${saved.name} is cast. We will email the member, if there is an address, without the choices. No receipt is kept: nobody, not even you, can look this ballot up afterwards.`
            : `The ballot for ${saved?.name} is sealed and waiting. It counts once a second administrator confirms it on this page, before voting closes.`}
        </p>
        <Button onClick={onClose}>Close</Button>
      </div>
    </Dialog>
  )
}
