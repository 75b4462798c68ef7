import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { duesExemptions, duesPayments, duesReminders, emails, users } from '#server/db/schema.ts'
import { importPaidUntil } from '#server/members/dues/record.ts'
import { queueReminders } from '#server/members/dues/reminders.ts'
import { exemptSql, reminderSql } from '#server/members/dues/standing.ts'
import { coveredFromStart } from '#shared/members/dues/dues.ts'
import type { DuesPlan } from '#shared/members/dues/plan.ts'
import { reminderFor } from '#shared/members/dues/reminders.ts'
import { manila, type PlainDate, addDays } from '#shared/time.ts'
import { aDuesPlan } from '#tests/support/factories.ts'
import { testSite } from '#tests/support/site.ts'
import type { ListedPayer } from '#web/members/dues/api.ts'

let now = manila('2025-11-01', '10:00')
const site = await testSite({ clock: { now: () => now }, holds: ['send emails', 'queue reminders'] })
const treasurer = await site.asAdmin({}, 'long admin password', { jobs: ['treasury'] })
const registrar = await site.asAdmin({}, 'long admin password', { jobs: ['membership'] })
afterAll(() => site.stop())
beforeEach(() => site.saveSettings({ dues: aDuesPlan({ graceDays: 10 }) }))
afterEach(async () => {
  await site.db.delete(emails)
  await site.db.delete(duesReminders)
  await site.db.delete(duesExemptions)
  await site.pool.query(
    'update users set withdrawn_at = now() where military_serial is not null and withdrawn_at is null',
  )
})

const paidUntil = '2025-12-31'
const aPayer = (given: object = {}) => site.aMember({ duesPaidUntil: paidUntil, ...given })
const run = () => queueReminders(site, AbortSignal.timeout(30_000))
async function on(day: PlainDate, time = '10:00') {
  now = manila(day, time)
  await run()
  await run()
  return (await site.rowsOf(emails)).map(({ to, kind, subject }) => [to, kind, subject.replace(/^\S+: /, '')])
}

// Shows dues-09
test('each is written to once before, once when it is due and once when the grace is over', async () => {
  const { email } = await aPayer()
  const before = [email, 'dues reminder', 'your dues will be due soon']
  const due = [email, 'dues reminder', 'your dues are due']
  const over = [email, 'dues reminder', 'your dues are overdue']
  expect(await on('2025-12-01')).toEqual([])
  expect(await on('2025-12-02', '07:59')).toEqual([])
  expect(await on('2025-12-02', '08:00')).toEqual([before])
  expect(await on('2025-12-31')).toEqual([before])
  expect(await on('2026-01-01')).toEqual([before, due])
  expect(await on('2026-01-10')).toEqual([before, due])
  expect(await on('2026-01-11')).toEqual([before, due, over])
  expect(await on('2026-06-11')).toEqual([before, due, over])
})

test('who pays meanwhile is written to again only about the next period', async () => {
  const { id, email } = await site.aMember()
  now = manila('2025-12-01', '10:00')
  await importPaidUntil(site.db, treasurer, now, [{ id, paidUntil }])
  await on('2025-12-10')
  const payment = { id: randomUUID(), memberId: id, centavos: 500_00, paidOn: '2025-12-11', way: 'cash', reference: '' }
  now = manila('2025-12-11', '10:00')
  // What is left over counts.
  expect((await treasurer.post('/api/dues/entries', { ...payment, centavos: 700_00 })).status).toBe(201)
  await site.db.delete(emails)
  expect(await on('2026-01-15')).toEqual([])
  const [row] = await site.rowsOf(users, { id })
  expect(await on(addDays(row!.duesPaidUntil!, -10))).toHaveLength(1)
  expect((await site.rowsOf(emails, { to: email }))[0]!.body).toContain('please pay ₱300 by then')
})

test('in the association’s words, with what is each member’s own', async () => {
  await site.saveSettings({
    dues: aDuesPlan({ reminders: { due: 'Dear {name}: {amount} until {day}.\n{link}', before: '' } }),
  })
  const { email } = await aPayer({ firstName: 'ANA MARIA' })
  await on('2025-12-20')
  await on('2026-01-02')
  const bodies = (await site.rowsOf(emails, { to: email })).map(({ body }) => body)
  expect(bodies[0]).toContain('Good day, Ana Maria,\n\nYour dues are paid until 31 December 2025.')
  expect(bodies[1]).toMatch(/^Dear Ana Maria: ₱500 until 30 January 2026\.\nhttp\S+\/dues\n\n/)
})

test('not to those who pay nothing, have left, have no address or one that is refused, nor without dues', async () => {
  const pardoned = await aPayer()
  await site.db
    .insert(duesExemptions)
    .values({ memberId: pardoned.id, reason: 'x', givenBy: treasurer.id, givenAt: now })
  await aPayer({ militaryStatus: 'Civilian Human Resource (CHR)' })
  await aPayer({ withdrawnAt: now })
  await aPayer({ emailRefusedAt: now })
  await aPayer({ email: null })
  await site.anApplicant()
  expect(await on('2026-01-01')).toEqual([])
  const { email } = await aPayer()
  await site.saveSettings({ dues: null })
  expect(await on('2026-01-01')).toEqual([])
  expect(await site.rowsOf(duesReminders)).toEqual([])
  await site.saveSettings({ dues: aDuesPlan() })
  expect(await on('2026-01-01')).toEqual([[email, 'dues reminder', 'your dues are due']])
})

test('not to those whose payment waits to be checked, and to nobody while there is nowhere to pay', async () => {
  const { id, email } = await aPayer()
  const payment = { memberId: id, sentBy: id, centavos: 500_00, paidOn: '2025-12-30', way: 'GCash', reference: 'WAITS' }
  await site.db.insert(duesPayments).values(payment)
  expect(await on('2026-01-12')).toEqual([])
  await site.db.delete(duesPayments).where(eq(duesPayments.memberId, id))
  await site.saveSettings({ dues: aDuesPlan({ graceDays: 10, accounts: [] }) })
  expect(await on('2026-01-12')).toEqual([])
  await site.saveSettings({ dues: aDuesPlan({ graceDays: 10 }) })
  expect(await on('2026-01-12')).toHaveLength(1)
  const [over] = await site.rowsOf(emails, { to: email })
  expect(over!.body).toContain('you have not been in good standing since 11 January 2026')
})

// Shows dues-09
test('whoever saves a plan is asked first if it writes to more members than before', async () => {
  now = manila('2026-01-05', '10:00')
  await aPayer()
  await aPayer()
  const save = async (plan: DuesPlan, changes: object = {}) => {
    const { version } = await treasurer.get<{ version: number }>('/api/dues-plan')
    return treasurer.put('/api/dues-plan', { plan, version, ...changes })
  }
  await site.saveSettings({ dues: null })
  const plan = aDuesPlan({ graceDays: 10 })
  expect((await save({ ...plan, accounts: [] })).status).toBe(200)
  expect(await save(plan)).toMatchObject({
    status: 409,
    code: 'dues-plan-unconfirmed',
    message: 'Reminders go out automatically. With these settings, 2 members would get one within minutes.',
  })
  now = manila('2026-01-05', '07:00')
  expect((await save(plan)).message).toContain('today at 8:00')
  expect((await save(plan, { confirmed: true })).status).toBe(200)
  expect((await save({ ...plan, graceDays: 11 })).status).toBe(200)
  await on('2026-01-05')
  expect(await treasurer.get('/api/dues-plan')).toMatchObject({ lastReminders: { people: 2, day: '2026-01-05' } })
})

test('two nodes at once write to each once, and no more than the queue has room for', async () => {
  await site.pool.query(
    `insert into users (first_name, last_name, military_serial, birthday, approved, approved_at, id_number, email, dues_paid_until)
     select 'A', 'B', 'TWO-' || n, '1970-01-01', true, '2020-01-01', 'TWO-' || lpad((n / 1000)::text, 3, '0') || '-' || lpad((n % 1000)::text, 3, '0'),
       'two' || n || '@example.org', '2025-12-31' from generate_series(1, 700) n`,
  )
  now = manila('2026-01-01', '09:00')
  await Promise.all([run(), run(), run()])
  const first = await site.rowsOf(emails)
  expect(first.length).toBeGreaterThanOrEqual(500)
  await site.pool.query('update emails set attempts = 1')
  await Promise.all([run(), run(), run()])
  const written = (await site.rowsOf(emails)).map(({ to }) => to)
  expect([written.length, new Set(written).size]).toEqual([700, 700])
})

// Shows dues-09
test('whom none reaches is listed for the treasury alone', async () => {
  now = manila('2026-01-05', '10:00')
  const nowhere = await aPayer({ email: null, lastName: 'ABAD' })
  const refused = await aPayer({ emailRefusedAt: now, lastName: 'BACA', duesPaidUntil: '2020-12-31' })
  await aPayer({ email: null, duesPaidUntil: '2026-12-31' })
  await aPayer()
  const list = '/api/dues/members?standing=unreached'
  const reply = await treasurer.get<{ count: number; payers: ListedPayer[] }>(list)
  expect(reply).toMatchObject({
    status: 200,
    count: 2,
    payers: [
      { id: nowhere.id, paidUntil, refused: false, phone: '09171234567' },
      { id: refused.id, refused: true },
    ],
  })
  expect((await registrar.get(list)).status).toBe(403)
  await site.saveSettings({ dues: null })
  expect((await treasurer.get(list)).status).toBe(404)
})

test('the SQL of reminders and the rule say the same of every day', async () => {
  const plans: DuesPlan[] = [
    aDuesPlan({ graceDays: 0, firstPeriodCovered: false }),
    aDuesPlan({ yearStarts: null, graceDays: 45 }),
    aDuesPlan({ yearStarts: '07-01' }),
  ]
  const today = '2026-01-15'
  const joined = Array.from({ length: 900 }, (_, n) => addDays('2024-01-01', n))
  for (const plan of plans) {
    const { rows } = await site.pool.query<{ kind: string | null; exempt: boolean }>(
      `select ${reminderSql(plan, 'u', today)} as kind, ${exemptSql(plan, 'u')} as exempt
       from (select gen_random_uuid() as id, null::date as dues_paid_until, null::text as military_status, null::timestamptz as created_at,
         d::timestamptz as approved_at from unnest($1::text[]) with ordinality as given (d, place) order by place) u`,
      [joined.map((day) => `${day}T12:00:00+08:00`)],
    )
    expect(rows.map(({ kind }) => kind)).toEqual(
      joined.map((day) => reminderFor({ paidUntil: coveredFromStart(plan, day), exempt: false }, plan, today)),
    )
  }
})
