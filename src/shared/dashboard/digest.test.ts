import { expect, test } from 'vitest'
import { manila } from '../time.ts'
import { digestParagraphs, digestText } from './digest-text.ts'
import { digestDay } from './digest.ts'
import type { ToDo } from './to-do.ts'

test.each([
  ['06:59', null, null],
  ['07:00', null, '2025-03-29'],
  ['07:00', '2025-03-28', '2025-03-29'],
  ['07:00', '2025-03-29', null],
  ['23:59', '2025-03-28', '2025-03-29'],
  ['06:59', '2025-03-27', null],
  // A clock that was ahead and was put right: the day it named is not gone over again.
  ['08:00', '2025-03-30', null],
])('at %s, after the one of %s, the email of %s is due', (time, last, due) => {
  expect(digestDay(manila('2025-03-29', time), last)).toBe(due)
})

const toDo = (sentence: string): ToDo => ({
  kind: 'check',
  sentence,
  action: 'Look',
  href: '/admin/status',
  count: 1,
  urgent: false,
})

test('the email says the same sentences as the dashboard, where it is, and how to stop it', () => {
  const about = { firstName: 'Ana', shortName: 'ARRAPI', siteUrl: 'https://example.org' }
  const body = digestParagraphs([toDo('One.'), toDo('Two.')], about).join('\n')
  expect(body).toContain('Good day, Ana,')
  expect(body).toContain('- One.\n- Two.')
  expect(body).toContain('https://example.org/admin\n')
  expect(body).toContain('https://example.org/security')
  expect([1, 2].map((count) => digestText.subject('ARRAPI', count))).toEqual([
    'ARRAPI: 1 thing needs your attention',
    'ARRAPI: 2 things need your attention',
  ])
})
