import { describe, expect, test } from 'vitest'
import {
  isRollOpen,
  publicReason,
  whyCannotAdd,
  whyCannotEndDues,
  whyCannotLeave,
  whyCannotCorrect,
  whyCannotStrike,
  type CorrectableElection,
  type RollMember,
} from './roll.ts'

const closes = 1000
const frozen: CorrectableElection = { votingCloses: closes, rollFrozenAt: 100, countClosedAt: null, certifiedAt: null }
const now = 500

test.each<[string, Partial<CorrectableElection>, number, ReturnType<typeof whyCannotCorrect>]>([
  ['before it is frozen', { rollFrozenAt: null }, now, 'roll-not-frozen'],
  ['from the freezing on', {}, 100, null],
  ['in the last moment', {}, closes - 1, null],
  ['as voting closes', {}, closes, 'roll-closed'],
  ['with a closed count, whatever the hours say', { countClosedAt: 400 }, now, 'roll-closed'],
  ['once certified', { certifiedAt: 400 }, now, 'roll-closed'],
  ['never frozen and over', { rollFrozenAt: null }, closes, 'roll-closed'],
])('the roll is corrected %s', (_when, change, at, why) =>
  expect(whyCannotCorrect({ ...frozen, ...change }, at)).toBe(why),
)

test.each<[string, Partial<Parameters<typeof isRollOpen>[0]>, number, boolean]>([
  ['before it is frozen', { rollFrozenAt: null }, now, false],
  ['from the freezing on', {}, 100, true],
  ['in the last moment', {}, closes - 1, true],
  ['as voting closes', {}, closes, false],
  ['of a cancelled election', { cancelledAt: 400 }, now, false],
])('a roll is open %s: %j', (_when, change, at, open) =>
  expect(isRollOpen({ ...frozen, cancelledAt: null, ...change }, at)).toBe(open),
)

test('who is on an open roll does not leave', () => {
  expect(whyCannotLeave([])).toBeNull()
  expect(whyCannotLeave([{ id: '1', title: 'Election', proxyNeedsSecondAdmin: false }])).toBe('on-open-roll')
})

test.each<[string, Partial<Parameters<typeof whyCannotEndDues>[0][0]>, boolean]>([
  ['while its roll is to be drawn up', {}, false],
  ['once it is frozen', { rollFrozenAt: 100 }, true],
  ['of one that asks for no standing', { goodStandingOnly: false }, true],
  ['of one that was cancelled', { cancelledAt: 1 }, true],
  ['of one that ended without a nominee', { countClosedAt: 1 }, true],
])('dues end %s', (_when, change, free) => {
  const planned = { ...frozen, rollFrozenAt: null, goodStandingOnly: true, cancelledAt: null }
  expect(whyCannotEndDues([planned, { ...planned, ...change }])).toBe('dues-decide-roll')
  expect(whyCannotEndDues([{ ...planned, ...change }]) === null).toBe(free)
})

const missing: RollMember = { isPresentMember: true, listed: 'never', hasBallot: false, proxyWaits: false }
const listed: RollMember = { ...missing, listed: 'on the roll' }

// Shows roll-08
test.each<[string, Partial<RollMember>, ReturnType<typeof whyCannotAdd>]>([
  ['who is missing', {}, null],
  ['who is on it', { listed: 'on the roll' }, 'roll-has-member'],
  ['who was struck', { listed: 'struck' }, 'roll-struck-member'],
  ['who is no member', { isPresentMember: false }, 'roll-needs-member'],
])('adding somebody %s', (_who, change, why) => expect(whyCannotAdd(frozen, { ...missing, ...change }, now)).toBe(why))

test.each<[string, Partial<RollMember>, ReturnType<typeof whyCannotStrike>]>([
  ['who is on it', {}, null],
  ['who is no member any more', { isPresentMember: false }, null],
  ['who was never on it', { listed: 'never' }, 'roll-lacks-member'],
  ['who was struck', { listed: 'struck' }, 'roll-struck-member'],
  ['who has a ballot', { hasBallot: true }, 'roll-member-voted'],
  ['for whom a proxy waits', { proxyWaits: true }, 'roll-proxy-waits'],
  ['with both', { hasBallot: true, proxyWaits: true }, 'roll-member-voted'],
])('striking somebody %s', (_who, change, why) =>
  expect(whyCannotStrike(frozen, { ...listed, ...change }, now)).toBe(why),
)

test('neither is done once voting is over', () => {
  expect(whyCannotAdd(frozen, missing, closes)).toBe('roll-closed')
  expect(whyCannotStrike(frozen, listed, closes)).toBe('roll-closed')
})

describe('the reason', () => {
  // Shows roll-08
  test.each([
    ['approved in time', true],
    ['approved\nin time', true],
    ['approved late', false],
    ['   ', false],
    [`a b ${'c'.repeat(1000)}`, false],
    ['turned \u202Earound here', false],
  ])('%j is one: %s', (text, good) => expect(publicReason.safeParse(text).success).toBe(good))
})
