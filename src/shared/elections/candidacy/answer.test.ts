import { expect, test } from 'vitest'
import { defaultElection } from '../settings/defaults.ts'
import { statusAfterAnswer, statusWhenApproved, whyCannotAnswer } from './answer.ts'

const votingOpens = defaultElection.votingOpens

// Shows candidacy-22
test.each([
  ['a moment before voting opens', true, false, votingOpens - 1, null],
  ['when voting opens', true, false, votingOpens, 'candidacy-settled'],
  ['where nobody is asked', false, false, votingOpens - 1, 'not-allowed'],
  ['who nominated themselves', true, true, votingOpens - 1, 'not-allowed'],
])('answering: %s', (_when, nomineesAccept, ownNomination, now, why) => {
  expect(whyCannotAnswer({ nomineesAccept, votingOpens }, { ownNomination }, now)).toBe(why)
})

// Shows candidacy-22
test.each([
  ['asked', 'accepted', 'approved'],
  ['asked', 'declined', 'declined'],
  ['declined', 'accepted', 'approved'],
  ['approved', 'declined', 'declined'],
  ['pending', 'accepted', 'pending'],
  ['pending', 'declined', 'declined'],
] as const)('a nominee who is %s and %s is %s', (status, answer, after) => {
  expect(statusAfterAnswer(status, answer)).toBe(after)
})

test.each([
  [false, null, false, 'approved'],
  [true, null, false, 'asked'],
  [true, null, true, 'approved'],
  [true, 'accepted', false, 'approved'],
  [true, 'declined', false, 'declined'],
] as const)(
  'approving where nominees are asked (%s), after the answer %s: %s',
  (nomineesAccept, answer, own, status) => {
    expect(statusWhenApproved({ nomineesAccept }, { answer, ownNomination: own })).toBe(status)
  },
)
