import { expect, test } from 'vitest'
import { eachTime } from '#shared/elections/schedule.ts'
import { defaultElection } from '#shared/elections/settings/offered-plan.ts'
import { pages, findPage } from '#shared/pages.ts'
import { jobs, may, type Role } from '#shared/permissions.ts'
import { manila } from '#shared/time.ts'
import {
  homeLines,
  type HomeElection,
  type HomeFacts,
  accountMenu,
  electionPageFor,
  type MenuElection,
} from './home.ts'

const election: HomeElection = {
  ...eachTime((field) => defaultElection[field]),
  stage: 'voting',
  nobodyVoted: false,
  cancelledReason: null,
  mayNominate: false,
  onRoll: true,
  voted: false,
  voteLink: 'vote',
}
const nothing: HomeFacts = {
  role: 'member',
  election: null,
  nextEvent: null,
  nominationToAnswer: null,
  ownPassword: true,
  ownPasswordToVote: false,
  hasRegion: true,
}
const nextEvent = {
  title: 'Assembly',
  startsAt: manila('2025-04-05', '09:00'),
  place: '',
  href: 'https://example.org/',
}
const vote = 'You have not voted yet. [Vote /vote]'
const event = 'Assembly: 5 April 2025, 9:00 AM (Manila) [Open https://example.org/]'
const password = 'Choose your own password. Your birthday is easy to guess. [Choose /reset-password]'
const region = 'Your region is missing: ask for a correction. [Ask /my-data]'
const nomination = 'You were nominated. Do you accept? [Answer /nominate]'

test.each<[Partial<HomeFacts>, string[]]>([
  [{}, []],
  [{ election }, [vote]],
  [{ election, role: 'viewer' }, [vote]],
  [
    { election: { ...election, onRoll: false, voteLink: null } },
    ['You are not on the roll of this election, so you cannot vote in it. [About the election /election]'],
  ],
  // Where nothing is to be done but to know, the strip says it.
  [{ election: { ...election, stage: 'nomination', voteLink: null } }, []],
  [{ election: { ...election, stage: 'counting', voteLink: null } }, []],
  [{ election: { ...election, stage: 'certified', voteLink: null } }, []],
  [
    { election: { ...election, stage: 'campaign', voteLink: null } },
    ['Voting opens on 29 March 2025, 12:00 AM (Manila). [About the election /election]'],
  ],
  [{ nextEvent }, [event]],
  [
    { nextEvent: { ...nextEvent, place: 'Camp Aguinaldo' } },
    ['Assembly: 5 April 2025, 9:00 AM (Manila), Camp Aguinaldo [Open https://example.org/]'],
  ],
  [{ ownPassword: false }, [password]],
  [{ hasRegion: false, ownPassword: false }, [password, region]],
  [{ hasRegion: false, ownPassword: false, nominationToAnswer: { href: '/nominate' } }, [nomination, password, region]],
  // Three at most, most important first.
  [{ election, nextEvent, ownPassword: false, hasRegion: false }, [vote, event, password]],
  [{ election, nextEvent, hasRegion: false, nominationToAnswer: { href: '/nominate' } }, [vote, event, nomination]],
  // Without it the ballot is refused.
  [
    { election, nextEvent, ownPassword: false, ownPasswordToVote: true, hasRegion: false },
    ['Choose your own password. You need it to vote. [Choose /reset-password]', vote, event],
  ],
  [{ ownPassword: false, ownPasswordToVote: true }, [password]],
  [
    { role: 'admin', election, hasRegion: false },
    ['Members, elections and the website are looked after on the dashboard. [Admin dashboard /admin]'],
  ],
  [{ role: 'observer', hasRegion: false }, ['You are observing an election. [Go to the election /observe]']],
])('%j', (person, lines) => {
  const checks = homeLines({ ...nothing, ...person })
  expect(
    checks.map(({ sentence, where }) => (where ? `${sentence} [${where.label} ${where.href}]` : sentence)),
  ).toEqual(lines)
})

test.each<[HomeElection['stage'], string]>([
  ['voting', 'Your ballot was received. [See your ballot /vote]'],
  ['counting', 'Your ballot was received. The ballots are being counted. [See your ballot /vote]'],
  ['counted', 'You have voted. Every ballot is counted; the result is not certified yet. [Results /election-result]'],
  ['certified', 'You have voted, and the result is certified. [See who was elected /election-result]'],
  ['cancelled', 'The election was cancelled. A typhoon. [About the election /election]'],
])('who has voted reads, at %s: %s', (stage, line) => {
  const voted = { ...election, stage, voted: true, voteLink: 'see' as const, cancelledReason: 'A typhoon.' }
  const [check] = homeLines({ ...nothing, election: voted })
  expect(`${check?.sentence} [${check?.where?.label} ${check?.where?.href}]`).toBe(line)
})

const menuElection: MenuElection = { stage: 'campaign', nobodyVoted: false, mayNominate: false, voteLink: null }

// Shows navigation-40
test.each<[Role, string[]]>([
  ['member', ['Profile', 'My card', 'Members', 'Election', 'Security']],
  ['viewer', ['Profile', 'My card', 'Members', 'Election', 'Security']],
  ['admin', ['Dashboard', 'Members', 'Election', 'Security']],
  ['observer', ['Election', 'Security']],
])('the menu of a %s', (role, labels) => {
  const menu = accountMenu({ id: '1', role, jobs }, menuElection)
  expect(menu.map(({ label }) => label)).toEqual(labels)
  for (const { href } of menu) {
    const page = findPage(href.split('#')[0] ?? '')?.page
    expect(page && (page.access === 'public' || may({ role, jobs }, page.access)), href).toBe(true)
  }
})

test('an administrator without the job finds no members in it', () => {
  const menu = accountMenu({ id: '1', role: 'admin', jobs: ['content'] }, menuElection)
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
])('the election of a %s, %j: %s', (role, election, href) => {
  expect(electionPageFor({ role, jobs }, election && { ...menuElection, ...election })).toBe(href)
})
