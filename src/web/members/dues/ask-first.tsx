import { useState } from 'react'
import type { ErrorCode } from '#shared/errors.ts'
import { unusualPayments } from '#shared/members/dues/dues.ts'
import { ApiError } from '#web/api/client.ts'
import { Button } from '#web/components/button.tsx'
import { useFormAround } from '#web/components/fields.tsx'
import { FormFailure } from '#web/components/form.tsx'

const questions: readonly ErrorCode[] = [...unusualPayments, 'dues-plan-unconfirmed']

/** What the server asks about before it does it; null for every other failure. */
export const questionOf = (error: unknown): ErrorCode | null =>
  error instanceof ApiError ? (questions.find((code) => code === error.code) ?? null) : null

/** What was asked about is meant when it is sent once more as it is; whatever is changed meanwhile is asked about anew. */
export function useAskFirst<Sent extends object, Result>(
  send: (sent: Sent & { confirmed: boolean }) => Promise<Result>,
) {
  const [asked, setAsked] = useState('')
  return async (sent: Sent): Promise<Result> => {
    const whole = JSON.stringify(sent)
    try {
      return await send({ ...sent, confirmed: asked === whole })
    } catch (error) {
      setAsked(questionOf(error) ? whole : '')
      throw error
    }
  }
}

/** What went wrong. A question takes the focus: Enter, pressed once more before it was read, does not answer it. */
export function QuestionOrFailure() {
  const asks = questionOf(useFormAround()?.failure)
  if (!asks) return <FormFailure />
  return (
    <div tabIndex={-1} ref={takeFocus} className="rounded-field outline-offset-4">
      <FormFailure />
    </div>
  )
}
const takeFocus = (question: HTMLElement | null) => question?.focus()

/** Below the question, if there is one. */
export function SaveButton({ busy }: { busy: boolean }) {
  const asks = questionOf(useFormAround()?.failure)
  return (
    <Button type="submit" busy={busy}>
      {asks ? 'Save anyway' : 'Save'}
    </Button>
  )
}
