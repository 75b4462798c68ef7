import { proxyText } from '#shared/elections/proxy/proxy-text.ts'
import { votingText } from '#shared/elections/voting/voting-text.ts'
import { useSite } from '#web/api/site.ts'
import { Button } from '#web/components/button.tsx'
import { Dialog } from '#web/components/dialog.tsx'

interface ProxySavedProps {
  open: boolean
  saved: { name: string; cast: boolean } | null
  onClose: () => void
}

export function ProxySaved({ open, saved, onClose }: ProxySavedProps) {
  const { sendsEmail } = useSite()
  return (
    <Dialog open={open} onClose={onClose} title={saved?.cast ? votingText.savedTitle : 'Waiting for confirmation'}>
      <div className="grid gap-5">
        <p role="status" className="text-lg">
          {saved && (saved.cast ? proxyText.cast(saved.name, sendsEmail) : proxyText.waiting(saved.name))}
        </p>
        <Button onClick={onClose}>Close</Button>
      </div>
    </Dialog>
  )
}
