import { useState } from 'react'
import { Button } from '#web/components/button.tsx'
import { showToast } from '#web/components/toast.tsx'
import { ReasonDialog } from '#web/members/reason-dialog.tsx'
import { invalidateDues, voidPayment } from './api.ts'

interface ReasonButtonProps {
  act: string
  /** What it is about, for those who listen. */
  of?: string
  title: string
  about: string
  lead: string
  reasons: readonly string[]
  /** Returns what is said when it is done. */
  send: (form: { reason: string }) => Promise<string>
  onDone?: (() => void) | undefined
}

/** An act that goes down in the books with its reason. */
export function ReasonButton({ act, of, lead, send, onDone, ...dialog }: ReasonButtonProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button look="outline" size="small" onClick={() => setOpen(true)}>
        {act}
        {of && <span className="sr-only"> {of}</span>}
      </Button>
      {open && (
        <ReasonDialog
          {...dialog}
          action={act}
          onClose={() => setOpen(false)}
          onReason={async (reason) => {
            showToast(await send({ reason }))
            setOpen(false)
            onDone?.()
            await invalidateDues()
          }}
        >
          {lead}
        </ReasonDialog>
      )}
    </>
  )
}

interface VoidButtonProps {
  id: string
  receipt: string
  /** Whose it is, and of how much. */
  about: string
  onDone?: (() => void) | undefined
}

export const VoidButton = ({ id, receipt, about, onDone }: VoidButtonProps) => (
  <ReasonButton
    act="Void"
    of={receipt}
    title={`Void receipt ${receipt}?`}
    about={about}
    lead="The receipt stays, and an entry with a number of its own takes it back. The member gets an email."
    reasons={[
      'It was entered for another member.',
      'The amount was typed wrongly.',
      'It was entered twice.',
      'The money was given back.',
    ]}
    send={async (form) => `Receipt ${receipt} was voided by receipt ${(await voidPayment(id, form)).receipt}.`}
    onDone={onDone}
  />
)
