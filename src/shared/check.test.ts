import { expect, test } from 'vitest'
import { checksFor, needsNothing, urgentFirst, worstOf, type Check, type CheckState } from './check.ts'

const check = (name: string, state: CheckState): Check => ({ name, state, sentence: '' })
const checks = [
  check('disk', 'ok'),
  check('jobs', 'warning'),
  check('applications', 'to do'),
  check('clock', 'wrong'),
  check('event', 'info'),
]

test('what is worst comes first and decides; of what weighs the same, what was listed first', () => {
  expect(urgentFirst(checks).map(({ name }) => name)).toEqual(['clock', 'jobs', 'applications', 'disk', 'event'])
  expect([worstOf(checks), worstOf(checks.slice(0, 2)), worstOf([check('event', 'info')]), worstOf([])]).toEqual([
    'wrong',
    'warning',
    'ok',
    'ok',
  ])
  expect(checks.filter(needsNothing).map(({ name }) => name)).toEqual(['disk', 'event'])
})

test('nobody is told of what others look after', () => {
  const one = { ...check('jobs', 'warning'), whoseJob: 'watch the site' } as const
  expect(checksFor([one], { role: 'admin', jobs: ['settings'] })).toEqual([one])
  expect(checksFor([one], { role: 'admin', jobs: ['membership'] })).toEqual([])
  expect(checksFor(checks, { role: 'visitor' })).toEqual(checks)
})
