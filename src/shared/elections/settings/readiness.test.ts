import { describe, expect, test } from 'vitest'
import { manila } from '../../time.ts'
import type { Stage } from '../lifecycle.ts'
import {
  ballotsReady,
  birthdaysReady,
  emailReady,
  isSaid,
  nomineesReady,
  regionsReady,
  rehearsalReady,
  rollReady,
  type Readiness,
} from './readiness.ts'
import { firstElection, nextElection } from './settings.ts'
import { listsMissing, missingText } from './states-text.ts'

const election = nextElection(firstElection, manila('2025-06-01'))
const { votingOpens, votingCloses } = election

describe('logins by birthdate', () => {
  const ask = (members: number, ownPasswordToVote = false, voting = false, maySet = true) =>
    birthdaysReady(members, { ownPasswordToVote, voting, maySet })

  test.each([false, true])('of nobody are fine, an own password being needed to vote or not: %s', (needed) =>
    expect(ask(0, needed)).toEqual({
      what: 'birthdates',
      ready: true,
      detail: 'Every member has their own password.',
    }),
  )

  test('keep members from voting where a password of their own is needed', () =>
    expect(ask(5, true)).toMatchObject({
      ready: false,
      detail: '5 members have no password of their own and cannot vote.',
    }))

  test.each([
    [1, '1 member still logs in with their birthday.'],
    [99_500, '99500 members still log in with their birthday.'],
  ])('of %i members are named as what they are, with the way out', (members, detail) =>
    expect(ask(members)).toMatchObject({
      ready: false,
      detail,
      advice: expect.stringMatching(/^Anyone who knows .* could vote in their name: under Settings, /),
      href: '/admin?edit=settings',
    }),
  )

  test('who may not change the setting is not led to it', () => {
    expect(ask(1, false, false, false)).toMatchObject({
      ready: false,
      advice: expect.stringContaining('ask an administrator for settings'),
    })
    expect(ask(1, false, false, false)).not.toHaveProperty('href')
  })

  test('while voting is open the setting stays, so the way out is another', () =>
    expect(ask(3, false, true)).toEqual({
      what: 'birthdates',
      ready: false,
      detail: '3 members still log in with their birthday.',
      advice: expect.stringMatching(/ask them to choose their own password\.$/),
    }))
})

test.each([
  [votingOpens - 1, 'A rehearsal is still on.', /^Turn it off before voting opens\./],
  [
    votingOpens,
    'A rehearsal is still on while voting is open.',
    /^Turn it off now: a vote in the rehearsal does not count\./,
  ],
  [votingCloses - 1, 'A rehearsal is still on while voting is open.', /^Turn it off now/],
  [votingCloses, 'A rehearsal is still on.', /^Turn it off before voting opens\./],
])('a rehearsal that is on at %i: %s', (now, detail, advice) => {
  expect(rehearsalReady({ ...election, rehearsal: true }, now)).toEqual({
    what: 'rehearsal',
    ready: false,
    detail,
    advice: expect.stringMatching(advice),
    href: '?step=voting#rehearsal',
  })
  expect(rehearsalReady({ ...election, rehearsal: false }, now)).toMatchObject({ ready: true })
})

test.each([
  [0, true, 'Every ballot in the box can be opened.'],
  [1, false, '1 ballot cannot be opened.'],
  [2, false, '2 ballots cannot be opened.'],
])('%i ballots that do not open: in order %s', (unopened, ready, detail) =>
  expect(ballotsReady(unopened)).toMatchObject({ what: 'ballots', ready, detail }),
)

describe('the roll', () => {
  const at = (people: number, frozenAt: number | null, now: number) =>
    rollReady({ freezesAt: votingOpens, frozenAt }, people, now)

  test.each<[string, number | null, number, boolean, string]>([
    [
      'is still to come',
      null,
      votingOpens - 1,
      true,
      'will be frozen on 29 March 2026, 12:00 AM (Manila): 2 members would',
    ],
    ['should have been', null, votingOpens, false, 'should have been frozen on 29 March 2026, 12:00 AM (Manila)'],
    [
      'is frozen',
      votingOpens,
      votingOpens,
      true,
      'was frozen on 29 March 2026, 12:00 AM (Manila): 2 members are on it',
    ],
  ])('%s', (_what, frozenAt, now, ready, words) =>
    expect(at(2, frozenAt, now)).toMatchObject({ ready, detail: expect.stringContaining(words) }),
  )

  test('members without a region are told as information, for they vote like any other', () =>
    expect(regionsReady(3)).toEqual({
      what: 'regions',
      ready: true,
      detail: '3 members have no region and will be counted under “Not stated”.',
    }))
})

test('a rehearsal is nobody’s worry until the day before voting', () => {
  const on = { ...election, rehearsal: true }
  const day = 24 * 60 * 60_000
  expect(rehearsalReady(on, votingOpens - day - 1)).toMatchObject({
    ready: true,
    detail: expect.stringMatching(/^A rehearsal is on/),
  })
  expect(rehearsalReady(on, votingOpens - day)).toMatchObject({ ready: false })
})

test.each([
  [
    'before nomination opens',
    election.nominationOpens - 1,
    true,
    undefined,
    /^Nobody is on the ballot yet.* opens on /,
  ],
  ['while it is open', election.nominationCloses - 1, true, undefined, /^Nobody is on the ballot yet.* is open until /],
  ['once it is closed', election.nominationCloses, false, '/nominate', /^PA has 0 approved nominees for /],
  [
    'when nobody can be nominated any more',
    election.adminNominationCloses,
    false,
    undefined,
    /^PA has 0 approved nominees for /,
  ],
])('too few nominees %s', (_when, now, ready, href, words) => {
  expect(nomineesReady(election, [], now)).toMatchObject({ ready, detail: expect.stringMatching(words) })
  expect(nomineesReady(election, [], now).href).toBe(href)
})

test.each<[Stage, boolean, Readiness['what'][]]>([
  ['draft', false, ['windows', 'birthdates', 'mail']],
  [
    'announced',
    false,
    [
      'windows',
      'vault',
      'roll',
      'signing key',
      'regions',
      'applicants',
      'birthdates',
      'rehearsal',
      'second admin',
      'mail',
      'email addresses',
    ],
  ],
  [
    'campaign',
    true,
    [
      'windows',
      'nominees',
      'vault',
      'roll',
      'signing key',
      'birthdates',
      'rehearsal',
      'second admin',
      'mail',
      'email addresses',
    ],
  ],
  [
    'voting',
    true,
    ['windows', 'vault', 'ballots', 'roll', 'signing key', 'birthdates', 'rehearsal', 'second admin', 'mail'],
  ],
  ['counting', true, ['windows']],
  ['certified', true, []],
  ['cancelled', true, []],
])('%s, roll frozen %s: nothing is said of what is over or not due yet', (stage, rollFrozen, said) => {
  const everything: Readiness['what'][] = [
    'windows',
    'nominees',
    'vault',
    'ballots',
    'roll',
    'signing key',
    'regions',
    'applicants',
    'birthdates',
    'rehearsal',
    'second admin',
    'mail',
    'email addresses',
  ]
  expect(everything.filter((what) => isSaid(what, stage, rollFrozen))).toEqual(said)
})

test('that everything is in order is said only once the nominees are settled', () => {
  const inOrder = Object.entries(missingText).filter(([, { nothing }]) => nothing.includes('Everything is in order'))
  expect(inOrder.map(([stage]) => stage)).toEqual(['campaign', 'voting', 'counting', 'counted'])
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

test('without a mail server it says so, and whom to ask', () => {
  expect(emailReady(true)).toMatchObject({ ready: true })
  expect(emailReady(false)).toMatchObject({ ready: false, advice: expect.stringContaining('SMTP_URL') })
})
