import { useState } from 'react'
import { nominationText, nomineeStatusSchema } from '#shared/elections/nomination/nomination.ts'
import type { ListedNominee } from '#web/api/elections/nomination.ts'
import { useSite } from '#web/api/site.ts'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { TextArea } from '#web/components/text-area.tsx'

interface PendingDialogProps {
  nominee: ListedNominee
  onClose: () => void
  onConfirm: (nominee: ListedNominee, reason: string) => Promise<unknown>
}

/** Takes somebody off the ballot for the time being, with a reason that the nominator reads. */
export function PendingDialog({ nominee, onClose, onConfirm }: PendingDialogProps) {
  const { sendsEmail } = useSite()
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  function check(): boolean {
    const wrong = nomineeStatusSchema.safeParse({ status: 'pending', reason }).error?.issues[0]?.message
    setProblem(wrong)
    return wrong === undefined
  }
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={nominationText.pendingTitle(nominee.name)}
      action={nominationText.setPending}
      check={check}
      onConfirm={() => onConfirm(nominee, reason)}
    >
      <div className="grid gap-4">
        <p>{nominationText.pendingHelp}</p>
        <TextArea
          label={nominationText.pendingReason}
          hint={nominationText.pendingReasonHint(sendsEmail)}
          rows={3}
          maxLength={500}
          value={reason}
          error={problem}
          onChange={(event) => {
            setReason(event.currentTarget.value)
            setProblem(undefined)
          }}
        />
      </div>
    </ConfirmDialog>
  )
}
