import { expect, test } from 'vitest'
import { defaultSettings, settingsSchema, withHttps } from './settings.ts'

test.each([
  ['facebook.com/arrapi', 'https://facebook.com/arrapi'],
  ['www.Facebook.com', 'https://www.Facebook.com'],
  ['facebook.com?id=1', 'https://facebook.com?id=1'],
  ['https://facebook.com/arrapi', 'https://facebook.com/arrapi'],
  ['http://facebook.com', 'http://facebook.com'],
  ['', ''],
])('%j is saved as %j', (typed, saved) => {
  expect(withHttps(typed)).toBe(saved)
  expect(settingsSchema.parse({ ...defaultSettings, socialUrl: typed }).socialUrl).toBe(saved)
})

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'ftp://facebook.com',
  'facebook',
  'facebook.com:80/x',
  'user@facebook.com',
  'facebook.com/a b',
  '//facebook.com',
  '-.com',
  `facebook.com/${'a'.repeat(485)}`,
])('%j is refused', (typed) => {
  expect(withHttps(typed).replace(/^https:\/\/facebook/, 'facebook')).toBe(typed)
  expect(settingsSchema.safeParse({ ...defaultSettings, socialUrl: typed }).success).toBe(false)
})
