import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { nominationText, nomineeStatusSchema } from '#shared/elections/nomination/nomination.ts'
import { sentenceOf } from '#web/api/client.ts'
import { useSite } from '#web/api/site.ts'
import { ConfirmDialog } from '#web/components/dialog.tsx'
import { TextArea } from '#web/components/fields.tsx'
import { showToast } from '#web/components/toast.tsx'
import { nomineesChanged, type ListedNominee } from '#web/elections/api.ts'
import { deleteNominee, setNomineeStatus } from '#web/elections/nomination/api.ts'

interface Acts {
  electionId: string
  onDeleted: () => void
  onFailed: (message: string) => void
}

/** Approve, set to pending and delete, with what is said about each; `asking` is drawn once on the screen. */
export function useNomineeActs({ electionId, onDeleted, onFailed }: Acts) {
  const [going, setGoing] = useState<ListedNominee | null>(null)
  const [open, setOpen] = useState(false)
  const [back, setBack] = useState<ListedNominee | null>(null)
  const changed = () => nomineesChanged(electionId)

  const { mutate, isPending, variables } = useMutation({
    mutationFn: (nominee: ListedNominee) => setNomineeStatus(nominee.id, { status: 'approved' }),
    onSuccess: (_done, { name }) => showToast(nominationText.isApproved(name)),
    onError: (error) => onFailed(sentenceOf(error)),
    onSettled: changed,
  })

  async function setPending({ id, name }: ListedNominee, reason: string) {
    try {
      await setNomineeStatus(id, { status: 'pending', reason })
      showToast(nominationText.isPending(name))
    } catch (error) {
      onFailed(sentenceOf(error))
    }
    await changed()
  }

  async function remove({ id }: ListedNominee) {
    try {
      await deleteNominee(id)
      showToast(nominationText.deleted)
      onDeleted()
    } catch (error) {
      onFailed(sentenceOf(error))
    }
    await changed()
  }

  const deleting = going && (
    <ConfirmDialog
      open={open}
      onClose={() => setOpen(false)}
      title={`Delete ${going.name}?`}
      action="Delete nominee"
      cancel="Keep"
      destructive
      onConfirm={() => remove(going)}
    >
      <p>
        <strong>{going.name}</strong> ({[going.rank, going.ms, going.region].filter(Boolean).join(', ')}) will no longer
        be a nominee.
        {going.hasDocument && ' Their candidate document will be deleted too.'}
      </p>
    </ConfirmDialog>
  )

  const asking = (
    <>
      {deleting}
      {back && <PendingDialog key={back.id} nominee={back} onClose={() => setBack(null)} onConfirm={setPending} />}
    </>
  )

  return {
    asking,
    askToDelete(nominee: ListedNominee) {
      setGoing(nominee)
      setOpen(true)
    },
    approve: (nominee: ListedNominee) => mutate(nominee),
    askToSetPending: setBack,
    isBusy: (nominee: ListedNominee) => isPending && variables.id === nominee.id,
  }
}
export type NomineeActs = ReturnType<typeof useNomineeActs>

interface PendingDialogProps {
  nominee: ListedNominee
  onClose: () => void
  onConfirm: (nominee: ListedNominee, reason: string) => Promise<unknown>
}

/** Takes somebody off the ballot for the time being, with a reason that the nominator reads. */
function PendingDialog({ nominee, onClose, onConfirm }: PendingDialogProps) {
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
