import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { nominationText, nomineeStatusSchema, type NomineeStatusForm } from '#shared/elections/nomination/nomination.ts'
import { sentenceOf } from '#web/api/client.ts'
import { useSite } from '#web/api/site.ts'
import { ConfirmDialog } from '#web/components/dialog.tsx'
import { TextArea } from '#web/components/fields.tsx'
import { Form } from '#web/components/form.tsx'
import { showToast } from '#web/components/toast.tsx'
import { bySchema, useForm } from '#web/components/use-form.ts'
import { invalidateNominees, type ListedNominee } from '#web/elections/api.ts'
import { deleteNominee, setNomineeStatus } from './api.ts'

interface Acts {
  electionId: string
  onDeleted: () => void
  onFailed: (message: string) => void
}

/** Approve, set to pending and delete, with their messages; render `asking` once on the screen. */
export function useNomineeActs({ electionId, onDeleted, onFailed }: Acts) {
  const [going, setGoing] = useState<ListedNominee | null>(null)
  const [back, setBack] = useState<ListedNominee | null>(null)
  const changed = () => invalidateNominees(electionId)

  const { mutate, isPending, variables } = useMutation({
    mutationFn: (nominee: ListedNominee) => setNomineeStatus(nominee.id, { status: 'approved' }),
    onSuccess: (_done, { name }) => showToast(nominationText.isApproved(name)),
    onError: (error) => onFailed(sentenceOf(error)),
    onSettled: changed,
  })

  async function setPending({ id, name }: ListedNominee, form: NomineeStatusForm) {
    try {
      await setNomineeStatus(id, form)
      showToast(nominationText.isPending(name))
    } catch (error) {
      onFailed(sentenceOf(error))
    }
    await changed()
  }

  async function remove({ id }: ListedNominee) {
    let next = onDeleted
    try {
      await deleteNominee(id)
      showToast(nominationText.deleted)
    } catch (error) {
      next = () => onFailed(sentenceOf(error))
    }
    await changed()
    return next
  }

  const deleting = going && (
    <ConfirmDialog
      onClose={() => setGoing(null)}
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
      {back && <PendingDialog nominee={back} onClose={() => setBack(null)} onConfirm={setPending} />}
    </>
  )

  return {
    asking,
    askToDelete: setGoing,
    approve: (nominee: ListedNominee) => mutate(nominee),
    askToSetPending: setBack,
    isBusy: (nominee: ListedNominee) => isPending && variables.id === nominee.id,
  }
}
export type NomineeActs = ReturnType<typeof useNomineeActs>

interface PendingDialogProps {
  nominee: ListedNominee
  onClose: () => void
  onConfirm: (nominee: ListedNominee, form: NomineeStatusForm) => Promise<unknown>
}

/** Takes somebody off the ballot for now, with a reason for the nominator. */
function PendingDialog({ nominee, onClose, onConfirm }: PendingDialogProps) {
  const { sendsEmail } = useSite()
  const form = useForm({
    values: { reason: '' },
    check: ({ reason }) => bySchema(nomineeStatusSchema)({ status: 'pending', reason }),
    send: (sent) => onConfirm(nominee, sent),
  })
  return (
    <ConfirmDialog
      {...{ onClose, form }}
      title={nominationText.pendingTitle(nominee.name)}
      action={nominationText.setPending}
    >
      <Form form={form} className="grid gap-4">
        <p>{nominationText.pendingHelp}</p>
        <TextArea
          name="reason"
          label={nominationText.pendingReason}
          hint={nominationText.pendingReasonHint(sendsEmail)}
          rows={3}
          maxLength={500}
        />
      </Form>
    </ConfirmDialog>
  )
}
