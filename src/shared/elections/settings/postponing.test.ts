import { expect, test } from 'vitest'
import { manila } from '../../time.ts'
import { scheduleProblems } from '../schedule.ts'
import { changedTimes, postponed, postponedAnchor, timesToPostpone } from './postponing.ts'
import { firstElection, nextElection } from './settings.ts'

/** Nomination from 1 March, voting on 29 March 2026. */
const election = {
  ...nextElection(firstElection, manila('2025-06-01')),
  candidacyFiling: true,
  eligibilityDate: manila('2026-03-22') as number | null,
  rollFrozenAt: null as number | null,
}
const week = 7 * 24 * 60 * 60_000
const { nominationOpens, nominationCloses, votingOpens, votingCloses } = election

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

test('a roll that is frozen stays, and its date with it', () => {
  const now = nominationCloses
  expect(timesToPostpone(election, now)).toContain('eligibilityDate')
  expect(timesToPostpone({ ...election, rollFrozenAt: now }, now)).not.toContain('eligibilityDate')
  expect(timesToPostpone({ ...election, eligibilityDate: null }, now)).not.toContain('eligibilityDate')
})

test('where nobody may file for candidacy, its times are nobody’s news', () => {
  const without = { ...election, candidacyFiling: false }
  const fields = timesToPostpone(without, nominationOpens - 1)
  expect(fields).not.toEqual(expect.arrayContaining([expect.stringMatching(/^candidacy/)]))
  expect(fields).toHaveLength(timesToPostpone(election, nominationOpens - 1).length - 2)
  expect(scheduleProblems(postponed(without, fields, week))).toEqual({})
})

test.each<[string, Partial<typeof election>, Partial<typeof election>, string[]]>([
  ['nothing changes', {}, {}, []],
  ['voting closes later', {}, { votingCloses: votingCloses + week }, ['votingCloses']],
  ['candidacy moves', {}, { candidacyOpens: nominationOpens + week }, ['candidacyOpens']],
  [
    'candidacy is offered only now: its old times were never announced',
    { candidacyFiling: false },
    { candidacyFiling: true, candidacyOpens: nominationOpens + week },
    [],
  ],
  ['candidacy is no longer offered', {}, { candidacyFiling: false, candidacyOpens: nominationOpens + week }, []],
  ['the roll gets the date that it had', { eligibilityDate: null }, { eligibilityDate: votingOpens }, []],
  [
    'the roll gets another date',
    { eligibilityDate: null },
    { eligibilityDate: votingOpens - week },
    ['eligibilityDate'],
  ],
  ['the roll follows voting again', {}, { eligibilityDate: null }, ['eligibilityDate']],
  [
    'the roll goes with voting, as it did before',
    { eligibilityDate: null },
    { eligibilityDate: null, votingOpens: votingOpens + 1 },
    ['votingOpens'],
  ],
])('what is told as changed when %s', (_when, before, after, fields) => {
  const then = { ...election, ...before }
  expect(changedTimes(then, { ...then, ...after })).toEqual(fields)
})
