import { useMutation, useQueryClient } from '@tanstack/react-query'
import { changeText } from '#shared/members/privacy/change-text.ts'
import { sentenceOf, useApi } from '#web/api/client.ts'
import { requestsChanged, takeBackRequest } from '#web/api/members/privacy.ts'
import { Button } from '#web/components/button.tsx'
import { showToast } from '#web/components/toast.tsx'

/** Gives up an open request of one's own. `what` is for those who listen. */
export function TakeBackButton({ requestId, what }: { requestId: string; what: string }) {
  const api = useApi()
  const queries = useQueryClient()
  const takingBack = useMutation({
    mutationFn: () => takeBackRequest(api, requestId),
    onSuccess: () => showToast(changeText.takenBack),
    onError: (error) => showToast(sentenceOf(error), 'error'),
    // Also when it was answered in the meantime.
    onSettled: () => requestsChanged(queries),
  })
  return (
    <Button
      look="outline"
      size="small"
      aria-label={`${changeText.takeBack}: ${what}`}
      busy={takingBack.isPending}
      onClick={() => takingBack.mutate()}
    >
      {changeText.takeBack}
    </Button>
  )
}
