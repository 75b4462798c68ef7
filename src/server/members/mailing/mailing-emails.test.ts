import pg from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import { scratchDatabase } from '#tests/support/database.ts'
import { emailPace } from './mailing-emails.ts'

const scratch = await scratchDatabase()
const pool = new pg.Pool(scratch.config)
afterAll(async () => {
  await pool.end()
  await scratch.drop()
})

test('no hour has more than the provider takes, wherever it begins', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 })
  const perHour = 100
  const pace = emailPace(pool, perHour)
  const sentAt: number[] = []
  // Tries every minute for three hours, as often as the pace allows.
  for (let minute = 0; minute < 180; minute++) {
    vi.setSystemTime(minute * 60_000)
    while (!(await pace.isSpent())) {
      await pace.count()
      sentAt.push(minute)
    }
  }
  vi.useRealTimers()
  const inHourFrom = (begin: number) => sentAt.filter((minute) => minute >= begin && minute < begin + 60).length
  const most = Math.max(...Array.from({ length: 121 }, (_, begin) => inHourFrom(begin)))
  expect(most).toBeLessThanOrEqual(perHour)
  expect(most).toBeGreaterThan(perHour * 0.8)
})

test('emails that do not wait are counted and never kept', async () => {
  await pool.query('delete from throttles')
  const pace = emailPace(pool, 10)
  for (let n = 0; n < 5; n++) await pace.count()
  expect(await pace.isSpent()).toBe(true)
  const { rows } = await pool.query('select points from throttles')
  expect(rows).toEqual([{ points: 5 }])
})

test('without a limit nothing is counted', async () => {
  const pace = emailPace(pool, undefined)
  await pace.count()
  expect(await pace.isSpent()).toBe(false)
})
