import { useMutation, useQuery } from '@tanstack/react-query'
import { statusScreenText, testEmailText } from '#shared/operations/status/screen-text.ts'
import type { TestEmailState } from '#shared/operations/status/test-email.ts'
import { sentenceOf, useApi } from '#web/api/client.ts'
import { sendTestEmail, testEmailQuery } from '#web/api/operations/status.ts'
import { Button } from '#web/components/button.tsx'
import { Notice } from '#web/components/notice.tsx'

const tones = { waiting: 'info', sent: 'success', 'in outbox': 'warning', failed: 'error' } as const satisfies Record<
  TestEmailState['status'],
  string
>

/** Sends one and follows it until it left or failed. */
export function TestEmail({ address }: { address: string }) {
  const api = useApi()
  const sending = useMutation({ mutationFn: () => sendTestEmail(api) })
  const followed = useQuery(testEmailQuery(api, sending.data?.id))
  const state: TestEmailState | null = sending.data ? (followed.data ?? { status: 'waiting' }) : null
  return (
    <>
      <Button look="outline" busy={sending.isPending || state?.status === 'waiting'} onClick={() => sending.mutate()}>
        {statusScreenText.sendTest}
      </Button>
      <div role="status" className="mt-4 max-w-[70ch] empty:hidden">
        {state && <Notice tone={tones[state.status]}>{testEmailText(state, address)}</Notice>}
        {sending.isError && <Notice tone="error">{sentenceOf(sending.error)}</Notice>}
      </div>
    </>
  )
}
