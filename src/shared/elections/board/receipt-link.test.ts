import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readReceiptFragment, receiptFragment, type Receipt } from './receipt-link.ts'

const receipt: Receipt = {
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
