import { expect, test } from 'vitest'
import { defaultElection } from '#shared/elections/settings/offered-plan.ts'
import { manila } from '#shared/time.ts'
import {
  candidacyOpen,
  statusAfterAnswer,
  statusWhenApproved,
  isAskedToAccept,
  whyCannotFile,
  whyCannotWithdraw,
} from './candidacy.ts'

const votingOpens = defaultElection.votingOpens

// Shows candidacy-22
test.each([
  ['while members nominate', defaultElection.nominationCloses - 1, null],
  ['after nomination has closed', defaultElection.nominationCloses, null],
  ['after candidacy has closed', defaultElection.candidacyCloses, null],
  ['a moment before voting opens', votingOpens - 1, null],
  ['when voting opens', votingOpens, 'candidacy-settled'],
])('withdrawing: %s', (_when, now, why) => {
  expect(whyCannotWithdraw({ votingOpens }, now)).toBe(why)
})

test.each([
  ['who was nominated where nominees are asked', true, false, true],
  ['who was nominated where nobody is', false, false, false],
  ['who filed for candidacy', true, true, false],
])('asked to accept: %s', (_who, nomineesAccept, ownNomination, asked) => {
  expect(isAskedToAccept({ nomineesAccept }, { ownNomination })).toBe(asked)
})

// Shows candidacy-22
test.each([
  ['asked', 'accepted', 'approved'],
  ['asked', 'declined', 'declined'],
  ['declined', 'accepted', 'approved'],
  ['approved', 'declined', 'declined'],
  ['pending', 'accepted', 'pending'],
  ['pending', 'declined', 'pending'],
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

const lastMoment = (date: string) => manila(date) - 1
const filing = {
  candidacyOpens: defaultElection.candidacyOpens,
  candidacyCloses: defaultElection.candidacyCloses,
  candidacyFiling: true,
}

// Shows profile-29
test.each([
  [lastMoment('2025-03-01'), false],
  [manila('2025-03-01'), true],
  [lastMoment('2025-03-14'), true],
  [manila('2025-03-14'), false],
])('candidacy at %d: %s, and never while the election does not offer it', (now, open) => {
  expect(candidacyOpen(filing, now)).toBe(open)
  expect(candidacyOpen({ ...filing, candidacyFiling: false }, now)).toBe(false)
})

const during = manila('2025-03-05')
const ready = { alreadyNominated: false, ms: 'PA', region: 'NCR' }

test.each([
  [ready, during, null],
  [ready, manila('2025-03-14'), 'candidacy-closed'],
  [{ ...ready, alreadyNominated: true }, during, 'already-nominated'],
  [{ ...ready, ms: null }, during, 'candidate-incomplete'],
  [{ ...ready, region: null }, during, 'candidate-incomplete'],
])('%j at %d cannot file because of %s', (candidate, now, why) => {
  expect(whyCannotFile(filing, candidate, now)).toBe(why)
})
