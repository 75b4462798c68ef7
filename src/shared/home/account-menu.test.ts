import { expect, test } from 'vitest'
import { pages, findPage } from '../pages.ts'
import { jobs, may, type Role } from '../permissions.ts'
import { accountMenu, electionPageFor, type MenuElection } from './account-menu.ts'

const election: MenuElection = { stage: 'campaign', nobodyVoted: false, mayNominate: false, voteLink: null }

// Shows navigation-40
test.each<[Role, string[]]>([
  ['member', ['Profile', 'My card', 'Members', 'Election', 'Security']],
  ['viewer', ['Profile', 'My card', 'Members', 'Election', 'Security']],
  ['admin', ['Dashboard', 'Members', 'Election', 'Security']],
  ['observer', ['Election', 'Security']],
])('the menu of a %s', (role, labels) => {
  const menu = accountMenu({ id: '1', role, jobs }, election)
  expect(menu.map(({ label }) => label)).toEqual(labels)
  for (const { href } of menu) {
    const page = findPage(href.split('#')[0] ?? '')?.page
    expect(page && (page.access === 'public' || may({ role, jobs }, page.access)), href).toBe(true)
  }
})

test('an administrator without the job finds no members in it', () => {
  const menu = accountMenu({ id: '1', role: 'admin', jobs: ['content'] }, election)
  expect(menu.map(({ label }) => label)).toEqual(['Dashboard', 'Election', 'Security'])
})

test('profile and card are the own ones', () => {
  const hrefs = accountMenu({ id: '1', role: 'member' }, null).map(({ href }) => href)
  expect(hrefs).toEqual(['/member/1', '/member/1#card', '/members', '/election', '/security'])
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
])('the election of a %s, %j: %s', (role, given, href) => {
  expect(electionPageFor({ role, jobs }, given && { ...election, ...given })).toBe(href)
})
