import { expect, test } from 'vitest'
import { defaultElection } from '../settings/defaults.ts'
import { eachTime } from '../schedule.ts'
import { whyCannotRemind } from './reminding.ts'

const election = {
  ...eachTime((field) => defaultElection[field].getTime()),
  countClosedAt: null,
  certifiedAt: null,
  draft: false,
  cancelledAt: null,
  remindersRequestedAt: null,
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
