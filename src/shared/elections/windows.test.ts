import { expect, test } from 'vitest'
import { manila } from '../time.ts'
import { whyNotCandidateFile } from './candidacy/candidate-document.ts'
import { defaultElection } from './settings/defaults.ts'
import { candidacyOpen, whyCannotFile } from './candidacy/eligibility.ts'
import { isWithin, voteLinkShown } from './windows.ts'

const at = (date: Date) => date.getTime()
const election = {
  voteLinkOpens: at(defaultElection.voteLinkOpens),
  voteLinkCloses: at(defaultElection.voteLinkCloses),
  candidacyOpens: at(defaultElection.candidacyOpens),
  candidacyCloses: at(defaultElection.candidacyCloses),
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

// Shows profile-24
test.each([
  [lastMoment('2025-03-29'), false],
  [manila('2025-03-29'), true],
  [lastMoment('2025-03-30'), true],
  [manila('2025-03-30'), false],
])('the Vote link at %d: %s', (now, shown) => {
  expect(voteLinkShown(election, 'member', now)).toBe(shown)
  expect(voteLinkShown(election, 'viewer', now)).toBe(shown)
  expect(voteLinkShown(election, 'admin', now)).toBe(false)
  expect(voteLinkShown(election, 'visitor', now)).toBe(false)
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

// Shows candidacy-08
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
