import { expect, test } from 'vitest'
import { manila } from '#shared/time.ts'
import { foundApplicationText } from './text.ts'

test.each([
  [manila('2026-03-01', '00:00'), '1 March 2026'],
  [manila('2026-03-01', '23:59'), '1 March 2026'],
])('an application received at %d has its number and the day in Manila, %s', (at, day) => {
  expect(foundApplicationText.received('R3SCNT92NNP7', at)).toBe(
    `Application R3SC\u2011NT92\u2011NNP7, received on ${day}.`,
  )
})
