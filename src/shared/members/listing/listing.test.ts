import { describe, expect, test } from 'vitest'
import { readSearch } from './listing.ts'

describe('what is looked for', () => {
  test.each([
    ['munoz', ['%munoz%']],
    [' de  la\tpena ', ['% de%', '% la%', '%pena%']],
    ['pa', ['% pa%']],
    ['j', ['% j%']],
    ['o-1', ['%o-1%']],
    ['o-123456', ['%o-123456%']],
    ['arrapi-000-001', ['%arrapi-000-001%']],
    ['50%_off\\', [String.raw`%50\%\_off\\%`]],
    ['x% y\\', [String.raw`% x\%%`, String.raw`% y\\%`]],
    ['juan - cruz', ['%juan%', '%cruz%']],
    ['', null],
    ['  ', null],
    ['% _ \\ ---', null],
  ])('%j -> %j', (folded, patterns) => {
    expect(readSearch(folded, 'ARRAPI')?.patterns ?? null).toEqual(patterns)
  })
})

test.each([
  ['munoz', ['muno', 'unoz']],
  ['zulueta', ['zulu', 'ueta']],
  ['o-1045678', ['o-10', '0456', '5678']],
  ['ncr', ['ncr']],
  ['pa', [' pa']],
  ['j juan', [' j', 'juan']],
  ['muñoz', ['muño', 'uñoz']],
  ['juan juana', ['juan', 'uana']],
])('%j is looked up by %j', (folded, keys) => {
  expect(readSearch(folded, 'ARRAPI')?.keys).toEqual(keys)
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
