import type { ErrorCode } from '#shared/errors.ts'
import { addDays, type PlainDate } from '#shared/time.ts'
import type { DuesPlan } from './plan.ts'
import type { PaymentState } from './schemas.ts'

/** What a member's ledger holds, in the order in which it was accepted. */
export type LedgerEntry =
  | { kind: 'payment'; id: string; day: PlainDate; centavos: number; settled: Coverage | null }
  | { kind: 'void'; voids: string }
  | { kind: 'brought forward'; id: string; settled: Coverage }

/** How far what was paid reaches, and what is left over for the next period. */
export interface Coverage {
  paidUntil: PlainDate
  credit: number
}

export interface Period {
  first: PlainDate
  last: PlainDate
}

/** A year after 29 February is 1 March: the period that begins with it ends with February. */
function yearAfter(day: PlainDate): PlainDate {
  const next = new Date(`${day}T00:00:00Z`)
  next.setUTCFullYear(next.getUTCFullYear() + 1)
  return next.toISOString().slice(0, 10)
}

const later = (a: PlainDate, b: PlainDate): PlainDate => (a > b ? a : b)

/** The period with this day in it. By the day of joining, it begins with this day. */
export function periodAt({ yearStarts }: Pick<DuesPlan, 'yearStarts'>, day: PlainDate): Period {
  const year = Number(day.slice(0, 4))
  const first = yearStarts === null ? day : `${day.slice(5) < yearStarts ? year - 1 : year}-${yearStarts}`
  return { first, last: addDays(yearAfter(first), -1) }
}

/** What a period costs that begins on this day. One that began before there were dues costs what was asked at first. */
export function rateAt({ rates }: Pick<DuesPlan, 'rates'>, first: PlainDate): number {
  const rate = rates.findLast(({ from }) => from <= first) ?? rates[0]
  if (!rate) throw new Error('a plan of dues has an amount')
  return rate.centavos
}

/** The first day of dues. */
export const duesBegin = ({ rates }: Pick<DuesPlan, 'rates'>): PlainDate => rates[0]?.from ?? ''

/** Until when nobody who joined on this day owes anything. `startSql` in `src/server/members/dues` says the same. */
export function coveredFromStart(plan: DuesPlan, joined: PlainDate): PlainDate {
  const before = addDays(later(joined, duesBegin(plan)), -1)
  return plan.firstPeriodCovered ? later(before, periodAt(plan, joined).last) : before
}

/** The first day of joining with which `coveredFromStart` reaches this day, as it does with every later one. */
export function joinedToCover(plan: DuesPlan, day: PlainDate): PlainDate {
  // Before there were dues nobody owed any.
  if (day < duesBegin(plan)) return '1900-01-01'
  // No period is longer than a leap year.
  let [tooEarly, enough] = [-367, 1]
  while (enough - tooEarly > 1) {
    const between = Math.floor((tooEarly + enough) / 2)
    if (coveredFromStart(plan, addDays(day, between)) < day) tooEarly = between
    else enough = between
  }
  return addDays(day, enough)
}

/**
 * Walks through a ledger. What a receipt said stays true when the plan changes later, so an entry keeps what was settled with it, up to
 * the first payment that was voided: from there on all is reckoned anew. What was brought forward counts instead of the start, be it long
 * past: it is what the association knew about this member.
 */
export function coverage(plan: DuesPlan, joined: PlainDate, entries: readonly LedgerEntry[]): Coverage {
  const voided = new Set(entries.flatMap((entry) => (entry.kind === 'void' ? [entry.voids] : [])))
  let reached: Coverage = { paidUntil: coveredFromStart(plan, joined), credit: 0 }
  let anew = false
  for (const entry of entries) {
    if (entry.kind === 'void') continue
    if (voided.has(entry.id)) anew = true
    else if (entry.kind === 'payment' && (anew || !entry.settled)) reached = pay(plan, reached, entry)
    else if (entry.settled) reached = { ...entry.settled, credit: anew ? reached.credit : entry.settled.credit }
  }
  return reached
}

/** A mistyped amount does not pay for centuries. */
const farthest: PlainDate = '2099-12-31'

/** Half of what is due waits for the rest; twice the amount pays for two periods. */
function pay(plan: DuesPlan, before: Coverage, { day, centavos }: { day: PlainDate; centavos: number }): Coverage {
  let { paidUntil } = before
  let credit = before.credit + centavos
  for (;;) {
    const next = nextPeriod(plan, paidUntil, day)
    const rate = rateAt(plan, next.first)
    if (credit < rate || next.last > farthest) return { paidUntil, credit }
    credit -= rate
    paidUntil = next.last
  }
}

/** What is paid for next. Whoever is beyond the grace begins with the period of the day: nothing is asked for those missed. */
function nextPeriod(plan: DuesPlan, paidUntil: PlainDate, on: PlainDate): Period {
  const isLate = on > addDays(paidUntil, plan.graceDays)
  return periodAt(plan, isLate ? on : addDays(paidUntil, 1))
}

/** What somebody would pay today, and what for. */
export function whatIsDue(
  plan: DuesPlan,
  { paidUntil, credit }: Coverage,
  today: PlainDate,
): Period & { centavos: number } {
  const period = nextPeriod(plan, paidUntil, today)
  // The period may have begun before somebody joined, or before dues did.
  const first = later(period.first, addDays(paidUntil, 1))
  return { ...period, first, centavos: Math.max(rateAt(plan, period.first) - credit, 0) }
}

/** What somebody would pay today to be in good standing on a later day as well. */
export function enoughFor(plan: DuesPlan, { paidUntil, credit }: Coverage, today: PlainDate, day: PlainDate): number {
  let centavos = -credit
  while (day > addDays(paidUntil, plan.graceDays)) {
    const next = nextPeriod(plan, paidUntil, today)
    centavos += rateAt(plan, next.first)
    paidUntil = next.last
  }
  return Math.max(centavos, 0)
}

export type DuesStanding =
  | { kind: 'exempt' }
  | { kind: 'good'; until: PlainDate }
  /** Due since a day; in good standing until the last day of grace. */
  | { kind: 'grace'; since: PlainDate; until: PlainDate }
  | { kind: 'lapsed'; since: PlainDate }

export function standingOf(
  { paidUntil, exempt }: { paidUntil: PlainDate; exempt: boolean },
  { graceDays }: Pick<DuesPlan, 'graceDays'>,
  today: PlainDate,
): DuesStanding {
  if (exempt) return { kind: 'exempt' }
  if (today <= paidUntil) return { kind: 'good', until: paidUntil }
  const until = addDays(paidUntil, graceDays)
  return today <= until
    ? { kind: 'grace', since: addDays(paidUntil, 1), until }
    : { kind: 'lapsed', since: addDays(until, 1) }
}

/** So long before they are due, dues are asked for. */
export const reminderDays = 30
export const areAskedFor = (paidUntil: PlainDate, today: PlainDate): boolean =>
  today > addDays(paidUntil, -reminderDays)

/** Money that is yet to come is no payment, and one of long ago a slip of the hand. */
export const earliestPaidOn = (today: PlainDate): PlainDate => addDays(today, -366)
export const whyNotPaidOn = (day: PlainDate, today: PlainDate): string | null =>
  day > today || day < earliestPaidOn(today) ? 'Please enter the day of the payment, within the last year' : null

/** Where the picture or the reference of a payment came before. */
export interface Sighting {
  same: 'picture' | 'reference'
  name: string
  /** Null for a registration. */
  payment: { id: string; receipt: string | null; state: PaymentState } | null
}

/** What is asked about once more before it goes into a ledger: it may be meant, and is more often a mistake. */
export const unusualPayments = [
  'dues-pays-nothing',
  'dues-has-left',
  'dues-nothing-due',
  'dues-many-periods',
  'dues-seen-before',
  'dues-reference-receipted',
] as const satisfies ErrorCode[]
export type UnusualPayment = (typeof unusualPayments)[number]

/** Why a payment is asked about, by how the payer stands and where it was seen before. More than two periods are a nought too many. */
export function whyUnusual(
  payer: Coverage & { standing: DuesStanding; hasLeft: boolean; due: { centavos: number } },
  { centavos, seenBefore }: { centavos: number; seenBefore: readonly Sighting[] },
  today: PlainDate,
): UnusualPayment | null {
  const { standing, hasLeft, paidUntil, credit, due } = payer
  if (seenBefore.some(({ same, payment }) => same === 'reference' && payment?.receipt))
    return 'dues-reference-receipted'
  if (seenBefore.length > 0) return 'dues-seen-before'
  if (standing.kind === 'exempt') return 'dues-pays-nothing'
  if (hasLeft) return 'dues-has-left'
  if (!areAskedFor(paidUntil, today)) return 'dues-nothing-due'
  return centavos > 2 * (credit + due.centavos) ? 'dues-many-periods' : null
}
