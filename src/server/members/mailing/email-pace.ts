import type pg from 'pg'
import { isFull, read, take } from '#server/http/rate-limit.ts'

/** How many emails may leave, where the mail provider has a limit. */
export interface EmailPace {
  /** Whether emails that can wait have to. */
  isSpent(): Promise<boolean>
  /** Every email counts, also one that does not wait. */
  count(): Promise<void>
}

const windowSeconds = 600
/** More than can be counted to: what does not wait is counted and never kept. */
const uncounted = 2_000_000_000
/** Any hour touches at most this many of them. */
const windowsAnHour = 7

/** Counted in windows of ten minutes, each with a seventh: never more than `perHour` leave in any hour because of those that can wait. */
export function emailPace(pool: pg.Pool, perHour: number | undefined): EmailPace {
  if (perHour === undefined) return { isSpent: async () => false, count: async () => undefined }
  const budget = { key: 'emails sent', limit: Math.max(1, Math.floor(perHour / windowsAnHour)), seconds: windowSeconds }
  return {
    async isSpent() {
      const [spent] = await read(pool, [budget])
      return isFull(budget, spent)
    },
    async count() {
      await take(pool, [{ ...budget, limit: uncounted }])
    },
  }
}
