import { expect, test } from 'vitest'
import { parseChosen } from './chosen.ts'

const ana = { idNumber: 'ARRAPI-001-002', name: 'ANA SANTOS', rank: 'CPT', ms: 'PN', region: null, unit: null }

test('who was chosen comes back as they were', () => {
  expect(parseChosen(JSON.stringify([ana]))).toEqual([ana])
  expect(parseChosen(null)).toEqual([])
})

test.each([
  ['not a list', '{"idNumber":"x"}'],
  ['a person without a number', JSON.stringify([{ ...ana, idNumber: undefined }])],
  ['a service nobody knows', JSON.stringify([{ ...ana, ms: '<b>' }])],
  ['an object for a name', JSON.stringify([{ ...ana, name: {} }])],
  ['a word', '["ANA"]'],
])('%s, which this page has not written, is left out', (_what, text) => {
  expect(parseChosen(text)).toEqual([])
})

test('no more come back than can be saved at once', () => {
  expect(parseChosen(JSON.stringify(Array.from({ length: 50 }, () => ana)))).toHaveLength(20)
})
