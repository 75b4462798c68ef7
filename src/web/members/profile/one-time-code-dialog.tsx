import { useState } from 'react'
import { Button } from '#web/components/button.tsx'
import { Dialog } from '#web/components/dialog.tsx'

interface OneTimeCodeDialogProps {
  code: string
  validHours: number
  name: string
  /** After it has gone from the screen. */
  onClosed: () => void
}

/** The code, large enough to read out over the phone. It is nowhere else. */
export function OneTimeCodeDialog({ code, validHours, name, onClosed }: OneTimeCodeDialogProps) {
  const [open, setOpen] = useState(true)
  const close = () => setOpen(false)
  return (
    <Dialog
      open={open}
      onClose={close}
      onClosed={onClosed}
      staysOpen
      title="One-time code"
      description={`For ${name}. It is shown only now.`}
    >
      <p
        data-testid="one-time-code"
        className="display rounded-card bg-navy px-4 py-6 text-center text-4xl tracking-wider text-white tabular-nums [word-spacing:0.2em] select-all sm:text-5xl"
      >
        {code}
      </p>
      <p className="mt-4">
        Read it out, group by group. The member logs in with their serial number and types these twelve digits in place
        of the password, with or without spaces. They work once, for {validHours} hours, and wrong tries do not use them
        up.
      </p>
      <div className="mt-5 flex justify-end">
        <Button onClick={close}>I have read it out</Button>
      </div>
    </Dialog>
  )
}
