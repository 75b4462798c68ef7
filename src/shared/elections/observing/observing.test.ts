import { expect, test } from 'vitest'
import { invitedSchema } from '#shared/accounts/administrators.ts'
import {
  observingEnds,
  observingIsOver,
  rollFileHeading,
  rollFileLine,
  votersIn,
  type NamedRollLine,
  chanceOfFinding,
  drawSample,
  randomBelowFrom,
  sampleSize,
} from './observing.ts'

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

const row = (given: Partial<NamedRollLine>): NamedRollLine => ({
  line: 'a1',
  salt: 'b2',
  serial: 'O-123',
  name: 'JUAN DELA CRUZ',
  region: 'NCR',
  voted: true,
  byProxy: null,
  added: null,
  struck: null,
  ...given,
})
const file = (...rows: NamedRollLine[]) => rollFileHeading + rows.map(rollFileLine).join('')

test('those are drawn from who voted and was not struck', () => {
  const rows = [
    row({ line: '1' }),
    row({ line: '2', voted: false }),
    row({ line: '3', struck: 1 }),
    row({ line: '4', added: 2, byProxy: true }),
  ]
  expect(votersIn(file(...rows)).map(({ line }) => line)).toEqual(['1', '4'])
})

test.each(['CRUZ, Jr.', 'MARIA "BABY" SANTOS', '=HYPERLINK', 'PEÑA'])('%s is read as it was written', (name) => {
  expect(votersIn(file(row({ name }), row({ name: 'NEXT' })))).toEqual([
    { line: 'a1', serial: 'O-123', name, region: 'NCR' },
    { line: 'a1', serial: 'O-123', name: 'NEXT', region: 'NCR' },
  ])
})

test('whether by proxy is left open until voting is over', () => {
  expect(rollFileLine(row({}))).toBe('a1,b2,O-123,JUAN DELA CRUZ,NCR,yes,,,\r\n')
  expect(rollFileLine(row({ byProxy: false, added: 1, struck: 2 }))).toMatch(/,yes,no,1,2\r\n$/)
})

test('a file without lines has no voters', () => {
  expect(votersIn(rollFileHeading)).toEqual([])
  expect(votersIn('')).toEqual([])
})

test('300 calls find one stuffed ballot in a hundred with 95 %', () => {
  expect(chanceOfFinding(sampleSize, 0.01)).toBeGreaterThan(0.95)
  expect(chanceOfFinding(sampleSize - 5, 0.01)).toBeLessThan(0.95)
})

const people = Array.from({ length: 1000 }, (_, n) => n)

test('nobody is drawn twice, and from few people all are', () => {
  const drawn = drawSample(people, 300, (end) => Math.floor(Math.random() * end))
  expect(new Set(drawn).size).toBe(300)
  expect(drawSample([1, 2, 3], 300, () => 0).toSorted()).toEqual([1, 2, 3])
  expect(drawSample([], 300, () => 0)).toEqual([])
})

test('each of five is as often among two as the others', () => {
  const random = randomBelowFrom(() => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0)
  const times = [0, 0, 0, 0, 0]
  for (let n = 0; n < 20_000; n++) for (const one of drawSample([0, 1, 2, 3, 4], 2, random)) times[one]!++
  for (const often of times) expect(Math.abs(often - 8000)).toBeLessThan(400)
})

// Of the 2 ** 32 words, the last six would make 0 to 5 likelier than 6 to 9.
test.each([
  [[2 ** 32 - 1, 7], 7],
  [[2 ** 32 - 6, 7], 7],
  [[2 ** 32 - 7, 7], 9],
])('a word that would favour the small numbers is drawn again: %j', (words, drawn) => {
  expect(randomBelowFrom(() => words.shift() ?? 0)(10)).toBe(drawn)
})
