import { describe, expect, test } from 'vitest'
import { manila } from '#shared/time.ts'
import {
  dueAt,
  dueText,
  heldFileName,
  isOverdue,
  privacyAnswerSchema,
  privacyRequestSchema,
  whyCannotErase,
  whyNotAnswer,
} from './privacy.ts'

test('an answer is due fifteen days after the request, to the millisecond', () => {
  expect(dueAt(manila('2026-11-01', '10:30'))).toBe(manila('2026-11-16', '10:30'))
})

describe('due dates in words, by Manila’s calendar', () => {
  const due = manila('2026-11-16', '10:30')
  test.each([
    [manila('2026-11-01', '10:30'), 'Due in 15 days', false],
    [manila('2026-11-14', '23:59'), 'Due in 2 days', false],
    [manila('2026-11-15', '00:00'), 'Due tomorrow', false],
    [manila('2026-11-16', '00:00'), 'Due today', false],
    [due - 1, 'Due today', false],
    [due, 'Overdue since today', true],
    [manila('2026-11-17', '00:00'), 'Overdue by 1 day', true],
    [manila('2026-11-26', '23:59'), 'Overdue by 10 days', true],
  ])('at %i: %s', (now, words, overdue) => {
    expect([dueText(due, now), isOverdue(due, now)]).toEqual([words, overdue])
  })
})

test('of several proofs of payment each says what was paid', () => {
  const paid = { centavos: 500_00, on: '2026-03-09' }
  expect(heldFileName('paymentProof')).toBe('Proof of payment of the registration fee')
  expect(heldFileName('duesProof', paid)).toBe('Proof of dues paid on 9 March 2026 (₱500)')
  expect(heldFileName('duesProof')).toBe('Proof of dues paid')
  expect(heldFileName('signature')).toBe('Signature')
})

describe('forms', () => {
  test('a correction says what is wrong; an erasure need not give a reason', () => {
    expect(privacyRequestSchema.safeParse({ kind: 'correction', details: ' ' }).success).toBe(false)
    expect(privacyRequestSchema.parse({ kind: 'correction', details: ' My rank ' }).details).toBe('My rank')
    expect(privacyRequestSchema.parse({ kind: 'erasure' })).toEqual({ kind: 'erasure', details: '' })
  })

  test.each(['x'.repeat(2001), 'a\0b', 'turned \u202e round'])('an answer of %j is refused', (answer) => {
    expect(privacyAnswerSchema.safeParse({ outcome: 'done', answer }).success).toBe(false)
  })

  test('an answer may have several lines', () => {
    expect(privacyAnswerSchema.parse({ outcome: 'refused', answer: 'Line one\nLine two' }).answer).toContain('\n')
  })
})

test.each([
  ['change', { outcome: 'done', answer: '', version: 3 }, {}],
  ['change', { outcome: 'done', answer: '' }, { version: 'Please look at the request again' }],
  ['change', { outcome: 'refused', answer: '' }, { answer: 'Please write a short answer for the member' }],
  ['correction', { outcome: 'done', answer: '' }, { answer: 'Please write a short answer for the member' }],
  ['erasure', { outcome: 'refused', answer: 'No.' }, {}],
] as const)('an answer to a %s of %j lacks %j', (kind, answer, fields) => {
  expect(whyNotAnswer(kind, answer)).toEqual(fields)
})

test.each([
  [false, false, null],
  [true, false, 'administrator-not-erased'],
  [false, true, 'erasure-during-election'],
  [true, true, 'administrator-not-erased'],
])('erased, as administrator %s and with an uncertified ballot %s: %s', (isAdmin, hasUncertifiedBallot, why) => {
  expect(whyCannotErase({ isAdmin, hasUncertifiedBallot })).toBe(why)
})
