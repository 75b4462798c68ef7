import type pg from 'pg'
import { AppError } from '#shared/errors.ts'
import type { Instant } from '#shared/time.ts'
import { ClockUnsure, type SiteClock } from '#server/clock.ts'

/** The time for what cannot be undone, by the database; whoever asked is told to try again while it is not certain. */
export async function certainly(clock: Pick<SiteClock, 'confirmedNow'>, client: pg.PoolClient): Promise<Instant> {
  try {
    return await clock.confirmedNow(client)
  } catch (error) {
    if (error instanceof ClockUnsure) throw new AppError('time-unsure', { retryAfter: 60 })
    throw error
  }
}
