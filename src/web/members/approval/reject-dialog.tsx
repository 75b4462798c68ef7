import { Dialog } from '#web/components/dialog.tsx'
import { namesOf, type Waiting } from '#web/members/approval/queue.ts'
import { ReasonForm } from '#web/members/approval/reason-form.tsx'

interface RejectDialogProps {
  people: readonly Waiting[]
  onClose: () => void
  onReject: (people: readonly Waiting[], reason: string) => Promise<unknown>
}

export function RejectDialog({ people, onClose, onReject }: RejectDialogProps) {
  const one = people.length === 1
  return (
    <Dialog
      open
      staysOpen
      size="wide"
      onClose={onClose}
      title={one ? 'Reject this application?' : `Reject ${people.length} applications?`}
    >
      <ReasonForm
        action={one ? 'Reject' : `Reject ${people.length}`}
        onCancel={onClose}
        onReject={(reason) => onReject(people, reason)}
      >
        <p>
          <strong>{namesOf(people)}</strong>
        </p>
        <p className="mt-2">
          {one ? 'The application and its documents' : 'These applications and their documents'} will be deleted for
          good. The reason is e-mailed to {one ? 'the applicant' : 'each applicant'}, who may apply again.
        </p>
      </ReasonForm>
    </Dialog>
  )
}
