import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { duesExemptions, elections, roll } from '#server/db/schema.ts'
import { freezeElections } from '#server/elections/roll/freeze.ts'
import { voterSql } from '#server/elections/roll/queries.ts'
import type { ElectionState } from '#server/elections/settings/readiness.ts'
import { readLedger } from '#server/members/dues/queries.ts'
import { importPaidUntil } from '#server/members/dues/record.ts'
import type { FreezeRecord, Signed } from '#shared/elections/board/statements.ts'
import { evaluateLedger, standingOf } from '#shared/members/dues/dues.ts'
import type { DuesPlan } from '#shared/members/dues/plan.ts'
import type { militaryStatuses } from '#shared/members/enums.ts'
import { defaultSettings } from '#shared/settings.ts'
import { dayInManila, manila, type PlainDate, addDays } from '#shared/time.ts'
import { vote, votingCloses, votingOpens } from '#tests/support/election.ts'
import { aDuesPlan, type Someone } from '#tests/support/factories.ts'
import { testSite } from '#tests/support/site.ts'

let now = manila('2025-03-10', '10:00')
const site = await testSite({ clock: { now: () => now }, holds: ['send emails', 'count ballots'] })
const desk = await site.asAdmin({ firstName: 'PILAR', lastName: 'PEÑA' })
const folder = await mkdtemp(join(tmpdir(), 'good-standing-'))
afterAll(async () => {
  await site.stop()
  await rm(folder, { recursive: true })
})

const enter = (memberId: string, paidOn: PlainDate, centavos = 500_00) =>
  desk.post<{ id: string; status: number }>('/api/dues/entries', {
    id: randomUUID(),
    memberId,
    centavos,
    paidOn,
    way: 'cash',
    reference: '',
    confirmed: true,
  })

describe('an election for members in good standing', async () => {
  const election = await site.theElection()
  const nominee = await site.aNominee({ lastName: 'NOMINEE' })
  const eligibilityDate = manila('2025-03-20', '08:00')
  const people = {
    paid: await site.aMember(),
    lapsed: await site.aMember(),
    late: await site.aMember(),
    inGrace: await site.aMember({ approvedAt: manila('2025-02-20') }),
    pardoned: await site.aMember(),
    civilian: await site.aMember({ militaryStatus: 'Civilian Human Resource (CHR)' }),
    /** Paid in time; the treasurer came to it after the day. */
    waits: await site.aMember(),
    joinedLater: await site.anApplicant(),
  }
  const ofPerson = async (one: Someone) => site.signedIn(one)
  const onRoll = async () => {
    const listed = new Set((await site.rowsOf(roll, { electionId: election })).map(({ voterId }) => voterId))
    return Object.entries(people).flatMap(([name, { id }]) => (listed.has(id) ? [name] : []))
  }
  const stored = async () => (await site.rowsOf(elections, { id: election }))[0]!
  const save = async (part: object) => {
    const { elections: all } = await desk.get<{ elections: { id: string; version: number }[] }>('/api/elections')
    const { version, ...form } = all.find(({ id }) => id === election)!
    let reply = { status: 0 }
    await site.untilHeard(async () => {
      reply = await desk.put(`/api/elections/${election}`, {
        election: { ...form, ...part },
        version,
        movesConfirmed: [],
      })
    })
    return reply
  }
  const standingLine = async () => {
    const { readiness } = await desk.get<ElectionState>(`/api/elections/${election}/readiness`)
    return readiness.find(({ name }) => name === 'standing')
  }
  const homeLine = async (one: Someone) => {
    const { lines } = await (await ofPerson(one)).get<{ lines: { name: string; sentence: string }[] }>('/api/home/mine')
    return lines.find(({ name }) => name === 'vote')?.sentence
  }
  const offRoll = async (one: Someone) =>
    (await (await ofPerson(one)).get<{ election: { offRoll: object | null } }>('/api/elections/current')).election
      .offRoll
  const castBy = async (one: Someone) =>
    vote(await ofPerson(one), election, {
      choices: [nominee, null, null, null, null, null, null],
      blanksConfirmed: true,
    })

  test('cannot be one while there are no dues', async () => {
    expect((await save({ goodStandingOnly: true, eligibilityDate })).status).toBe(200)
    expect(await stored()).toMatchObject({ goodStandingOnly: false, eligibilityDate })
    expect(await standingLine()).toBeUndefined()
  })

  // Shows dues-08
  test('says who would be left out, in time', async () => {
    await site.saveSettings({ dues: aDuesPlan({ firstPeriodCovered: false }) })
    expect((await save({ goodStandingOnly: true })).status).toBe(200)
    expect((await stored()).goodStandingOnly).toBe(true)
    expect((await enter(people.paid.id, '2025-03-10')).status).toBe(201)
    expect((await desk.put(`/api/dues/exemptions/${people.pardoned.id}`, { reason: 'In hospital' })).status).toBe(200)
    await site.pool.query(
      `insert into dues_payments (member_id, centavos, paid_on, way, reference, sent_by)
       values ($1, 50000, '2025-03-10', 'GCash', 'WAITS', $1)`,
      [people.waits.id],
    )
    // The nominee is a member, too.
    expect(await standingLine()).toMatchObject({
      state: 'warning',
      sentence:
        '4 members would not be on the roll, because of dues: 4 have lapsed, 1 of them sent a payment that is waiting.',
      where: { href: '/admin/dues/members?standing=lapsed&on=2025-03-20' },
    })
    for (const one of [people.lapsed, people.waits, people.late]) {
      expect(await offRoll(one)).toEqual({ on: eligibilityDate, fixed: false, centavos: 500_00 })
      const asks = one === people.waits ? /We are checking your payment/ : /Please pay ₱500 in time/
      expect(await homeLine(one)).toMatch(asks)
    }
    for (const one of [people.paid, people.inGrace, people.pardoned, people.civilian]) {
      expect(await offRoll(one)).toBeNull()
      expect(await homeLine(one)).toBeUndefined()
    }
    const { election: schedule } = await site
      .visitor()
      .get<{ election: { goodStandingOnly: boolean } }>('/api/schedule')
    expect(schedule).toMatchObject({ goodStandingOnly: true, rollFreezesAt: eligibilityDate })
    // Who decides on settings alone does not decide who may vote.
    const { version } = await desk.get<{ version: number }>('/api/settings')
    expect(await desk.put('/api/settings', { settings: { ...defaultSettings, dues: null }, version })).toMatchObject({
      status: 409,
      code: 'dues-decide-roll',
    })
  })

  // Shows dues-08
  test('has a roll of those who were in good standing at the instant', async () => {
    now = eligibilityDate - 1
    await site.untilHeard(() => freezeElections(site))
    expect(await onRoll()).toEqual([])
    now = eligibilityDate
    await site.untilHeard(() => freezeElections(site))
    expect(await onRoll()).toEqual(['paid', 'inGrace', 'pardoned', 'civilian'])
    expect(await save({ goodStandingOnly: false })).toMatchObject({ status: 409, code: 'election-under-way' })
    expect(await standingLine()).toBeUndefined()
    now = eligibilityDate + 1
    const approval = await desk.post('/api/approvals', { applicants: [{ id: people.joinedLater.id, version: 1 }] })
    expect(approval.status).toBe(200)
    expect((await enter(people.late.id, '2025-03-20')).status).toBe(201)
    expect(await offRoll(people.late)).toEqual({ on: eligibilityDate, fixed: true, centavos: 0 })
    expect(await homeLine(people.late)).toMatch(/you are not on the roll\.$/)
    const mine = await (await ofPerson(people.late)).get('/api/elections/current/my-line')
    expect(mine).toMatchObject({ line: null, goodStandingOnly: true, joinedLater: false })
    expect(await (await ofPerson(people.joinedLater)).get('/api/elections/current/my-line')).toMatchObject({
      joinedLater: true,
    })
  })

  test('is corrected as any other, and tells whoever is not on the roll why they cannot vote', async () => {
    const reason = 'Paid in time, but checked too late.'
    const add = { act: 'add', memberId: people.waits.id, reason }
    expect((await desk.post(`/api/elections/${election}/roll/corrections`, add)).status).toBe(201)
    now = votingOpens
    await site.untilHeard(() => freezeElections(site))
    const { record } = await site.visitor().get<{ record: Signed }>(`/api/elections/${election}/board`)
    const frozen = JSON.parse(record.statement) as FreezeRecord
    expect(frozen.rules).toMatchObject({ goodStandingOnly: true })
    expect(frozen.roll.size).toBe(5)
    for (const one of [people.lapsed, people.late, people.joinedLater])
      expect(await castBy(one)).toMatchObject({
        status: 403,
        code: 'not-in-good-standing',
        message: expect.stringContaining('members in good standing when it was closed'),
      })
    expect(await (await ofPerson(people.lapsed)).get(`/api/elections/${election}/my-ballot`)).toMatchObject({
      whyNot: 'not-in-good-standing',
    })
    for (const name of await onRoll()) expect((await castBy(people[name as keyof typeof people])).status).toBe(201)
  })

  test('is certified, and its package is verified by the verifier', async () => {
    now = votingCloses + 60_000
    await site.countNow()
    site.elections.invalidate()
    const certified = await desk.post(`/api/elections/${election}/certification`)
    expect(certified, JSON.stringify(certified)).toMatchObject({ status: 201, ballots: 5 })
    const file = join(folder, 'package.zip')
    await writeFile(file, (await site.visitor().get(`/api/elections/${election}/board/package.zip`)).bytes)
    const { stdout } = await promisify(execFile)(process.execPath, ['verifier/verify.ts', file])
    expect(stdout).toMatch(/^The result is right: /)
  }, 60_000)
})

const planned: DuesPlan[] = [
  aDuesPlan({ graceDays: 0, firstPeriodCovered: false }),
  aDuesPlan({ yearStarts: '07-01' }),
  aDuesPlan({ yearStarts: null, firstPeriodCovered: false }),
  aDuesPlan({ yearStarts: null, graceDays: 365 }),
]

describe('the roll in SQL and the rule agree', () => {
  const day = (from: PlainDate, days: number) => fc.nat(days).map((n) => addDays(from, n))
  const act = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constant('pay' as const), pesos: fc.constantFrom(100, 250, 500, 1200) }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('void' as const) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('bring' as const), until: day('2024-06-01', 1000) }) },
  )
  const life = fc.record({
    plan: fc.constantFrom(...planned),
    joined: day('2023-06-01', 900),
    status: fc.constantFrom<(typeof militaryStatuses)[number]>('Regular', 'Regular', 'Civilian Human Resource (CHR)'),
    pardoned: fc.nat(5).map((n) => n === 0),
    acts: fc.array(fc.record({ after: fc.nat(200), act }), { maxLength: 5 }),
  })

  test('over random ledgers', { timeout: 120_000 }, async () => {
    const seen = { on: 0, off: 0 }
    let members = 0
    await fc.assert(
      fc.asyncProperty(life, async ({ plan, joined, status, pardoned, acts }) => {
        await site.saveSettings({ dues: plan })
        const { id } = await site.aMember({
          approvedAt: manila(joined, '23:59'),
          militaryStatus: status,
          idNumber: `LEDGER-${String(++members).padStart(3, '0')}-001`,
        })
        if (pardoned)
          await site.db.insert(duesExemptions).values({ memberId: id, reason: 'x', givenBy: desk.id, givenAt: now })
        now = manila('2025-01-01')
        const paid: string[] = []
        for (const one of acts) {
          now += one.after * 24 * 60 * 60_000
          if (one.act.kind === 'pay') paid.push((await enter(id, dayInManila(now), one.act.pesos * 100)).id)
          else if (one.act.kind === 'bring')
            await importPaidUntil(site.db, desk, now, [{ id, paidUntil: one.act.until }])
          else if (paid.length > 0) await desk.post(`/api/dues/payments/${paid.pop()}/void`, { reason: 'A mistake' })
        }
        const exempt = pardoned || plan.exemptStatuses.includes(status)
        const { paidUntil } = evaluateLedger(plan, joined, await readLedger(site.db, id))
        const days = [-1, 0, 1].flatMap((n) =>
          [paidUntil, addDays(paidUntil, plan.graceDays)].map((at) => addDays(at, n)),
        )
        for (const on of days) {
          const belongs = await voterSql(site.pool, asksFor(on))
          const { rowCount } = await site.pool.query(`select from users u where u.id = $1 and ${belongs('u')}`, [id])
          const ruled = standingOf({ paidUntil, exempt }, plan, on).kind !== 'lapsed'
          expect({ on, onRoll: rowCount === 1 }).toEqual({ on, onRoll: ruled })
          seen[ruled ? 'on' : 'off']++
        }
      }),
      { numRuns: 60 },
    )
    expect(Math.min(seen.on, seen.off)).toBeGreaterThan(20)
  })
})

const asksFor = (day: PlainDate): Parameters<typeof voterSql>[1] => ({
  goodStandingOnly: true,
  eligibilityDate: manila(day, '12:00'),
  votingOpens,
})
