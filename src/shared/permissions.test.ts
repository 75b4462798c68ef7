import { expect, test } from 'vitest'
import { actions, jobs, mainJobs, may, mayOpen, missingJob, type Action, type Job } from './permissions.ts'

const admin = (...given: Job[]) => ({ role: 'admin', jobs: given }) as const

/** The actions that one job alone allows, beyond those of every administrator. */
const ofJob = (job: Job): Action[] => actions.filter((action) => may(admin(job), action) && !may(admin(), action))

// Shows administrators-06
test.each<[Job, Action[]]>([
  [
    'membership',
    [
      'list members',
      'read any profile',
      'approve members',
      'edit any profile',
      'help members log in',
      'give login codes',
      'export and import members',
      'print cards',
      'handle privacy requests',
      'email members',
      'name viewers',
    ],
  ],
  ['content', ['edit pages', 'edit links', 'edit videos', 'edit leadership']],
  [
    'elections',
    [
      'give login codes',
      'nominate',
      'delete own nominations',
      'manage nominees',
      'vote by proxy',
      'run elections',
      'recount',
      'countersign',
    ],
  ],
  ['settings', ['set dues', 'edit settings', 'watch the site']],
  ['treasury', ['handle dues', 'set dues']],
])('%s', (job, allowed) => {
  expect(ofJob(job)).toEqual(allowed)
})

test('managing administrators takes every job, and none of them alone', () => {
  expect(may(admin(...jobs), 'manage administrators')).toBe(true)
  for (const job of mainJobs)
    expect(may(admin(...jobs.filter((one) => one !== job)), 'manage administrators'), job).toBe(false)
})

test('whoever has every main job handles dues without the job for it', () => {
  expect(may(admin(...mainJobs), 'handle dues')).toBe(true)
  expect(may(admin(...mainJobs), 'manage administrators')).toBe(true)
  for (const job of mainJobs)
    expect(may(admin(...mainJobs.filter((one) => one !== job)), 'handle dues'), job).toBe(false)
  expect(missingJob(admin('settings'), 'handle dues')).toBe('treasury')
})

test('what is missing is told to administrators, and only where a job would help', () => {
  expect(missingJob(admin('content'), 'approve members')).toBe('membership')
  expect(missingJob(admin('content'), 'recount')).toBe('elections')
  expect(missingJob(admin('content'), 'manage administrators')).toBe('every job')
  expect(missingJob(admin('content'), 'edit pages')).toBeNull()
  expect(missingJob(admin(...jobs), 'vote')).toBeNull()
  expect(missingJob({ role: 'member' }, 'approve members')).toBeNull()
})

test('jobs of somebody who is no administrator are worth nothing', () => {
  expect(may({ role: 'member', jobs }, 'approve members')).toBe(false)
})

test.each([
  ['/members?region=none', false, true],
  ['/admin/settings#rules', false, false],
  ['/nominate', true, false],
  ['?step=voting#proxies', true, true],
  ['/contact', true, true],
])('a link to %s, for the elections job: %s, for membership: %s', (href, elections, membership) => {
  expect(mayOpen(admin('elections'), href)).toBe(elections)
  expect(mayOpen(admin('membership'), href)).toBe(membership)
})
