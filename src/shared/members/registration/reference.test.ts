import { describe, expect, test } from 'vitest'
import {
  applicationAddress,
  isMistypedReference,
  makeReference,
  readReference,
  referenceBytes,
  showReference,
} from './reference.ts'

const bytes = (seed: number) => Uint8Array.from({ length: referenceBytes }, (_, n) => (seed * 31 + n * 97) % 256)

describe('a reference number', () => {
  test('is read back however it is typed', () => {
    const reference = makeReference(bytes(7))
    const written = showReference(reference)
    expect(written).toMatch(/^[\dA-HJKMNP-TV-Z]{4}(-[\dA-HJKMNP-TV-Z]{4}){2}$/)
    for (const typed of [reference, written, written.toLowerCase(), ` ${written.replaceAll('-', ' ')} `])
      expect(readReference(typed)).toBe(reference)
    expect(applicationAddress('https://example.org', reference)).toBe(`https://example.org/application#${written}`)
  })

  test('forgives letters that look like figures', () => {
    const zeros = makeReference(new Uint8Array(referenceBytes))
    expect(zeros).toBe('000000000000')
    expect(readReference('OOOO-oooo-OOOO')).toBe(zeros)
  })

  test('with any one character wrong is none', () => {
    for (let seed = 0; seed < 20; seed++) {
      const reference = makeReference(bytes(seed))
      for (let place = 0; place < reference.length; place++)
        for (const other of '0123456789ABCDEFGHJKMNPQRSTVWXYZ') {
          if (other === reference[place]) continue
          expect(readReference(reference.slice(0, place) + other + reference.slice(place + 1))).toBeNull()
        }
    }
  })

  test.each([
    ['K7QX-2M9P-T4WM', false],
    ['K7QX-2M9P-T4WN', true],
    ['k7qx 2m9p t4wn', true],
    ['K7QX-2M9P-T4W', false],
    ['', false],
    ['0'.repeat(100_000), false],
  ])('%.20s is mistyped: %s', (typed, mistyped) => expect(isMistypedReference(typed)).toBe(mistyped))

  test('with two neighbours that changed places is none, but for a 0 and a Z', () => {
    for (let seed = 0; seed < 20; seed++) {
      const reference = makeReference(bytes(seed))
      for (let place = 1; place < reference.length; place++) {
        const [one = '', other = ''] = reference.slice(place - 1)
        if (one === other || ['0Z', 'Z0'].includes(one + other)) continue
        expect(readReference(reference.slice(0, place - 1) + other + one + reference.slice(place + 1))).toBeNull()
      }
    }
  })

  test('that was written down stays one', () => {
    expect(readReference('K7QX-2M9P-T4WM')).toBe('K7QX2M9PT4WM')
    expect(readReference('0123-4567-89AB')).toBe('0123456789AB')
  })

  test.each(['', 'K7QX', '0'.repeat(13), '0'.repeat(100_000), '000000000001', '😀'.repeat(12)])(
    'is not %.20s',
    (typed) => {
      expect(readReference(typed)).toBeNull()
    },
  )

  test('is made of exactly so many bytes', () => {
    expect(() => makeReference(new Uint8Array(3))).toThrow()
  })
})
