import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '#web/api/client.ts'
import { memberQuery } from '#web/api/members/profile.ts'
import { useSite } from '#web/api/site.ts'
import { Dialog } from '#web/components/dialog.tsx'
import { ToldByEmail } from '#web/layout/told-by-email.tsx'
import { namesOf, type Waiting } from '#web/members/approval/queue.ts'
import { ReasonForm } from '#web/members/approval/reason-form.tsx'
import { noEmailText } from '#web/members/no-email-text.ts'

interface RejectDialogProps {
  people: readonly Waiting[]
  onClose: () => void
  onReject: (people: readonly Waiting[], reason: string) => Promise<unknown>
}

export function RejectDialog({ people, onClose, onReject }: RejectDialogProps) {
  const [busy, setBusy] = useState(false)
  const one = people.length === 1

  async function reject(reason: string) {
    setBusy(true)
    try {
      await onReject(people, reason)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      staysOpen
      busy={busy}
      size="wide"
      onClose={onClose}
      title={one ? 'Reject this application?' : `Reject ${people.length} applications?`}
    >
      <ReasonForm action={one ? 'Reject' : `Reject ${people.length}`} onCancel={onClose} onReject={reject}>
        <p>
          <strong>{namesOf(people)}</strong>
        </p>
        <p className="mt-2">
          {one ? 'The application and its documents' : 'These applications and their documents'} will be deleted for
          good.{' '}
          {one && people[0] ? (
            <HowTold person={people[0]} />
          ) : (
            <ToldByEmail>The reason is emailed to everyone who has an address.</ToldByEmail>
          )}{' '}
          {one ? 'They' : 'All of them'} may apply again.
        </p>
      </ReasonForm>
    </Dialog>
  )
}

function HowTold({ person }: { person: Waiting }) {
  const { data } = useQuery(memberQuery(useApi(), person.id))
  const { sendsEmail } = useSite()
  const cannot = data && noEmailText('The applicant', { email: data.member.email, sendsEmail })
  if (cannot) return <strong>{cannot}</strong>
  return 'The reason is emailed to the applicant.'
}
