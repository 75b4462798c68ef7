import { useMutation, useQueryClient } from '@tanstack/react-query'
import { refusedText } from '#shared/members/mailing/text.ts'
import { sentenceOf, useApi } from '#web/api/client.ts'
import { clearRefused } from '#web/api/members/mailing.ts'
import { memberChanged, type Member } from '#web/api/members/profile.ts'
import { Button } from '#web/components/button.tsx'
import { Notice } from '#web/components/notice.tsx'
import { showDay } from '#web/components/formats.ts'
import { showToast } from '#web/components/toast.tsx'

/** A mail server does not know the address: whoever looks should see to another one. */
export function RefusedNotice({ member: { id, emailRefusedAt }, isOwn }: { member: Member; isOwn: boolean }) {
  if (emailRefusedAt === null) return null
  const day = showDay(String(emailRefusedAt))
  return (
    <Notice tone="warning" title={refusedText.title}>
      <p>{isOwn ? refusedText.own(day) : refusedText.admin(day)}</p>
      {!isOwn && <ClearButton id={id} />}
    </Notice>
  )
}

function ClearButton({ id }: { id: string }) {
  const api = useApi()
  const queries = useQueryClient()
  const clear = useMutation({
    mutationFn: () => clearRefused(api, id),
    onSuccess: async () => {
      showToast(refusedText.cleared)
      await memberChanged(queries)
    },
    onError: (error) => showToast(`${refusedText.notCleared}: ${sentenceOf(error)}`, 'error'),
  })
  return (
    <Button look="outline" size="small" className="mt-3" busy={clear.isPending} onClick={() => clear.mutate()}>
      {refusedText.clear}
    </Button>
  )
}
