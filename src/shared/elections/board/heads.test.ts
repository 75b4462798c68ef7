import { expect, test } from 'vitest'
import { whyNotNext } from './heads.ts'
import type { Head } from './statements.ts'

const figures = { size: 14, ballots: 3, counted: 2, proxies: 1, helped: 0, minute: '2025-03-29T01:00:00.000Z' }
const log = { entries: 5, lastHash: 'l' }
const first = { ...figures, number: 0, previous: null, record: 'freeze', log, closed: false } as Head
const next = { ...first, number: 1, previous: 'h0' } as Head
const terms = { hashes: ['freeze', 'correction', 'rollback'], seats: Array(7).fill(null), rollbacks: [{ number: 2 }] }

test.each<[string, Partial<Head>, Partial<Head>, ReturnType<typeof whyNotNext>]>([
  ['the same once more', {}, {}, null],
  ['a larger one under a correction', {}, { record: 'correction', counted: 3, size: 21, closed: true }, null],
  ['a number left out', {}, { number: 2 }, 'order'],
  ['another head before it', {}, { previous: 'x' }, 'order'],
  ['an unknown record', {}, { record: 'x' }, 'record'],
  ['no record', {}, { record: null }, 'record'],
  ['an earlier record', { record: 'correction' }, {}, 'record'],
  ['more counted than cast', {}, { counted: 4, size: 28 }, 'figures'],
  ['more proxies than ballots', {}, { proxies: 4 }, 'figures'],
  ['more helped than ballots', {}, { helped: 4 }, 'figures'],
  ['a leaf too many', {}, { size: 15 }, 'figures'],
  ['a ballot gone', { ballots: 4 }, {}, 'figures'],
  ['a proxy gone', { proxies: 2 }, {}, 'figures'],
  ['a helped one gone', { helped: 1 }, {}, 'figures'],
  ['an entry of the log gone', { log: { ...log, entries: 6 } }, {}, 'figures'],
  ['an earlier minute', { minute: '2025-03-29T01:01:00.000Z' }, {}, 'figures'],
  ['one after the last', { closed: true }, {}, 'after-close'],
  ['one after the last, under a correction', { closed: true }, { record: 'correction' }, 'after-close'],
  ['one after the last, under a rollback', { closed: true }, { record: 'rollback' }, null],
  ['another after that one', { closed: true, record: 'rollback' }, { record: 'rollback' }, 'after-close'],
])('after a head comes %s', (_what, before, after, why) => {
  expect(whyNotNext({ content: { ...first, ...before }, hash: 'h0' }, { ...next, ...after }, terms)).toBe(why)
})

test('the first head has none before it', () => {
  expect([whyNotNext(null, first, terms), whyNotNext(null, next, terms)]).toEqual([null, 'order'])
})
