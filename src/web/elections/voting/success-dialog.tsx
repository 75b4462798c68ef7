import { votingText } from '#shared/elections/voting/voting-text.ts'
import { Button } from '#web/components/button.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { CheckIcon } from '#web/components/icons.tsx'
import { submittedHeading } from '#web/elections/voting/submitted.tsx'

/** What opened it, the button that saved, has gone: reading goes on at the heading of what comes next. */
const focusSubmitted = () => document.getElementById(submittedHeading)?.focus()

export function SuccessDialog({
  open,
  rehearsing,
  onClose,
}: {
  open: boolean
  rehearsing: boolean
  onClose: () => void
}) {
  return (
    <Dialog open={open} onClose={onClose} onClosed={focusSubmitted} title={votingText.savedTitle}>
      <div className="grid gap-6">
        <p className="flex flex-wrap items-center gap-4 text-lg">
          <span className="grid size-14 flex-none place-items-center rounded-full bg-green-soft text-green">
            <CheckIcon className="size-8" />
          </span>
          {votingText.saved}
        </p>
        <p className="text-muted">
          {rehearsing
            ? 'This was a rehearsal: the ballot is kept separate and is never counted.'
            : 'Your receipt comes next. With it you can check later that your ballot was counted.'}
        </p>
        <Button onClick={onClose}>{rehearsing ? 'Close' : 'Show my receipt'}</Button>
      </div>
    </Dialog>
  )
}
