import { expect, test } from 'vitest'
import { hourMs } from '#shared/time.ts'
import { votedByHour } from './by-hour.ts'

const seen = (...casts: (number | null)[]) =>
  casts.flatMap((cast, n) => (cast === null ? [] : [{ hour: n * hourMs, cast }]))
const at = (hours: number) => hours * hourMs

test.each([
  ['nobody yet', seen(0), at(0.5), ''],
  ['nothing seen', [], at(0.5), ''],
  ['fewer than ten in all are not told', seen(3, 9), at(2), ''],
  ['ten in the first hour', seen(10), at(0.5), '0-0.5 10'],
  ['one hour after the other', seen(40, 55, 100), at(3), '0-1 40, 1-2 15, 2-3 45'],
  ['an hour with few is joined with the next', seen(4, 9, 30), at(3), '0-3 30'],
  ['few in the middle', seen(20, 21, 40), at(3), '0-1 20, 1-3 20'],
  ['few at the end are joined with those before', seen(20, 40, 43), at(2.5), '0-1 20, 1-2.5 23'],
  ['an hour in which the site was away', seen(20, null, 40), at(3), '0-1 20, 2-3 20'],
  ['in any order', seen(20, 40).toReversed(), at(2), '0-1 20, 1-2 20'],
])('%s', (_what, hours, now, spans) => {
  const found = votedByHour(hours, now)
  const read = found.map(({ from, until, ballots }) => `${from / hourMs}-${until / hourMs} ${ballots}`)
  expect(read.join(', ')).toBe(spans)
  for (const { ballots } of found) expect(ballots).toBeGreaterThanOrEqual(10)
})
