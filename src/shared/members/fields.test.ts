import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { militaryStatuses, reservistTypes } from './enums.ts'
import {
  asBloodType,
  birthday,
  email,
  isBloodType,
  measure,
  needsReservistType,
  optionalLineRule,
  optionalEmail,
  optionalLines,
  optionalMeasure,
  paymentReference,
  pruneStatus,
  requiredLineRule,
  requiredLines,
  serial,
} from './fields.ts'
import { measureText } from './measures.ts'
import { fieldNames, isLine } from './member-fields.ts'

/** The stored value, or the first sentence about what is wrong. */
function read(schema: z.ZodType, value: unknown): unknown {
  const parsed = schema.safeParse(value)
  return parsed.success ? parsed.data : `refused: ${parsed.error.issues[0]?.message}`
}

describe('a name', () => {
  // Shows registration-32
  test.each([
    ['niña', 'NIÑA'],
    [' de la Peña-Reyes ', 'DE LA PEÑA-REYES'],
    ["D'Angelo", "D'ANGELO"],
    ['Ma.  Cristina', 'MA. CRISTINA'],
    // The same letter, as some phones write it: n and a tilde of its own.
    ['nin\u0303a', 'NIÑA'],
    ['dela\u00a0Cruz', 'DELA CRUZ'],
    ['  ', 'refused: First name is required'],
    [undefined, 'refused: First name is required'],
    [null, 'refused: First name is required'],
    [7, 'refused: First name is required'],
    ['A'.repeat(100), 'A'.repeat(100)],
    ['A'.repeat(101), 'refused: This is too long'],
    ['Juan\0', 'refused: This text contains a character we cannot save'],
    ['Juan\nCruz', 'refused: This text contains a character we cannot save'],
    ['\ud800', 'refused: This text contains a character we cannot save'],
    ['Juan\u202e', 'refused: This text contains a character we cannot save'],
  ])('%j -> %j', (typed, stored) => {
    expect(read(requiredLines('registration').firstName, typed)).toBe(stored)
  })

  test('that may be left out is empty then', () => {
    expect(read(optionalLines('registration').suffix, undefined)).toBe('')
    expect(read(optionalLines('registration').suffix, ' jr. ')).toBe('JR.')
    expect(read(optionalLineRule(3), 'abcd')).toBe('refused: This is too long')
  })

  test('is stored as it would be stored again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (typed) => {
        const once = read(requiredLineRule('Name'), typed)
        fc.pre(typeof once === 'string' && !once.startsWith('refused: '))
        expect(read(requiredLineRule('Name'), once)).toBe(once)
      }),
    )
  })
})

describe('an e-mail address', () => {
  test.each([
    [' Juan.Cruz@Example.ORG ', 'juan.cruz@example.org'],
    ['', 'refused: Email is required'],
    [undefined, 'refused: Email is required'],
    ['juan', 'refused: Please enter a valid email address'],
    ['juan@', 'refused: Please enter a valid email address'],
    ['a@b.org,c@d.org', 'refused: Please enter a valid email address'],
    ['Juan <a@b.org>', 'refused: Please enter a valid email address'],
    [`${'a'.repeat(250)}@b.org`, 'refused: This is too long'],
  ])('%j -> %j', (typed, stored) => {
    expect(read(email(), typed)).toBe(stored)
  })

  test('of a contact person may be left out, but not be wrong', () => {
    expect(read(optionalEmail(), undefined)).toBe('')
    expect(read(optionalEmail(), '')).toBe('')
    expect(read(optionalEmail(), 'Ana@Example.org')).toBe('ana@example.org')
    expect(read(optionalEmail(), 'ana')).toBe('refused: Please enter a valid email address')
  })
})

describe('a serial number', () => {
  test.each([
    [' o-123 456 ', 'O-123456'],
    ['AF/98.765#ñ', 'AF/98.765#Ñ'],
    ['7', '7'],
    ['O-1\u200b23', 'O-123'],
    ['', 'refused: Military serial is required'],
    ['\u200b', 'refused: Military serial is required'],
    [undefined, 'refused: Military serial is required'],
  ])('%j -> %j', (typed, stored) => {
    expect(read(serial(), typed)).toBe(stored)
  })

  // Shows registration-26
  test('is never refused by its shape', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z0-9][-./#A-Za-z0-9ñÑ ]{0,50}$/), (typed) => {
        expect(read(serial(), typed)).toBe(typed.toUpperCase().replaceAll(' ', ''))
      }),
    )
  })
})

test.each(['registration', 'profile', 'file'] as const)(
  'in a %s each line of text is required or may be empty',
  (place) => {
    const [must, may] = [Object.keys(requiredLines(place)), Object.keys(optionalLines(place))]
    expect([...must, ...may].toSorted()).toEqual(fieldNames.filter(isLine).toSorted())
  },
)

test.each([
  ['1964-10-05', '1964-10-05'],
  ['', 'refused: Birthday is required'],
  ['1964-02-30', 'refused: Please enter a valid birthday: February 1964 has 29 days'],
  ['64-10-05', 'refused: Enter all four digits of the year of birth, for example 1964'],
])('a birthday: %j -> %j', (typed, stored) => {
  expect(read(birthday(), typed)).toBe(stored)
})

test.each([
  [measure, '5 ft 7 in', '170 cm'],
  [measure, 'tall', `refused: ${measureText.height}`],
  [measure, '', 'refused: Height is required'],
  [optionalMeasure, 'tall', `refused: ${measureText.height}`],
  [optionalMeasure, '', ''],
])('a height by %o: %j is stored as %j', (rule, typed, stored) => {
  expect(read(rule('height'), typed)).toBe(stored)
})

test.each([
  ['ab +', 'AB+', true],
  ['not known', 'Not known', true],
  ['', '', true],
  ['C+', 'C+', false],
])('the blood type %j is %j, and there is one: %s', (typed, stored, known) => {
  expect(asBloodType(typed)).toBe(stored)
  expect(isBloodType(stored)).toBe(known)
})

test.each([
  ['gc-1234 567', 'GC1234567'],
  ['Ref. No. 0012', 'REFNO0012'],
  [undefined, ''],
])('a payment reference %j is compared as %j', (typed, stored) => {
  expect(read(paymentReference(), typed)).toBe(stored)
})

describe('the status tree', () => {
  const everything = { rruChecked: true, aruChecked: true }
  // Shows registration-06
  test.each(militaryStatuses.flatMap((status) => ['', ...reservistTypes].map((type) => [status, type] as const)))(
    '%s with %j keeps only what belongs to it',
    (militaryStatus, reservistType) => {
      const reservist = militaryStatus === 'Reservist'
      const ready = reservist && reservistType === 'Ready Reserve'
      expect(pruneStatus({ militaryStatus, reservistType, ...everything })).toEqual({
        militaryStatus,
        reservistType: reservist ? reservistType : '',
        rruChecked: ready,
        aruChecked: ready,
      })
    },
  )

  // Shows registration-24
  test.each([
    [{ militaryStatus: 'Reservist' }, true],
    [{ militaryStatus: 'Regular' }, false],
    [{ militaryStatus: 'Civilian Human Resource (CHR)' }, false],
    [{}, false],
    [null, false],
    [undefined, false],
  ])('%j asks for a reservist type: %s', (form, asks) => {
    expect(needsReservistType(form)).toBe(asks)
  })
})
