import { expect, test } from 'vitest'
import { maskEmail, meantEmail, whyDoubtEmail } from './email-address.ts'

test.each([
  ['juan@gmial.com', 'gmail.com'],
  ['juan@gmai.com', 'gmail.com'],
  ['juan@gmaill.com', 'gmail.com'],
  ['juan@gmail.con', 'gmail.com'],
  [' Juan@Yaho.com ', 'yahoo.com'],
  ['juan@hotmial.com', 'hotmail.com'],
])('%j: do you mean %s?', (typed, meant) => expect(whyDoubtEmail(typed)).toContain(`Do you mean ${meant}?`))

test('what was probably meant, for a press', () => {
  expect(meantEmail(' Maria.Reyes@gmial.com')).toBe('maria.reyes@gmail.com')
  expect(meantEmail('maria.reyes@army.mil.ph')).toBeNull()
})

test.each([
  'juan@gmail.com',
  'juan@ymail.com',
  'juan@mail.com',
  'juan@yahoo.com.ph',
  'juan@army.mil.ph',
  'juan',
  'juan@',
  '',
])('nothing is asked about %j', (typed) => expect(whyDoubtEmail(typed)).toBeNull())

test.each([
  ['ramon.delacruz@gmail.com', 'r•••••@gmail.com'],
  ['r@army.mil.ph', 'r•••••@army.mil.ph'],
  ['"a@b"@example.org', '"•••••@example.org'],
  ['ñandú@example.org', 'ñ•••••@example.org'],
  ['', ''],
])('%j is shown as %j', (email, shown) => expect(maskEmail(email)).toBe(shown))
