import { expect, test } from 'vitest'
import { manila } from '../../time.ts'
import { scheduleProblems } from '../schedule.ts'
import { postponed, postponedAnchor, timesToPostpone } from './postponing.ts'
import { firstElection, nextElection } from './settings.ts'

/** Nomination from 1 March, voting on 29 March 2026. */
const election = {
  ...nextElection(firstElection, manila('2025-06-01')),
  candidacyFiling: true,
  eligibilityDate: manila('2026-03-22'),
  rollFrozenAt: null as number | null,
}
const week = 7 * 24 * 60 * 60_000
const { nominationOpens, nominationCloses, votingOpens, votingCloses } = election

// Shows election-45
test.each([
  ['before anything has begun', nominationOpens - 1, 10, 'votingOpens'],
  ['the instant nomination opens', nominationOpens, 8, 'votingOpens'],
  ['the instant voting opens', votingOpens, 2, 'votingCloses'],
  ['the last instant of voting', votingCloses - 1, 2, 'votingCloses'],
])('%s: what is still to come moves, and stays in order', (_when, now, moving, anchor) => {
  const fields = timesToPostpone(election, now)
  expect(fields).toHaveLength(moving)
  for (const field of fields) expect(election[field]).toBeGreaterThan(now)
  const after = postponed(election, fields, week)
  expect(scheduleProblems(after)).toEqual({})
  for (const field of fields) expect(after[field]).toBe((election[field] ?? 0) + week)
  expect(after.eligibilityDate! <= after.votingOpens).toBe(true)
  expect(postponedAnchor(election, now)).toBe(anchor)
})

// Shows election-45
test('a roll that is frozen stays, and its date with it', () => {
  const now = nominationCloses
  expect(timesToPostpone(election, now)).toContain('eligibilityDate')
  expect(timesToPostpone({ ...election, rollFrozenAt: now }, now)).not.toContain('eligibilityDate')
  expect(timesToPostpone({ ...election, eligibilityDate: null }, now)).not.toContain('eligibilityDate')
})

// Shows election-45
test('where nobody may file for candidacy, its times are nobody’s news', () => {
  const without = { ...election, candidacyFiling: false }
  const fields = timesToPostpone(without, nominationOpens - 1)
  expect(fields).not.toEqual(expect.arrayContaining([expect.stringMatching(/^candidacy/)]))
  expect(fields).toHaveLength(timesToPostpone(election, nominationOpens - 1).length - 2)
  expect(scheduleProblems(postponed(without, fields, week))).toEqual({})
})
