import { expect, test } from 'vitest'
import { maskAddress, mayTryAgain } from './emails.ts'

test.each([
  ['juan@example.com', 'j…@example.com'],
  ['j@example.com', 'j…@example.com'],
  ['ñiña@example.ph', 'ñ…@example.ph'],
  ['😀x@example.ph', '😀…@example.ph'],
  ['nobody', '…'],
  ['@example.ph', '…'],
  ['', '…'],
])('%s is shown as %s', (address, shown) => {
  expect(maskAddress(address)).toBe(shown)
})

test('an expired link is not sent again', () => {
  expect(['approval', 'password link', 'digest', 'observer invitation'].map(mayTryAgain)).toEqual([
    true,
    false,
    false,
    false,
  ])
})
