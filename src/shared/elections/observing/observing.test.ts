import { expect, test } from 'vitest'
import { invitedSchema } from '../../accounts/invitation.ts'
import { observingEnds, observingIsOver } from './observing.ts'

const day = 24 * 60 * 60 * 1000
const certifiedAt = Date.parse('2025-03-30T00:00:00Z')

test.each([
  ['before certification', null, certifiedAt + 1000 * day, false],
  ['a moment before the end', certifiedAt, certifiedAt + 30 * day - 1, false],
  ['at the end', certifiedAt, certifiedAt + 30 * day, true],
])('observing, %s', (_when, ended, now, over) => {
  expect(observingIsOver({ certifiedAt: ended, cancelledAt: null }, now)).toBe(over)
  expect(observingIsOver({ certifiedAt: null, cancelledAt: ended }, now)).toBe(over)
})

test('nobody knows when observing ends before the election is certified', () => {
  expect(observingEnds({ certifiedAt: null, cancelledAt: null })).toBeNull()
})

test.each([
  [{ firstName: '', lastName: 'Cruz', email: 'a@example.org' }, 'firstName'],
  [{ firstName: 'Ana', lastName: ' ', email: 'a@example.org' }, 'lastName'],
  [{ firstName: 'Ana', lastName: 'Cruz', email: 'example.org' }, 'email'],
  [{ firstName: 'Ana\nBcc: b', lastName: 'Cruz', email: 'a@example.org' }, 'firstName'],
  [{ firstName: 'Ana (ana@example.org)', lastName: 'Cruz', email: 'a@example.org' }, 'firstName'],
])('%o is refused for its %s', (form, field) => {
  expect(invitedSchema.safeParse(form).error?.issues.map(({ path }) => path[0])).toEqual([field])
})

test('an address has one spelling', () => {
  const form = { firstName: ' Ana ', lastName: 'Cruz', email: ' Ana@Example.org ' }
  expect(invitedSchema.parse(form)).toEqual({ firstName: 'Ana', lastName: 'Cruz', email: 'ana@example.org' })
})
