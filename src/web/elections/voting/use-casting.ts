import { useState } from 'react'
import { mayHaveArrived, sendSurely } from '#web/elections/voting/send-surely.ts'

export type Casting =
  | { at: 'rest' }
  | { at: 'sending'; attempt: number }
  /** The tries have ended without an answer: the person decides. */
  | { at: 'unanswered' }
  | { at: 'refused'; error: unknown }

/** Sends a ballot until there is an answer, and says meanwhile how it goes. */
export function useCasting<Result>(send: (signal: AbortSignal) => Promise<Result>, onSaved: (result: Result) => void) {
  const [casting, setCasting] = useState<Casting>({ at: 'rest' })

  async function cast() {
    try {
      const result = await sendSurely(send, { onTry: (attempt) => setCasting({ at: 'sending', attempt }) })
      setCasting({ at: 'rest' })
      onSaved(result)
    } catch (error) {
      setCasting(mayHaveArrived(error) ? { at: 'unanswered' } : { at: 'refused', error })
    }
  }

  return { casting, cast, dismiss: () => setCasting({ at: 'rest' }) }
}
