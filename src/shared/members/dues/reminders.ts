import { z } from 'zod'
import { inBraces, wordIn } from '#shared/members/braces.ts'
import { freeText } from '#shared/short-text.ts'
import { type PlainDate, addDays } from '#shared/time.ts'
import { isPayable, reminderDays, standingOf } from './dues.ts'
import type { DuesPlan } from './plan.ts'

export const reminderKinds = ['before', 'due', 'grace over'] as const
export type ReminderKind = (typeof reminderKinds)[number]

/**
 * Which reminder a member should get today, also some time after the grace is over. `reminderSql` is the same rule in
 * SQL, and a test compares both. The caller makes sure that each is sent only once.
 */
export function reminderFor(
  position: { paidUntil: PlainDate; exempt: boolean },
  plan: Pick<DuesPlan, 'graceDays'>,
  today: PlainDate,
): ReminderKind | null {
  const standing = standingOf(position, plan, today)
  switch (standing.kind) {
    case 'exempt':
      return null
    case 'good':
      return isPayable(standing.until, today) ? 'before' : null
    case 'grace':
      return 'due'
    case 'lapsed':
      return today < addDays(standing.since, reminderDays) ? 'grace over' : null
  }
}

/** The day that a reminder names: the last day paid for, the last day of grace, or the first day after it. */
export const reminderDay = (
  kind: ReminderKind,
  paidUntil: PlainDate,
  { graceDays }: Pick<DuesPlan, 'graceDays'>,
): PlainDate => addDays(paidUntil, { before: 0, due: graceDays, 'grace over': graceDays + 1 }[kind])

/** Reminders are sent from this hour of the day on, so that they wake nobody. */
export const reminderHour = 8

/** Words in braces, which are replaced by each member's own values. */
const reminderWords = ['name', 'amount', 'day', 'link'] as const
type ReminderWord = (typeof reminderWords)[number]
const isReminderWord = (word: string): word is ReminderWord => (reminderWords as readonly string[]).includes(word)

export const fillReminder = (text: string, own: Record<ReminderWord, string>): string =>
  text.replaceAll(inBraces, (whole, typed: string, space: string) => {
    const word = wordIn(typed)
    return isReminderWord(word) ? own[word] + space : whole
  })

/** The association's own text. If there is none, `defaultReminders` is sent. */
const reminderText = freeText(2000)
  .refine(
    (text) => [...text.matchAll(inBraces)].every(([, typed = '']) => isReminderWord(wordIn(typed))),
    'In braces you can write only {name}, {amount}, {day} or {link}',
  )
  .optional()
export const remindersSchema = z
  .object({ before: reminderText, due: reminderText, 'grace over': reminderText } satisfies Record<
    ReminderKind,
    typeof reminderText
  >)
  .optional()

export const defaultReminders: Record<ReminderKind, string> = {
  before: `Good day, {name},

Your dues are paid until {day}. To stay in good standing, please pay {amount} by then.

How to pay, and where to send your proof of payment: {link}`,
  due: `Good day, {name},

Your dues of {amount} are due. You stay in good standing if you pay them by {day}.

How to pay, and where to send your proof of payment: {link}`,
  'grace over': `Good day, {name},

We have not received your dues of {amount}, so you have not been in good standing since {day}. You will be again as soon as you pay.

How to pay, and where to send your proof of payment: {link}`,
}

export const reminderSubjects: Record<ReminderKind, string> = {
  before: 'your dues will be due soon',
  due: 'your dues are due',
  'grace over': 'your dues are overdue',
}
