import { useEffect, useState } from 'react'
import { scheduleFields, type Schedule } from '#shared/elections/schedule.ts'
import type { Instant } from '#shared/time.ts'
import type { CurrentElection } from '#web/api/elections/current.ts'

/** What to add to this device's clock, which may be wrong, to read the server's. */
export const clockOffset = (serverNow: Instant, fetchedAt: Instant): number => serverNow - fetchedAt

const looksEveryMs = 30_000

/** How long a screen may rest before it looks at the time again: never past an instant at which something opens or closes. */
export function restMs(schedule: Schedule, now: Instant): number {
  const ahead = scheduleFields.map((field) => schedule[field]).filter((instant) => instant > now)
  return Math.min(looksEveryMs, ...ahead.map((instant) => instant - now))
}

/** The server's time, as the screen follows it: to the very instants at which something opens or closes. */
export function useServerNow(election: CurrentElection, fetchedAt: Instant): Instant {
  const offset = clockOffset(election.now, fetchedAt)
  const [now, setNow] = useState(() => Date.now() + offset)

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    function look() {
      clearTimeout(timer)
      const at = Date.now() + offset
      setNow(at)
      timer = setTimeout(look, restMs(election, at))
    }
    look()
    // Timers stand still while a phone sleeps.
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [election, offset])

  return now
}
