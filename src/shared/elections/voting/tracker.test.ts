import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isNonce, trackerText } from './tracker.ts'

const nonce = '0123456789abcdef0123456789abcdef'

// Shows receipt-01
test('the same choices give the same text, in whatever order they were made', () => {
  const text = trackerText('e', { contest: 'PA', nominees: ['b', 'a'] }, nonce)
  expect(text).toBe('ballot tracker 1\ne\nPA\na,b\n0123456789abcdef0123456789abcdef')
  expect(trackerText('e', { contest: 'PA', nominees: ['a', 'b'] }, nonce)).toBe(text)
})

// Shows receipt-01
test('different ballots never share a text', () => {
  const id = fc.uuid()
  const ballot = fc.record({
    election: id,
    contest: fc.constantFrom('PA' as const, 'PN' as const),
    nominees: fc.uniqueArray(id, { minLength: 1, maxLength: 4 }),
    nonce: fc.stringMatching(/^[0-9a-f]{32}$/),
  })
  const textOf = (one: typeof ballot extends fc.Arbitrary<infer T> ? T : never) =>
    trackerText(one.election, one, one.nonce)
  const canonical = (one: { nominees: string[] }) => JSON.stringify({ ...one, nominees: one.nominees.toSorted() })
  fc.assert(
    fc.property(ballot, ballot, (a, b) => {
      expect(textOf(a) === textOf(b)).toBe(canonical(a) === canonical(b))
    }),
  )
})

// Shows receipt-01
test.each([
  [nonce, true],
  [nonce.toUpperCase(), false],
  [nonce.slice(1), false],
  [`${nonce}0`, false],
  ['', false],
])('%j is a nonce: %j', (value, is) => {
  expect(isNonce(value)).toBe(is)
})
