import { describe, expect, test } from 'vitest'
import { requestedCards, maxCardsPrinted, printCardsSchema, rangeFaults } from './print-cards.ts'

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

describe('a range of ID numbers', () => {
  test.each([
    ['ARRAPI-000-001', 'ARRAPI-000-050', null],
    ['ARRAPI-000-999', 'ARRAPI-001-001', null],
    ['ARRAPI-000-001', 'ARRAPI-000-001', null],
    ['ARRAPI-000-002', 'ARRAPI-000-001', { to: 'The last number must not be before the first' }],
    ['ARRAPI-000-001', 'OTHER-000-002', { to: 'Both numbers must begin with the same letters' }],
    ['1', 'ARRAPI-000-001', { from: 'Please enter the whole ID number, with its letters and hyphens' }],
    ['ARRAPI-000-001', '', { to: 'Please enter the whole ID number, with its letters and hyphens' }],
  ])('%s to %s: %j', (from, to, faults) => {
    expect(rangeFaults(from, to)).toEqual(faults)
  })
})

describe('which cards are asked for', () => {
  const cardsOf = (query: Record<string, string>) => requestedCards(printCardsSchema.parse(query))

  test('ids, each once', () => {
    expect(cardsOf({ ids: `${id(1)},${id(2)},${id(1)}` })).toMatchObject({ filter: { ids: [id(1), id(2)] } })
  })
  test('numbers, however they are typed', () => {
    expect(cardsOf({ from: ' arrapi-000-001', to: 'ARRAPI-000-009 ' })).toEqual({
      from: 'ARRAPI-000-001',
      to: 'ARRAPI-000-009',
    })
  })
  test('no more than fit into one file', () => {
    const many = (count: number) => ({ ids: Array.from({ length: count }, (_, n) => id(n)).join(',') })
    expect(cardsOf(many(maxCardsPrinted))).toHaveProperty('filter.ids.length', 100)
    expect(() => cardsOf(many(maxCardsPrinted + 1))).toThrow('too-many-cards')
  })
  test('those whom a filter describes', () => {
    expect(cardsOf({ service: 'PN', status: 'member' })).toMatchObject({ filter: { service: 'PN', status: 'member' } })
  })
  test('nothing at all, or what is no id, is refused', () => {
    expect(() => cardsOf({})).toThrow('invalid-input')
    expect(printCardsSchema.safeParse({ ids: `${id(1)},x` }).success).toBe(false)
    expect(printCardsSchema.safeParse({ ids: '' }).success).toBe(false)
  })
})
