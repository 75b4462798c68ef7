import { describe, expect, test } from 'vitest'
import { looksLikeDate, whyNotPassword } from './password.ts'

describe('a password of one’s own', () => {
  // Shows password-20
  test.each([
    ['abcdef', 'abcdef', null],
    ['abcdef', 'abcdeF', 'passwords-differ'],
    ['abcde', 'abcde', 'password-too-short'],
    ['a'.repeat(128), 'a'.repeat(128), null],
    ['a'.repeat(129), 'a'.repeat(129), 'password-too-long'],
    ['05Oct1964', '05Oct1964', 'password-is-a-date'],
  ])('%s', (password, confirm, refusal) => {
    expect(whyNotPassword(password, confirm)).toBe(refusal)
  })
})

describe('a date, however it is written', () => {
  // Shows password-06
  test.each([
    '05Oct1964',
    '10/5/1964',
    '5-10-1964',
    '5101964',
    '05oct64',
    '5 Oct 64',
    '1964-Oct-5',
    '5th Oct 1964',
    '5 Oktubre 1964',
    '5/10/64',
    '1964Oct05',
    '5 october 1964',
    '05-10-1964',
    '10/05/1964',
    '1964.10.05',
    '051064',
    'October 5, 1964',
    'oct564',
  ])('%s is one', (typed) => {
    expect(looksLikeDate(typed)).toBe(true)
  })

  test.each([
    'maharlika',
    'maria1234',
    'bituin123',
    'Quezon2025',
    'mayumi88',
    '1234',
    '123456789',
    'oct',
    'saber1964x',
    '5 stars 2 moons',
  ])('%s is none', (typed) => {
    expect(looksLikeDate(typed)).toBe(false)
  })
})
