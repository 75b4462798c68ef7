import { expect, test } from 'vitest'
import { eachTime } from '#shared/elections/schedule.ts'
import { defaultElection } from '#shared/elections/settings/offered-plan.ts'
import { isEmailDue, isSameRequest, remindersAreStale, whyCannotRemind } from './reminding.ts'

const election = {
  ...eachTime((field) => defaultElection[field]),
  countClosedAt: null,
  certifiedAt: null,
  kind: 'election' as const,
  draft: false,
  cancelledAt: null,
  remindersRequestedAt: null,
  rolledBackAt: null,
}
const { votingOpens, votingCloses } = election
const day = 24 * 60 * 60_000
const long = { ...election, votingCloses: votingOpens + 7 * day }

test.each([
  ['before voting', election, true, votingOpens - 1, 'voting-not-open'],
  ['while it is open', election, true, votingOpens, null],
  ['without a mail server that works', election, false, votingOpens, 'mail-not-working'],
  ['after the close', election, true, votingCloses, 'voting-not-open'],
  ['cancelled', { ...election, cancelledAt: votingOpens }, true, votingOpens, 'voting-not-open'],
  ['within a day', { ...long, remindersRequestedAt: votingOpens }, true, votingOpens + day - 1, 'reminded-lately'],
  ['after a day', { ...long, remindersRequestedAt: votingOpens }, true, votingOpens + day, null],
])('reminders %s', (_when, asked, mailWorks, now, why) => {
  expect(whyCannotRemind(asked, mailWorks, now)).toBe(why)
})

const minute = 60_000
test.each([
  ['never asked for', null, 0, false],
  ['at that very moment', votingOpens, 0, true],
  ['a moment before five minutes are over', votingOpens, 5 * minute - 1, true],
  ['after five minutes', votingOpens, 5 * minute, false],
  ['of a clock that was ahead', votingOpens, -1, false],
])('it is the same request for reminders, %s: %s + %i ms', (_, remindersRequestedAt, ms, same) => {
  expect(isSameRequest({ ...election, remindersRequestedAt }, votingOpens + ms)).toBe(same)
})

const requested = { ...election, remindersRequestedAt: votingOpens }
const cancelled = { ...election, cancelledAt: votingOpens }
const rolledBack = { ...election, rolledBackAt: votingOpens }
test.each([
  ['cast', election, votingOpens - 1, false],
  ['cast', election, votingOpens, true],
  ['cast', election, votingCloses + 2 * day - 1, true],
  ['cast', election, votingCloses + 2 * day, false],
  ['cast', cancelled, votingOpens, false],
  ['cancelled', election, votingOpens, false],
  ['cancelled', cancelled, votingOpens + 2 * day - 1, true],
  ['cancelled', cancelled, votingOpens + 2 * day, false],
  ['rollback', election, votingOpens, false],
  ['rollback', rolledBack, votingOpens + 2 * day - 1, true],
  ['rollback', rolledBack, votingOpens + 2 * day, false],
  ['rollback', { ...rolledBack, cancelledAt: votingOpens }, votingOpens, false],
  ['reminder', election, votingOpens, false],
  ['reminder', requested, votingOpens - 1, false],
  ['reminder', requested, votingOpens, true],
  ['reminder', requested, votingCloses, false],
] as const)('emails of the kind %s are written (%#)', (kind, of, now, due) => {
  expect(isEmailDue[kind](of, now)).toBe(due)
})

test.each([
  ['while one can vote', requested, votingOpens, false],
  ['at the close', requested, votingCloses, true],
  ['until two days after it', requested, votingCloses + 2 * day - 1, true],
  ['never asked for', election, votingCloses, false],
  ['two days after the close', requested, votingCloses + 2 * day, false],
  ['cancelled', { ...requested, cancelledAt: votingOpens - day }, votingOpens - 1, true],
  ['cancelled long ago', { ...requested, cancelledAt: votingOpens - 3 * day }, votingOpens - 1, false],
])('reminders that were not sent are stale, %s', (_, of, now, stale) => {
  expect(remindersAreStale(of, now)).toBe(stale)
})
