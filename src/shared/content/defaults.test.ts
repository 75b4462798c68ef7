import { expect, test } from 'vitest'
import { asSentence, unbrokenName, withThe } from './defaults.ts'

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

test.each([
  ['Association of the Philippines, Inc.', 'Association of the Philippines,\u00a0Inc.'],
  ['ASSOCIATION OF THE PHILIPPINES INC', 'ASSOCIATION OF THE PHILIPPINES\u00a0INC'],
  ['Incorporated Reservists', 'Incorporated Reservists'],
  ['', ''],
])('%j is written %j', (name, written) => {
  expect(unbrokenName(name)).toBe(written)
})
