import type pg from 'pg'
import type { Instant } from '#shared/time.ts'

/** The one clock that windows and deadlines are decided by. Login sessions live on the machine's own time. */
export interface Clock {
  now(): Instant
}

/** The clock of a running site: the database's time, carried on between two looks at it. */
export interface SiteClock extends Clock {
  health(): ClockHealth
  /**
   * The database's own time, for a step that cannot be undone, asked in the transaction that takes it. Throws `ClockUnsure`
   * while there is any doubt about the time; try again later.
   */
  confirmedNow(client: pg.ClientBase): Promise<Instant>
  /**
   * What this clock showed at an instant that the database dated. The same instant, unless the clock was set for a
   * demonstration: nobody is to read dates of two clocks on one screen.
   */
  shownFor(databaseTime: Instant): Instant
  stop(): void
}

export interface ClockHealth {
  /** How far the machine's own clock is ahead of the database's; null on a clock set by hand. */
  offsetMs: number | null
  /** How long nothing has been wrong with the time. */
  steadyMs: number
  problem: 'differs' | 'jumped' | null
}

/** Not a failure: the step is taken later. */
export class ClockUnsure extends Error {
  override name = 'ClockUnsure'
}

/** Starts at the given instant and runs on; without one it shows the machine's time. */
export function runningClock(startsAt?: Instant): Clock {
  const shift = startsAt === undefined ? 0 : startsAt - Date.now()
  return { now: () => Date.now() + shift }
}

/** A clock that a test turns by hand: what it shows is certain. */
export function certainClock(clock: Clock): SiteClock {
  return {
    now: () => clock.now(),
    health: () => ({ offsetMs: null, steadyMs: Infinity, problem: null }),
    confirmedNow: async () => clock.now(),
    shownFor: (databaseTime) => databaseTime,
    stop: () => undefined,
  }
}
