import { useState } from 'react'
import { receiptNote } from '#shared/members/dues/text.ts'
import { showPesos } from '#shared/pesos.ts'
import { Button } from '#web/components/button.tsx'
import type { Column } from '#web/components/data-table.tsx'
import { showToast } from '#web/components/toast.tsx'
import { ReasonDialog } from '#web/members/reason-dialog.tsx'
import { invalidateDues, voidPayment, type DuesReceipt } from './api.ts'

interface ReasonButtonProps {
  act: string
  /** What the button is about, for screen readers. */
  of?: string
  title: string
  about: string
  lead: string
  reasons: readonly string[]
  /** Returns the message to show when it is done. */
  send: (form: { reason: string }) => Promise<string>
  onDone?: (() => void) | undefined
}

/** An action that is recorded with its reason. */
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

interface VoidButtonProps extends Pick<DuesReceipt, 'id' | 'receipt' | 'name' | 'centavos'> {
  onDone?: (() => void) | undefined
}

export const VoidButton = ({ id, receipt, name, centavos, onDone }: VoidButtonProps) => (
  <ReasonButton
    act="Void"
    of={receipt}
    title={`Void receipt ${receipt}?`}
    about={`${name}, ${showPesos(centavos)}`}
    lead="The receipt stays in the list, and a new entry with its own number voids it. The member gets an email."
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

/** The button that voids a receipt; for one that is void, a note. */
export const voidColumn = (onDone?: () => void): Column<DuesReceipt> => ({
  heading: 'Void',
  phone: 'bare',
  cell: (row) =>
    receiptNote(row) || (
      <span className="no-print">
        <VoidButton {...row} onDone={onDone} />
      </span>
    ),
})
