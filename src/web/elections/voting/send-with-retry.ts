import { ApiError } from '#web/api/client.ts'

/** A link that is gone may not say so for minutes. */
const answerWithinMs = 20_000
/** Growing pauses before each new try; after the last one the person decides. */
const pausesMs = [1000, 2000, 4000] as const
export const maxTries = pausesMs.length + 1

interface Sending {
  /** The first try is 1. */
  onTry: (attempt: number) => void
  pause?: (ms: number) => Promise<void>
}

/** Whether trying again could help. A site that has just broken may have kept what it was sent, as a lost reply may. */
export const mayHaveArrived = (error: unknown): boolean =>
  error instanceof ApiError && (error.worthRetrying || error.code === 'unexpected')

/** Sends until an answer comes. Only for what may be sent twice and counts once. */
export async function sendWithRetry<Result>(
  send: (signal: AbortSignal) => Promise<Result>,
  { onTry, pause = untilOnlineOr }: Sending,
): Promise<Result> {
  for (let tried = 0; ; tried++) {
    onTry(tried + 1)
    try {
      return await send(AbortSignal.timeout(answerWithinMs))
    } catch (error) {
      const rest = pausesMs[tried]
      if (rest === undefined || !mayHaveArrived(error)) throw error
      await pause(rest)
    }
  }
}

/** The pause is over early when the browser says that it is online again. */
function untilOnlineOr(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      window.removeEventListener('online', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    window.addEventListener('online', done)
  })
}
