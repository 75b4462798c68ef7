import { describe, expect, test } from 'vitest'
import {
  asksForPresentPassword,
  isCommonPassword,
  looksLikeDate,
  whyNotPassword,
  whyPersonalPassword,
} from './password.ts'

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
    'saber5oct1964',
    '5oct1964saber',
    '5 stars 2 moons',
  ])('%s is none', (typed) => {
    expect(looksLikeDate(typed)).toBe(false)
  })
})

const juan = {
  names: ['JUAN CARLOS', 'Reyes', 'de la Peña-Cruz'],
  serial: 'O-123456',
  idNumber: 'ARRAPI-000-417',
  email: 'jc.bituin@example.org',
  birthday: '1964-10-05',
}
const ana = { names: ['Ana', null, ''], serial: null, idNumber: null, email: null, birthday: null }

// Shows password-24
test.each<[string, string | null]>([
  ['juancarlos', 'password-is-name'],
  ['Juan Carlos!', 'password-is-name'],
  ['cruzjuan', 'password-is-name'],
  ['delapena', 'password-is-name'],
  ['dela1234', null],
  ['PEÑACRUZ', 'password-is-name'],
  ['carlos12345', 'password-is-name'],
  ['carlos987654', null],
  ['juan1964', 'password-is-name'],
  ['Cruz-1964!', 'password-is-name'],
  ['o-123456', 'password-is-serial'],
  ['0123456', 'password-is-serial'],
  ['123456juan', 'password-is-serial'],
  ['arrapi-000-417', 'password-is-id-number'],
  ['000417', 'password-is-id-number'],
  ['ARRAPI000417x', 'password-is-id-number'],
  ['jc.bituin@example.org', 'password-is-email'],
  ['jcbituin', 'password-is-email'],
  ['JC_Bituin1', 'password-is-email'],
  ['05101964x', 'password-is-birthday'],
  ['x10/05/1964', 'password-is-birthday'],
  ['!5oct1964!', 'password-is-birthday'],
  ['ika5ngoktubre', null],
  ['oktubre5', 'password-is-birthday'],
  ['enero5', null],
  ...['0510', '1005', '051064', '100564', '641005', '5oct64', '5 Oktubre', 'October 5, 1964'].map(
    (date): [string, string] => [`bayan${date}`, 'password-is-birthday'],
  ),
  ['juan at ang mga bituin', null],
  ['mahal ko si juan', null],
  ['tatlong bituin', null],
  ['!!!!!!', null],
  ['', null],
])('%s: %s', (password, refusal) => {
  expect(whyPersonalPassword(password, juan)).toBe(refusal)
})

test('of whom little is known, little is refused', () => {
  expect(whyPersonalPassword('juancarlos', ana)).toBeNull()
  expect(whyPersonalPassword('!!!!!!', ana)).toBeNull()
  expect(whyPersonalPassword('ana12345', ana)).toBe('password-is-name')
})

const common = new Set(['dragon', 'password1', 'mahalkita', 'p@ssw0rd', '1q2w3e'])

// Shows password-23
test.each([
  'dragon',
  ' DRAGON ',
  'Dragon123!',
  '123dragon',
  '!!mahalkita!!',
  'password1',
  'P@ssw0rd',
  '1q2w3e',
  ' 1q2w3e ',
  'aaaaaaaa',
  'abcabcabc',
  '1212121212',
])('%s is common', (password) => {
  expect(isCommonPassword(password, common)).toBe(true)
})

test.each(['dragonfly', 'drag5on', 'red dragon', 'my dragon 123', 'abcabd', 'tatlong bituin', 'saberaaa', '135135136'])(
  '%s is not',
  (password) => {
    expect(isCommonPassword(password, common)).toBe(false)
  },
)

test.each([
  ['admin', true, true],
  ['observer', true, true],
  ['member', true, false],
  // Invited, and about to choose the first one.
  ['admin', false, false],
] as const)('%s with a password of their own (%s) is asked for it before another: %s', (role, ownPassword, asked) => {
  expect(asksForPresentPassword({ role, ownPassword })).toBe(asked)
})
