import { expect, test } from 'vitest'
import { measureText, readMeasure, splitUnit, whyNotMeasure, withUnit } from './measures.ts'

// Shows registration-84
test.each([
  ['170', '170 cm'],
  ['170 cm', '170 cm'],
  ['170cm.', '170 cm'],
  ['170 CMS', '170 cm'],
  ['169.6', '170 cm'],
  ['1.70 m', '170 cm'],
  ['1,7m', '170 cm'],
  ['5 ft 7 in', '170 cm'],
  ['5\'7"', '170 cm'],
  ['5’7”', '170 cm'],
  ["5'7''", '170 cm'],
  ['5 feet 7 inches', '170 cm'],
  ["5'", '152 cm'],
  ['67 in', '170 cm'],
  ['100', '100 cm'],
  ['250 cm', '250 cm'],
])('a height of %s is %s', (typed, kept) => expect(readMeasure('height', typed)).toBe(kept))

test.each([
  '',
  'tall',
  '5.7',
  '99',
  '251',
  '5\'12"',
  '17',
  '1700',
  '170 kg',
  '170 cm!',
  '-170',
  '1e2',
  '9'.repeat(10_000),
])('a height of %.12s is refused', (typed) => expect(readMeasure('height', typed)).toBeNull())

test.each([
  ['height', '17 cm', '17 cm is too small. '],
  ['height', '9 ft', '9 ft is too large. '],
  ['height', 'tall', ''],
  ['weight', '700 kg', '700 kg is too large. '],
  ['weight', ' 24 kg ', '24 kg is too small. '],
  ['weight', '9'.repeat(50), ''],
] as const)('why a %s of %.12s is refused', (measure, typed, first) =>
  expect(whyNotMeasure(measure, typed)).toBe(first + measureText[measure]),
)

test.each([
  ['68', '68 kg'],
  ['68 kgs', '68 kg'],
  ['68.4kg', '68 kg'],
  ['150 lb', '68 kg'],
  ['150 pounds', '68 kg'],
  ['25', '25 kg'],
  ['300 kilos', '300 kg'],
])('a weight of %s is %s', (typed, kept) => expect(readMeasure('weight', typed)).toBe(kept))

test.each(['', 'heavy', '24', '301', '680', '70 cm', '68 kg 5'])('a weight of %s is refused', (typed) =>
  expect(readMeasure('weight', typed)).toBeNull(),
)

test.each([
  ['height', '170', '', '', '170 cm'],
  ['height', '5', 'ft', '7', '5 ft 7 in'],
  ['height', '5', 'ft', '', '5 ft'],
  ['height', '170 cm', 'ft', '', '170 cm'],
  ['height', '', 'ft', '7', ''],
  ['weight', '68', '', '', '68 kg'],
  ['weight', '150', 'lb', '', '150 lb'],
] as const)('the form’s %s of %s, %s and %s reads %s', (measure, typed, unit, inches, whole) => {
  expect(withUnit(measure, typed, unit, inches)).toBe(whole)
})

test.each([
  ['height', "5'6", '5', 'ft', '6'],
  ['height', ' 5’ 6” ', '5', 'ft', '6'],
  ['height', '5 FT 6.5 in', '5', 'ft', '6.5'],
  ['height', "6'", '6', 'ft', ''],
  ['height', '170 cm', '170', '', ''],
  ['weight', '150 lbs', '150', 'lb', ''],
  ['weight', '68.4kg', '68.4', '', ''],
] as const)('the unit beside a %s follows %s', (measure, typed, value, unit, inches) => {
  expect(splitUnit(measure, typed)).toEqual({ value, unit, inches })
  expect(readMeasure(measure, withUnit(measure, value, unit, inches))).toBe(readMeasure(measure, typed))
})

test.each([
  ['height', '170'],
  ['height', '1.70 m'],
  ['height', '68 kg'],
  ['height', '5 ft 6 in tall'],
  ['weight', "5'6"],
  ['weight', ''],
] as const)('a %s of %j stays as it was typed', (measure, typed) => expect(splitUnit(measure, typed)).toBeNull())
