import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareBytes, fromHex, sortByBytes, toHex, uuidBytes, uuidText } from './bytes.ts'

const short = fc.uint8Array({ maxLength: 9 })

test('bytes come back from their digits, and nothing else is taken for digits', () => {
  fc.assert(fc.property(short, (bytes) => void expect(fromHex(toHex(bytes))).toEqual(bytes)))
  for (const wrong of ['0', 'AB', '0g', '/0', ':0', '`0', ' 0', '0x']) expect(() => fromHex(wrong)).toThrow(RangeError)
})

test('an id comes back from its bytes', () => {
  fc.assert(fc.property(fc.uuid(), (id) => void expect(uuidText(uuidBytes(id))).toBe(id)))
})

test('a list is sorted by its bytes, also where the first of them are the same', () => {
  const alike = fc
    .tuple(fc.constantFrom([], [0], [1, 2, 3, 4, 5, 6]), short)
    .map(([first, rest]) => [...first, ...rest])
  fc.assert(
    fc.property(fc.array(alike), (lists) => {
      const items = lists.map((list) => ({ bytes: Uint8Array.from(list) }))
      const sorted = sortByBytes(items, ({ bytes }) => bytes)
      expect(sorted).toEqual(items.toSorted((a, b) => compareBytes(a.bytes, b.bytes)))
    }),
  )
})
