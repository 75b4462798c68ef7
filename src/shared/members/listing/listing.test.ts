import { describe, expect, test } from 'vitest'
import { memberSearchText, readSearch } from './listing.ts'

describe('what is looked for', () => {
  test.each([
    ['munoz', ['munoz']],
    [' de  la\tpena ', [' de', ' la', 'pena']],
    ['pa', [' pa']],
    ['garcia, juan', ['garcia', 'juan']],
    ['j', [' j']],
    ['ñ', [' ñ']],
    ['o-1', ['o-1']],
    ['o-123456', ['o-123456']],
    ['arrapi-000-001', ['arrapi-000-001']],
    ['50%_off\\', ['50%_off\\']],
    ['x% y\\', [' x%', ' y\\']],
    ['juan - cruz', ['juan', 'cruz']],
    ['', null],
    ['  ', null],
    ['% _ \\ ---', null],
  ])('%j -> %j', (folded, parts) => {
    expect(readSearch(folded, 'ARRAPI')?.parts ?? null).toEqual(parts)
  })
})

test.each([
  ['arrapi-000-001', 'ARRAPI-000-001', 'ARRAPI-000-001'],
  ['juan arrapi-000-001', 'ARRAPI-000-001', 'ARRAPI-000-001'],
  ['arrapi-012-3', 'ARRAPI-012-300', 'ARRAPI-012-399'],
  ['arrapi-012-', 'ARRAPI-012-000', 'ARRAPI-012-999'],
  ['arrapi-012', 'ARRAPI-012-000', 'ARRAPI-012-999'],
  ['arrapi-01', 'ARRAPI-010-000', 'ARRAPI-019-999'],
])('%j asks for the numbers %s to %s', (folded, from, to) => {
  expect(readSearch(folded, 'ARRAPI')?.idNumbers).toEqual({ from, to })
})

test.each([
  'arrapi',
  'arrapi-',
  'arrapi-1-2',
  'arrapi-000-001-1',
  'arrapi-000-001x',
  'o-123-456',
  '000-001',
  'arrapi-0000',
])('%j may be something else than an ID number', (folded) => {
  expect(readSearch(folded, 'ARRAPI')?.idNumbers).toBeNull()
})

test.each([
  [0, false, ''],
  [12, false, '12 more found. Type more letters.'],
  [12, true, 'At least 12 more found. Type more letters.'],
])('%i more, at least: %s', (more, atLeast, told) => {
  expect(memberSearchText.countedMore(more, atLeast)).toBe(told)
})
