import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { sentenceOf } from '#web/api/client.ts'
import { Button } from '#web/components/button.tsx'
import { type ButtonSize, classes } from '#web/components/classes.ts'
import { Notice } from '#web/components/notice.tsx'
import { sendTestEmail, testEmailQuery, type TestEmailState } from './api.ts'
import { statusScreenText, testEmailText } from './text.ts'

const tones = { waiting: 'info', sent: 'success', 'in outbox': 'warning', failed: 'error' } as const satisfies Record<
  TestEmailState['status'],
  string
>

interface TestEmailProps {
  /** The recipient. */
  address: string
  size?: ButtonSize
  /** Shown before the button, in the same row. */
  beside?: ReactNode
}

/** Sends a test email and shows its state until it was sent or has failed. */
export function TestEmail({ address, size = 'normal', beside }: TestEmailProps) {
  const sending = useMutation({ mutationFn: () => sendTestEmail() })
  const followed = useQuery(testEmailQuery(sending.data?.id))
  const state: TestEmailState | null = sending.data ? (followed.data ?? { status: 'waiting' }) : null
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        {beside}
        <Button
          look="outline"
          size={size}
          busy={sending.isPending || state?.status === 'waiting'}
          onClick={() => sending.mutate()}
        >
          {statusScreenText.sendTest}
        </Button>
      </div>
      <div role="status" className={classes('w-full max-w-[70ch] empty:hidden', size === 'normal' && 'mt-4')}>
        {state && <Notice tone={tones[state.status]}>{testEmailText(state, address)}</Notice>}
        {sending.isError && <Notice tone="error">{sentenceOf(sending.error)}</Notice>}
      </div>
    </>
  )
}
