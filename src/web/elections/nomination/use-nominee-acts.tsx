import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { nominationText } from '#shared/elections/nomination/nomination.ts'
import { sentenceOf, useApi } from '#web/api/client.ts'
import { deleteNominee, nomineesChanged, setNomineeStatus, type ListedNominee } from '#web/api/elections/nomination.ts'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { showToast } from '#web/components/toast.tsx'
import { PendingDialog } from '#web/elections/nomination/pending-dialog.tsx'

interface Acts {
  electionId: string
  onDeleted: () => void
  onFailed: (message: string) => void
}

/** Approve, set to pending and delete, with what is said about each; `asking` is drawn once on the screen. */
export function useNomineeActs({ electionId, onDeleted, onFailed }: Acts) {
  const api = useApi()
  const queries = useQueryClient()
  const [going, setGoing] = useState<ListedNominee | null>(null)
  const [open, setOpen] = useState(false)
  const [back, setBack] = useState<ListedNominee | null>(null)
  const changed = () => nomineesChanged(queries, electionId)

  const { mutate, isPending, variables } = useMutation({
    mutationFn: (nominee: ListedNominee) => setNomineeStatus(api, nominee.id, { status: 'approved' }),
    onSuccess: (_done, { name }) => showToast(nominationText.isApproved(name)),
    onError: (error) => onFailed(sentenceOf(error)),
    onSettled: changed,
  })

  async function setPending({ id, name }: ListedNominee, reason: string) {
    try {
      await setNomineeStatus(api, id, { status: 'pending', reason })
      showToast(nominationText.isPending(name))
    } catch (error) {
      onFailed(sentenceOf(error))
    }
    await changed()
  }

  async function remove({ id }: ListedNominee) {
    try {
      await deleteNominee(api, id)
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
