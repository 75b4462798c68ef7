import { expect, test } from 'vitest'
import { canonicalJson } from './statements.ts'

// Shows board-04
test('is written as RFC 8785 has it', () => {
  // The example of section 3.2.2, and of section 3.2.3 the order of keys.
  const example = {
    numbers: [Number('333333333.33333329'), 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
    string: '\u20ac$\u000F\u000aA\'\u0042\u0022\u005c\\"/',
    literals: [null, true, false],
  }
  expect(canonicalJson(example)).toBe(
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  )
  const keys = { '\u20ac': 5, '\r': 1, '\ufb33': 7, '1': 2, '\ud83d\ude00': 6, '\u0080': 3, '\u00f6': 4 }
  expect([...canonicalJson(keys).matchAll(/:(\d)/g)].map(([, n]) => Number(n))).toEqual([1, 2, 3, 4, 5, 6, 7])
})

test.each([NaN, Infinity])('%s cannot be written', (number) => {
  expect(() => canonicalJson({ number })).toThrow(RangeError)
})
