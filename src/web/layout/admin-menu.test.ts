import { expect, test } from 'vitest'
import { jobs, type Job } from '#shared/permissions.ts'
import { adminMenuFor, isHere } from './admin-menu.ts'

const shown = (given: readonly Job[]) =>
  adminMenuFor({ role: 'admin', jobs: given }).map(({ title, items }) => [title, ...items.map(({ label }) => label)])

const website = ['Website', 'Home', 'About', 'Leadership', 'Featured Stories', 'Announcement']

// Shows dashboard-15
test('the menu has four groups, and in each what the jobs allow', () => {
  expect(shown(jobs)).toEqual([
    [
      'Members',
      'Membership Approval',
      'Current Members',
      'Email members',
      'Import members',
      'Viewers',
      'Privacy requests',
    ],
    ['Election', 'Nominations', 'BOT Voting', 'Election Result', 'Election settings', 'Roll of voters'],
    website,
    ['System', 'Administrators', 'Settings', 'Site status', 'Audit log', 'Login and security'],
  ])
  expect(shown(['content'])).toEqual([
    ['Election', 'Election Result'],
    website,
    ['System', 'Audit log', 'Login and security'],
  ])
  expect(shown(['membership'])[0]).toEqual([
    'Members',
    'Membership Approval',
    'Current Members',
    'Email members',
    'Import members',
    'Viewers',
    'Privacy requests',
  ])
  expect(shown(['elections'])[0]).toEqual([
    'Election',
    'Nominations',
    'BOT Voting',
    'Election Result',
    'Election settings',
    'Roll of voters',
  ])
  expect(shown(['settings'])[0]?.[0]).not.toBe('Members')
})

test('the pencil beside a public page is for those who edit pages', () => {
  const pencils = (given: readonly Job[]) =>
    adminMenuFor({ role: 'admin', jobs: given }).flatMap(({ items }) => items.filter(({ edit }) => edit)).length
  expect([pencils(['content']), pencils(['membership', 'elections', 'settings'])]).toEqual([5, 0])
})

test.each([
  ['/admin', '/admin', '', true],
  ['/members', '/members', '?page=2', true],
  ['/members', '/members', '?approval=true', false],
  ['/members?approval=true', '/members', '?approval=true', true],
  ['/members?approval=true', '/members', '', false],
  ['/vote?proxy=1', '/vote', '?proxy=1', true],
  ['/admin?edit=settings', '/admin', '?edit=settings', false],
])('%s is where one is at %s%s: %s', (href, pathname, search, here) => {
  expect(isHere(href, { pathname, search })).toBe(here)
})
