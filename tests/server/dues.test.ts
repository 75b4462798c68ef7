import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { duesExemptions, duesPayments, duesReceipts, emails, settings, uploads, users } from '#server/db/schema.ts'
import { importPaidUntil } from '#server/members/dues/record.ts'
import { exemptSql, hasStandingSql, paidUntilSql } from '#server/members/dues/standing.ts'
import { coveredFromStart, standingOf } from '#shared/members/dues/dues.ts'
import type { DuesPlan } from '#shared/members/dues/plan.ts'
import { standingKinds } from '#shared/members/dues/text.ts'
import { defaultSettings } from '#shared/settings.ts'
import { manila, type PlainDate, addDays } from '#shared/time.ts'
import { aDuesPlan } from '#tests/support/factories.ts'
import { aPicture } from '#tests/support/profile-editing.ts'
import { testSite, type LoggedIn } from '#tests/support/site.ts'
import type { AcceptedPayment, DuesEntry, OwnDues, Payer, WaitingPayment } from '#web/members/dues/api.ts'

let now = manila('2026-03-10', '10:00')
const site = await testSite({ clock: { now: () => now }, holds: ['send emails'] })
const treasurer = await site.asAdmin({ firstName: 'Pilar', lastName: 'Peso' }, 'long admin password', {
  jobs: ['treasury'],
})
const registrar = await site.asAdmin({}, 'long admin password', { jobs: ['membership', 'settings'] })
const member = await site.asMember()
afterAll(() => site.stop())
beforeEach(() => site.saveSettings({ dues: aDuesPlan() }))
afterEach(() => void (now = manila('2026-03-10', '10:00')))

let pictures = 0
const proofOf = async (who: LoggedIn, colour = `#${(++pictures * 4096).toString(16).padStart(6, '0')}`) =>
  (await who.put<{ id: string }>('/api/dues/proofs', await aPicture(colour))).id
let references = 0
const aReference = () => `REF ${++references}`
const aPayment = async (who: LoggedIn, changes: object = {}) => ({
  id: randomUUID(),
  centavos: 500_00,
  paidOn: '2026-03-09',
  way: 'GCash',
  reference: aReference(),
  proof: await proofOf(who),
  ...changes,
})
const send = async (who: LoggedIn, changes: object = {}) => {
  const payment = await aPayment(who, changes)
  return { ...payment, answer: await who.post('/api/dues/payments', payment) }
}
const decide = (id: string, decision = 'accept', reason?: string, by = treasurer) =>
  by.post<AcceptedPayment>(`/api/dues/payments/${id}/decision`, { decision, reason, confirmed: true })
const enter = (memberId: string, changes: object = {}, by = treasurer) =>
  by.post<AcceptedPayment>('/api/dues/entries', {
    id: randomUUID(),
    memberId,
    centavos: 500_00,
    paidOn: '2026-03-10',
    way: 'cash',
    reference: '',
    confirmed: true,
    ...changes,
  })
const voidOf = (id: string, reason = 'Wrong member') =>
  treasurer.post<AcceptedPayment>(`/api/dues/payments/${id}/void`, { reason })
const waitingOf = async (id: string) =>
  (await treasurer.get<{ payments: WaitingPayment[] }>('/api/dues/waiting')).payments.find((one) => one.id === id)
const ledgerOf = (id: string) => treasurer.get<Payer & { entries: DuesEntry[] }>(`/api/dues/members/${id}`)
const paidUntil = async (id: string) => (await site.rowsOf(users, { id }))[0]!.duesPaidUntil
const emailsTo = async (to: string) => (await site.rowsOf(emails, { to })).map(({ kind, subject }) => [kind, subject])

describe('without dues', () => {
  // Shows dues-01
  test('nothing of them is there, for anybody', async () => {
    await site.saveSettings({ dues: null })
    for (const who of [site.visitor(), member, treasurer, registrar])
      for (const path of [
        'mine',
        'payers?typed=reyes',
        'waiting',
        'overview?year=2026',
        'statements',
        `members/${member.id}`,
      ])
        expect(await who.get(`/api/dues/${path}`), path).toMatchObject({ status: 404, code: 'not-found' })
    expect((await enter(member.id)).status).toBe(404)
    expect((await site.visitor().get('/api/site')).text).not.toContain('hasDues')
    const data = await member.get(`/api/members/${member.id}/data.zip`)
    expect(data.status).toBe(200)
  })
})

describe('the plan', () => {
  const save = async (dues: DuesPlan | null, changes: object = {}) => {
    const [row] = await site.rowsOf(settings)
    const form = { settings: { ...defaultSettings, dues }, version: row?.version ?? 0, confirmed: true }
    return registrar.put('/api/settings', { ...form, ...changes })
  }

  // Shows dues-02
  test('is mended until a payment was accepted under it; from then on its amounts stay, also while it is off', async () => {
    const [cheap, later] = [
      { from: '2025-01-01', centavos: 1_00 },
      { from: '2027-01-01', centavos: 600_00 },
    ]
    expect((await save(aDuesPlan({ rates: [cheap] }))).status).toBe(200)
    expect((await save(aDuesPlan())).status).toBe(200)
    const { id } = await enter(member.id)
    for (const plan of [null, aDuesPlan({ rates: [cheap] }), aDuesPlan({ rates: [later] })])
      expect(await save(plan)).toMatchObject({ status: 409, code: 'dues-rate-settled' })
    expect((await save(aDuesPlan({ rates: [...aDuesPlan().rates, later] }))).status).toBe(200)
    expect((await save(aDuesPlan({ off: true }))).status).toBe(200)
    expect((await site.lastAct())?.detail).toMatchObject({ 'after.dues': 'no dues' })
    await expect.poll(async () => (await member.get('/api/dues/mine')).status).toBe(404)
    expect((await site.visitor().get('/api/site')).text).not.toContain('hasDues')
    for (const plan of [null, aDuesPlan({ rates: [cheap] }), aDuesPlan({ rates: [cheap], off: true })])
      expect(await save(plan)).toMatchObject({ status: 409, code: 'dues-rate-settled' })
    expect((await save(aDuesPlan())).status).toBe(200)
    // The notice that settings changed comes after the reply.
    await expect.poll(async () => (await member.get('/api/dues/mine')).status).toBe(200)
    await voidOf(id)
  })

  test('is logged with where dues are paid, and every other administrator with all main jobs is told', async () => {
    const chief = await site.asAdmin({ email: 'chief@example.org' })
    const accounts = [{ name: 'GCash', number: '0999 999 9999', holder: 'Somebody Else', qr: '' }]
    const readPlan = () => treasurer.get<{ version: number }>('/api/dues-plan')
    const change = async (plan: DuesPlan, by = treasurer) =>
      by.put('/api/dues-plan', { plan, version: (await readPlan()).version })
    expect((await change(aDuesPlan({ accounts }))).status).toBe(200)
    expect((await site.lastAct())?.detail).toEqual({
      changed: 'dues',
      'before.dues': expect.stringContaining('GCash 0917 123 4567'),
      'after.dues': expect.stringContaining('GCash 0999 999 9999, Somebody Else'),
    })
    const [warning] = await site.rowsOf(emails, { to: 'chief@example.org' })
    expect(warning).toMatchObject({ kind: 'site warning', subject: 'ARRAPI: the accounts for dues were changed' })
    expect(warning!.body).toMatch(/Pilar Peso changed.*0999 999 9999, Somebody Else.*0917 123 4567/s)
    expect((await change(aDuesPlan({ accounts, graceDays: 3 }))).status).toBe(200)
    expect((await change(aDuesPlan(), chief)).status).toBe(200)
    expect(await site.rowsOf(emails, { to: 'chief@example.org' })).toHaveLength(1)
  })

  test('has a QR picture for each account, which goes when it is replaced', async () => {
    const { id: qr } = await registrar.put<{ id: string }>('/api/dues-pictures', await aPicture('blue'))
    expect((await save(aDuesPlan({ accounts: [{ name: 'Bank', number: '1', holder: '', qr }] }))).status).toBe(200)
    expect(await site.rowsOf(uploads, { id: qr })).toMatchObject([{ claimedAt: expect.any(Number) }])
    expect((await member.get<OwnDues>('/api/dues/mine')).accounts).toEqual([
      { name: 'Bank', number: '1', holder: '', qr },
    ])
    expect(
      (await save(aDuesPlan({ accounts: [{ name: 'Bank', number: '1', holder: '', qr: randomUUID() }] }))).status,
    ).toBe(404)
    const moved = aDuesPlan({ accounts: [{ name: 'Bank', number: '2', holder: '', qr }] })
    expect(await save(moved, { confirmed: false })).toMatchObject({
      status: 409,
      code: 'dues-plan-unconfirmed',
      message: expect.stringContaining('The number of Bank is new, but its QR picture is the old one'),
    })
    expect((await save(moved)).status).toBe(200)
    expect((await save(aDuesPlan({ accounts: [] }))).status).toBe(200)
    expect(await site.rowsOf(uploads, { id: qr })).toEqual([])
  })

  // Shows dues-02
  test('is asked about while it takes good standing from members', async () => {
    now = manila('2026-01-20', '10:00')
    const people = [await site.aMember(), await site.aMember({ militaryStatus: 'Regular' })]
    for (const { id } of people) await site.update(users, { id }, { duesPaidUntil: '2025-12-31' })
    const lapse = (n: string) => ({
      status: 409,
      message: expect.stringContaining(`${n} would no longer be in good standing, from today on.`),
    })
    expect(await save(aDuesPlan({ graceDays: 19 }), { confirmed: false })).toMatchObject(lapse('2 members'))
    expect((await save(aDuesPlan({ graceDays: 20 }), { confirmed: false })).status).toBe(200)
    expect((await save(aDuesPlan({ graceDays: 0, exemptStatuses: ['Regular'] }))).status).toBe(200)
    expect(await save(aDuesPlan({ graceDays: 0 }), { confirmed: false })).toMatchObject(lapse('1 member'))
    for (const { id } of people) await site.update(users, { id }, { duesPaidUntil: null })
  })
})

describe('a payment that a member sends', () => {
  // Shows dues-04
  test('waits with its proof, is accepted once, and pays until the end of its period', async () => {
    const who = await site.asMember({ email: 'pays@example.org' })
    expect(await who.get<OwnDues>('/api/dues/mine')).toMatchObject({
      standing: { kind: 'lapsed', since: '2025-01-31' },
      paidUntil: '2024-12-31',
      due: { first: '2026-01-01', last: '2026-12-31', centavos: 500_00 },
      entries: [],
    })
    const { id, answer } = await send(who, { reference: ' gc-77 12 ' })
    expect(answer).toMatchObject({ status: 201, id })
    const { files } = await who.get<{ files: object[] }>('/api/my-data')
    expect(files).toMatchObject([{ kind: 'duesProof', paid: { centavos: 500_00, on: '2026-03-09' } }])
    const waiting = (await waitingOf(id))!
    expect(waiting).toMatchObject({
      state: 'waiting',
      reference: 'GC7712',
      member: { id: who.id, standing: { kind: 'lapsed' } },
      seenBefore: [],
      unusual: null,
    })
    expect((await treasurer.get(`/api/files/${waiting.proof}`)).status).toBe(200)
    expect((await registrar.get(`/api/files/${waiting.proof}`)).status).toBe(404)
    expect((await member.get(`/api/files/${waiting.proof}`)).status).toBe(404)

    const both = await Promise.all([decide(id), decide(id)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await decide(id, 'refuse', 'Too late')).toMatchObject({ status: 409, code: 'dues-decided' })
    const accepted = await ledgerOf(who.id)
    expect(accepted).toMatchObject({ standing: { kind: 'good', until: '2026-12-31' }, credit: 0 })
    expect(await paidUntil(who.id)).toBe('2026-12-31')
    expect(await emailsTo('pays@example.org')).toEqual([
      ['dues receipt', `ARRAPI: receipt ${accepted.entries[0]!.receipt} for your dues`],
    ])
    expect(await site.actsOn(who.id)).toContain('dues payment accepted')
  })

  // Shows dues-04
  test('is one when it is sent twice; its reference is taken once from a member, and from another it is marked', async () => {
    const [who, spouse] = [await site.asMember({ firstName: 'Ana', lastName: 'Cruz' }), await site.asMember()]
    const payment = await aPayment(who, { reference: 'SHARED 1' })
    const twice = await Promise.all([1, 2].map(() => who.post('/api/dues/payments', payment)))
    expect(twice.map(({ status }) => status)).toEqual([201, 201])
    expect(await site.rowsOf(duesPayments, { memberId: who.id })).toHaveLength(1)
    expect((await send(who, { reference: 'shared-1' })).answer).toMatchObject({
      status: 409,
      code: 'dues-reference-seen',
    })
    expect(await member.post('/api/dues/payments', { ...payment, proof: await proofOf(member) })).toMatchObject({
      status: 404,
    })

    const other = await send(spouse, { reference: 'shared1' })
    expect(other.answer.status).toBe(201)
    const seen = async () => (await waitingOf(other.id))!
    const sighting = { same: 'reference', name: 'Ana Cruz' }
    expect(await seen()).toMatchObject({
      unusual: 'dues-seen-before',
      seenBefore: [{ ...sighting, payment: { id: payment.id, receipt: null, state: 'waiting' } }],
    })
    const accept = (id: string, meant: object = {}) =>
      treasurer.post(`/api/dues/payments/${id}/decision`, { decision: 'accept', ...meant })
    expect(await accept(other.id)).toMatchObject({ status: 409, code: 'dues-seen-before' })
    const atOnce = await Promise.all([payment.id, other.id].map((id) => accept(id, { confirmed: true })))
    expect(atOnce.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const second = atOnce[0]!.status === 200 ? other.id : payment.id
    expect((await waitingOf(second))?.unusual).toBe('dues-reference-receipted')
    expect(await accept(second, { confirmed: true })).toMatchObject({ status: 409, code: 'dues-reference-receipted' })
    expect((await accept(second, { confirmed: true, reason: 'One transfer for two' })).status).toBe(200)
    expect(await site.rowsOf(duesPayments, { id: second })).toMatchObject([
      { state: 'accepted', reason: 'One transfer for two' },
    ])
    expect(await enter(member.id, { reference: 'SHARED1', way: 'GCash' })).toMatchObject({ status: 409 })
  })

  test.each([
    [{ centavos: 0 }, 'centavos'],
    [{ centavos: 1.5 }, 'centavos'],
    [{ paidOn: '2026-03-11' }, 'paidOn'],
    [{ paidOn: '2025-03-08' }, 'paidOn'],
    [{ way: 'Another bank' }, 'way'],
    [{ way: 'cash' }, 'way'],
    [{ reference: ' - ' }, 'reference'],
    [{ proof: '' }, 'proof'],
  ])('with %j is refused', async (changes, field) => {
    const { answer } = await send(member, changes)
    expect(answer).toMatchObject({ status: 400, fields: { [field]: expect.any(String) } })
  })

  test('has a proof of its own sending, and no more than a few wait', async () => {
    const who = await site.asMember()
    const theirs = await proofOf(member)
    expect((await send(who, { proof: theirs })).answer).toMatchObject({ status: 404 })
    for (let n = 0; n < 5; n++) expect((await send(who)).answer.status).toBe(201)
    expect((await send(who)).answer).toMatchObject({ status: 409, code: 'dues-too-many-waiting' })
  })

  // Shows dues-04
  test('is asked for again and sent under its own id, or refused; its picture and reference are known again', async () => {
    const who = await site.asMember({ email: 'again@example.org', paymentReference: 'OLDREG' })
    const first = await send(who, { reference: 'BLURRED' })
    expect((await decide(first.id, 'ask again', ' ')).status).toBe(400)
    expect((await decide(first.id, 'ask again', 'The picture is blurred')).status).toBe(200)
    expect((await who.get<OwnDues>('/api/dues/mine')).entries[0]).toMatchObject({
      state: 'asked again',
      reason: 'The picture is blurred',
    })
    const [before] = await site.rowsOf(duesPayments, { id: first.id })
    expect(
      (await send(who, { id: first.id, reference: 'OLDREG', proof: await proofOf(who, 'red') })).answer.status,
    ).toBe(201)
    expect(await site.rowsOf(uploads, { path: before!.proofPath! })).toEqual([])
    expect((await waitingOf(first.id))?.seenBefore).toMatchObject([{ same: 'reference', payment: null }])
    const copy = await send(who, { proof: await proofOf(who, 'red') })
    expect((await waitingOf(copy.id))?.seenBefore).toMatchObject([{ same: 'picture', payment: { id: first.id } }])
    expect((await decide(copy.id, 'refuse', 'The same picture again')).status).toBe(200)
    expect((await send(who, { reference: copy.reference })).answer.status).toBe(201)
    expect(await emailsTo('again@example.org')).toEqual([
      ['dues payment', 'ARRAPI: please send your proof of payment again'],
      ['dues payment', 'ARRAPI: we could not accept your payment'],
    ])
    expect(await paidUntil(who.id)).toBeNull()
  })

  test('is for the treasury to decide on', async () => {
    const { id } = await send(await site.asMember())
    for (const who of [member, registrar]) expect((await decide(id, 'accept', undefined, who)).status).toBe(403)
    expect(await registrar.get('/api/dues/waiting')).toMatchObject({
      message: 'You need the job “Treasury” for this. An administrator with all jobs can give it to you.',
    })
    expect((await decide(id, 'accept', undefined, await site.asAdmin())).status).toBe(200)
  })
})

describe('at a table', () => {
  test('a member is found by number, serial number and card, and nobody by chance', async () => {
    const who = await site.aMember({ militarySerial: 'O-777-001' })
    const [row] = await site.rowsOf(users, { id: who.id })
    const found = async (typed: string) =>
      (await treasurer.get<{ payers?: { id: string }[] }>(`/api/dues/payers?typed=${encodeURIComponent(typed)}`))
        .payers?.[0]?.id ?? null
    for (const typed of [
      row!.idNumber!.toLowerCase(),
      'o-777-001',
      'O777001',
      row!.cardToken,
      `https://x.ph/card/${row!.cardToken}`,
    ])
      expect(await found(typed), typed).toBe(who.id)
    for (const typed of ['O-777', randomUUID(), '%', treasurer.id]) expect(await found(typed), typed).toBeNull()
    const person = {
      firstName: 'JUANITO',
      lastName: 'GARCIANO',
      region: 'Visayas',
      idNumber: 'ARRAPI-987-026',
    } as const
    const { id } = await site.aMember(person)
    for (const typed of ['7-026', '987026', 'garciano, juanito', 'garciano visayas'])
      expect(await found(typed), typed).toBe(id)
    for (const typed of ['visayas', '987', 'arrapi']) expect(await found(typed), typed).toBeNull()
  })

  test('cash is entered once, however often it is sent', async () => {
    const who = await site.aMember()
    const id = randomUUID()
    const twice = await Promise.all([enter(who.id, { id }), enter(who.id, { id })])
    expect(twice.map(({ status, receipt }) => [status, receipt])).toEqual([
      [201, twice[0]!.receipt],
      [201, twice[0]!.receipt],
    ])
    expect(await site.rowsOf(duesPayments, { memberId: who.id })).toHaveLength(1)
    expect((await enter((await site.aMember()).id, { id })).status).toBe(404)
    expect((await enter(randomUUID())).status).toBe(404)
    expect((await enter((await site.anApplicant()).id)).status).toBe(404)
    expect((await enter(who.id, { id, centavos: 600_00 })).status).toBe(404)
    expect((await enter(who.id, { way: 'Barter' })).status).toBe(400)
    for (const paidOn of ['2026-03-11', '2025-03-08'])
      expect(await enter(who.id, { paidOn })).toMatchObject({ status: 400, fields: { paidOn: expect.any(String) } })
  })

  test('what is more often a mistake than meant is asked about once, at the table and at the desk', async () => {
    const ask = (id: string, changes: object = {}) => enter(id, { confirmed: false, ...changes })
    const who = await site.asMember()
    const waiting = await send(who)
    expect(await ledgerOf(who.id)).toMatchObject({ waiting: { id: waiting.id, centavos: 500_00 }, last: null })
    expect(await ask(who.id, { centavos: 1000_01 })).toMatchObject({ status: 409, code: 'dues-many-periods' })
    expect((await ask(who.id, { centavos: 'abc' })).status).toBe(400)
    expect(await ask(who.id)).toMatchObject({ status: 409, code: 'dues-proof-waiting' })
    const { receipt } = await enter(who.id)
    expect(await ledgerOf(who.id)).toMatchObject({
      last: { receipt, centavos: 500_00, paidOn: '2026-03-10', way: 'cash' },
    })
    expect(await ask(who.id)).toMatchObject({ status: 409, code: 'dues-nothing-due' })
    expect((await waitingOf(waiting.id))?.unusual).toBe('dues-nothing-due')
    expect(await treasurer.post(`/api/dues/payments/${waiting.id}/decision`, { decision: 'accept' })).toMatchObject({
      status: 409,
      code: 'dues-nothing-due',
    })
    expect((await decide(waiting.id)).status).toBe(200)
    const both = await site.asMember()
    const proof = await send(both, { centavos: 250_00 })
    await enter(both.id, { centavos: 250_00 })
    expect(await waitingOf(proof.id)).toMatchObject({
      unusual: 'dues-paid-meanwhile',
      member: { last: { way: 'cash' } },
    })
    const chr = await site.aMember({ militaryStatus: 'Civilian Human Resource (CHR)' })
    expect(await ask(chr.id)).toMatchObject({ status: 409, code: 'dues-pays-nothing' })
    const left = await site.aMember({ withdrawnAt: now })
    expect(await ask(left.id)).toMatchObject({ status: 409, code: 'dues-has-left' })
    expect((await enter(left.id)).status).toBe(201)
    expect(await site.rowsOf(duesPayments, { memberId: chr.id })).toEqual([])
  })

  test('a search by name says how each stands, and that there are more', async () => {
    for (let n = 0; n < 9; n++) await site.aMember({ lastName: 'MANYSO', rank: 'Sgt' })
    const reply = await treasurer.get<{ payers: object[]; more: boolean }>('/api/dues/payers?typed=manyso')
    expect(reply).toMatchObject({ status: 200, more: true })
    expect(reply.payers).toHaveLength(8)
    expect(reply.payers[0]).toMatchObject({ rank: 'Sgt', standing: { kind: 'lapsed', since: '2025-01-31' } })
    expect((await registrar.get('/api/dues/payers?typed=manyso')).status).toBe(403)
  })

  test('half waits, twice pays for two periods, and each receipt says how far', async () => {
    const who = await site.aMember({ email: 'half@example.org' })
    const half = { id: randomUUID(), centavos: 250_00 }
    const missing = { first: '2026-01-01', last: '2026-12-31', centavos: 250_00 }
    for (let n = 0; n < 2; n++) expect(await enter(who.id, half)).toMatchObject({ paidUntil: '2024-12-31', missing })
    expect((await site.rowsOf(emails, { to: 'half@example.org' }))[0]?.body).toContain(
      '₱250 is still to be paid for 1 January 2026 to 31 December 2026.',
    )
    expect(await ledgerOf(who.id)).toMatchObject({
      credit: 250_00,
      standing: { kind: 'lapsed' },
      due: { centavos: 250_00 },
    })
    expect((await enter(who.id, { centavos: 1250_00 })).paidUntil).toBe('2028-12-31')
    expect(await paidUntil(who.id)).toBe('2028-12-31')
  })
})

describe('receipts', () => {
  const numbers = async (year = 2026) =>
    (await site.rowsOf(duesPayments, { receiptYear: year })).map((row) => row.receiptNumber!).toSorted((a, b) => a - b)
  const withoutGap = (found: number[]) => Array.from(found, (_, n) => n + 1)

  // Shows dues-05
  test('of twenty administrators at once have neither gap nor double, also where some fail', async () => {
    const desks = await Promise.all(
      Array.from({ length: 20 }, () => site.asAdmin({}, 'long admin password', { jobs: ['treasury'] })),
    )
    const people = await Promise.all(Array.from({ length: 20 }, () => site.aMember()))
    await enter(people[0]!.id, { reference: 'TAKEN', way: 'GCash' })
    const answers = await Promise.all(
      desks.flatMap((desk, n) => [
        enter(people[n]!.id, {}, desk),
        enter(people[(n + 1) % 20]!.id, {}, desk),
        // Fails at the very end, when its number is taken already.
        enter(people[n]!.id, { reference: 'TAKEN', way: 'GCash' }, desk),
        enter(people[0]!.id, {}, desk),
      ]),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(60)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(20)
    const found = await numbers()
    expect(found).toEqual(withoutGap(found))
    expect(await site.rowsOf(duesReceipts, { year: 2026 })).toEqual([{ year: 2026, last: found.length }])
  })

  // Shows dues-05
  test('leave no gap when a transaction is killed in which one was numbered', async () => {
    const client = new pg.Client(site.database.config)
    client.on('error', () => undefined)
    await client.connect()
    await client.query('begin')
    const { rows } = await client.query<{ pid: number }>(
      'update dues_receipts set last = last + 1 where year = 2026 returning pg_backend_pid() as pid',
    )
    const waits = enter(member.id)
    await wait(300)
    await site.pool.query('select pg_terminate_backend($1)', [rows[0]!.pid])
    expect((await waits).status).toBe(201)
    const found = await numbers()
    expect(found).toEqual(withoutGap(found))
  })

  test('begin anew with each year, by the clock of Manila', async () => {
    now = manila('2026-12-31', '23:59')
    const last = await enter(member.id, { paidOn: '2026-12-31' })
    now = manila('2027-01-01')
    const first = await enter(member.id, { paidOn: '2027-01-01' })
    expect([last.receipt.slice(0, 4), first.receipt]).toEqual(['2026', '2027-000001'])
  })

  test('are for the member and the treasury, as PDF', async () => {
    const who = await site.asMember()
    const { id } = await enter(who.id)
    const pdf = (by: LoggedIn, which = id) => by.get(`/api/dues/receipts/${which}/receipt.pdf`)
    for (const by of [who, treasurer]) {
      const response = await pdf(by)
      expect([response.status, response.headers.get('content-type'), response.text.slice(0, 5)]).toEqual([
        200,
        'application/pdf',
        '%PDF-',
      ])
    }
    expect((await pdf(member)).status).toBe(403)
    const back = await voidOf(id)
    expect((await pdf(who, back.id)).status).toBe(200)
    expect((await pdf(who, id)).status).toBe(200)
    expect((await pdf(who, (await send(who)).id)).status).toBe(404)
  })
})

describe('a void', () => {
  // Shows dues-06
  test('takes a payment back once, with a number and a reason of its own, and frees its reference', async () => {
    const who = await site.aMember({ email: 'void@example.org' })
    const first = await enter(who.id, { centavos: 500_00 })
    const second = await enter(who.id, { reference: 'MISTAKE', way: 'GCash' })
    expect(await paidUntil(who.id)).toBe('2027-12-31')
    expect((await voidOf(second.id, '')).status).toBe(400)
    const twice = await Promise.all([voidOf(second.id), voidOf(second.id)])
    expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await paidUntil(who.id)).toBe('2026-12-31')
    const done = twice.find(({ status }) => status === 200)!
    expect((await voidOf(done.id)).status).toBe(409)
    expect((await voidOf((await send(member)).id)).status).toBe(409)
    expect((await enter(member.id, { reference: 'mistake', way: 'GCash' })).status).toBe(201)
    expect((await voidOf(first.id)).status).toBe(200)
    expect(await paidUntil(who.id)).toBeNull()
    expect(await ledgerOf(who.id)).toMatchObject({
      paidUntil: '2024-12-31',
      entries: [
        { kind: 'void', centavos: -500_00, reason: 'Wrong member' },
        { kind: 'void', centavos: -500_00 },
        { kind: 'payment', voided: true, reference: 'MISTAKE' },
        { kind: 'payment', voided: true },
      ],
    })
    expect(await site.lastAct()).toMatchObject({ action: 'dues payment voided', actor: treasurer.id, subject: who.id })
  })
})

describe('standing', () => {
  test('is exempt by name until that ends, and by status', async () => {
    const who = await site.aMember()
    const exempt = (reason: string, by = treasurer) => by.put(`/api/dues/exemptions/${who.id}`, { reason })
    expect((await exempt('Founder', registrar)).status).toBe(403)
    expect((await exempt('')).status).toBe(400)
    const { id: applicant } = await site.anApplicant()
    for (const nobody of [applicant, treasurer.id, randomUUID()])
      expect(await treasurer.put(`/api/dues/exemptions/${nobody}`, { reason: 'x' })).toMatchObject({ status: 404 })
    expect((await exempt('Founder')).status).toBe(200)
    expect(await ledgerOf(who.id)).toMatchObject({
      standing: { kind: 'exempt' },
      exemption: { reason: 'Founder', by: 'Pilar Peso' },
    })
    for (let n = 0; n < 2; n++) expect((await treasurer.delete(`/api/dues/exemptions/${who.id}`)).status).toBe(200)
    expect((await ledgerOf(who.id)).standing.kind).toBe('lapsed')
    expect((await site.actsOn(who.id)).toSorted()).toEqual(['dues exemption ended', 'dues exemption given'])
    const chr = await site.aMember({ militaryStatus: 'Civilian Human Resource (CHR)' })
    expect((await ledgerOf(chr.id)).standing.kind).toBe('exempt')
  })

  // Shows dues-03
  test('a year in the life, by the clock: paid, in grace, lapsed, left and come back', async () => {
    const who = await site.aMember({ approvedAt: manila('2025-06-15') })
    const on = async (day: PlainDate) => {
      now = manila(day, '09:00')
      return (await ledgerOf(who.id)).standing.kind
    }
    expect([await on('2025-12-31'), await on('2026-01-30'), await on('2026-01-31')]).toEqual([
      'good',
      'grace',
      'lapsed',
    ])
    now = manila('2026-02-02', '09:00')
    await enter(who.id, { paidOn: '2026-02-02' })
    expect([await on('2026-12-31'), await on('2027-01-01')]).toEqual(['good', 'grace'])
    await site.update(users, { id: who.id }, { withdrawnAt: now })
    await site.update(users, { id: who.id }, { withdrawnAt: null })
    now = manila('2029-05-05', '09:00')
    await enter(who.id, { paidOn: '2029-05-05' })
    expect([await on('2029-12-31'), await on('2030-01-31')]).toEqual(['good', 'lapsed'])
  })

  const plans = [true, false].flatMap((firstPeriodCovered) =>
    ['03-01', '07-15', null].map((yearStarts) => aDuesPlan({ firstPeriodCovered, yearStarts })),
  )
  const joined = Array.from({ length: 1500 }, (_, n) => addDays('2023-01-01', n))
  const paid = joined.map((_, n) => (n % 3 === 0 ? null : addDays('2025-01-01', n)))

  test('as a filter of the list is the one of the rule, for every day of joining and payment', async () => {
    for (const plan of plans)
      for (const today of ['2024-02-29', '2024-12-31', '2025-03-01', '2026-03-10']) {
        const { rows } = await site.pool.query<Record<string, boolean>>(
          `select ${standingKinds.map((kind) => `coalesce(${hasStandingSql(plan, 'member_lines', today, kind)}, false) as ${kind}`).join(', ')}
           from (select gen_random_uuid() as id, joined_on, dues_paid_until, null::text as military_status
             from unnest($1::date[], $2::date[]) with ordinality as given (joined_on, dues_paid_until, place) order by place) member_lines`,
          [joined, paid],
        )
        const ruled = joined.map((day, n) => {
          const paidUntil = paid[n] ?? coveredFromStart(plan, day)
          return standingOf({ paidUntil, exempt: false }, plan, today).kind
        })
        expect(rows.map((row) => standingKinds.filter((kind) => row[kind]))).toEqual(ruled.map((kind) => [kind]))
      }
  })

  test('in SQL is the one of the rule, for every day of joining', async () => {
    for (const plan of plans) {
      const has = standingKinds.map(
        (kind) => `case when ${hasStandingSql(plan, 'u', '2026-03-10', kind)} then '${kind}' end`,
      )
      const { rows } = await site.pool.query<{ until: PlainDate; standing: string; exempt: boolean }>(
        `select (${paidUntilSql(plan, 'u')})::text as until, concat(${has}) as standing, ${exemptSql(plan, 'u')} as exempt
         from (select gen_random_uuid() as id, paid::date as dues_paid_until, null::text as military_status, null::timestamptz as created_at,
           d::timestamptz as approved_at from unnest($1::text[], $2::text[]) with ordinality as given (d, paid, place) order by place) u`,
        [joined.map((day) => `${day}T23:59:59+08:00`), paid],
      )
      const ruled = joined.map((day, n) => {
        const until = paid[n] ?? coveredFromStart(plan, day)
        return {
          until,
          standing: standingOf({ paidUntil: until, exempt: false }, plan, '2026-03-10').kind,
          exempt: false,
        }
      })
      expect(rows).toEqual(ruled)
    }
  })

  test('is brought forward by an import, also to a day long past, and never backwards', async () => {
    const [one, other] = [await site.aMember(), await site.aMember()]
    await enter(other.id, { centavos: 700_00 })
    const bring = (until: PlainDate) =>
      importPaidUntil(
        site.db,
        treasurer,
        now,
        [one, other].map(({ id }) => ({ id, paidUntil: until })),
      )
    now += 1000
    await bring('2023-12-31')
    expect([await paidUntil(one.id), await paidUntil(other.id)]).toEqual(['2023-12-31', '2026-12-31'])
    expect(await ledgerOf(one.id)).toMatchObject({
      standing: { kind: 'lapsed', since: '2024-01-31' },
      due: { first: '2026-01-01' },
    })
    now += 1000
    await bring('2026-06-30')
    expect([await paidUntil(one.id), await paidUntil(other.id)]).toEqual(['2026-06-30', '2026-12-31'])
    now += 1000
    await bring('2027-12-31')
    now += 1000
    await bring('2027-12-31')
    expect(await ledgerOf(other.id)).toMatchObject({ paidUntil: '2027-12-31', credit: 200_00 })
    expect((await ledgerOf(one.id)).entries.map(({ kind }) => kind)).toEqual([
      'brought forward',
      'brought forward',
      'brought forward',
    ])
    expect((await enter(one.id)).paidUntil).toBe('2028-12-31')
  })
})

// Shows dues-06
test('what is held about dues is in one’s own data, and goes with the member but for the books', async () => {
  const who = await site.asMember({ email: 'gone@example.org' })
  const { id, reference } = await send(who, { reference: 'MINEALONE' })
  const waiting = await send(who, { reference: 'STILLWAITING' })
  const { receipt } = await decide(id)
  await voidOf(id, 'About SOMEBODY')
  await treasurer.put(`/api/dues/exemptions/${who.id}`, { reason: 'PERSONAL MATTER' })
  const { bytes } = await who.get(`/api/members/${who.id}/data.zip`)
  const { unzipSync, strFromU8 } = await import('fflate')
  const files = unzipSync(bytes)
  expect(Object.keys(files).filter((name) => name.startsWith('files/proof-of-dues'))).toHaveLength(2)
  expect(JSON.parse(strFromU8(files['data.json']!)).dues).toMatchObject({
    payments: [{ reference: 'STILLWAITING' }, { kind: 'void', reason: 'About SOMEBODY' }, { reference, receipt }],
    exemption: { reason: 'PERSONAL MATTER' },
  })

  const { id: request } = await who.post('/api/privacy-requests', { kind: 'erasure' })
  expect(
    (await registrar.post(`/api/privacy-requests/${request}/answer`, { outcome: 'done', answer: 'Farewell' })).status,
  ).toBe(200)
  const left = await site.rowsOf(duesPayments, { memberId: who.id })
  expect(
    left.map(({ centavos, reference, proofPath, reason }) => [centavos, reference, proofPath, reason]).toSorted(),
  ).toEqual([
    [-500_00, null, null, ''],
    [500_00, null, null, null],
  ])
  expect(left.map(({ receiptNumber }) => receiptNumber)).not.toContain(null)
  expect(await site.rowsOf(duesExemptions, { memberId: who.id })).toEqual([])
  expect(await paidUntil(who.id)).toBeNull()
  expect((await decide(waiting.id)).status).toBe(404)
  expect((await enter(who.id)).status).toBe(404)
  expect(await site.rowsOf(uploads, { ownerId: who.id })).toEqual([])
})
