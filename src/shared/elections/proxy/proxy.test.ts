import { expect, test } from 'vitest'
import { lapseOf, proxyBallotSchema, whyCannotCastProxyFor, whyCannotConfirmProxy } from './proxy.ts'

test.each([
  ['a member on the roll', { isMember: true, onRoll: true, voted: false }, null],
  ['one who has voted', { isMember: true, onRoll: true, voted: true }, 'already-voted'],
  ['one who is not on the roll', { isMember: true, onRoll: false, voted: false }, 'proxy-voter-not-on-roll'],
  ['one who voted and was then struck off', { isMember: true, onRoll: false, voted: true }, 'already-voted'],
  ['one who has left', { isMember: false, onRoll: true, voted: true }, 'user-not-found'],
])('a ballot cast by proxy for %s: %o', (_who, facts, why) => {
  expect(whyCannotCastProxyFor(facts)).toBe(why)
})

test.each([
  ['another administrator', 'b', null],
  ['the one who asked', 'a', 'needs-another-admin'],
])('confirmed by %s', (_who, adminId, why) => {
  expect(whyCannotConfirmProxy('a', adminId)).toBe(why)
})

test.each([
  ['whom nothing keeps from voting', { open: true, voted: false, mayVote: true }, null],
  ['who has left', { open: true, voted: false, mayVote: false }, 'not a member'],
  ['who voted and then left', { open: true, voted: true, mayVote: false }, 'has voted'],
  ['who voted, and voting is over', { open: false, voted: true, mayVote: true }, 'voting is over'],
])('what waits for a member %s: %o', (_who, facts, lapse) => {
  expect(lapseOf(facts)).toBe(lapse)
})

test.each([
  ['note', false],
  ['notes', true],
  ['n'.repeat(500), true],
  ['n'.repeat(501), false],
])('an authority of %j: %s', (authority, isTaken) => {
  expect(proxyBallotSchema.shape.authority.safeParse(authority).success).toBe(isTaken)
})
