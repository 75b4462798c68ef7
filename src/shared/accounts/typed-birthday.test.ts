import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { birthdayPassword } from '#shared/members/birthday.ts'
import { whyNotPassword } from './password.ts'
import { readBirthday } from './typed-birthday.ts'

const clear = (date: string) => ({ status: 'clear', date })
const ambiguous = (...dates: string[]) => ({ status: 'ambiguous', dates })
const impossible = { status: 'impossible' }

describe('a birthday as people write it', () => {
  test.each([
    ['05Oct1964', clear('1964-10-05')],
    ['5oct1964', clear('1964-10-05')],
    ['5 Oct 1964', clear('1964-10-05')],
    ['5-Oct-64', clear('1964-10-05')],
    ['05Oct64', clear('1964-10-05')],
    ['5th October, 1964', clear('1964-10-05')],
    ['October 5, 1964', clear('1964-10-05')],
    ['oct. 05 1964', clear('1964-10-05')],
    ['oct 5, 64', clear('1964-10-05')],
    ['october51964', clear('1964-10-05')],
    ['1964 Oct 5', clear('1964-10-05')],
    ['5 Oktubre 1964', clear('1964-10-05')],
    ['1sept1970', clear('1970-09-01')],
    ['3 Mayo 1958', clear('1958-05-03')],
    ['1964-10-05', clear('1964-10-05')],
    ['1964/10/5', clear('1964-10-05')],
    ['1964.05.10', clear('1964-05-10')],
    ['19641005', clear('1964-10-05')],
    ['20101005', clear('2010-10-05')],
    ['13/10/1964', clear('1964-10-13')],
    ['10/13/1964', clear('1964-10-13')],
    ['13101964', clear('1964-10-13')],
    ['10131964', clear('1964-10-13')],
    ['5/5/1964', clear('1964-05-05')],
    ['13/10/64', clear('1964-10-13')],
    ['29/02/2000', clear('2000-02-29')],
    ['1/13/05', clear('2005-01-13')],
    ['5/10/1964', ambiguous('1964-10-05', '1964-05-10')],
    [' 05-10-1964 ', ambiguous('1964-10-05', '1964-05-10')],
    ['5 . 10 . 1964', ambiguous('1964-10-05', '1964-05-10')],
    ['05101964', ambiguous('1964-10-05', '1964-05-10')],
    ['5/10/64', ambiguous('1964-10-05', '1964-05-10')],
    ['051064', ambiguous('1964-10-05', '1964-05-10')],
    ['31Feb1964', impossible],
    ['29 Feb 1965', impossible],
    ['31/02/1964', impossible],
    ['32/13/1964', impossible],
    ['1964-13-05', impossible],
    ['5 Oct 1864', impossible],
    ['0/10/1964', impossible],
    // Not in the shape of a date: taken as it was typed.
    ['Oct 1964', null],
    ['oct1964', null],
    ['12345678', null],
    ['123456', null],
    ['5101964', null],
    ['1234 5678 9012', null],
    ['octopus1964', null],
    ['my 05Oct1964', null],
    ['tatlong bituin', null],
    ['', null],
    ['5/10/1964x', null],
  ])('%j is %j', (typed, read) => {
    expect(readBirthday(typed)).toEqual(read)
  })

  test('every birthday is found again, whichever way it is written', () => {
    const birthdays = fc.date({ min: new Date('1900-01-01'), max: new Date('2029-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(birthdays, (at) => {
        const date = at.toISOString().slice(0, 10)
        const [y = '', m = '', d = ''] = date.split('-')
        expect(readBirthday(date)).toEqual(clear(date))
        expect(readBirthday(birthdayPassword(date))).toEqual(clear(date))
        for (const typed of [`${d}/${m}/${y}`, `${m}-${d}-${y}`, `${d}${m}${y}`]) {
          const read = readBirthday(typed)
          expect(read?.status === 'ambiguous' ? read.dates : [read]).toContainEqual(
            read?.status === 'ambiguous' ? date : clear(date),
          )
        }
      }),
    )
  })

  test('nobody’s own password is taken for a birthday: what can be read as one is refused as the other', () => {
    const parts = fc.constantFrom(
      '5',
      '05',
      '10',
      '64',
      '1964',
      'oct',
      'October',
      'mayo',
      '/',
      '-',
      ' ',
      '.',
      ',',
      'th',
      'x',
    )
    const typed = fc.oneof(
      fc.string(),
      fc.array(parts, { maxLength: 8 }).map((all) => all.join('')),
    )
    fc.assert(
      fc.property(typed, (password) => {
        if (readBirthday(password) === null) return
        expect(whyNotPassword(password, password)).not.toBeNull()
      }),
      { numRuns: 2000 },
    )
  })
})
