import { expect, test } from 'vitest'
import { findPage, pages } from '#shared/pages.ts'
import { jobs, may, type Job, type Role } from '#shared/permissions.ts'
import {
  accountMenu,
  adminMenuFor,
  electionPageFor,
  isCurrent,
  isGroupOpen,
  firstEntriesFor,
  settingsFor,
  type MenuElection,
} from './menu.ts'

const menuOf = (held: readonly Job[]) =>
  adminMenuFor({ role: 'admin', jobs: held }).map(({ title, items }) => [title, ...items.map(({ label }) => label)])

const website = ['Website', 'Home', 'About', 'Leadership', 'Featured Stories', 'Announcement', 'Contact Us']

// Shows dashboard-15
test('the menu has four groups, and in each what the jobs allow', () => {
  expect(menuOf(jobs)).toEqual([
    [
      'Members',
      'Membership Approval',
      'Current Members',
      'Email members',
      'Import members',
      'Viewers',
      'Privacy requests',
    ],
    ['Election', 'Election day', 'Nominations', 'BOT Voting', 'Election Result', 'Election settings', 'Roll of voters'],
    website,
    ['System', 'Administrators', 'Site status', 'Audit log'],
  ])
  expect(menuOf(['content'])).toEqual([['Election', 'Election Result'], website, ['System', 'Audit log']])
  expect(menuOf(['membership'])[0]).toEqual([
    'Members',
    'Membership Approval',
    'Current Members',
    'Email members',
    'Import members',
    'Viewers',
    'Privacy requests',
  ])
  expect(menuOf(['elections'])[0]).toEqual([
    'Election',
    'Election day',
    'Nominations',
    'BOT Voting',
    'Election Result',
    'Election settings',
    'Roll of voters',
  ])
  expect(menuOf(['settings'])[0]?.[0]).not.toBe('Members')
})

test('whoever edits pages can write at once', () => {
  const labels = (given: readonly Job[]) => firstEntriesFor({ role: 'admin', jobs: given }).map(({ label }) => label)
  expect(labels(['content'])).toEqual(['Dashboard', 'Write an announcement'])
  expect(labels(['membership'])).toEqual(['Dashboard'])
})

test('the pencil beside a public page is for those who edit pages', () => {
  const pencils = (given: readonly Job[]) =>
    adminMenuFor({ role: 'admin', jobs: given }).flatMap(({ items }) => items.filter(({ edit }) => edit)).length
  expect([pencils(['content']), pencils(['membership', 'elections', 'settings'])]).toEqual([5, 0])
})

test('settings stand at the foot of the menu, for those who may change them', () => {
  const settings = (given: readonly Job[]) => settingsFor({ role: 'admin', jobs: given })?.href
  expect([settings(['settings']), settings(['membership', 'content', 'elections']), settingsFor()]).toEqual([
    '/admin/settings',
    undefined,
    null,
  ])
})

test.each([
  ['Members', '/admin', true],
  ['Election', '/members', true],
  ['Website', '/admin', false],
  ['Website', '/admin/write/about', true],
  ['Members', '/admin/write/about', false],
  ['System', '/admin/status', true],
])('the group %s at %s is open: %s', (title, pathname, open) => expect(isGroupOpen(title, pathname)).toBe(open))

test.each([
  ['/admin', '/admin', '', true],
  ['/members', '/members', '?page=2', true],
  ['/members', '/members', '?approval=true', false],
  ['/members?approval=true', '/members', '?approval=true', true],
  ['/members?approval=true', '/members', '', false],
  ['/vote?proxy=1', '/vote', '?proxy=1', true],
  ['/admin/settings', '/admin', '', false],
])('%s is where one is at %s%s: %s', (href, pathname, search, here) => {
  expect(isCurrent(href, { pathname, search })).toBe(here)
})

const menuElection: MenuElection = { stage: 'campaign', nobodyVoted: false, mayNominate: false, voteLink: null }

// Shows navigation-40
test.each<[Role, string[]]>([
  ['member', ['Profile', 'My card', 'Election', 'My data', 'Members', 'Login and security']],
  ['viewer', ['Profile', 'My card', 'Election', 'My data', 'Members', 'Login and security']],
  ['admin', ['Dashboard', 'Election', 'Members', 'Login and security']],
  ['observer', ['Election', 'Login and security']],
])('the menu of a %s', (role, labels) => {
  const menu = accountMenu({ id: '1', role, jobs }, menuElection, false)
  expect(menu.map(({ label }) => label)).toEqual(labels)
  for (const { href } of menu) {
    const page = findPage(href.split('#')[0] ?? '')?.page
    expect(page && (page.access === 'public' || may({ role, jobs }, page.access)), href).toBe(true)
  }
})

test('an administrator without the job finds no members in it', () => {
  const menu = accountMenu({ id: '1', role: 'admin', jobs: ['content'] }, menuElection, true)
  expect(menu.map(({ label }) => label)).toEqual(['Dashboard', 'Election', 'Login and security'])
})

test('profile and card are the own ones', () => {
  const hrefs = accountMenu({ id: '1', role: 'member' }, null, false).map(({ href }) => href)
  expect(hrefs).toEqual(['/member/1', '/member/1#card', '/election', '/my-data', '/members', '/security'])
})

test('where there are dues, who pays them finds theirs after the card', () => {
  const labelsOf = (role: Role) => accountMenu({ id: '1', role, jobs }, null, true).map(({ label }) => label)
  expect(labelsOf('member').slice(0, 3)).toEqual(['Profile', 'My card', 'My dues'])
  expect([...labelsOf('admin'), ...labelsOf('observer')]).not.toContain('My dues')
})

test.each<[Role, Partial<MenuElection> | null, string]>([
  ['member', null, pages.election.path],
  ['member', {}, '/election'],
  ['member', { stage: 'nomination', mayNominate: true }, '/nominate'],
  ['member', { stage: 'voting', voteLink: 'vote' }, '/vote'],
  ['member', { stage: 'voting', voteLink: 'see' }, '/election'],
  ['member', { stage: 'voting' }, '/election'],
  ['member', { stage: 'counting', voteLink: 'see' }, '/election-result'],
  ['member', { stage: 'certified' }, '/election-result'],
  ['member', { stage: 'counted', nobodyVoted: true }, '/election'],
  ['admin', { stage: 'campaign', mayNominate: true }, '/election'],
  ['admin', { stage: 'nomination', mayNominate: true }, '/nominate'],
  ['admin', { stage: 'counted' }, '/election-result'],
  ['observer', { stage: 'voting' }, '/observe'],
])('the election of a %s, %j: %s', (role, election, href) => {
  expect(electionPageFor({ role, jobs }, election && { ...menuElection, ...election })).toBe(href)
})
