import { useState } from 'react'
import { invitationDays } from '#shared/accounts/invitation.ts'
import { invitationText as text } from '#shared/accounts/invitation-text.ts'
import { Button } from '#web/components/button.tsx'
import { CopyButton } from '#web/components/copy-button.tsx'
import { Dialog } from '#web/components/dialog.tsx'

interface InvitationLinkProps {
  name: string
  link: string
  /** After it has gone from the screen. */
  onClosed: () => void
}

/** The link of an invitation, where no email can carry it. It is nowhere else, so a press beside the dialog does not close it. */
export function InvitationLink({ name, link, onClosed }: InvitationLinkProps) {
  const [open, setOpen] = useState(true)
  const { pathname, search } = new URL(link)
  // The address at which this page was reached works; the one that the server knows may not be set yet.
  const address = `${window.location.origin}${pathname}${search}`
  return (
    <Dialog
      open={open}
      onClose={() => setOpen(false)}
      onClosed={onClosed}
      staysOpen
      title={text.title(name)}
      description={text.shownOnce}
    >
      <p>{text.handOver}</p>
      <p
        data-testid="invitation-link"
        className="my-4 rounded-card bg-navy-soft p-4 font-mono wrap-anywhere select-all"
      >
        {address}
      </p>
      <p>{text.secret(invitationDays)}</p>
      <div className="mt-5 flex flex-wrap justify-end gap-3">
        <CopyButton text={address} what={text.what} />
        <Button onClick={() => setOpen(false)}>{text.done}</Button>
      </div>
    </Dialog>
  )
}
