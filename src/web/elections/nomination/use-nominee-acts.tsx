import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { nominationText } from '#shared/elections/nomination/nomination.ts'
import { sentenceOf, useApi } from '#web/api/client.ts'
import { deleteNominee, nomineesChanged, setNomineeStatus, type ListedNominee } from '#web/api/elections/nomination.ts'
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx'
import { showToast } from '#web/components/toast.tsx'

interface Acts {
  electionId: string
  onDeleted: () => void
  onFailed: (message: string) => void
}

/** Approve, reject and delete, with what is said about each; `asking` is drawn once on the screen. */
export function useNomineeActs({ electionId, onDeleted, onFailed }: Acts) {
  const api = useApi()
  const queries = useQueryClient()
  const [going, setGoing] = useState<ListedNominee | null>(null)
  const [open, setOpen] = useState(false)
  const changed = () => nomineesChanged(queries, electionId)

  const { mutate, isPending, variables } = useMutation({
    mutationFn: ({ nominee, status }: { nominee: ListedNominee; status: 'approved' | 'pending' }) =>
      setNomineeStatus(api, nominee.id, status),
    onSuccess: (_done, { nominee, status }) =>
      showToast(status === 'approved' ? `${nominee.name} is approved` : `${nominee.name} is pending again`),
    onError: (error) => onFailed(sentenceOf(error)),
    onSettled: changed,
  })

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

  const asking = going && (
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

  return {
    asking,
    askToDelete(nominee: ListedNominee) {
      setGoing(nominee)
      setOpen(true)
    },
    approve: (nominee: ListedNominee) => mutate({ nominee, status: 'approved' }),
    reject: (nominee: ListedNominee) => mutate({ nominee, status: 'pending' }),
    isBusy: (nominee: ListedNominee) => isPending && variables.nominee.id === nominee.id,
  }
}
export type NomineeActs = ReturnType<typeof useNomineeActs>
