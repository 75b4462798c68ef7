import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { asBirthdayPassword, birthdayPassword, whyDoubtBirthday, whyNoSuchDay } from './birthday.ts'

test.each([
  ['1980-02-31', 'Please enter a valid birthday: February 1980 has 29 days'],
  ['1981-02-29', 'Please enter a valid birthday: February 1981 has 28 days'],
  ['1980-02-29', null],
  ['1964-04-31', 'Please enter a valid birthday: April 1964 has 30 days'],
  ['1964-12-31', null],
  ['1964-13-01', null],
  ['1964-10-0x', null],
  ['', null],
])('no such day: %s -> %s', (typed, sentence) => expect(whyNoSuchDay(typed)).toBe(sentence))

describe('the password a member starts with', () => {
  // Shows login-06
  test.each([
    ['1964-10-05', '05Oct1964'],
    ['1970-09-01', '01Sep1970'],
    ['2000-02-29', '29Feb2000'],
    ['1958-05-31', '31May1958'],
  ])('%s -> %s', (birthday, password) => {
    expect(birthdayPassword(birthday)).toBe(password)
  })
})

test.each([
  ['2019-09-11', 'You would be 5 years old. Check the year.'],
  ['2024-01-01', 'You would be 1 year old. Check the year.'],
  ['2010-03-29', null],
  ['2010-03-30', 'You would be 14 years old. Check the year.'],
  ['2025-03-30', null],
  ['19-09-11', null],
])('on 29 March 2025 a birthday of %s is doubted: %s', (birthday, doubt) => {
  expect(whyDoubtBirthday(birthday, '2025-03-29')).toBe(doubt)
})

describe('a typed birthdate in its stored form', () => {
  // Shows login-07
  test.each([
    ['5oct1964', '05Oct1964'],
    ['05OCT1964', '05Oct1964'],
    [' 5 October 1964 ', '05Oct1964'],
    ['5-Oct-1964', '05Oct1964'],
    ['1sept1970', '01Sep1970'],
    ['01SEP1970', '01Sep1970'],
    ['12may1980', '12May1980'],
    ['00oct1964', null],
    ['32oct1964', null],
    ['5okt1964', null],
    ['5o1964', null],
    ['05Oct64', null],
    ['05101964', null],
    ['octopus1964', null],
    ['my 05Oct1964', null],
    ['', null],
  ])('%j -> %j', (typed, stored) => {
    expect(asBirthdayPassword(typed)).toBe(stored)
  })

  // Shows login-08
  test('whatever the birthday, its password is its own stored form', () => {
    const birthdays = fc.date({ min: new Date('1900-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(birthdays, (date) => {
        const password = birthdayPassword(date.toISOString().slice(0, 10))
        expect(asBirthdayPassword(password)).toBe(password)
        expect(asBirthdayPassword(password.toLowerCase().replace(/^0/, ''))).toBe(password)
      }),
    )
  })
})
