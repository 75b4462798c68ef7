import { useMutation, useQueryClient } from '@tanstack/react-query'
import { whyCannotBeNominated } from '#shared/elections/nomination/eligibility.ts'
import { savedText } from '#shared/elections/nomination/nomination.ts'
import { ApiError, sentenceOf, useApi } from '#web/api/client.ts'
import { nominate, nomineesChanged, type NominatableMember } from '#web/api/elections/nomination.ts'
import { showToast } from '#web/components/toast.tsx'

interface Saving {
  electionId: string
  onSaved: () => void
  onFailed: (message: string) => void
}

/** Nominates all who were chosen. Whatever goes wrong, they stay chosen. */
export function useSaving({ electionId, onSaved, onFailed }: Saving) {
  const api = useApi()
  const queries = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: (chosen: readonly NominatableMember[]) =>
      nominate(
        api,
        electionId,
        chosen.map(({ idNumber }) => idNumber),
      ),
    onSuccess: (outcome) => {
      showToast(savedText(outcome))
      onSaved()
    },
    onError: (error) => onFailed(whyNotSaved(error)),
    // Also after a failure: the answer may be all that was lost.
    onSettled: () => nomineesChanged(queries, electionId),
  })

  function save(chosen: readonly NominatableMember[]) {
    const lacking = whyCannotBeNominated(chosen)
    if (lacking) onFailed(lacking)
    else mutate(chosen)
  }

  return { save, saving: isPending }
}

const whyNotSaved = (error: unknown): string =>
  (error instanceof ApiError && error.fields['idNumbers']) || sentenceOf(error)
