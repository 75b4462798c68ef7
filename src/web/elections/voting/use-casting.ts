import { useState } from 'react'
import { ApiError } from '#web/api/client.ts'
import { mayHaveArrived, sendWithRetry } from '#web/elections/voting/send-with-retry.ts'

export type Casting =
  | { status: 'rest' }
  | { status: 'sending'; attempt: number }
  /** The tries have ended without an answer: the person decides. */
  | { status: 'unanswered' }
  | { status: 'refused'; error: unknown }

/** Sends a ballot until there is an answer, and says meanwhile how it goes. */
export function useCasting<Result>(
  send: (signal: AbortSignal) => Promise<Result>,
  onSaved: (result: Result) => void,
  /** Another ballot has its secret. With the same one it would be refused every time. */
  onSecretUsed = () => {},
) {
  const [casting, setCasting] = useState<Casting>({ status: 'rest' })

  async function cast() {
    try {
      const result = await sendWithRetry(send, { onTry: (attempt) => setCasting({ status: 'sending', attempt }) })
      setCasting({ status: 'rest' })
      onSaved(result)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'secret-used') onSecretUsed()
      setCasting(mayHaveArrived(error) ? { status: 'unanswered' } : { status: 'refused', error })
    }
  }

  return { casting, cast, dismiss: () => setCasting({ status: 'rest' }) }
}
