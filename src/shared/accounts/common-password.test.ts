import { expect, test } from 'vitest'
import { isCommonPassword } from './common-password.ts'

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
  'aaaaaaaa',
  'abcabcabc',
  '1212121212',
])('%s is common', (password) => {
  expect(isCommonPassword(password, common)).toBe(true)
})

test.each(['dragonfly', 'red dragon', 'my dragon 123', 'abcabd', 'tatlong bituin', '135135136'])(
  '%s is not',
  (password) => {
    expect(isCommonPassword(password, common)).toBe(false)
  },
)
