import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { open, seal, type BallotOf, type OpenBallot } from './vault.ts'

const key = randomBytes(32)
const whose: BallotOf = {
  electionId: '11111111-1111-4111-8111-111111111111',
  voterId: '22222222-2222-4222-8222-222222222222',
  record: 'ab'.repeat(32),
}
const ballot: OpenBallot = { secret: 'ab'.repeat(16), choices: ['33333333-3333-4333-8333-333333333333', null] }

test('what was sealed opens again, for any choices', () => {
  const choices = fc.array(fc.option(fc.uuid({ version: 4 })), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(fc.stringMatching(/^[0-9a-f]{32}$/), choices, (secret, chosen) => {
      expect(open(key, whose, seal(key, whose, { secret, choices: chosen }))).toEqual({ secret, choices: chosen })
    }),
  )
})

test('blank or filled, sealed ballots are equally long and never alike', () => {
  const full = seal(key, whose, { ...ballot, choices: [ballot.choices[0]!, ballot.choices[0]!] })
  const empty = seal(key, whose, { ...ballot, choices: [null, null] })
  expect(full.length).toBe(empty.length)
  expect(seal(key, whose, ballot).equals(seal(key, whose, ballot))).toBe(false)
})

// Shows rehearsal-07, counting-01
test.each<[string, Buffer, BallotOf]>([
  ['another key', randomBytes(32), whose],
  ['another voter', key, { ...whose, voterId: whose.electionId }],
  ['another election', key, { ...whose, electionId: whose.voterId }],
  ['another freeze record', key, { ...whose, record: 'cd'.repeat(32) }],
  ['a helped voter', key, { ...whose, helped: true }],
])('it does not open for %s', (_who, withKey, as) => {
  const sealed = seal(key, whose, ballot)
  expect(() => open(withKey, as, sealed)).toThrow()
})

// Shows counting-01
test('a changed bit anywhere is noticed', () => {
  const sealed = seal(key, whose, ballot)
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(() => open(key, whose, changed), `byte ${at}`).toThrow()
  }
})
