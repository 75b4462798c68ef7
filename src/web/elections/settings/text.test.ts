import { expect, test } from 'vitest'
import { missingText } from './text.ts'

test('that everything is in order is said only once the nominees are settled', () => {
  const inOrder = Object.entries(missingText).filter(([, { nothing }]) => nothing.includes('Everything is in order'))
  expect(inOrder.map(([stage]) => stage)).toEqual(['campaign', 'voting', 'counting', 'counted'])
})
