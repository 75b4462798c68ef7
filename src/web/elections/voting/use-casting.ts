import { useState } from 'react'
import { mayHaveArrived, sendWithRetry } from '#web/elections/voting/send-with-retry.ts'

export type Casting =
  | { status: 'rest' }
  | { status: 'sending'; attempt: number }
  /** The tries have ended without an answer: the person decides. */
  | { status: 'unanswered' }
  | { status: 'refused'; error: unknown }

/** Sends a ballot until there is an answer, and says meanwhile how it goes. */
export function useCasting<Result>(send: (signal: AbortSignal) => Promise<Result>, onSaved: (result: Result) => void) {
  const [casting, setCasting] = useState<Casting>({ status: 'rest' })

  async function cast() {
    try {
      const result = await sendWithRetry(send, { onTry: (attempt) => setCasting({ status: 'sending', attempt }) })
      setCasting({ status: 'rest' })
      onSaved(result)
    } catch (error) {
      setCasting(mayHaveArrived(error) ? { status: 'unanswered' } : { status: 'refused', error })
    }
  }

  return { casting, cast, dismiss: () => setCasting({ status: 'rest' }) }
}
