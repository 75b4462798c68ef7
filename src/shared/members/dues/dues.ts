import type { ErrorCode } from '#shared/errors.ts'
import { showPesos } from '#shared/pesos.ts'
import { addDays, showPlainDate, type PlainDate } from '#shared/time.ts'
import type { DuesPlan } from './plan.ts'
import type { PaymentState } from './schemas.ts'

/** The entries of a member's ledger, in the order in which they were accepted. */
export type LedgerEntry =
  | { kind: 'payment'; id: string; day: PlainDate; centavos: number; settled: Coverage | null }
  | { kind: 'void'; voids: string }
  | { kind: 'brought forward'; id: string; settled: Coverage }

/** How far the payments reach, and what is left over for the next period. */
export interface Coverage {
  paidUntil: PlainDate
  credit: number
}

export interface Period {
  first: PlainDate
  last: PlainDate
}

/** A year after 29 February is 1 March: a period that starts on it ends with February. */
function yearAfter(day: PlainDate): PlainDate {
  const next = new Date(`${day}T00:00:00Z`)
  next.setUTCFullYear(next.getUTCFullYear() + 1)
  return next.toISOString().slice(0, 10)
}

const later = (a: PlainDate, b: PlainDate): PlainDate => (a > b ? a : b)

/** The period that contains this day. If years start on the day of joining, it starts on this day. */
export function periodAt({ yearStarts }: Pick<DuesPlan, 'yearStarts'>, day: PlainDate): Period {
  const year = Number(day.slice(0, 4))
  const first = yearStarts === null ? day : `${day.slice(5) < yearStarts ? year - 1 : year}-${yearStarts}`
  return { first, last: addDays(yearAfter(first), -1) }
}

/** The price of a period that starts on this day. One that started before there were dues has the first price. */
export function rateAt({ rates }: Pick<DuesPlan, 'rates'>, first: PlainDate): number {
  const rate = rates.findLast(({ from }) => from <= first) ?? rates[0]
  if (!rate) throw new Error('a plan of dues has an amount')
  return rate.centavos
}

/** What applicants are told: the fee that they pay now is not their dues, unless it pays for the first period. */
export function duesToCome(plan: DuesPlan, today: PlainDate): string {
  const begin = duesBegin(plan)
  const price = `${showPesos(rateAt(plan, periodAt(plan, today).first)).slice(1)} pesos a year`
  const eachYear = plan.yearStarts === null ? 'the day you join' : dayOf(plan.yearStarts)
  const from = begin > today ? showPlainDate(begin) : eachYear
  return plan.firstPeriodCovered
    ? `This fee also pays your dues for the first year. After that, dues are ${price}, counted from ${from}.`
    : `Members also pay dues: ${price}, counted from ${from}. This fee does not pay for them.`
}

/** `07-01` -> `1 July` */
const dayOf = (yearStarts: string) => showPlainDate(`2001-${yearStarts}`).replace(/ 2001$/, '')

/** The first year of dues at this price. Dues begin in the year that is running; a new price waits for the next one. */
export function firstPeriodAtRate(
  { yearStarts, rates }: Pick<DuesPlan, 'yearStarts' | 'rates'>,
  from: PlainDate,
): Period {
  const period = periodAt({ yearStarts }, from)
  const isFirst = rates[0]?.from === from
  return isFirst || period.first === from ? period : periodAt({ yearStarts }, addDays(period.last, 1))
}

/** The first day of dues. */
export const duesBegin = ({ rates }: Pick<DuesPlan, 'rates'>): PlainDate => rates[0]?.from ?? ''

/** Until when somebody who joined on this day owes nothing. `startSql` on the server is the same rule in SQL. */
export function coveredFromStart(plan: DuesPlan, joined: PlainDate): PlainDate {
  const before = addDays(later(joined, duesBegin(plan)), -1)
  return plan.firstPeriodCovered ? later(before, periodAt(plan, joined).last) : before
}

/** The earliest day of joining for which `coveredFromStart` reaches this day. */
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
 * Evaluates a ledger. A receipt stays true when the plan changes later, so each entry keeps the result that was settled
 * with it. From the first voided payment on, everything is calculated again. A balance brought forward replaces the
 * start, even if it is long past: it is what the association knew about this member.
 */
export function evaluateLedger(plan: DuesPlan, joined: PlainDate, entries: readonly LedgerEntry[]): Coverage {
  const voided = new Set(entries.flatMap((entry) => (entry.kind === 'void' ? [entry.voids] : [])))
  let reached: Coverage = { paidUntil: coveredFromStart(plan, joined), credit: 0 }
  let recalculates = false
  for (const entry of entries) {
    if (entry.kind === 'void') continue
    if (voided.has(entry.id)) recalculates = true
    else if (entry.kind === 'payment' && (recalculates || !entry.settled)) reached = pay(plan, reached, entry)
    else if (entry.settled) reached = { ...entry.settled, credit: recalculates ? reached.credit : entry.settled.credit }
  }
  return reached
}

/** No payment reaches beyond this day, so that a mistyped amount does not pay for centuries. */
const farthest: PlainDate = '2099-12-31'

/** Half the amount waits for the rest; twice the amount pays for two periods. */
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

/** The next period to pay for. After the grace it is the current one: missed periods are not charged. */
function nextPeriod(plan: DuesPlan, paidUntil: PlainDate, on: PlainDate): Period {
  const isLate = on > addDays(paidUntil, plan.graceDays)
  return periodAt(plan, isLate ? on : addDays(paidUntil, 1))
}

/** What a member would pay today, and for which period. */
export function whatIsDue(
  plan: DuesPlan,
  { paidUntil, credit }: Coverage,
  today: PlainDate,
): Period & { centavos: number } {
  const period = nextPeriod(plan, paidUntil, today)
  // The period may have started before somebody joined, or before dues did.
  const first = later(period.first, addDays(paidUntil, 1))
  return { ...period, first, centavos: Math.max(rateAt(plan, period.first) - credit, 0) }
}

/** What somebody would pay today to be in good standing on a later day too. */
export function amountToStayInStanding(
  plan: DuesPlan,
  { paidUntil, credit }: Coverage,
  today: PlainDate,
  day: PlainDate,
): number {
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

/** Members are asked to pay from this many days before their dues are due. */
export const reminderDays = 30
export const isPayable = (paidUntil: PlainDate, today: PlainDate): boolean => today > addDays(paidUntil, -reminderDays)

/** What a member owes today: nothing if they are exempt or not asked to pay yet. */
export function amountOwed(
  plan: DuesPlan,
  { exempt, ...reached }: Coverage & { exempt: boolean },
  today: PlainDate,
): number {
  return exempt || !isPayable(reached.paidUntil, today) ? 0 : whatIsDue(plan, reached, today).centavos
}

/** What is still to pay once every payment that is being checked is accepted. */
export const leftToPay = (
  due: { centavos: number },
  payments: readonly { state: PaymentState; centavos: number }[],
): number =>
  payments.reduce((left, { state, centavos }) => Math.max(left - (state === 'waiting' ? centavos : 0), 0), due.centavos)

/** The period that is paid in part, and what is missing. Null if there is none, or they are not asked to pay yet. */
export const missingPart = (plan: DuesPlan, reached: Coverage, today: PlainDate) =>
  reached.credit > 0 && isPayable(reached.paidUntil, today) ? whatIsDue(plan, reached, today) : null

/** A payment cannot be in the future, and one from long ago is a typing error. */
export const earliestPaidOn = (today: PlainDate): PlainDate => addDays(today, -366)
export function whyNotPaidOn(day: PlainDate, today: PlainDate): string | null {
  if (day > today) return 'This day cannot be in the future'
  return day < earliestPaidOn(today) ? 'Please enter the day of the payment, within the last year' : null
}

/** Where the picture or the reference of a payment was seen before. */
export interface SeenBefore {
  same: 'picture' | 'reference'
  name: string
  /** Null for a registration. */
  payment: { id: string; receipt: string | null; state: PaymentState } | null
}

/** Payments to confirm before they enter a ledger: they may be intended, but are more often a mistake. */
export const unusualPayments = [
  'dues-pays-nothing',
  'dues-has-left',
  'dues-nothing-due',
  'dues-many-periods',
  'dues-proof-waiting',
  'dues-paid-meanwhile',
  'dues-seen-before',
  'dues-reference-receipted',
] as const satisfies ErrorCode[]
type UnusualPayment = (typeof unusualPayments)[number]

/**
 * Why a payment must be confirmed, from the payer's standing and where it was seen before. More than two periods
 * usually means a zero too many. A payment entered without a proof while a proof waits is usually the same payment, and
 * so is a proof that is dated no later than the last accepted payment.
 */
export function whyUnusual(
  payer: Coverage & {
    standing: DuesStanding
    hasLeft: boolean
    due: { centavos: number }
    waiting: object | null
    last: { paidOn: PlainDate } | null
  },
  payment: { centavos: number; paidOn: PlainDate; proof: string | null; seenBefore: readonly SeenBefore[] },
  today: PlainDate,
): UnusualPayment | null {
  const { standing, hasLeft, paidUntil, credit, due, waiting, last } = payer
  const { centavos, paidOn, proof, seenBefore } = payment
  if (seenBefore.some(({ same, payment }) => same === 'reference' && payment?.receipt))
    return 'dues-reference-receipted'
  if (seenBefore.length > 0) return 'dues-seen-before'
  if (standing.kind === 'exempt') return 'dues-pays-nothing'
  if (hasLeft) return 'dues-has-left'
  if (!isPayable(paidUntil, today)) return 'dues-nothing-due'
  if (centavos > 2 * (credit + due.centavos)) return 'dues-many-periods'
  if (!proof) return waiting ? 'dues-proof-waiting' : null
  return last && last.paidOn >= paidOn ? 'dues-paid-meanwhile' : null
}
