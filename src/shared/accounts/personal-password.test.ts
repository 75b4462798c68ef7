import { expect, test } from 'vitest'
import { whyPersonalPassword } from './personal-password.ts'

const juan = {
  names: ['JUAN CARLOS', 'Reyes', 'de la Peña-Cruz'],
  serial: 'O-123456',
  idNumber: 'ARRAPI-000-417',
  email: 'jc.bituin@example.org',
  birthday: '1964-10-05',
}
const nobody = { names: ['Site', null, ''], serial: null, idNumber: null, email: null, birthday: null }

// Shows password-24
test.each([
  ['juancarlos', 'password-is-name'],
  ['Juan Carlos!', 'password-is-name'],
  ['cruzjuan', 'password-is-name'],
  ['delapena', 'password-is-name'],
  ['PEÑACRUZ', 'password-is-name'],
  ['carlos12345', 'password-is-name'],
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
  ['born051064', 'password-is-birthday'],
  ['!5oct1964!', 'password-is-birthday'],
  ['ika5ngoktubre', null],
  ['oktubre5', 'password-is-birthday'],
  ['juan at ang mga bituin', null],
  ['mahal ko si juan', null],
  ['tatlong bituin', null],
  ['!!!!!!', null],
  ['', null],
])('%s: %s', (password, refusal) => {
  expect(whyPersonalPassword(password, juan)).toBe(refusal)
})

test('of whom little is known, little is refused', () => {
  expect(whyPersonalPassword('juancarlos', nobody)).toBeNull()
  expect(whyPersonalPassword('site', nobody)).toBe('password-is-name')
})
