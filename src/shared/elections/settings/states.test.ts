import { expect, test } from 'vitest'
import { stages, type Stage } from '#shared/elections/lifecycle.ts'
import { scheduleProblems } from '#shared/elections/schedule.ts'
import { manila } from '#shared/time.ts'
import { firstElection, nextElection } from './offered-plan.ts'
import {
  changedTimes,
  postponed,
  postponedAnchor,
  timesToPostpone,
  whyCannotAnnounce,
  whyCannotCancel,
  whyCannotDelete,
  whyNotUnderWay,
} from './states.ts'

const everyStage: Stage[] = [...stages, 'cancelled']
const after = 2000

test.each(everyStage)('%s: only a draft is announced or deleted', (stage) => {
  const isDraft = stage === 'draft'
  expect(whyCannotAnnounce(stage, { votingOpens: after, eligibilityDate: null }, after - 1)).toBe(
    isDraft ? null : 'election-announced',
  )
  expect(whyCannotDelete(stage)).toBe(isDraft ? null : 'election-announced')
})

test('a draft whose voting would be open already is not announced', () =>
  expect(whyCannotAnnounce('draft', { votingOpens: after, eligibilityDate: null }, after)).toHaveProperty(
    'votingOpens',
  ))

test('nor is one whose roll would be drawn up as of a day that has passed', () => {
  const draft = { votingOpens: after, eligibilityDate: after - 100 }
  expect(whyCannotAnnounce('draft', draft, after - 101)).toBeNull()
  expect(whyCannotAnnounce('draft', draft, after - 100)).toHaveProperty('eligibilityDate')
})

test.each<[Stage, string | null]>([
  ['draft', 'election-not-announced'],
  ['announced', null],
  ['nomination', null],
  ['campaign', null],
  ['voting', null],
  ['counting', 'voting-was-held'],
  ['counted', 'voting-was-held'],
  ['certified', 'voting-was-held'],
  ['cancelled', 'election-cancelled'],
])('%s: cancelled or postponed unless %s', (stage, why) => {
  expect(whyNotUnderWay(stage)).toBe(why)
  expect(whyCannotCancel(stage, { hasBallots: false, ballotsGivenUp: false })).toBe(why)
  expect(whyCannotCancel(stage, { hasBallots: true, ballotsGivenUp: true })).toBe(why)
  expect(whyCannotCancel(stage, { hasBallots: true, ballotsGivenUp: false })).toBe(why ?? 'ballots-given-up')
})

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
