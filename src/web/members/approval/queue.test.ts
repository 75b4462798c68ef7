import { describe, expect, test } from 'vitest'
import { countsWithout, namesOf, nextAfter, type Waiting } from './queue.ts'

const waiting = (id: string): Waiting => ({
  id,
  idNumber: null,
  firstName: id.toUpperCase(),
  middleName: null,
  lastName: 'CRUZ',
  suffix: null,
  rank: 'CPT',
  ms: 'PA',
  region: 'NCR',
  unitAssignment: null,
  militarySerial: null,
  withdrawn: false,
  appliedAt: 0,
  concerns: [],
  application: { reference: null, returnedAt: null, mendedAt: null, items: [], message: '' },
  version: 1,
})
const rows = ['a', 'b', 'c', 'd'].map(waiting)

describe('after a decision comes', () => {
  test.each([
    ['the next one down', 'b', ['b'], 'c'],
    ['the one after those decided together', 'a', ['a', 'b', 'c'], 'd'],
    ['the last one above at the end of the queue', 'd', ['d'], 'c'],
    ['nobody when all are gone', 'b', ['a', 'b', 'c', 'd'], null],
    ['the first when the current one is not in the queue', 'x', ['x'], 'a'],
  ])('%s', (_, current, gone, expected) => {
    expect(nextAfter(rows, current, new Set(gone))).toBe(expected)
  })
})

test('a question names five people and counts the rest', () => {
  expect(namesOf(rows.slice(0, 2))).toBe('A CRUZ, B CRUZ')
  expect(namesOf(rows, 2)).toBe('A CRUZ, B CRUZ and 2 more')
})

test('who is about to be approved no longer waits; who was sent back never did', () => {
  const [first, second, third] = rows
  const concerned: Waiting = { ...second!, concerns: ['picture-missing'] }
  const sentBack: Waiting = { ...third!, application: { ...third!.application, returnedAt: 5 } }
  const counts = { pendingCount: 3, concerned: 1, returnedCount: 1 }
  expect(countsWithout(counts, [])).toEqual(counts)
  expect(countsWithout(counts, [first!, concerned, sentBack])).toEqual({ ...counts, pendingCount: 1, concerned: 0 })
  // Counted a moment after the decision arrived: never fewer than nobody.
  expect(countsWithout({ pendingCount: 0, concerned: 0 }, rows)).toEqual({ pendingCount: 0, concerned: 0 })
})
