import { useEffect, useState } from 'react'
import type { Instant } from '#shared/time.ts'
import type { CurrentElection } from '#web/api/elections/current.ts'
import { clockOffset, restMs } from '#web/elections/voting/hours.ts'

/** The server's time, as the screen follows it: to the very instants at which something opens or closes. */
export function useServerNow(election: CurrentElection, heardAt: Instant): Instant {
  const offset = clockOffset(election.now, heardAt)
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
