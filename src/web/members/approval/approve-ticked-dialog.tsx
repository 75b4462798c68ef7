import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { Notice } from '#web/components/notice.tsx'
import { concernedText } from '#web/members/approval/concerns.ts'
import { namesOf, type Waiting } from '#web/members/approval/queue.ts'

interface ApproveTickedDialogProps {
  people: readonly Waiting[]
  onClose: () => void
  onApprove: (people: readonly Waiting[]) => void
}

export function ApproveTickedDialog({ people, onClose, onApprove }: ApproveTickedDialogProps) {
  const concerned = people.filter(({ concerns }) => concerns && concerns.length > 0)
  const whom = people.length === 1 ? '1 applicant' : `${people.length} applicants`
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Approve ${whom}?`}
      action={`Approve ${whom}`}
      onConfirm={() => onApprove(people)}
    >
      <p>
        <strong>{namesOf(people)}</strong>
      </p>
      <p className="mt-2">Each gets the next free ID number, and may log in from then on.</p>
      {concerned.length > 0 && (
        <Notice tone="warning" title={concernedText(concerned.length)} className="mt-4">
          {namesOf(concerned)}
        </Notice>
      )}
    </ConfirmDialog>
  )
}
