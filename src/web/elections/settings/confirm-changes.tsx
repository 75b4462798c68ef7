import { useState } from 'react'
import { type Schedule, timeNames } from '#shared/elections/schedule.ts'
import { settingsText } from '#shared/elections/settings/settings-text.ts'
import type { ElectionForm } from '#shared/elections/settings/settings.ts'
import { ConfirmDialog } from '#web/components/dialog.tsx'
import { TextArea } from '#web/components/fields.tsx'
import { showTime } from '#web/elections/settings/schedule-text.ts'
import { publicReason } from '#shared/elections/roll/roll.ts'

export interface ToConfirm {
  before: ElectionForm
  after: ElectionForm
  /** Times that have begun already, or would lie in the past. */
  moved: (keyof Schedule)[]
  /** The signed freeze record names these times: the change needs a reason, and both are published. */
  corrects: boolean
  endsRehearsal: boolean
}

interface ConfirmChangesProps {
  toConfirm: ToConfirm | null
  onClose: () => void
  onConfirm: (toConfirm: ToConfirm, reason: string | undefined) => Promise<unknown>
}

/** Names exactly what is moved and what will go, before it is saved. */
export function ConfirmChanges({ toConfirm, onClose, onConfirm }: ConfirmChangesProps) {
  // The last question stays on the screen while its dialog goes.
  const [shown, setShown] = useState(toConfirm)
  if (toConfirm && toConfirm !== shown) setShown(toConfirm)
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const corrects = shown?.corrects ?? false

  function check(): boolean {
    const wrong = corrects ? publicReason.safeParse(reason).error?.issues[0]?.message : undefined
    setProblem(wrong)
    return wrong === undefined
  }

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
      check={check}
      onConfirm={async () => toConfirm && onConfirm(toConfirm, corrects ? reason : undefined)}
    >
      {shown && (
        <div className="grid gap-4">
          {moves && (
            <>
              <p>
                {corrects
                  ? settingsText.correctionNote
                  : 'Members may be relying on these times. Every change is shown to everyone on the public schedule.'}
              </p>
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
          {corrects && (
            <TextArea
              label={settingsText.whyMoved}
              hint={settingsText.whyMovedHint}
              rows={3}
              maxLength={1000}
              value={reason}
              error={problem}
              onChange={(event) => {
                setReason(event.currentTarget.value)
                setProblem(undefined)
              }}
            />
          )}
          {shown.endsRehearsal && (
            <p>The rehearsal ends: all its ballots, votes and counts are deleted and cannot be restored.</p>
          )}
        </div>
      )}
    </ConfirmDialog>
  )
}
