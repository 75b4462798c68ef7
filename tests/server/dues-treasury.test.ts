import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { duesPayments } from '#server/db/schema.ts'
import { manila } from '#shared/time.ts'
import { aDuesPlan } from '#tests/support/factories.ts'
import { testSite } from '#tests/support/site.ts'
import type { AcceptedPayment, DuesOverview, Receipts, Statements } from '#web/members/dues/api.ts'

type Line = Statements['lines'][number]

let now = manila('2026-03-10', '10:00')
const site = await testSite({ clock: { now: () => now }, holds: ['send emails'] })
const accounts = ['GCash', 'Land Bank'].map((name) => ({ name, number: '0917', holder: '', qr: '' }))
await site.saveSettings({ dues: aDuesPlan({ accounts }) })
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
const lines = (show = 'open', page = 1) => treasurer.get<Statements>(`/api/dues/statements?show=${show}&page=${page}`)
const decide = (id: string, decision: object) => treasurer.put(`/api/dues/statements/${id}`, decision)
const match = (id: string, paymentId: string) => decide(id, { is: 'receipt', paymentId })
const receipts = (query: string) => treasurer.get<Receipts>(`/api/dues/receipts?${query}`)
const numbers = async (query: string) => (await receipts(query)).receipts.map(({ receipt }) => receipt)
const theLine = async (text: string, show = 'open') =>
  (await lines(show)).lines.find((one) => one.text === text) as Line
/** What a line is said to be, and which payments. */
const stateOf = async (text: string) => {
  const { state, payments } = await theLine(text)
  return [state, ...payments.map(({ id }) => id)]
}

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
    lines: { open: 0, matched: 0, aside: 0 },
    unstated: 0,
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
  expect(await receipts('day=2026-03-10')).toMatchObject({
    total: 2,
    receipts: [
      { receipt: '2026-000001', voided: true, counterpart: '2026-000004', paidUntil: null },
      { receipt: '2026-000002', voided: false, counterpart: null, paidUntil: '2026-12-31' },
    ],
  })
  const ofDay = (await treasurer.get('/api/dues/receipts.csv?day=2026-04-01')).text.split('\r\n')
  expect(ofDay).toHaveLength(4)
  expect(ofDay[1]).toMatch(/^2026-000003,2026-04-01 00:00,2026-03-31,'=ANA .*,100\.5,GCash,,2026-12-31,[^,]*,$/)
  expect(ofDay[2]).toMatch(/^2026-000004,.*,Voids 2026-000001$/)
  expect((await treasurer.get('/api/dues/receipts?day=2026-02-30')).status).toBe(400)
  now = manila('2026-03-10', '10:00')
})

// Shows dues-07
test('a receipt is found by its number, reference, amount, or whose it is', async () => {
  const who = await site.aMember({ firstName: 'RICARDO', lastName: 'NUÑEZ', idNumber: 'ARRAPI-800-001' })
  const { receipt } = await enter(who.id, { reference: 'FIND-77', centavos: 612_50 })
  for (const q of [
    receipt,
    String(Number(receipt.slice(5))),
    'find 77',
    '612.50',
    'nunez  ricardo',
    'Nuñez, Ricardo',
    'arrapi-800-001',
  ])
    expect(await numbers(`q=${encodeURIComponent(q)}`), q).toContain(receipt)
  for (const q of ['Nobody of this name', '%', '999999999', '99999999999', "' or 1=1"])
    expect(await numbers(`q=${encodeURIComponent(q)}`), q).toEqual([])
  expect((await receipts('q=a%00b')).status).toBe(400)
  const csv = await treasurer.get('/api/dues/receipts.csv?q=FIND77')
  expect(csv.text.split('\r\n')).toHaveLength(3)
})

describe('who stands how', () => {
  type Payers = { count: number; payers: { name: string; phone: string | null; standing: { kind: string } }[] }
  const payers = (query: string) => treasurer.get<Payers>(`/api/dues/members?q=STANDS&${query}`)

  // Shows dues-07
  test('is a list for the treasury, today or on another day, with nothing else of them', async () => {
    const paid = await site.aMember({ lastName: 'STANDS', firstName: 'PAID' })
    await enter(paid.id)
    await site.aMember({ lastName: 'STANDS', firstName: 'LAPSED', cellphoneNumber: '0917 555 0001' })
    await site.aMember({ lastName: 'STANDS', firstName: 'SILENT', cellphoneNumber: '0917 555 0002', email: null })
    await site.aMember({ lastName: 'STANDS', firstName: 'LEFT', withdrawnAt: now })
    const names = async (query: string) => (await payers(query)).payers.map(({ name }) => name.split(' ')[0]).toSorted()
    expect(await names('')).toEqual(['LAPSED', 'LEFT', 'PAID', 'SILENT'])
    expect(await names('standing=good')).toEqual(['PAID'])
    expect(await names('standing=lapsed')).toEqual(['LAPSED', 'SILENT'])
    expect(await names('standing=lapsed&on=2027-06-01')).toEqual(['LAPSED', 'PAID', 'SILENT'])
    expect(await names('standing=unreached')).toEqual(['SILENT'])
    await site.pool.query(
      `insert into dues_payments (member_id, centavos, paid_on, way, reference, sent_by, state, reason, decided_by, decided_at)
       values ($1, 50000, '2026-03-10', 'GCash', 'AGAIN99', $1, 'asked again', 'Blurred', $2, now())`,
      [paid.id, treasurer.id],
    )
    expect(await names('standing=asked%20again')).toEqual(['PAID'])
    const { payers: listed } = await payers('standing=lapsed')
    expect(listed.map(({ phone }) => phone)).toEqual(expect.arrayContaining([null, '0917 555 0002']))
    expect(Object.keys(listed[0]!).toSorted()).toEqual(
      [
        'id',
        'idNumber',
        'name',
        'owed',
        'paidUntil',
        'phone',
        'rank',
        'refused',
        'region',
        'standing',
        'withdrawn',
      ].toSorted(),
    )
    const csv = await treasurer.get('/api/dues/members.csv?q=STANDS&standing=lapsed')
    expect(csv.text.split('\r\n')).toHaveLength(4)
    expect(csv.text).toMatch(/Lapsed since [^,]*,2024-12-31,500,\r\n/)
    expect(csv.text).toContain(',500,0917 555 0002\r\n')
    expect((await payers('standing=rich')).status).toBe(400)
  })
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
      line({ reference: 'A1', text: 'TWICE', day: '2026-03-11' }),
      line(),
      line({ copy: 1 }),
    ]
    expect(await add(sent)).toMatchObject({ status: 201, added: 6, matched: 1 })
    expect(await add([...sent, line({ copy: 2 })])).toMatchObject({ added: 1, matched: 0 })
    expect((await lines('matched')).lines).toMatchObject([
      { reference: 'A1', state: 'matched', payments: [{ id: paid.id, receipt: paid.receipt }] },
    ])
    expect(await stateOf('TWICE')).toEqual(['on another line', paid.id])
    const later = await enter(who.id, { reference: 'A2' })
    const matched = (await lines('matched')).lines.flatMap(({ payments }) => payments.map(({ id }) => id))
    expect(matched.toSorted()).toEqual([paid.id, later.id].toSorted())
    expect(await site.lastAct()).toMatchObject({ action: 'dues payment entered' })
  })

  // Shows dues-07
  test('finds a reference in the description, says what waits and what has another amount', async () => {
    const who = await site.aMember()
    const paid = await enter(who.id, { reference: '50123008011' })
    expect(await add([line({ text: 'INSTAPAY CR 50123008011' })])).toMatchObject({ matched: 1 })
    expect((await theLine('INSTAPAY CR 50123008011', 'matched')).payments).toMatchObject([{ id: paid.id }])
    const less = await enter(who.id, { reference: 'LESS99' })
    await add([line({ centavos: 400_00, text: 'LESS99' })])
    expect(await stateOf('LESS99')).toEqual(['another amount', less.id])
    await site.pool.query(
      `insert into dues_payments (member_id, centavos, paid_on, way, reference, sent_by) values ($1, 50000, '2026-03-10', 'GCash', 'WAITS99', $1)`,
      [who.id],
    )
    await add([line({ text: 'WAITS99' })])
    const [waiting] = await site.rowsOf(duesPayments, { reference: 'WAITS99' })
    expect(await stateOf('WAITS99')).toEqual(['not accepted', waiting!.id])
    await treasurer.post(`/api/dues/payments/${waiting!.id}/decision`, { decision: 'accept', confirmed: true })
    expect((await theLine('WAITS99', 'matched')).state).toBe('matched')
  })

  // Shows dues-07
  test('leaves the rest to be matched by hand, each payment with one line', async () => {
    const who = await site.aMember()
    const paid = await enter(who.id, { way: 'cash', centavos: 777_00 })
    await add([line({ centavos: 777_00, day: '2026-03-12' }), line({ centavos: 777_00, text: 'OTHER' })])
    const open = (await lines()).lines.filter(({ centavos }) => centavos === 777_00)
    expect(open.map(({ payments }) => payments.map(({ id }) => id))).toEqual([[paid.id], [paid.id]])
    const [one, other] = open as [Line, Line]
    const both = await Promise.all([match(one.id, paid.id), match(other.id, paid.id)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const lineId = (await site.rowsOf(duesPayments, { id: paid.id }))[0]!.lineId!
    expect(await site.lastAct()).toMatchObject({ action: 'statement line matched', subject: who.id })
    expect((await match(lineId, paid.id)).status).toBe(200)
    expect(await match(lineId, (await enter(who.id)).id)).toMatchObject({ status: 409, code: 'dues-line-matched' })
    expect(await decide(lineId, { is: 'set aside', reason: 'Donation' })).toMatchObject({ status: 409 })
    expect((await decide(lineId, { is: 'open' })).status).toBe(200)
    expect(await site.lastAct()).toMatchObject({ action: 'statement line unmatched', subject: who.id })
    expect((await match(lineId, randomUUID())).status).toBe(404)
    expect((await match(randomUUID(), paid.id)).status).toBe(404)
  })

  // Shows dues-07
  test('has lines that are set aside with a reason, and opened again', async () => {
    const deposit = 'CASH DEPOSIT DEPOSIT99'
    const paid = await enter((await site.aMember()).id, { centavos: 10_300_00, way: 'cash' })
    await add([line({ centavos: 10_300_00, text: deposit })])
    const { id } = await theLine(deposit)
    expect((await decide(id, { is: 'set aside', reason: ' ' })).status).toBe(400)
    const before = (await lines()).counts
    expect((await decide(id, { is: 'set aside', reason: 'Cash box' })).status).toBe(200)
    expect(await site.lastAct()).toMatchObject({ action: 'statement line set aside' })
    expect(await theLine(deposit, 'aside')).toMatchObject({ state: 'set aside', setAside: 'Cash box' })
    expect((await lines()).counts).toEqual({
      ...before,
      open: before.open - 1,
      aside: before.aside + 1,
      setAside: before.setAside + 10_300_00,
    })
    expect((await match(id, paid.id)).status).toBe(409)
    await enter((await site.aMember()).id, { centavos: 10_300_00, reference: 'DEPOSIT99' })
    expect((await theLine(deposit, 'aside')).payments).toEqual([])
    await decide(id, { is: 'open' })
    expect((await lines()).counts).toEqual(before)
  })

  // Shows dues-07
  test('is one line for two who paid together, by hand and no further than its amount', async () => {
    const paid = [await enter((await site.aMember()).id), await enter((await site.aMember()).id)]
    await add([line({ centavos: 1000_00, text: 'FOR BOTH NAMED99' })])
    const { id } = await theLine('FOR BOTH NAMED99')
    paid.push(await enter((await site.aMember()).id))
    const atOnce = await Promise.all(paid.map((one) => match(id, one.id)))
    expect(atOnce.map(({ status }) => status).toSorted()).toEqual([200, 200, 409])
    await enter((await site.aMember()).id, { centavos: 1000_00, reference: 'NAMED99' })
    expect((await theLine('FOR BOTH NAMED99', 'matched')).payments).toHaveLength(2)
  })

  // Shows dues-07
  test('stays open where its receipts come to less than the line, until the rest is found or set aside', async () => {
    const who = await site.aMember()
    const some = await enter(who.id)
    await add([line({ centavos: 3300_00, text: 'PARTLY99' })])
    const { id } = await theLine('PARTLY99')
    const before = (await lines()).counts
    await match(id, some.id)
    expect(await stateOf('PARTLY99')).toEqual(['too little', some.id])
    expect((await lines()).counts).toEqual({ ...before, receipted: before.receipted + 500_00 })
    expect((await decide(id, { is: 'set aside', reason: 'The rest is a donation' })).status).toBe(200)
    expect((await theLine('PARTLY99', 'aside')).payments).toMatchObject([{ id: some.id }])
    expect((await lines('aside')).counts).toMatchObject({
      open: before.open - 1,
      receipted: before.receipted + 500_00,
      setAside: before.setAside + 2800_00,
    })
    await decide(id, { is: 'open' })
    expect(await stateOf('PARTLY99')).toEqual(['too little', some.id])
    // What is left of it comes with its reference.
    const rest = await enter(who.id, { centavos: 2800_00, reference: 'PARTLY99' })
    const { state, payments } = await theLine('PARTLY99', 'matched')
    expect([state, ...payments.map((one) => one.id).toSorted()]).toEqual(['matched', ...[some.id, rest.id].toSorted()])
    expect(await decide(id, { is: 'set aside', reason: 'Too late' })).toMatchObject({ status: 409 })
  })

  // Shows dues-07
  test('shows which receipts it does not have', async () => {
    const who = await site.aMember()
    const fake = await enter(who.id, { way: 'Land Bank', reference: 'FAKE99', paidOn: '2026-03-05' })
    const later = await enter(who.id, { way: 'Land Bank', reference: 'LATER99', paidOn: '2026-03-09' })
    expect(await numbers('show=unstated')).not.toContain(fake.receipt)
    const days = [line({ day: '2026-03-01', text: 'FIRST' }), line({ day: '2026-03-08', text: 'LAST' })]
    await add(days, 'Land Bank')
    const missing = await numbers('show=unstated')
    expect(missing).toContain(fake.receipt)
    expect(missing).not.toContain(later.receipt)
    expect((await treasurer.get<DuesOverview>('/api/dues/overview?year=2026')).unstated).toBe(missing.length)
    await treasurer.post(`/api/dues/payments/${fake.id}/void`, { reason: 'Not on the statement' })
    expect(await numbers('show=unstated')).not.toContain(fake.receipt)
  })

  test('gives a line back when its payment is voided, and to the one entered instead', async () => {
    const [wrong, right] = [await site.aMember(), await site.aMember()]
    await add([line({ reference: 'MOVED' })])
    const lineOf = async (id: string) => (await site.rowsOf(duesPayments, { id }))[0]!.lineId
    const first = await enter(wrong.id, { reference: 'MOVED' })
    const held = await lineOf(first.id)
    expect(held).not.toBeNull()
    await treasurer.post(`/api/dues/payments/${first.id}/void`, { reason: 'Wrong member' })
    expect(await lineOf(first.id)).toBeNull()
    expect((await match(held!, first.id)).status).toBe(404)
    const second = await enter(right.id, { reference: 'MOVED' })
    expect(await lineOf(second.id)).toBe(held)
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
    day: await took(() => receipts('day=2025-02-02')),
    search: await took(() => receipts('q=payer%2077')),
    unstated: await took(() => receipts('show=unstated')),
    payers: await took(() => treasurer.get('/api/dues/members?standing=lapsed&page=50')),
    payersCsv: await took(() => treasurer.get('/api/dues/members.csv?standing=lapsed')),
    waiting: await took(() => treasurer.get('/api/dues/waiting')),
  }
  expect(Math.max(...Object.values(times))).toBeLessThan(20_000)
}, 120_000)
