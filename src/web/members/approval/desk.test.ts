import { describe, expect, test } from 'vitest'
import {
  approvedAhead,
  emptyDesk,
  nextAfter,
  reduceDesk,
  removedFromQueue,
  type Desk,
  type DeskAction,
} from '#web/members/desk.ts'
import { countsWithout, numberAfter, tickedIn, type Applicant } from './applicants.ts'
import { namesText } from './text.ts'

const waiting = (id: string): Applicant => ({
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
  application: { reference: null, returnedAt: null, correctedAt: null, items: [], message: '' },
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
  expect(namesText(rows.slice(0, 2))).toBe('A CRUZ, B CRUZ')
  expect(namesText(rows, 2)).toBe('A CRUZ, B CRUZ and 2 more')
})

test('who is about to be approved no longer waits; who was sent back never did', () => {
  const [first, second, third] = rows
  const concerned: Applicant = { ...second!, concerns: ['picture-missing'] }
  const sentBack: Applicant = { ...third!, application: { ...third!.application, returnedAt: 5 } }
  const counts = { pendingCount: 3, concerned: 1, returnedCount: 1 }
  expect(countsWithout(counts, [])).toEqual(counts)
  expect(countsWithout(counts, [first!, concerned, sentBack])).toEqual({ ...counts, pendingCount: 1, concerned: 0 })
  // Counted a moment after the decision arrived: never fewer than nobody.
  expect(countsWithout({ pendingCount: 0, concerned: 0 }, rows)).toEqual({ pendingCount: 0, concerned: 0 })
})

describe('the desk', () => {
  const [ana, ben, cora, dan] = rows as [Applicant, Applicant, Applicant, Applicant]
  const hold = (...people: Applicant[]): DeskAction<Applicant> => ({ type: 'hold', held: { items: people, until: 10 } })
  const after = (...actions: DeskAction<Applicant>[]) => {
    const desk = actions.reduce<Desk<Applicant>>(reduceDesk, emptyDesk)
    const taken = removedFromQueue(desk)
    return {
      ahead: approvedAhead(desk).map(({ id }) => id),
      taken: [...taken],
      ticked: tickedIn(desk, taken).map(({ id }) => id),
    }
  }
  const tick = (...people: Applicant[]): DeskAction<Applicant> => ({ type: 'tick', items: people, on: true })

  test('somebody approved is taken from the queue until it is undone', () => {
    expect(after(hold(ana))).toEqual({ ahead: ['a'], taken: ['a'], ticked: [] })
    expect(after(hold(ana), { type: 'undo' })).toEqual({ ahead: [], taken: [], ticked: [] })
  })

  test('what is on its way to the server is no longer undone with the next one', () => {
    const onTheWay = [hold(ana), { type: 'release' }, hold(ben)] satisfies DeskAction<Applicant>[]
    expect(after(...onTheWay)).toMatchObject({ ahead: ['a', 'b'], taken: ['a', 'b'] })
    expect(after(...onTheWay, { type: 'undo' })).toMatchObject({ ahead: ['a'], taken: ['a'] })
  })

  test('the reply says who is decided on; who has changed or is left over waits again, with the tick only if unchanged', () => {
    const people = [ana, ben, cora]
    const settle: DeskAction<Applicant> = { type: 'settle', items: people, decided: [ana], changed: [ben] }
    const sent = [tick(...people), tick(dan), hold(...people), { type: 'release' }] satisfies DeskAction<Applicant>[]
    expect(after(...sent)).toEqual({ ahead: ['a', 'b', 'c'], taken: ['a', 'b', 'c'], ticked: ['d'] })
    expect(after(...sent, settle)).toEqual({ ahead: [], taken: ['a'], ticked: ['c', 'd'] })
  })

  test('one tick goes, or all of them', () => {
    const both = tick(ana, ben)
    expect(after(both, { type: 'tick', items: [ana], on: false }).ticked).toEqual(['b'])
    expect(after(both, { type: 'untick all' }).ticked).toEqual([])
  })
})

test.each([
  ['ARRAPI-000-001', 0, 'ARRAPI-000-001'],
  ['ARRAPI-000-001', 2, 'ARRAPI-000-003'],
  ['ARRAPI-000-998', 2, 'ARRAPI-001-001'],
  ['ARRAPI-999-999', 0, 'ARRAPI-999-999'],
  ['ARRAPI-999-999', 1, null],
  [null, 1, null],
])('%s and %i more is %s', (number, steps, expected) => {
  expect(numberAfter(number, steps)).toBe(expected)
})
