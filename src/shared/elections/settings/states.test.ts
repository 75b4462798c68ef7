import { expect, test } from 'vitest'
import { stages, type Stage } from '../lifecycle.ts'
import { whyCannotAnnounce, whyCannotCancel, whyCannotDelete, whyNotUnderWay } from './states.ts'

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
