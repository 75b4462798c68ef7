import { describe, expect, test } from 'vitest'
import { type PlainDate, addDays } from '#shared/time.ts'
import {
  evaluateLedger,
  coveredFromStart,
  duesToCome,
  firstPeriodAtRate,
  amountToStayInStanding,
  joinedToCover,
  missingPart,
  amountOwed,
  periodAt,
  rateAt,
  standingOf,
  whatIsDue,
  whyNotPaidOn,
  leftToPay,
  whyUnusual,
  type LedgerEntry,
  type SeenBefore,
} from './dues.ts'
import type { DuesPlan } from './plan.ts'

const calendar: DuesPlan = {
  rates: [{ from: '2025-01-01', centavos: 500_00 }],
  yearStarts: '01-01',
  graceDays: 30,
  firstPeriodCovered: false,
  exemptStatuses: [],
  accounts: [],
}
const joining: DuesPlan = { ...calendar, yearStarts: null }
const covered: DuesPlan = { ...calendar, firstPeriodCovered: true }
const dearer: DuesPlan = { ...calendar, rates: [...calendar.rates, { from: '2026-01-01', centavos: 600_00 }] }

test.each([
  [
    calendar,
    '2025-03-29',
    'Members also pay dues: 500 pesos a year, counted from 1 January. This fee does not pay for them.',
  ],
  [
    joining,
    '2025-03-29',
    'Members also pay dues: 500 pesos a year, counted from the day you join. This fee does not pay for them.',
  ],
  [
    covered,
    '2025-03-29',
    'This fee also pays your dues for the first year. After that, dues are 500 pesos a year, counted from 1 January.',
  ],
  [
    dearer,
    '2026-03-29',
    'Members also pay dues: 600 pesos a year, counted from 1 January. This fee does not pay for them.',
  ],
  [
    calendar,
    '2024-12-31',
    'Members also pay dues: 500 pesos a year, counted from 1 January 2025. This fee does not pay for them.',
  ],
] as const)('what applicants are told of dues, %#', (plan, today, sentence) =>
  expect(duesToCome(plan, today)).toBe(sentence),
)

let n = 0
const paid = (day: PlainDate, pesos: number, id = String(n++)): LedgerEntry => ({
  kind: 'payment',
  id,
  day,
  centavos: pesos * 100,
  settled: null,
})
const voided = (voids: string): LedgerEntry => ({ kind: 'void', voids })
const brought = (paidUntil: PlainDate): LedgerEntry => ({
  kind: 'brought forward',
  id: String(n++),
  settled: { paidUntil, credit: 0 },
})

test.each<[DuesPlan['yearStarts'], PlainDate, PlainDate, PlainDate]>([
  ['01-01', '2026-01-01', '2026-01-01', '2026-12-31'],
  ['01-01', '2026-12-31', '2026-01-01', '2026-12-31'],
  ['07-01', '2026-06-30', '2025-07-01', '2026-06-30'],
  ['07-01', '2026-07-01', '2026-07-01', '2027-06-30'],
  ['03-01', '2024-02-29', '2023-03-01', '2024-02-29'],
  ['03-01', '2025-02-28', '2024-03-01', '2025-02-28'],
  [null, '2026-05-10', '2026-05-10', '2027-05-09'],
  [null, '2024-02-29', '2024-02-29', '2025-02-28'],
  [null, '2023-03-01', '2023-03-01', '2024-02-29'],
])('by %j the period of %s is %s to %s', (yearStarts, day, first, last) => {
  expect(periodAt({ yearStarts }, day)).toEqual({ first, last })
})

test.each([
  ['2024-06-01', 500_00],
  ['2025-01-01', 500_00],
  ['2025-12-31', 500_00],
  ['2026-01-01', 600_00],
  ['2027-01-01', 600_00],
])('a period that begins on %s costs %d', (first, centavos) => {
  expect(rateAt(dearer, first)).toBe(centavos)
})

test.each<[string, DuesPlan, PlainDate, PlainDate]>([
  ['who joined before dues began', calendar, '2010-05-10', '2024-12-31'],
  ['who joined on the first day of dues', calendar, '2025-01-01', '2024-12-31'],
  ['who joined later', calendar, '2025-05-10', '2025-05-09'],
  ['whose first period the registration fee covers', covered, '2025-05-10', '2025-12-31'],
  ['whose covered period was over before dues began', covered, '2010-05-10', '2024-12-31'],
  [
    'who joined in the year before dues, in a period that runs on',
    { ...covered, rates: [{ from: '2025-06-01', centavos: 1 }] },
    '2025-02-01',
    '2025-12-31',
  ],
  ['whose own year the fee covers', { ...joining, firstPeriodCovered: true }, '2025-05-10', '2026-05-09'],
  [
    'who joined on 29 February',
    { ...joining, rates: [{ from: '2024-01-01', centavos: 1 }], firstPeriodCovered: true },
    '2024-02-29',
    '2025-02-28',
  ],
])('%s is covered from the start', (_who, plan, joined, until) => {
  expect(coveredFromStart(plan, joined)).toBe(until)
})

test('who joined on a certain day or later is covered on a day, and nobody who joined before', () => {
  for (const yearStarts of ['01-01', '03-01', null])
    for (const firstPeriodCovered of [true, false])
      for (let n = 0; n < 800; n++) {
        const plan = { ...calendar, yearStarts, firstPeriodCovered, rates: [{ from: '2024-01-01', centavos: 1 }] }
        const day = addDays('2023-12-30', n)
        const from = joinedToCover(plan, day)
        expect(coveredFromStart(plan, from) >= day).toBe(true)
        expect(from < '2000' || coveredFromStart(plan, addDays(from, -1)) < day).toBe(true)
      }
})

// Shows dues-03
describe('a ledger', () => {
  test.each<[string, DuesPlan, PlainDate, LedgerEntry[], PlainDate, number]>([
    ['nothing', calendar, '2020-03-01', [], '2024-12-31', 0],
    ['paid', calendar, '2020-03-01', [paid('2025-01-10', 500)], '2025-12-31', 0],
    ['paid before it was due', calendar, '2020-03-01', [paid('2024-11-10', 500)], '2025-12-31', 0],
    ['half paid', calendar, '2020-03-01', [paid('2025-01-10', 250)], '2024-12-31', 250_00],
    ['one centavo short', calendar, '2020-03-01', [paid('2025-01-10', 499.99)], '2024-12-31', 499_99],
    ['paid in two halves', calendar, '2020-03-01', [paid('2025-01-10', 250), paid('2025-05-10', 250)], '2025-12-31', 0],
    ['twice paid at once', calendar, '2020-03-01', [paid('2025-01-10', 1000)], '2026-12-31', 0],
    ['twice paid', calendar, '2020-03-01', [paid('2025-01-10', 500), paid('2025-01-11', 500)], '2026-12-31', 0],
    ['a little over', calendar, '2020-03-01', [paid('2025-01-10', 700)], '2025-12-31', 200_00],
    ['on the last day of grace', joining, '2025-05-10', [paid('2025-06-08', 500)], '2026-05-09', 0],
    ['the day after grace', joining, '2025-05-10', [paid('2025-06-09', 500)], '2026-06-08', 0],
    ['late within its period', calendar, '2020-03-01', [paid('2025-08-01', 500)], '2025-12-31', 0],
    [
      'late by two periods, which are not asked for',
      calendar,
      '2020-03-01',
      [paid('2027-03-01', 500)],
      '2027-12-31',
      0,
    ],
    [
      'late, half and half: the missed period is that of the second',
      calendar,
      '2020-03-01',
      [paid('2026-03-01', 250), paid('2027-03-01', 250)],
      '2027-12-31',
      0,
    ],
    ['joined in a covered period', covered, '2025-05-10', [paid('2026-01-10', 500)], '2026-12-31', 0],
    ['joined in a period not covered', calendar, '2025-05-10', [paid('2025-05-20', 500)], '2025-12-31', 0],
    ['by the dearer amount', dearer, '2020-03-01', [paid('2026-01-05', 500)], '2024-12-31', 500_00],
    [
      'for the last cheaper period and the first dearer',
      dearer,
      '2020-03-01',
      [paid('2025-12-31', 1100)],
      '2026-12-31',
      0,
    ],
    ['ahead, at the amount of the period', dearer, '2020-03-01', [paid('2025-01-05', 1000)], '2025-12-31', 500_00],
    ['voided', calendar, '2020-03-01', [paid('2025-01-10', 500, 'a'), voided('a')], '2024-12-31', 0],
    [
      'the first of two voided',
      joining,
      '2025-01-01',
      [paid('2025-01-10', 500, 'b'), paid('2025-03-01', 500), voided('b')],
      '2026-02-28',
      0,
    ],
    [
      'left and come back after years',
      joining,
      '2025-01-01',
      [paid('2025-01-01', 500), paid('2028-02-29', 500)],
      '2029-02-28',
      0,
    ],
    [
      'brought forward, then paid',
      calendar,
      '2020-03-01',
      [brought('2025-12-31'), paid('2026-01-05', 500)],
      '2026-12-31',
      0,
    ],
    ['brought forward to a day before the start', covered, '2025-03-01', [brought('2023-12-31')], '2023-12-31', 0],
    ['and paid late', covered, '2025-03-01', [brought('2023-12-31'), paid('2026-05-05', 500)], '2026-12-31', 0],
    [
      'brought forward after a payment that was voided',
      calendar,
      '2020-03-01',
      [paid('2025-01-05', 500, 'c'), voided('c'), brought('2023-12-31')],
      '2023-12-31',
      0,
    ],
    ['far too much', calendar, '2020-03-01', [paid('2025-01-05', 100_000)], '2099-12-31', 62_500_00],
  ])('%s', (_what, plan, joined, entries, paidUntil, credit) => {
    expect(evaluateLedger(plan, joined, entries)).toEqual({ paidUntil, credit })
  })

  test('what a receipt said stays when the plan changes, up to the first payment that was voided', () => {
    const settled = (entry: LedgerEntry, paidUntil: PlainDate) =>
      ({ ...entry, settled: { paidUntil, credit: 0 } }) as LedgerEntry
    const first = settled(paid('2025-05-10', 500, 'first'), '2026-05-09')
    const second = settled(paid('2026-05-01', 500, 'second'), '2027-05-09')
    expect(evaluateLedger(calendar, '2025-05-10', [first, second])).toEqual({ paidUntil: '2027-05-09', credit: 0 })
    expect(evaluateLedger(calendar, '2025-05-10', [first, second, paid('2027-05-01', 500)]).paidUntil).toBe(
      '2027-12-31',
    )
    expect(evaluateLedger(calendar, '2025-05-10', [first, second, voided('second')]).paidUntil).toBe('2026-05-09')
    expect(evaluateLedger(calendar, '2025-05-10', [first, second, voided('first')]).paidUntil).toBe('2026-12-31')
  })
})

describe('standing', () => {
  const paidUntil = '2025-12-31'
  test.each([
    ['2025-12-31', { kind: 'good', until: '2025-12-31' }],
    ['2026-01-01', { kind: 'grace', since: '2026-01-01', until: '2026-01-30' }],
    ['2026-01-30', { kind: 'grace', since: '2026-01-01', until: '2026-01-30' }],
    ['2026-01-31', { kind: 'lapsed', since: '2026-01-31' }],
    ['2030-01-01', { kind: 'lapsed', since: '2026-01-31' }],
  ])('on %s', (today, standing) => {
    expect(standingOf({ paidUntil, exempt: false }, calendar, today)).toEqual(standing)
  })
  test('without grace it lapses on the next day; who is exempt never does', () => {
    const strict = { ...calendar, graceDays: 0 }
    expect(standingOf({ paidUntil, exempt: false }, strict, '2026-01-01')).toEqual({
      kind: 'lapsed',
      since: '2026-01-01',
    })
    expect(standingOf({ paidUntil, exempt: true }, strict, '2030-01-01')).toEqual({ kind: 'exempt' })
  })
})

test.each<[string, DuesPlan, PlainDate, number, PlainDate, object]>([
  [
    'the period that runs',
    calendar,
    '2024-12-31',
    0,
    '2025-01-10',
    { first: '2025-01-01', last: '2025-12-31', centavos: 500_00 },
  ],
  [
    'what is left of it',
    calendar,
    '2024-12-31',
    200_00,
    '2025-01-10',
    { first: '2025-01-01', last: '2025-12-31', centavos: 300_00 },
  ],
  [
    'the next one, ahead',
    dearer,
    '2025-12-31',
    0,
    '2025-06-01',
    { first: '2026-01-01', last: '2026-12-31', centavos: 600_00 },
  ],
  [
    'from joining on',
    calendar,
    '2025-05-09',
    0,
    '2025-05-20',
    { first: '2025-05-10', last: '2025-12-31', centavos: 500_00 },
  ],
  [
    'the present one, after those missed',
    calendar,
    '2024-12-31',
    0,
    '2027-03-01',
    { first: '2027-01-01', last: '2027-12-31', centavos: 500_00 },
  ],
  [
    'from today, after a year missed',
    joining,
    '2024-12-31',
    0,
    '2027-03-01',
    { first: '2027-03-01', last: '2028-02-29', centavos: 500_00 },
  ],
  [
    'nothing, where more is left than it costs',
    calendar,
    '2025-12-31',
    600_00,
    '2025-06-01',
    { first: '2026-01-01', last: '2026-12-31', centavos: 0 },
  ],
])('due is %s', (_what, plan, paidUntil, credit, today, due) => {
  expect(whatIsDue(plan, { paidUntil, credit }, today)).toEqual(due)
})

// Shows dues-03
test('a year in the life of a member', () => {
  const joined = '2025-03-15'
  const on = (today: PlainDate, entries: LedgerEntry[], plan = dearer, exempt = false) =>
    standingOf({ ...evaluateLedger({ ...plan, firstPeriodCovered: true }, joined, entries), exempt }, plan, today).kind
  const half = paid('2026-01-20', 300)
  const rest = paid('2026-03-10', 300, 'rest')
  expect(on('2025-12-31', [])).toBe('good')
  expect(on('2026-01-20', [half])).toBe('grace')
  expect(on('2026-01-31', [half])).toBe('lapsed')
  expect(on('2026-01-31', [half], dearer, true)).toBe('exempt')
  expect(on('2026-03-10', [half, rest])).toBe('good')
  expect(on('2026-03-11', [half, rest, voided('rest')])).toBe('lapsed')
  const again = paid('2026-03-12', 900)
  expect(on('2026-12-31', [half, rest, voided('rest'), again])).toBe('good')
  expect(on('2027-12-31', [half, rest, voided('rest'), again])).toBe('good')
  expect(on('2028-01-01', [half, rest, voided('rest'), again])).toBe('grace')
})

test.each<[PlainDate, number, PlainDate, number]>([
  ['2025-12-31', 0, '2026-01-30', 0],
  ['2025-12-31', 0, '2026-01-31', 500_00],
  ['2025-12-31', 200_00, '2026-12-31', 300_00],
  ['2025-12-31', 0, '2027-03-29', 1000_00],
  ['2020-12-31', 0, '2026-12-31', 500_00],
])('paid until %s with %d left over, to be in good standing on %s takes %d', (paidUntil, credit, day, centavos) => {
  expect(amountToStayInStanding(calendar, { paidUntil, credit }, '2026-01-20', day)).toBe(centavos)
})

test.each<[PlainDate, boolean]>([
  ['2026-03-10', true],
  ['2026-03-11', false],
  ['2025-03-09', true],
  ['2025-03-08', false],
])('a payment of %s is taken on 10 March 2026: %s', (day, is) => {
  expect(whyNotPaidOn(day, '2026-03-10') === null).toBe(is)
})

test.each<[number[], number]>([
  [[], 500_00],
  [[100_00], 400_00],
  [[100_00, 400_00], 0],
  [[1000_00], 0],
])('while %j is being checked of ₱500, %d is still to pay', (sent, left) => {
  const refused = { state: 'refused', centavos: 500_00 } as const
  const payments = sent.map((centavos) => ({ state: 'waiting', centavos }) as const)
  expect(leftToPay({ centavos: 500_00 }, [refused, ...payments])).toBe(left)
})

const payer = (paidUntil: PlainDate, changes: object = {}) => ({
  paidUntil,
  credit: 100_00,
  standing: standingOf({ paidUntil, exempt: false }, calendar, '2026-12-02'),
  due: { centavos: 400_00 },
  hasLeft: false,
  waiting: null,
  last: null,
  ...changes,
})
const unproved = { paidOn: '2026-12-02', proof: null, seenBefore: [] }
test.each([
  ['what is due', payer('2025-12-31'), 400_00, null],
  ['two periods', payer('2025-12-31'), 1000_00, null],
  ['more than two', payer('2025-12-31'), 1000_01, 'dues-many-periods'],
  ['ahead, when it is asked for', payer('2026-12-31'), 500_00, null],
  ['long ahead', payer('2027-01-01'), 500_00, 'dues-nothing-due'],
  ['by somebody exempt', payer('2025-12-31', { standing: { kind: 'exempt' } }), 500_00, 'dues-pays-nothing'],
  ['by somebody who left', payer('2025-12-31', { hasLeft: true }), 500_00, 'dues-has-left'],
])('a payment of %s', (_what, whose, centavos, why) => {
  expect(whyUnusual(whose, { ...unproved, centavos }, '2026-12-02')).toBe(why)
})

test.each([
  ['2026-12-01', 'picture', null],
  ['2026-12-02', 'picture', 'dues-paid-meanwhile'],
  ['2026-12-03', 'picture', 'dues-paid-meanwhile'],
  ['2026-12-03', null, null],
])('a payment of 2 December, after one of %s was accepted, with the proof %j', (paidOn, proof, why) => {
  const whose = payer('2025-12-31', { last: { paidOn } })
  expect(whyUnusual(whose, { ...unproved, centavos: 250_00, proof }, '2026-12-03')).toBe(why)
})

test.each<[string, PlainDate, number, PlainDate, number, number | null]>([
  ['before it is asked for', '2026-12-31', 0, '2026-12-01', 0, null],
  ['30 days before', '2026-12-31', 0, '2026-12-02', 500_00, null],
  ['30 days before, with a part paid', '2026-12-31', 200_00, '2026-12-02', 300_00, 300_00],
  ['a part paid before it is asked for', '2026-12-31', 200_00, '2026-12-01', 0, null],
  ['long after', '2024-12-31', 200_00, '2026-03-01', 300_00, 300_00],
])('what is owed and what is missing %s', (_what, paidUntil, credit, today, owed, missing) => {
  const reached = { paidUntil, credit }
  expect(amountOwed(calendar, { ...reached, exempt: false }, today)).toBe(owed)
  expect(amountOwed(calendar, { ...reached, exempt: true }, today)).toBe(0)
  expect(missingPart(calendar, reached, today)?.centavos ?? null).toBe(missing)
})

test('a payment while a proof waits is asked about at the table, and not at the desk', () => {
  const whose = payer('2025-12-31', { waiting: { id: '1' } })
  const why = (proof: string | null) => whyUnusual(whose, { ...unproved, centavos: 400_00, proof }, '2026-12-02')
  expect(why(null)).toBe('dues-proof-waiting')
  expect(why('picture')).toBeNull()
})

test.each<[SeenBefore, string]>([
  [{ same: 'picture', name: 'Ana', payment: null }, 'dues-seen-before'],
  [
    { same: 'picture', name: 'Ana', payment: { id: '1', receipt: '2026-000001', state: 'accepted' } },
    'dues-seen-before',
  ],
  [{ same: 'reference', name: 'Ana', payment: { id: '1', receipt: null, state: 'waiting' } }, 'dues-seen-before'],
  [
    { same: 'reference', name: 'Ana', payment: { id: '1', receipt: '2026-000001', state: 'accepted' } },
    'dues-reference-receipted',
  ],
])('a payment seen before: %j', (sighting, why) => {
  const payment = { ...unproved, centavos: 500_00, seenBefore: [sighting] }
  expect(whyUnusual(payer('2025-12-31'), payment, '2026-12-02')).toBe(why)
})

test.each<[string | null, PlainDate, PlainDate, PlainDate]>([
  ['01-01', '2026-01-01', '2026-01-01', '2026-12-31'],
  // Dues begin in the year that is running.
  ['01-01', '2026-11-19', '2026-01-01', '2026-12-31'],
  ['01-01', '2027-01-01', '2027-01-01', '2027-12-31'],
  ['01-01', '2027-01-02', '2028-01-01', '2028-12-31'],
  [null, '2026-11-19', '2026-11-19', '2027-11-18'],
])('a year that begins on %s, the price from %s is first asked for %s', (yearStarts, from, first, last) => {
  const begins = from < '2027' ? from : '2026-01-01'
  const rates = [...new Set([begins, from])].map((day) => ({ from: day, centavos: 500_00 }))
  expect(firstPeriodAtRate({ yearStarts, rates }, from)).toEqual({ first, last })
  const plan = { yearStarts, rates, graceDays: 0, firstPeriodCovered: false }
  if (rates.length === 1)
    expect(whatIsDue(plan as DuesPlan, { paidUntil: addDays(from, -1), credit: 0 }, from)).toMatchObject({ last })
})
