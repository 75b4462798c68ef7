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
  expect(settingsSchema.parse({ ...defaultSettings, socialPages: typed }).socialPages).toBe(saved)
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
  expect(settingsSchema.safeParse({ ...defaultSettings, socialPages: typed }).success).toBe(false)
})

// Shows public-04
test('several pages, one to a line; five at most', () => {
  const read = (socialPages: string) => settingsSchema.safeParse({ ...defaultSettings, socialPages }).data?.socialPages
  expect(read(' facebook.com/us \r\n\nhttps://youtube.com/@us ')).toBe(
    'https://facebook.com/us\nhttps://youtube.com/@us',
  )
  expect(read('facebook.com/us\njavascript:alert(1)')).toBeUndefined()
  expect(read('a.com b.com c.com d.com e.com')).toBeDefined()
  expect(read('a.com b.com c.com d.com e.com f.com')).toBeUndefined()
})

test.each([
  ['', true],
  ['812-3456', true],
  ['+63 (2) 8123 4567', true],
  ['812-345', false],
  ['Call 812-3456', false],
])('%j is a number to call, or none: %s', (contactPhone, is) => {
  expect(settingsSchema.safeParse({ ...defaultSettings, contactPhone }).success).toBe(is)
})
