import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inCodeGroups } from '#shared/typed-text.ts'
import {
  readReceiptFragment,
  receiptFragment,
  type BallotReceipt,
  codeLength,
  readReceiptCode,
  receiptCode,
} from './receipt.ts'

const receipt: BallotReceipt = {
  electionId: '0199c5d2-7b3e-7c11-9a44-3f5e6d7c8b9a',
  rehearsal: false,
  secret: '000102030405060708090a0b0c0d0e0f',
  ballot: 'ab'.repeat(32),
  signature: '7f'.repeat(64),
}
const hex = (bytes: number) =>
  fc
    .uint8Array({ minLength: bytes, maxLength: bytes })
    .map((all) => Array.from(all, (byte) => byte.toString(16).padStart(2, '0')).join(''))

// Shows receipt-08
describe('the receipt in an address', () => {
  test('is what Node reads as base64url, 130 bytes of it', () => {
    const bytes = Buffer.from(receiptFragment(receipt), 'base64url')
    expect(receiptFragment(receipt)).toMatch(/^[\w-]{174}$/)
    expect(bytes.toString('hex')).toBe(
      `0100${receipt.electionId.replaceAll('-', '')}${receipt.secret}${receipt.ballot}${receipt.signature}`,
    )
    expect(Buffer.from(receiptFragment({ ...receipt, rehearsal: true }), 'base64url')[1]).toBe(1)
  })

  test('whatever is written is read again, with or without the #', () =>
    fc.assert(
      fc.property(
        fc.uuid(),
        fc.boolean(),
        hex(16),
        hex(32),
        hex(64),
        (electionId, rehearsal, secret, ballot, signature) => {
          const one = { electionId, rehearsal, secret, ballot, signature }
          expect(readReceiptFragment(receiptFragment(one))).toEqual({ ok: true, receipt: one })
          expect(readReceiptFragment(`#${receiptFragment(one)}`)).toEqual({ ok: true, receipt: one })
        },
      ),
    ))

  const whole = receiptFragment(receipt)
  test.each([
    ['', 'damaged-link'],
    ['#', 'damaged-link'],
    ['hello there', 'damaged-link'],
    [whole.slice(0, -1), 'cut-link'],
    [whole.slice(0, -4), 'cut-link'],
    [whole.slice(0, 40), 'cut-link'],
    [`${whole.slice(0, -2)}==`, 'damaged-link'],
    [`${whole}AAAA`, 'damaged-link'],
    [whole.replace(/^A/, 'B'), 'newer-link'],
    [`AA${whole.slice(2)}`, 'damaged-link'],
    [`${whole.slice(0, -1)}B`, 'damaged-link'],
    [Buffer.from([1, 2, ...Buffer.alloc(128)]).toString('base64url'), 'damaged-link'],
    ['x'.repeat(5000), 'damaged-link'],
  ])('case %#', (fragment, why) => expect(readReceiptFragment(fragment)).toEqual({ ok: false, why }))

  test('nothing that stands after a # makes it throw', () =>
    fc.assert(fc.property(fc.string(), (text) => void readReceiptFragment(text))))
})

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

  test.each([
    ' ',
    '\u00a0',
    '\u00ad',
    '\u200b',
    '\u2010',
    '\u2011',
    '\u2013',
    '\u2014',
    '\u2043',
    '\u2212',
    ' - ',
    '\n',
    '',
  ])('is read with %j between its groups', (between) => {
    const bytes = Uint8Array.from({ length: 16 }, (_, place) => 17 * place)
    expect(readReceiptCode(receiptCode(bytes).replaceAll('-', between))).toEqual({ ok: true, secret: bytes })
    expect(readReceiptCode([...plain(bytes)].join(between))).toEqual({ ok: true, secret: bytes })
  })

  test.each([
    ['', ''],
    ['abcd', 'abcd'],
    ['ABCDE', 'ABCD-E'],
    ['ab cd\u2212ef–gh-', 'abcd-efgh'],
    ['https://example.org/receipt', 'https://example.org/receipt'],
  ])('%j is shown as %j', (typed, shown) => expect(inCodeGroups(typed)).toBe(shown))

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
