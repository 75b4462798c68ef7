import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { codeLength, readReceiptCode, receiptCode } from './receipt-code.ts'

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const secret = fc.uint8Array({ minLength: 16, maxLength: 16 })
const plain = (bytes: Uint8Array) => receiptCode(bytes).replaceAll('-', '')

// Shows receipt-09
describe('the typed form of a receipt', () => {
  test('seven groups of four, and every secret comes back', () =>
    fc.assert(
      fc.property(secret, (bytes) => {
        const code = receiptCode(bytes)
        expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){6}[0-9A-HJKMNP-TV-Z]{4}$/)
        expect(readReceiptCode(code)).toEqual({ ok: true, secret: bytes })
      }),
    ))

  test('is read as people type it', () =>
    fc.assert(
      fc.property(secret, (bytes) => {
        const typed = ` ${receiptCode(bytes).toLowerCase().replaceAll('-', ' – ').replaceAll('0', 'o').replaceAll('1', 'l')}\n`
        expect(readReceiptCode(typed)).toEqual({ ok: true, secret: bytes })
      }),
    ))

  test('no single wrong character goes unnoticed', () =>
    fc.assert(
      fc.property(secret, (bytes) => {
        const code = plain(bytes)
        for (let place = 0; place < codeLength; place++)
          for (const other of alphabet)
            if (other !== code[place])
              expect(readReceiptCode(code.slice(0, place) + other + code.slice(place + 1)).ok).toBe(false)
      }),
      { numRuns: 20 },
    ))

  test('no two characters that changed places go unnoticed, wherever they stand', () =>
    fc.assert(
      fc.property(secret, (bytes) => {
        const code = [...plain(bytes)]
        for (let a = 0; a < codeLength; a++)
          for (let b = a + 1; b < codeLength; b++) {
            if (code[a] === code[b]) continue
            const swapped = code.with(a, code[b] as string).with(b, code[a] as string)
            expect(readReceiptCode(swapped.join('')).ok).toBe(false)
          }
      }),
      { numRuns: 50 },
    ))

  test.each([
    ['', 'wrong-length'],
    ['0000-0000', 'wrong-length'],
    [`${plain(new Uint8Array(16))}0`, 'wrong-length'],
    ['0000-0000-0000-0000-0000-0000-000U', 'wrong-character'],
    ['https://example.org/receipt', 'wrong-character'],
    ['0000-0000-0000-0000-0000-0000-0001', 'wrong-check'],
    // Its sum is right, but it is more than 128 bits.
    ['Z000-0000-0000-0000-0000-0000-000Z', 'wrong-check'],
  ])('%s: %s', (typed, why) => expect(readReceiptCode(typed)).toEqual({ ok: false, why }))
})
