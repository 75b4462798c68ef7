import { describe, expect, test } from 'vitest'
import type { Stage } from '#shared/elections/lifecycle.ts'
import type { Service } from '#shared/members/enums.ts'
import { manila } from '#shared/time.ts'
import { firstElection, nextElection } from './offered-plan.ts'
import {
  addressesReady,
  applicantsReady,
  ballotsReady,
  birthdaysReady,
  emailReady,
  isCheckedIn,
  listsMissing,
  nomineesReady,
  regionsReady,
  rehearsalReady,
  rollReady,
  secondAdminReady,
  standingReady,
  vaultReady,
  windowsReady,
  type Readiness,
} from './readiness.ts'

const election = nextElection(firstElection, manila('2025-06-01'))
const { votingOpens, votingCloses } = election
/** A rehearsal that members can open now. */
const tried = { current: true, nominees: 7 }

describe('logins by birthdate', () => {
  const ask = (members: number, ownPasswordToVote = false, voting = false, maySet = true) =>
    birthdaysReady(members, { ownPasswordToVote, voting, maySet })
  const who = { label: 'See these members', href: '/members?password=birthday' }

  test.each([false, true])('of nobody are fine, an own password being needed to vote or not: %s', (needed) =>
    expect(ask(0, needed)).toEqual({
      name: 'birthdates',
      state: 'ok',
      sentence: 'Every member has their own password.',
    }),
  )

  test('keep members from voting where a password of their own is needed', () =>
    expect(ask(5, true)).toMatchObject({
      state: 'warning',
      sentence: '5 members have no password of their own and cannot vote.',
      where: who,
    }))

  test.each([
    [1, '1 member still logs in with their birthday.'],
    [99_500, '99,500 members still log in with their birthday.'],
  ])('of %i members are named as what they are, with the way out', (members, sentence) =>
    expect(ask(members)).toMatchObject({
      state: 'warning',
      sentence,
      whatToDo: expect.stringMatching(/^Anyone who knows .* could vote in their name: under Settings, /),
      where: { href: '/admin/settings#rules' },
    }),
  )

  test('who may not change the setting is not led to it', () => {
    expect(ask(1, false, false, false)).toMatchObject({
      state: 'warning',
      whatToDo: expect.stringContaining('ask an administrator for settings'),
    })
    expect(ask(1, false, false, false).where).toBeUndefined()
  })

  test('while voting is open the setting stays, so the way out is another', () =>
    expect(ask(3, false, true)).toEqual({
      name: 'birthdates',
      state: 'warning',
      sentence: '3 members on the roll still log in with their birthday.',
      whatToDo: expect.stringMatching(/ask them to choose their own password\.$/),
      where: who,
    }))
})

test.each([
  [votingOpens - 1, 'warning', 'A rehearsal is still on.', /^Turn it off before voting opens\./],
  [votingOpens, 'wrong', 'A rehearsal is still on while voting is open.', /^Turn it off now: a vote .* not count\./],
  [votingCloses - 1, 'wrong', 'A rehearsal is still on while voting is open.', /^Turn it off now/],
  [votingCloses, 'warning', 'A rehearsal is still on.', /^Turn it off before voting opens\./],
])('a rehearsal that is on at %i is %s: %s', (now, state, sentence, whatToDo) => {
  expect(rehearsalReady({ ...election, rehearsal: true }, tried, now)).toEqual({
    name: 'rehearsal',
    state,
    sentence,
    whatToDo: expect.stringMatching(whatToDo),
    where: { label: 'Go to the rehearsal', href: '?step=voting#rehearsal' },
  })
  expect(rehearsalReady({ ...election, rehearsal: false }, tried, now)).toMatchObject({ state: 'ok' })
})

const windows = (now: number, changed = {}) => windowsReady({ ...election, ...changed }, now)
const standing = (people: number, lapsed: number, waiting: number) =>
  standingReady({ people, lapsed, waiting }, votingOpens)
const { nominationOpens, nominationCloses, adminNominationCloses } = election
const regions = (lacking: number, now = adminNominationCloses) => regionsReady(lacking, election, now)
const secondAdmin = (proxyNeedsSecondAdmin: boolean, admins: number) =>
  secondAdminReady({ proxyNeedsSecondAdmin }, admins)
const sameAsVoting = { voteLinkOpens: votingOpens, voteLinkCloses: votingCloses }
const hidden = 'The Vote link is hidden for part of the voting period.'
const times = '?step=setup#times'

test.each<[Readiness['state'], string, () => Readiness, string?]>([
  ['ok', 'Voting opens on 29 March 2026, 12:00 AM (Manila).', () => windows(votingOpens - 1, sameAsVoting)],
  ['ok', 'Voting has been open since 29 March 2026, 12:00 AM (Manila).', () => windows(votingOpens)],
  ['warning', hidden, () => windows(votingOpens, { voteLinkOpens: votingOpens + 1 }), times],
  ['warning', hidden, () => windows(votingCloses - 1, { voteLinkCloses: votingCloses - 1 }), times],
  ['warning', 'Voting ended on 29 March 2026, 5:00 PM (Manila).', () => windows(votingCloses), times],
  ['ok', 'Ballots are sealed.', () => vaultReady(null)],
  ['warning', 'The key is gone.', () => vaultReady('The key is gone.')],
  ['ok', 'Every ballot can be opened.', () => ballotsReady(false)],
  ['warning', 'Some ballots cannot be opened.', () => ballotsReady(true)],
  ['ok', 'Every member has a region.', () => regions(0)],
  [
    'warning',
    '3 members have no region: they cannot be nominated, and will be counted under “Not stated”.',
    () => regions(3, adminNominationCloses - 1),
    '/members?region=none',
  ],
  // They vote like any other.
  ['info', '3 members have no region and will be counted under “Not stated”.', () => regions(3)],
  ['ok', 'Nobody is waiting for approval.', () => applicantsReady(0)],
  [
    'warning',
    '1 applicant is waiting for approval and cannot vote yet.',
    () => applicantsReady(1),
    '/members?approval=true',
  ],
  ['ok', 'Proxy ballots need no second administrator.', () => secondAdmin(false, 1)],
  [
    'warning',
    'Proxy ballots need a second administrator, and there is only one.',
    () => secondAdmin(true, 1),
    '?step=voting#proxies',
  ],
  ['ok', '2 administrators can confirm each other’s proxy ballots.', () => secondAdmin(true, 2)],
  ['ok', 'Every member will be in good standing on 29 March 2026.', () => standing(0, 0, 0)],
  [
    'warning',
    '3 members would not be on the roll, because of dues: 1 has lapsed, 2 will have lapsed by 29 March 2026.',
    () => standing(3, 1, 0),
    '/admin/dues/members?standing=lapsed&on=2026-03-29',
  ],
  [
    'warning',
    '1 member would not be on the roll, because of dues: 1 has lapsed, 1 of them sent a payment that is waiting.',
    () => standing(1, 1, 1),
    '/admin/dues/members?standing=lapsed&on=2026-03-29',
  ],
  ['ok', 'Every member has an email address.', () => addressesReady(0)],
  ['warning', '2 members have no email address and would get no email.', () => addressesReady(2), '/members'],
])('%s: %s', (state, sentence, check, href) => {
  expect(check()).toMatchObject({ state, sentence })
  expect(check().where?.href).toBe(href)
})

describe('the roll', () => {
  const at = (people: number, frozenAt: number | null, now: number) =>
    rollReady({ freezesAt: votingOpens, frozenAt }, people, now)

  test.each<[string, number | null, number, string, string]>([
    ['is still to come', null, votingOpens - 1, 'info', 'will be closed on {}: 2 members would'],
    ['should have been', null, votingOpens, 'warning', 'should have been closed on {}'],
    ['is frozen', votingOpens, votingOpens, 'info', 'was closed on {}: 2 members are on it'],
  ])('%s', (_what, frozenAt, now, state, words) => {
    const sentence = expect.stringContaining(words.replace('{}', '29 March 2026, 12:00 AM (Manila)'))
    expect(at(2, frozenAt, now)).toMatchObject({ state, sentence })
  })
})

test('a rehearsal is nobody’s worry until the day before voting', () => {
  const on = { ...election, rehearsal: true }
  const day = 24 * 60 * 60_000
  expect(rehearsalReady(on, tried, votingOpens - day - 1)).toMatchObject({
    state: 'ok',
    sentence: expect.stringMatching(/^A rehearsal is on/),
  })
  expect(rehearsalReady(on, tried, votingOpens - day)).toMatchObject({ state: 'warning' })
})

test.each([
  [{ current: true, nominees: 7 }, 'Members can try the ballot now.'],
  [{ current: true, nominees: 0 }, 'Nobody is on the ballot yet, so members have nobody to choose.'],
  [
    { current: false, nominees: 7 },
    'Members can try the ballot from 1 March 2026, 12:00 AM (Manila), when nomination opens.',
  ],
])('a rehearsal with %j: %s', (state, sentence) => {
  const { sentence: found } = rehearsalReady({ ...election, rehearsal: true }, state, votingOpens - 30 * 86_400_000)
  expect(found).toBe(`A rehearsal is on. ${sentence} Turn it off before voting opens.`)
})

const all = election.seats.map(({ ms }) => ({ ms }))
const [_onePA, ...oneTooFew] = all
test.each<[string, { ms: Service }[], number, Readiness['state'], string | undefined, RegExp]>([
  ['before it opens', [], nominationOpens - 1, 'ok', undefined, /^Nobody is on the ballot yet.* opens on /],
  ['as it opens', oneTooFew, nominationOpens, 'ok', undefined, /^6 approved nominees so far.* is open until /],
  ['while it is open', [], nominationCloses - 1, 'ok', undefined, /^Nobody is on the ballot yet.* is open until /],
  [
    'once it is closed',
    [],
    nominationCloses,
    'warning',
    '/nominate',
    /^Army has 0 .* for 4 seats; Navy has 0 .* for 1 seat;/,
  ],
  [
    'with one too few',
    oneTooFew,
    nominationCloses,
    'warning',
    '/nominate',
    /^Army has 3 approved nominees for 4 seats\.$/,
  ],
  ['with enough', all, nominationCloses, 'ok', undefined, /^7 approved nominees, enough for every seat\.$/],
  ['once it is over for all', [], adminNominationCloses, 'warning', undefined, /^Army has 0 approved nominees for /],
])('nominees, nomination: %s', (_when, nominees, now, state, href, words) => {
  expect(nomineesReady(election, nominees, 0, now)).toMatchObject({ state, sentence: expect.stringMatching(words) })
  expect(nomineesReady(election, nominees, 0, now).where?.href).toBe(href)
})

test.each([
  [1, /seat\. 1 other has not answered yet, and will be on the ballot only if they accept\.$/],
  [1200, /seat\. 1,200 others have not answered yet/],
])('who of %i has not answered is said, whether or not there are enough', (unanswered, words) => {
  expect(nomineesReady(election, all, unanswered, nominationCloses).sentence).toMatch(words)
})

const begun = 'windows, vault, roll, signing key, regions, applicants, birthdates, rehearsal, second admin, mail'
const campaign = 'windows, nominees, vault, roll, signing key, birthdates, rehearsal, second admin, mail'
test.each<[Stage, boolean, string]>([
  ['draft', false, 'windows, birthdates, mail'],
  ['announced', false, `${begun}, email addresses`],
  ['campaign', true, `${campaign}, email addresses`],
  ['voting', true, 'windows, vault, ballots, roll, signing key, birthdates, rehearsal, second admin'],
  ['counting', true, 'windows'],
  ['certified', true, ''],
  ['cancelled', true, ''],
])('%s, roll frozen %s: nothing is said of what is over or not due yet', (stage, rollFrozen, content) => {
  const early: Readiness['name'][] = ['windows', 'nominees', 'vault', 'ballots', 'roll', 'signing key', 'regions']
  const late: Readiness['name'][] = ['applicants', 'birthdates', 'rehearsal', 'second admin', 'mail', 'email addresses']
  const everything = [...early, ...late]
  expect(everything.filter((name) => isCheckedIn(name, stage, rollFrozen)).join(', ')).toBe(content)
})

test.each<[Stage, boolean, boolean]>([
  ['draft', false, true],
  ['voting', true, true],
  ['counting', true, false],
  // Nobody voted: it can be set anew.
  ['counted', false, true],
  ['certified', false, false],
  ['cancelled', false, false],
])('%s, ballots %s: what is missing is listed: %s', (stage, hasBallots, listed) => {
  expect(listsMissing(stage, hasBallots)).toBe(listed)
})

test('without a mail server, or with one that takes nothing, it says so, and whom to ask', () => {
  expect(emailReady('leaves')).toMatchObject({ state: 'ok', sentence: 'Emails can be sent.' })
  expect(emailReady('no server')).toMatchObject({ state: 'warning', sentence: expect.stringMatching(/^No mail/) })
  expect(emailReady('stuck')).toMatchObject({ state: 'warning', sentence: expect.stringMatching(/^Emails cannot/) })
})
