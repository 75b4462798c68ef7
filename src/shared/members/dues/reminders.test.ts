import { expect, test } from 'vitest'
import type { PlainDate } from '#shared/time.ts'
import { defaultReminders, fillReminder, reminderDay, reminderFor, remindersSchema } from './reminders.ts'

const paidUntil = '2025-12-31'
test.each<[PlainDate, ReturnType<typeof reminderFor>, ReturnType<typeof reminderFor>]>([
  ['2025-12-01', null, null],
  ['2025-12-02', 'before', 'before'],
  ['2025-12-31', 'before', 'before'],
  ['2026-01-01', 'due', 'grace over'],
  ['2026-01-10', 'due', 'grace over'],
  ['2026-01-11', 'grace over', 'grace over'],
  ['2026-01-30', 'grace over', 'grace over'],
  ['2026-01-31', 'grace over', null],
  ['2026-02-09', 'grace over', null],
  ['2026-02-10', null, null],
])('on %s a member is reminded with ten days of grace: %s, with none: %s', (today, ten, none) => {
  expect(reminderFor({ paidUntil, exempt: false }, { graceDays: 10 }, today)).toBe(ten)
  expect(reminderFor({ paidUntil, exempt: false }, { graceDays: 0 }, today)).toBe(none)
  expect(reminderFor({ paidUntil, exempt: true }, { graceDays: 10 }, today)).toBeNull()
})

test('a reminder is about the last day that is paid, the last of grace, or the first without good standing', () => {
  const days = (['before', 'due', 'grace over'] as const).map((kind) => reminderDay(kind, paidUntil, { graceDays: 10 }))
  expect(days).toEqual(['2025-12-31', '2026-01-10', '2026-01-11'])
})

const own = { name: 'Ana', amount: '₱500', day: '31 December 2025', link: 'https://example.org/dues' }
test('each member reads their own', () => {
  expect(fillReminder('{ Name }: {amount} by {day}, {link} {amount}', own)).toBe(
    'Ana: ₱500 by 31 December 2025, https://example.org/dues ₱500',
  )
  for (const text of Object.values(defaultReminders)) expect(fillReminder(text, own)).not.toMatch(/[{}]/)
  expect(fillReminder('{name}', { ...own, name: '{amount} $& $1' })).toBe('{amount} $& $1')
})

test.each([
  [undefined, true],
  [{}, true],
  [{ before: '' }, true],
  [{ before: 'Pay {amount}, {Name}', 'grace over': 'Now: {link}' }, true],
  [{ due: 'Dear {rank},' }, false],
  [{ due: 'Dear {},' }, false],
  [{ due: 'x'.repeat(2001) }, false],
])('with the texts %j reminders can be saved: %s', (reminders, is) => {
  expect(remindersSchema.safeParse(reminders).success).toBe(is)
})
