import { expect, test } from 'vitest'
import { jobs, type Job } from '#shared/permissions.ts'
import {
  inviteAdministratorSchema,
  invitationOpen,
  isInventedAddress,
  jobsSchema,
  nameWithEmail,
  splitFullName,
  whyCannotLose,
} from './administrators.ts'

const some: Job[] = ['membership', 'content', 'elections']

// Shows administrators-11
test.each<[string, readonly Job[], boolean, readonly Job[], number, string | null]>([
  ['the last loses a job', jobs, true, some, 0, 'administrator-last'],
  ['the last is removed', jobs, true, [], 0, 'administrator-last'],
  ['the last keeps all', jobs, true, jobs, 0, null],
  ['one of two loses a job', jobs, true, some, 1, null],
  ['one of two is removed', jobs, true, [], 1, null],
  ['one without all jobs is removed', some, true, [], 0, null],
  ['an invitation that was not accepted is withdrawn', jobs, false, [], 0, null],
])('%s', (_what, before, accepted, left, others, why) => {
  expect(whyCannotLose({ jobs: before, accepted }, left, others)).toBe(why)
})

test('jobs are stored once each and in one order, whatever was sent', () => {
  expect(jobsSchema.parse({ jobs: ['settings', 'content', 'content'] }).jobs).toEqual(['content', 'settings'])
  expect(jobsSchema.safeParse({ jobs: [] }).success).toBe(false)
  expect(jobsSchema.safeParse({ jobs: ['admin'] }).success).toBe(false)
  const form = { firstName: ' Ana ', lastName: 'Cruz', email: 'Ana@Example.org ', jobs: ['content'] }
  expect(inviteAdministratorSchema.parse(form)).toMatchObject({ firstName: 'Ana', email: 'ana@example.org' })
})

test('an invitation is open for seven days, and not at their end', () => {
  const week = 7 * 24 * 60 * 60 * 1000
  expect([invitationOpen(0, week - 1), invitationOpen(0, week)]).toEqual([true, false])
})

test.each([
  ['Maria Santos', { firstName: 'Maria', lastName: 'Santos' }],
  ['  Juan  Miguel dela Cruz ', { firstName: 'Juan Miguel dela', lastName: 'Cruz' }],
  ['Maria', null],
  ['', null],
])('the name %j', (typed, name) => {
  expect(splitFullName(typed)).toEqual(name)
})

// Shows administrators-17
test('who acted is named with the address, which is not said twice', () => {
  expect(nameWithEmail('Maria Santos', 'maria@example.org')).toBe('Maria Santos (maria@example.org)')
  expect(nameWithEmail('Administrator maria@example.org', 'maria@example.org')).toBe('Administrator maria@example.org')
  expect(nameWithEmail('Maria Santos', null)).toBe('Maria Santos')
})

test.each([
  ['admin@site.local', true],
  ['Admin@Site.LOCAL', true],
  ['admin@local.org', false],
  ['local@example.org', false],
])('%s is made up: %s', (email, invented) => {
  expect(isInventedAddress(email)).toBe(invented)
})
