import { useState } from 'react'
import type { Schedule } from '#shared/elections/schedule.ts'
import type { ElectionForm } from '#shared/elections/settings/settings.ts'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { showTime, timeNames } from '#web/elections/settings/schedule-text.ts'

export interface ToConfirm {
  before: ElectionForm
  after: ElectionForm
  /** Times that have begun already, or would lie in the past. */
  moved: (keyof Schedule)[]
  endsRehearsal: boolean
}

interface ConfirmChangesProps {
  toConfirm: ToConfirm | null
  onClose: () => void
  onConfirm: (toConfirm: ToConfirm) => Promise<unknown>
}

/** Names exactly what is moved and what will go, before it is saved. */
export function ConfirmChanges({ toConfirm, onClose, onConfirm }: ConfirmChangesProps) {
  // The last question stays on the screen while its dialog goes.
  const [shown, setShown] = useState(toConfirm)
  if (toConfirm && toConfirm !== shown) setShown(toConfirm)
  const moves = shown !== null && shown.moved.length > 0
  return (
    <ConfirmDialog
      open={toConfirm !== null}
      onClose={onClose}
      title={moves ? 'Change times that have begun?' : 'End the rehearsal?'}
      action={moves ? 'Change and save' : 'End it and save'}
      cancel="Go back"
      destructive
      failure="Nothing was saved"
      onConfirm={async () => toConfirm && onConfirm(toConfirm)}
    >
      {shown && (
        <div className="grid gap-4">
          {moves && (
            <>
              <p>Members may be relying on these times. Every change is shown to everyone on the public schedule.</p>
              <ul className="grid gap-3">
                {shown.moved.map((field) => (
                  <li key={field} className="border-l-4 border-gold pl-4">
                    <p className="font-semibold">{timeNames[field]}</p>
                    <p>
                      from <s>{showTime(field, shown.before[field])}</s>
                    </p>
                    <p>
                      to <strong>{showTime(field, shown.after[field])}</strong>
                    </p>
                  </li>
                ))}
              </ul>
            </>
          )}
          {shown.endsRehearsal && (
            <p>The rehearsal ends: all its ballots, votes and counts are deleted and cannot be restored.</p>
          )}
        </div>
      )}
    </ConfirmDialog>
  )
}
