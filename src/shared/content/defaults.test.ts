import { expect, test } from 'vitest'
import { asSentence, withThe } from './defaults.ts'

test.each([
  ['Association of Reservists of the Philippines, Inc.', 'the Association of Reservists of the Philippines, Inc.'],
  ['The Reservists', 'The Reservists'],
  ['Theban Reservists', 'the Theban Reservists'],
])('%s within a sentence', (name, within) => {
  expect(withThe(name)).toBe(within)
})

test.each([
  ['Contact the Reservists, Inc.', 'Contact the Reservists, Inc.'],
  ['Contact the Reservists', 'Contact the Reservists.'],
])('%s ends with one full stop', (text, sentence) => {
  expect(asSentence(text)).toBe(sentence)
})
