import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AppError } from '#shared/errors.ts'
import { errorText } from '#shared/text.ts'
import { isIdNumber, nextIdNumber } from './id-number.ts'

describe('the number after', () => {
  // Shows numbering-06
  test.each([
    [null, 'ARRAPI-000-001'],
    ['ARRAPI-000-000', 'ARRAPI-000-001'],
    ['ARRAPI-000-001', 'ARRAPI-000-002'],
    ['ARRAPI-000-009', 'ARRAPI-000-010'],
    ['ARRAPI-000-998', 'ARRAPI-000-999'],
    ['ARRAPI-000-999', 'ARRAPI-001-001'],
    ['ARRAPI-009-999', 'ARRAPI-010-001'],
    ['ARRAPI-999-998', 'ARRAPI-999-999'],
  ])('%s is %s', (last, next) => {
    expect(nextIdNumber('ARRAPI', last)).toBe(next)
  })

  // Shows numbering-09
  test('ARRAPI-999-999 does not exist: Failed to generate ID number', () => {
    expect(refusal(() => nextIdNumber('ARRAPI', 'ARRAPI-999-999'))).toBe('Failed to generate ID number')
  })

  // Shows numbering-10
  test.each(['', 'ARRAPI', 'ARRAPI-1-1', 'ARRAPI-0000-001', 'arrapi-000-001', 'ARRAPI-000-001 ', 'ARRAPI-00A-001'])(
    'what is no number (%j): Invalid ID number format',
    (last) => {
      expect(refusal(() => nextIdNumber('ARRAPI', last))).toBe('Invalid ID number format')
    },
  )

  test('a new prefix goes on with the figures', () => {
    expect(nextIdNumber('ARMY', 'ARRAPI-000-041')).toBe('ARMY-000-042')
  })
})

test.each([
  ['ARRAPI-000-001', true],
  ['ARRAPI-999-999', true],
  ['ARRAPI-000-000', false],
  ['ARRAPI-001-000', false],
  ['ARRAPI-1-001', false],
])('%s is a number: %s', (typed, is) => {
  expect(isIdNumber(typed)).toBe(is)
})

const block = (from: number) => fc.integer({ min: from, max: 999 }).map((n) => String(n).padStart(3, '0'))
const numbers = fc.tuple(block(0), block(1)).map(([first, second]) => `ARRAPI-${first}-${second}`)

test('whatever the number, the next is a number, later in order, and has no 000 in its second block', () => {
  fc.assert(
    fc.property(numbers, (last) => {
      fc.pre(last !== 'ARRAPI-999-999')
      const next = nextIdNumber('ARRAPI', last)
      expect(isIdNumber(next)).toBe(true)
      expect(next > last).toBe(true)
      expect(next.endsWith('-000')).toBe(false)
    }),
  )
})

// Shows numbering-06
test('counting from the first, no number is left out or comes twice', () => {
  let number: string | null = null
  for (let block = 0; block < 3; block++)
    for (let place = 1; place <= 999; place++) {
      number = nextIdNumber('ARRAPI', number)
      expect(number).toBe(`ARRAPI-00${block}-${String(place).padStart(3, '0')}`)
    }
})

/** The sentence a person reads for a refusal. */
function refusal(act: () => unknown): string | null {
  try {
    act()
    return null
  } catch (error) {
    return errorText[(error as AppError).code]
  }
}
