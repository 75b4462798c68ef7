import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldPhone, isPhone, showPhone, whyDoubtPhone } from './phone.ts'

// Shows registration-34
test.each([
  ['09171234567', '09171234567'],
  ['+63 917 123 4567', '09171234567'],
  ['63917 1234567', '09171234567'],
  ['0063 917 123 4567', '09171234567'],
  ['+63 (0)917 123 4567', '09171234567'],
  ['6309171234567', '09171234567'],
  ['0917-123-4567', '09171234567'],
  ['0917.123.4567', '09171234567'],
  ['0917–123–4567', '09171234567'],
  ['(02) 8123-4567', '0281234567'],
  ['+63 2 8123 4567', '0281234567'],
  ['63 2 8123 4567', '0281234567'],
  ['\u202a+63\u00a0917 123 4567\u202c', '09171234567'],
  ['9171234567', '9171234567'],
])('%j is stored as %j', (typed, stored) => {
  expect(foldPhone(typed)).toBe(stored)
  expect(isPhone(stored)).toBe(true)
})

// Shows registration-67
test.each([
  ['', false],
  ['091712345', false],
  ['0917123456', true],
  ['09171234567', true],
  ['091712345678', false],
  ['+1 917 123 4567', false],
  ['0917 123 456x', false],
  ['+63', false],
  ['++639171234567', false],
  ['٠٩١٧١٢٣٤٥٦٧', false],
])('%j is a phone number of ten or eleven figures: %j', (typed, is) => {
  expect(isPhone(foldPhone(typed))).toBe(is)
})

// Shows registration-34
test('however a mobile number is written, it is stored one way, and a stored number stays as it is', () => {
  const digits = fc.stringMatching(/^9\d{9}$/)
  const front = fc.constantFrom('0', '+63', '63', '0063', '+63 (0)', '63-', '(+63) ')
  const between = fc.array(fc.constantFrom('', ' ', '-', '.', '\u00a0', '/'), { minLength: 10, maxLength: 10 })
  fc.assert(
    fc.property(digits, front, between, (number, start, gaps) => {
      const typed = start + [...number].map((figure, n) => figure + (gaps[n] ?? '')).join('')
      expect(foldPhone(typed)).toBe(`0${number}`)
      expect(foldPhone(foldPhone(typed))).toBe(`0${number}`)
    }),
  )
})

test.each([
  ['09171234567', '0917 123 4567'],
  ['0917 123 4567', '0917 123 4567'],
  ['+63 917-123-4567', '0917 123 4567'],
  ['0281234567', '02 8123 4567'],
  ['(02) 8123-4567', '02 8123 4567'],
  ['0324123456', '032 412 3456'],
  ['9171234567', '9171234567'],
  ['1-800-10-ARRAPI', '1-800-10-ARRAPI'],
  ['0917 123 4567 local 12', '0917 123 4567 local 12'],
  ['', ''],
])('%j is shown as %j', (written, shown) => {
  expect(showPhone(written)).toBe(shown)
})

test.each([
  ['0917 555 123', 'A mobile number that begins with 09 has 11 digits; this one has 10. Please check it.'],
  ['+63 917 555 123', 'A mobile number that begins with 09 has 11 digits; this one has 10. Please check it.'],
  ['0917 555', null],
  ['0917 555 1234', null],
  ['9175551234', null],
  ['(02) 8123-4567', null],
  ['', null],
])('%j is doubted: %j', (typed, doubt) => {
  expect(whyDoubtPhone(typed)).toBe(doubt)
})
