import type { Instant } from '#shared/time.ts'

/** The one clock that windows and deadlines are decided by. Login sessions live on the machine's own time. */
export interface Clock {
  now(): Instant
}

/** Starts at the given instant and runs on; without one it shows the real time. */
export function runningClock(startsAt?: Instant): Clock {
  const shift = startsAt === undefined ? 0 : startsAt - Date.now()
  return { now: () => Date.now() + shift }
}
