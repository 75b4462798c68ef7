import { describe, expect, test } from 'vitest'
import { votingHoursIn } from '#server/elections/board/signed-election.ts'
import type { Head } from '#shared/elections/board/statements.ts'
import { checkHours, createBatchCheck } from './signed-words.ts'

const times = { votingOpens: '2025-03-29T00:00:30.000Z', votingCloses: '2025-03-29T09:00:30.000Z' }
const record = { times }
const hours = votingHoursIn({ record, corrections: [] })
const headAt = (time: string, figures: Partial<Head> = {}) =>
  ({ number: 7, minute: `2025-03-${time}:00.000Z`, ballots: 0, counted: 0, closed: false, ...figures }) as Head

describe('hours', () => {
  test('nothing is cast before the minute in which voting opens', () => {
    expect(() => checkHours(hours, undefined, headAt('28T23:59'))).not.toThrow()
    expect(() => checkHours(hours, undefined, headAt('29T00:00', { ballots: 1 }))).not.toThrow()
    expect(() => checkHours(hours, undefined, headAt('28T23:59', { ballots: 1 }))).toThrow('head-early')
  })

  test('the count is closed in the minute in which voting closes, or later', () => {
    expect(() => checkHours(hours, undefined, headAt('29T09:00', { closed: true }))).not.toThrow()
    expect(() => checkHours(hours, undefined, headAt('29T08:59', { closed: true }))).toThrow('head-closed-early')
  })

  test('five minutes after voting closes the last ballot is in', () => {
    const last = headAt('29T09:20', { ballots: 21 })
    expect(() => checkHours(hours, headAt('29T09:05', { ballots: 20 }), last)).not.toThrow()
    expect(() => checkHours(hours, headAt('29T09:06', { ballots: 20 }), last)).toThrow('head-late')
    expect(() => checkHours(hours, headAt('29T09:06', { ballots: 21 }), last)).not.toThrow()
  })

  test('corrections move them from there on', () => {
    const change = (field: string, after: string) => ({ changes: [{ field, before: '', after }] })
    const title = change('title', 'x')
    expect(votingHoursIn({ record, corrections: [title] })).toEqual(hours)
    const later = change('times.votingCloses', '2025-03-29T10:00:00.000Z')
    const closes = Date.parse('2025-03-29T10:00:00.000Z')
    expect(votingHoursIn({ record, corrections: [title, later] })).toEqual({ ...hours, closes })
  })

  test('a record without hours fits no ballot', () => {
    const none = votingHoursIn({ record: null, corrections: [] })
    for (const missing of [undefined, none])
      expect(() => checkHours(missing, undefined, headAt('29T00:00', { ballots: 1 }))).toThrow('head-early')
  })
})

test.each([
  [[0, 10, 10, 20], null],
  [[9], null],
  [[0, 1], null],
  [[1, 2], 'batch-small'],
  [[1, 11], 'batch-small'],
  [[10, 19], 'batch-small'],
  [[10, 11, 30], 'batch-small'],
])('counted from head to head: %j', (counted, found) => {
  const heads = counted.map((ballots, number) => ({ number, counted: ballots }) as Head)
  const check = createBatchCheck()
  for (const head of heads) check.add(head)
  const end = () => check.end(heads.at(-1)!)
  if (found) expect(end).toThrow(found)
  else expect(end).not.toThrow()
})
