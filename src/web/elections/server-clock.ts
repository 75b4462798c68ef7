import { useEffect, useState } from 'react'
import { hasReached, stageOf, type StageFacts } from '#shared/elections/lifecycle.ts'
import { scheduleFields, type Schedule } from '#shared/elections/schedule.ts'
import { type Instant, minuteMs } from '#shared/time.ts'
import type { CurrentElection } from './api.ts'

/** What to add to this device's clock, which may be wrong, to get the server's. */
export const clockOffset = (serverNow: Instant, fetchedAt: Instant): number => serverNow - fetchedAt

const looksEveryMs = 30_000

/** How long a screen may wait before it checks the time again: never past an opening or closing instant. */
export function nextClockLookMs(schedule: Schedule, now: Instant): number {
  const ahead = scheduleFields.map((field) => schedule[field]).filter((instant) => instant > now)
  return Math.min(looksEveryMs, ...ahead.map((instant) => instant - now))
}

/** The server's time, updated exactly when something opens or closes. */
export function useServerNow(election: CurrentElection, fetchedAt: Instant): Instant {
  const offset = clockOffset(election.now, fetchedAt)
  const [now, setNow] = useState(() => Date.now() + offset)

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    function look() {
      clearTimeout(timer)
      const at = Date.now() + offset
      setNow(at)
      timer = setTimeout(look, nextClockLookMs(election, at))
    }
    look()
    // Timers stop while a phone sleeps.
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [election, offset])

  return now
}

/** The voting hours of an election by the server's clock. */
export type Hours = 'before' | 'open' | 'after'

export function hoursAt(election: StageFacts, now: Instant): Hours {
  const stage = stageOf(election, now)
  if (stage === 'voting') return 'open'
  return hasReached(stage, 'voting') ? 'after' : 'before'
}

const soonMinutes = 15

/** Minutes until voting closes, in its last quarter of an hour. */
export function closesInMinutes({ votingCloses }: StageFacts, now: Instant): number | null {
  const minutes = Math.ceil((votingCloses - now) / minuteMs)
  return minutes > 0 && minutes <= soonMinutes ? minutes : null
}
