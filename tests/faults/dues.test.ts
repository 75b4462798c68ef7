import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { freezeElections } from '#server/elections/roll/freeze.ts'
import { queueReminders } from '#server/members/dues/reminders.ts'
import { manila } from '#shared/time.ts'
import { aDuesPlan } from '#tests/support/factories.ts'
import { testSite } from '#tests/support/site.ts'

const people = 100_000
let now = manila('2025-03-28', '10:00')
const site = await testSite({ clock: { now: () => now }, holds: ['send emails', 'queue reminders'] })
afterAll(() => site.stop())
await site.saveSettings({ dues: aDuesPlan() })
await site.aNominee()
for (let first = 1; first <= people; first += 10_000)
  await site.pool.query(
    `insert into users (first_name, last_name, military_serial, birthday, approved, approved_at, id_number, email, dues_paid_until)
   select 'A', 'B', 'MANY-' || n, '1970-01-01', true, '2020-01-01', 'MANY-' || lpad((n / 1000)::text, 3, '0') || '-' || lpad((n % 1000)::text, 3, '0'),
     'many' || n || '@example.org', case when n % 2 = 0 then date '2025-12-31' end from generate_series($1::int, $1::int + 9999) n`,
    [first],
  )
await site.pool.query('analyze')

/** In milliseconds. */
async function timed(what: string, work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  const took = Math.round(performance.now() - began)
  console.info(`${what}: ${took} ms`)
  return took
}

test('a roll by standing of 100,000 members is drawn up in seconds', async () => {
  await site.changeElection({ goodStandingOnly: true })
  now = manila('2025-03-29')
  expect(await timed('the roll', () => site.untilHeard(() => freezeElections(site)))).toBeLessThan(30_000)
  expect(await site.pool.query('select count(*)::int as lines from roll')).toMatchObject({
    rows: [{ lines: people / 2 }],
  })
})

const run = () => queueReminders(site, AbortSignal.timeout(60_000))
const sent = () => site.pool.query('update emails set attempts = 1 where attempts = 0')
const count = async (from: string) =>
  (
    await site.pool.query<{ all: number; once: number }>(
      `select count(*)::int as all, count(distinct "to")::int as once from ${from}`,
    )
  ).rows[0]!

test('reminders that are killed again and again reach each member once', async () => {
  now = manila('2026-01-01', '09:00')
  const killer = new pg.Client(site.database.config)
  await killer.connect()
  try {
    let failed = 0
    for (let round = 0; round < 12; round++) {
      // Settled from the start: one may fail before the killer has its answer.
      const runs = Promise.allSettled([run(), run()])
      await wait(60 + round * 40)
      await killer.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and query like '%dues_reminders%' and state <> 'idle'`,
      )
      for (const { status } of await runs) if (status === 'rejected') failed++
      await sent()
    }
    expect(failed).toBeGreaterThan(0)
  } finally {
    await killer.end()
  }
  const { all, once } = await count(`emails where kind = 'dues reminder'`)
  expect(all).toBeGreaterThan(1000)
  expect(once).toBe(all)
  expect((await site.pool.query('select count(*)::int as marked from dues_reminders')).rows).toEqual([{ marked: all }])
})

test('among 100,000 members a round of reminders takes a moment, also when most have theirs', async () => {
  await sent()
  expect(await timed('500 reminders, most members without', run)).toBeLessThan(10_000)
  await site.pool.query(
    `insert into dues_reminders (member_id, paid_until, kind)
     select id, dues_paid_until, 'due' from users where dues_paid_until is not null on conflict do nothing`,
  )
  await site.pool.query('analyze')
  await sent()
  const before = await count('emails')
  expect(await timed('a round with nobody left to remind', run)).toBeLessThan(10_000)
  expect(await count('emails')).toEqual(before)
})
