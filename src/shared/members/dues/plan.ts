import { z } from 'zod'
import type { ErrorCode } from '#shared/errors.ts'
import { militaryStatuses } from '#shared/members/enums.ts'
import { showPesos } from '#shared/pesos.ts'
import { lineText } from '#shared/short-text.ts'
import { isPlainDate, type PlainDate } from '#shared/time.ts'
import { remindersSchema } from './reminders.ts'

export const dayRule = () => z.string().refine(isPlainDate, 'Please enter a valid day')
/** Up to a hundred thousand pesos. */
export const centavosRule = () =>
  z
    .number({
      error: ({ input }) =>
        Number.isNaN(input) ? 'Please use figures only, for example 500' : 'Please enter an amount',
    })
    .int()
    .min(1, 'Please enter an amount')
    .max(10_000_000, 'This amount is too large')
export const requiredLine = (max: number, missing = 'Please fill this in') => lineText(max).min(1, missing)

const wrongDays = 'Please enter from 0 to 365 days'

export const cash = 'cash'
export const mostAccounts = 5

const account = z.object({
  name: requiredLine(60).refine((name) => name.toLowerCase() !== cash, 'Please enter another name'),
  number: requiredLine(60),
  /** The name the account is held in; empty if members need not know it. */
  holder: lineText(60),
  /** The id of the upload of its QR picture; empty without one. */
  qr: z.union([z.literal(''), z.uuid()]),
})

/** What members owe, how often, and where they pay it. */
export const duesPlanSchema = z.object({
  /** While off, the plan stays stored, but only those who set it can see it. */
  off: z.literal(true).optional(),
  /** Each rate counts for periods that begin on its day or later. Dues begin with the first rate. */
  rates: z
    .array(z.object({ from: dayRule(), centavos: centavosRule() }))
    .min(1, 'Please enter an amount')
    .max(100)
    .refine(
      (rates) => rates.every(({ from }, n) => n === 0 || from > (rates[n - 1]?.from ?? '')),
      'Each amount needs a later day than the one before',
    ),
  /** The day on which a year begins for everybody, as `07-01`; null if it begins on the day each member joined. */
  yearStarts: z
    .string()
    .refine((starts) => isPlainDate(`2001-${starts}`), 'Please choose a day that every year has')
    .nullable(),
  graceDays: z.number(wrongDays).int(wrongDays).min(0, wrongDays).max(365, wrongDays),
  /** Whether the registration fee pays for the period in which somebody joins. */
  firstPeriodCovered: z.boolean(),
  exemptStatuses: z.array(z.enum(militaryStatuses)).max(militaryStatuses.length),
  accounts: z
    .array(account)
    .max(mostAccounts)
    .refine(
      (accounts) => new Set(accounts.map(({ name }) => name.toLowerCase())).size === accounts.length,
      'Each account needs a name of its own',
    ),
  reminders: remindersSchema,
})
export type DuesPlan = z.infer<typeof duesPlanSchema>

/**
 * What members paid is history: once a payment was accepted on a rate's day or later, the rate cannot change, even
 * while dues are off. Until then it can be corrected.
 */
export function whyCannotChangePlan(
  before: DuesPlan | null,
  after: DuesPlan | null,
  lastPayment: PlainDate | null,
): Extract<ErrorCode, 'dues-rate-settled'> | null {
  const settled = (plan: DuesPlan | null) =>
    JSON.stringify((plan?.rates ?? []).filter((rate) => isRateSettled(rate, lastPayment)))
  return before === null || settled(before) === settled(after) ? null : 'dues-rate-settled'
}

export const isRateSettled = ({ from }: { from: PlainDate }, lastPayment: PlainDate | null): boolean =>
  lastPayment !== null && from <= lastPayment

/** The accounts with a new number but the old QR picture: whoever scans it pays into the old account. */
export function accountsWithOldQr(before: DuesPlan | null, after: DuesPlan | null): string[] {
  const plain = (number: string) => number.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase()
  const isOld = ({ qr, number }: DuesPlan['accounts'][number]) =>
    qr !== '' && before?.accounts.some((old) => old.qr === qr && plain(old.number) !== plain(number))
  return (after?.accounts ?? []).filter(isOld).map(({ name }) => name)
}

/** For the log. It names the accounts, so that any change of one is on record. A QR picture is known by its id. */
export const planInWords = (plan: DuesPlan | null): string =>
  plan === null || plan.off
    ? 'no dues'
    : [
        ...plan.rates.map((rate) => `${showPesos(rate.centavos)} from ${rate.from}`),
        `each year from ${plan.yearStarts ?? 'joining'}`,
        `${plan.graceDays} days of grace`,
        ...(plan.firstPeriodCovered ? ['the registration fee covers the year of joining'] : []),
        ...plan.exemptStatuses.map((status) => `${status} exempt`),
        ...plan.accounts.map(accountInWords),
      ].join('; ')

export const accountInWords = ({ name, number, holder, qr }: DuesPlan['accounts'][number]): string =>
  `${name} ${[number, holder, qr && `QR picture ${qr.slice(0, 8)}`].filter(Boolean).join(', ')}`
