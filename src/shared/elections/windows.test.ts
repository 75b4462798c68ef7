import { expect, test } from 'vitest'
import { manila } from '../time.ts'
import { whyNotCandidateFile } from './candidacy/candidate-document.ts'
import { defaultElection } from './settings/defaults.ts'
import { candidacyOpen, whyCannotFile } from './candidacy/eligibility.ts'
import { eachTime } from './schedule.ts'
import { isWithin, voteLinkFor } from './windows.ts'

const election = {
  candidacyOpens: defaultElection.candidacyOpens,
  candidacyCloses: defaultElection.candidacyCloses,
  candidacyFiling: true,
}

// Shows time-10
test.each([
  ['before', 9, false],
  ['at the opening instant', 10, true],
  ['inside', 15, true],
  ['at the last millisecond', 19, true],
  ['at the closing instant', 20, false],
])('a window %s', (_when, now, inside) => {
  expect(isWithin({ opens: 10, closes: 20 }, now)).toBe(inside)
})

const lastMoment = (date: string) => manila(date) - 1

const course = {
  ...eachTime((field) => defaultElection[field]),
  countClosedAt: null,
  certifiedAt: null,
  kind: 'election' as const,
  draft: false,
  cancelledAt: null,
}
const member = { role: 'member', onRoll: true, voted: false } as const

// Shows profile-24
test.each([
  [lastMoment('2025-03-29'), null, null],
  [manila('2025-03-29'), 'vote', 'see'],
  [manila('2025-03-29', '17:00') - 1, 'vote', 'see'],
  // The link's day is not over, but voting is.
  [manila('2025-03-29', '17:00'), null, 'see'],
  [lastMoment('2025-03-30'), null, 'see'],
  [manila('2025-03-30'), null, null],
])('the Vote link at %d: %s, and %s for whoever has voted', (now, toVoter, afterwards) => {
  expect(voteLinkFor(course, member, now)).toBe(toVoter)
  expect(voteLinkFor(course, { ...member, role: 'viewer' }, now)).toBe(toVoter)
  expect(voteLinkFor(course, { ...member, voted: true }, now)).toBe(afterwards)
  expect(voteLinkFor(course, { ...member, onRoll: false }, now)).toBe(null)
  for (const role of ['admin', 'observer', 'visitor'] as const)
    expect(voteLinkFor(course, { role, onRoll: true, voted: true }, now)).toBe(null)
})

test('the Vote link outside the hours of voting, and after a count that was closed early', () => {
  const earlier = { ...course, voteLinkOpens: manila('2025-03-28') }
  expect(voteLinkFor(earlier, member, manila('2025-03-28'))).toBe(null)
  expect(voteLinkFor({ ...course, countClosedAt: 1 }, member, manila('2025-03-29', '16:00'))).toBe(null)
  const shorter = { ...course, voteLinkCloses: manila('2025-03-29', '12:00') }
  expect(voteLinkFor(shorter, member, manila('2025-03-29', '12:00'))).toBe(null)
})

// Shows profile-29
test.each([
  [lastMoment('2025-03-01'), false],
  [manila('2025-03-01'), true],
  [lastMoment('2025-03-14'), true],
  [manila('2025-03-14'), false],
])('candidacy at %d: %s, and never while the election does not offer it', (now, open) => {
  expect(candidacyOpen(election, now)).toBe(open)
  expect(candidacyOpen({ ...election, candidacyFiling: false }, now)).toBe(false)
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
  expect(whyCannotFile(election, candidate, now)).toBe(why)
})

// Shows candidacy-02
test.each([
  ['plan.pdf', 5_242_880, null],
  ['PLAN.PDF', 1, null],
  ['plan.docx', 1, null],
  ['plan.doc', 1, null],
  ['scan.JPEG', 1, null],
  ['scan.jpg', 1, null],
  ['scan.png', 1, null],
  ['plan.pdf', 5_242_881, 'candidate-file-too-large'],
  ['plan.pdf.exe', 1, 'candidate-file-type'],
  ['plan', 1, 'candidate-file-type'],
  ['film.mp4', 9_000_000, 'candidate-file-type'],
])('a candidate document %s of %d bytes: %s', (name, size, why) => {
  expect(whyNotCandidateFile({ name, size })).toBe(why)
})
