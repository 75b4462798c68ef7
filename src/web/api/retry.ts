import { ApiError, isWorthRetrying } from './client.ts'

interface Retrying {
  pausesMs: readonly number[]
  /** The pause before every further try. Without it, the error of the last try is thrown. */
  furtherPauseMs?: number
  worthIt?: (error: unknown) => boolean
  pause: (ms: number, error: unknown) => Promise<unknown>
}

/** Sends until there is a reply, a retry could not help, or no pause is left. The first attempt is 1. */
export async function withRetry<Result>(
  send: (attempt: number) => Promise<Result>,
  { pausesMs, furtherPauseMs, worthIt = isWorthRetrying, pause }: Retrying,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await send(attempt)
    } catch (error) {
      const ms = pausesMs[attempt - 1] ?? furtherPauseMs
      if (ms === undefined || !worthIt(error)) throw error
      await pause(ms, error)
    }
  }
}

/** As long as the server has asked for, if that is longer than the pause. */
export const asServerAsked = (pauseMs: number, error: unknown): number =>
  Math.max(pauseMs, error instanceof ApiError ? (error.retryAfter ?? 0) * 1000 : 0)

/** A pause that ends early when the browser comes online, and in time only if it is online, or `evenOffline`. */
export function untilOnlineOr(
  pauseMs: number,
  { signal, evenOffline }: { signal?: AbortSignal; evenOffline?: true },
): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      window.removeEventListener('online', done)
      signal?.removeEventListener('abort', done)
      resolve()
    }
    const onTime = () => (evenOffline || navigator.onLine) && done()
    const timer = Number.isFinite(pauseMs) ? setTimeout(onTime, pauseMs) : undefined
    window.addEventListener('online', done)
    signal?.addEventListener('abort', done)
  })
}
