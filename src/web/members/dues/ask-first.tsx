import { useState } from 'react'
import type { ErrorCode } from '#shared/errors.ts'
import { unusualPayments } from '#shared/members/dues/dues.ts'
import { ApiError } from '#web/api/client.ts'
import { Button } from '#web/components/button.tsx'
import { useFormAround } from '#web/components/fields.tsx'
import { FormFailure } from '#web/components/form.tsx'

const questions: readonly ErrorCode[] = [...unusualPayments, 'dues-plan-unconfirmed']

/** The code if the server asks for confirmation; null for every other failure. */
export const confirmationAsked = (error: unknown): ErrorCode | null =>
  error instanceof ApiError ? (questions.find((code) => code === error.code) ?? null) : null

/** Sending the same form once more confirms it. After a change, the server asks again. */
export function useConfirmedSend<Sent extends object, Result>(
  send: (sent: Sent & { confirmed: boolean }) => Promise<Result>,
) {
  const [unconfirmed, setUnconfirmed] = useState('')
  return async (sent: Sent): Promise<Result> => {
    const content = JSON.stringify(sent)
    try {
      return await send({ ...sent, confirmed: unconfirmed === content })
    } catch (error) {
      setUnconfirmed(confirmationAsked(error) ? content : '')
      throw error
    }
  }
}

/** The failure. A question takes the focus, so that a second Enter before it was read does not answer it. */
export function QuestionOrFailure() {
  const asks = confirmationAsked(useFormAround()?.failure)
  if (!asks) return <FormFailure />
  return (
    <div tabIndex={-1} ref={takeFocus} className="rounded-field outline-offset-4">
      <FormFailure />
    </div>
  )
}
const takeFocus = (question: HTMLElement | null) => question?.focus()

/** Goes below the question, if there is one. */
export function SaveButton({ busy }: { busy: boolean }) {
  const asks = confirmationAsked(useFormAround()?.failure)
  return (
    <Button type="submit" busy={busy}>
      {asks ? 'Save anyway' : 'Save'}
    </Button>
  )
}
