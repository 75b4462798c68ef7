import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { duesPayments, statementLines } from '#server/db/schema.ts'
import { manila } from '#shared/time.ts'
import { aDuesPlan } from '#tests/support/factories.ts'
import { testSite } from '#tests/support/site.ts'
import type { AcceptedPayment, DuesOverview, Receipt, StatementLine } from '#web/members/dues/api.ts'

let now = manila('2026-03-10', '10:00')
const site = await testSite({ clock: { now: () => now }, holds: ['send emails'] })
await site.saveSettings({ dues: aDuesPlan() })
const treasurer = await site.asAdmin({}, 'long admin password', { jobs: ['treasury'] })
afterAll(() => site.stop())

const enter = (memberId: string, changes: object = {}) =>
  treasurer.post<AcceptedPayment>('/api/dues/entries', {
    id: randomUUID(),
    memberId,
    centavos: 500_00,
    paidOn: '2026-03-10',
    way: 'GCash',
    reference: '',
    confirmed: true,
    ...changes,
  })
const line = (changes: object = {}) => ({
  day: '2026-03-10',
  centavos: 500_00,
  reference: '',
  text: 'IN',
  copy: 0,
  ...changes,
})
const add = (lines: object[], account = 'GCash') =>
  treasurer.post<{ added: number; matched: number }>('/api/dues/statements', { account, lines })
const lines = (show = 'open', page = 1) =>
  treasurer.get<{ total: number; lines: StatementLine[] }>(`/api/dues/statements?show=${show}&page=${page}`)
const match = (id: string, paymentId: string | null) =>
  treasurer.post(`/api/dues/statements/${id}/match`, { paymentId })

// Shows dues-07
test('received by month and region, who stands how, and the same as CSV', async () => {
  const cebu = await site.aMember({ region: 'Visayas', firstName: '=ANA' })
  const nowhere = await site.aMember({ region: null })
  await site.aMember({ militaryStatus: 'Civilian Human Resource (CHR)' })
  const inMarch = await enter(cebu.id, { reference: 'MARCH' })
  await enter(nowhere.id)
  now = manila('2026-04-01')
  await enter(cebu.id, { centavos: 100_50, paidOn: '2026-03-31' })
  await treasurer.post(`/api/dues/payments/${inMarch.id}/void`, { reason: 'Wrong' })
  const overview = await treasurer.get<DuesOverview>('/api/dues/overview?year=2026')
  expect(overview).toMatchObject({
    received: [
      { month: 3, region: 'Visayas', centavos: 500_00, payments: 0 },
      { month: 3, region: null, centavos: 500_00, payments: 1 },
      { month: 4, region: 'Visayas', centavos: -399_50, payments: 1 },
    ],
    members: { good: 1, grace: 0, lapsed: 1, exempt: 1 },
    waiting: 0,
    openLines: 0,
  })
  expect((await treasurer.get<DuesOverview>('/api/dues/overview?year=2025')).received).toEqual([])
  const csv = await treasurer.get('/api/dues/overview.csv?year=2026')
  expect(csv.text.split('\r\n')).toEqual([
    '\uFEFFMonth,Region,Payments,Received in pesos',
    'March 2026,Visayas,0,500',
    'March 2026,Not stated,1,500',
    'April 2026,Visayas,1,-399.5',
    '',
  ])
  const day = Object.values(await treasurer.get<Receipt[]>('/api/dues/receipts?day=2026-03-10')).filter(
    (one): one is Receipt => typeof one === 'object',
  )
  expect(day.map(({ receipt }) => receipt)).toEqual(['2026-000001', '2026-000002'])
  const ofDay = (await treasurer.get('/api/dues/receipts.csv?day=2026-04-01')).text.split('\r\n')
  expect(ofDay).toHaveLength(4)
  expect(ofDay[1]).toMatch(/^2026-000003,"1 April 2026, 12:00 AM",'=ANA .*,100\.5,GCash,,2026-12-31,/)
  expect((await treasurer.get('/api/dues/receipts?day=2026-02-30')).status).toBe(400)
  now = manila('2026-03-10', '10:00')
})

describe('a statement', () => {
  // Shows dues-07
  test('adds what is new, and matches by reference and amount, before and after the payment', async () => {
    const who = await site.aMember()
    const paid = await enter(who.id, { reference: 'A-1' })
    const sent = [
      line({ reference: 'a1' }),
      line({ reference: 'A2' }),
      line({ reference: 'A1', centavos: 499_00 }),
      line({ reference: 'A1', text: 'TWICE' }),
      line(),
      line({ copy: 1 }),
    ]
    expect(await add(sent)).toMatchObject({ status: 201, added: 6, matched: 1 })
    expect(await add([...sent, line({ copy: 2 })])).toMatchObject({ added: 1, matched: 0 })
    expect((await lines('matched')).lines).toMatchObject([
      { reference: 'A1', payments: [{ id: paid.id, receipt: paid.receipt }] },
    ])
    const later = await enter(who.id, { reference: 'A2' })
    expect((await lines('matched')).lines.flatMap(({ payments }) => payments.map(({ id }) => id)).toSorted()).toEqual(
      [paid.id, later.id].toSorted(),
    )
    expect(await site.lastAct()).toMatchObject({ action: 'dues payment entered' })
  })

  // Shows dues-07
  test('leaves the rest to be matched by hand, each payment with one line', async () => {
    const who = await site.aMember()
    const paid = await enter(who.id, { way: 'cash', centavos: 777_00 })
    await add([line({ centavos: 777_00, day: '2026-03-12' }), line({ centavos: 777_00, text: 'OTHER' })])
    const open = (await lines()).lines.filter(({ centavos }) => centavos === 777_00)
    expect(open.map(({ payments }) => payments.map(({ id }) => id))).toEqual([[paid.id], [paid.id]])
    const [one, other] = open as [StatementLine, StatementLine]
    const both = await Promise.all([match(one.id, paid.id), match(other.id, paid.id)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const [matched] = await site.rowsOf(statementLines, { paymentId: paid.id })
    expect(await site.lastAct()).toMatchObject({ action: 'statement line matched', subject: who.id })
    expect((await match(matched!.id, paid.id)).status).toBe(200)
    expect(await match(matched!.id, (await enter(who.id)).id)).toMatchObject({ status: 409, code: 'dues-line-matched' })
    expect((await match(matched!.id, null)).status).toBe(200)
    expect(await site.lastAct()).toMatchObject({ action: 'statement line unmatched', subject: who.id })
    expect((await match(matched!.id, randomUUID())).status).toBe(404)
    expect((await match(randomUUID(), paid.id)).status).toBe(404)
  })

  test('gives a line back when its payment is voided, and to the one entered instead', async () => {
    const [wrong, right] = [await site.aMember(), await site.aMember()]
    await add([line({ reference: 'MOVED' })])
    const first = await enter(wrong.id, { reference: 'MOVED' })
    const [held] = await site.rowsOf(statementLines, { reference: 'MOVED' })
    expect(held!.paymentId).toBe(first.id)
    await treasurer.post(`/api/dues/payments/${first.id}/void`, { reason: 'Wrong member' })
    expect((await match(held!.id, first.id)).status).toBe(404)
    const second = await enter(right.id, { reference: 'MOVED' })
    expect((await site.rowsOf(statementLines, { reference: 'MOVED' }))[0]!.paymentId).toBe(second.id)
  })

  test.each([
    [line({ centavos: -1 })],
    [line({ centavos: 0 })],
    [line({ day: '2026-13-01' })],
    [line({ text: 'x'.repeat(301) })],
    [line({ copy: -1 })],
  ])('with %j is refused', async (wrong) => {
    expect((await add([wrong])).status).toBe(400)
  })
})

test('10,000 payments: 5,000 lines are reconciled in seconds, and the desk and the overview stay quick', async () => {
  const [payer] = await site.rowsOf(duesPayments)
  // As many members as would send them, past the site: it is what is read of them that is looked at.
  await site.pool.query(
    `with people as (
       insert into users (first_name, last_name, military_serial, birthday, approved, approved_at, id_number, region)
       select 'MANY', 'PAYER ' || n, 'MANY-' || n, '1970-01-01', true, '2020-01-01', 'MANY-' || lpad((n / 1000)::text, 3, '0') || '-' || lpad((n % 1000)::text, 3, '0'),
         (array['NCR', 'Luzon', 'Visayas', 'Mindanao'])[1 + n % 4]
       from generate_series(1, 10000) n returning id, military_serial)
     insert into dues_payments (member_id, centavos, paid_on, way, reference, state, receipt_year, receipt_number, paid_until, credit, sent_by, decided_by, decided_at)
     select id, 50000, date '2025-01-01' + (n % 300), 'GCash', 'BULK' || n, 'accepted', 2025, n, '2025-12-31', 0, id, $1, timestamptz '2025-01-01 08:00+08' + (n % 300) * interval '1 day'
     from (select id, substring(military_serial from 6)::int as n from people) p`,
    [payer!.decidedBy],
  )
  await site.pool.query('analyze')
  const took = async (what: () => Promise<{ status: number }>) => {
    const began = performance.now()
    expect((await what()).status).toBeLessThan(300)
    return performance.now() - began
  }
  const statement = Array.from({ length: 5000 }, (_, n) =>
    line({ reference: n % 10 ? `BULK${n + 1}` : '', day: '2025-06-01', text: `LINE ${n}` }),
  )
  let matched = 0
  const sending = await took(async () => {
    let status = 0
    for (let n = 0; n < statement.length; n += 1000) {
      const answer = await add(statement.slice(n, n + 1000))
      status = answer.status
      matched += answer.matched
    }
    return { status }
  })
  expect(matched).toBe(4500)
  const times = {
    sending,
    reading: await took(() => lines('open', 3)),
    overview: await took(() => treasurer.get('/api/dues/overview?year=2025')),
    csv: await took(() => treasurer.get('/api/dues/overview.csv?year=2025')),
    day: await took(() => treasurer.get('/api/dues/receipts?day=2025-02-02')),
    waiting: await took(() => treasurer.get('/api/dues/waiting')),
  }
  expect(times.sending).toBeLessThan(20_000)
  expect(Math.max(times.reading, times.overview, times.csv, times.day, times.waiting)).toBeLessThan(5000)
}, 120_000)
