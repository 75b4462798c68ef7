import { expect, test } from 'vitest'
import { copyTableIn, copyTableOut, sortTables } from './tables.ts'

const named = (...names: string[]) => names.map((name) => ({ name }))

test('each table comes after those it refers to', () => {
  const sorted = sortTables(named('a', 'b', 'c', 'd'), [
    { from: 'a', to: 'c' },
    { from: 'c', to: 'd' },
    { from: 'b', to: 'b' },
  ])
  expect(sorted.map(({ name }) => name)).toEqual(['b', 'd', 'c', 'a'])
})

test('tables that refer to one another are no silent matter', () => {
  const circle = [
    { from: 'a', to: 'b' },
    { from: 'b', to: 'a' },
  ]
  expect(() => sortTables(named('a', 'b'), circle)).toThrow('a, b')
})

test('names are quoted', () => {
  expect(copyTableOut({ name: 'a"b', columns: ['order', 'to'], order: ['order'] })).toBe(
    'copy (select "order", "to" from public."a""b" order by "order") to stdout',
  )
  expect(copyTableIn('emails', ['to'])).toBe('copy public."emails" ("to") from stdin')
})
