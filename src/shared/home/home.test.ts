import { expect, test } from 'vitest'
import { eachTime } from '#shared/elections/schedule.ts'
import { defaultElection } from '#shared/elections/settings/offered-plan.ts'
import { manila } from '#shared/time.ts'
import { homeLines, type HomeElection, type HomeFacts } from './home.ts'

const election: HomeElection = {
  ...eachTime((field) => defaultElection[field]),
  stage: 'voting',
  nobodyVoted: false,
  cancelledReason: null,
  mayNominate: false,
  onRoll: true,
  voted: false,
  voteLink: 'vote',
  offRoll: null,
}
const nothing: HomeFacts = {
  role: 'member',
  election: null,
  nextEvent: null,
  nominationToAnswer: null,
  ownPassword: true,
  ownPasswordToVote: false,
  hasRegion: true,
  dues: null,
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
const region = 'Your region is missing. Please ask us to add it. [Ask /my-data]'
const lapsed = { kind: 'lapsed', since: '2026-01-31' } as const
const nomination = 'You were nominated. Do you accept? [Answer /nominate]'

test.each<[Partial<HomeFacts>, string[]]>([
  [{}, []],
  [{ election }, [vote]],
  [{ election, role: 'viewer' }, [vote]],
  [
    { election: { ...election, onRoll: false, voteLink: null } },
    ['You are not on the list of voters this time. You can vote in the next election. [About the election /election]'],
  ],
  ...(['announced', 'nomination', 'campaign'] as const).map((stage): [Partial<HomeFacts>, string[]] => [
    {
      election: {
        ...election,
        stage,
        voteLink: null,
        offRoll: { on: manila('2025-03-20', '08:00'), fixed: false, centavos: 1000_00 },
      },
    },
    [
      'Only members in good standing on 20 March 2025 can vote in this election. Please pay ₱1,000 in time. [Pay /dues]',
    ],
  ]),
  ...(['campaign', 'voting'] as const).map((stage): [Partial<HomeFacts>, string[]] => [
    {
      election: {
        ...election,
        stage,
        voteLink: null,
        onRoll: false,
        offRoll: { on: manila('2025-03-20'), fixed: true, centavos: 0 },
      },
    },
    [
      'Only members in good standing on 20 March 2025 can vote in this election, and you are not on the roll. [About the election /election]',
    ],
  ]),
  [
    {
      election: {
        ...election,
        stage: 'counting',
        voteLink: null,
        offRoll: { on: manila('2025-03-20'), fixed: true, centavos: 0 },
      },
    },
    [],
  ],
  // The strip alone tells what needs no action.
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
  [
    { nextEvent, hasRegion: false, dues: { standing: lapsed, sent: null } },
    [
      'You have not been in good standing since 31 January 2026, so your card is not valid. Please pay your dues. [Pay /dues]',
      event,
      region,
    ],
  ],
  [
    { nextEvent, dues: { standing: lapsed, sent: 'waiting' } },
    [event, 'We are checking your dues payment. [See /dues]'],
  ],
  [
    { dues: { standing: { kind: 'grace', since: '2026-01-01', until: '2026-01-30' }, sent: 'waiting' } },
    ['We are checking your dues payment. Your card is valid until 30 January 2026. [See /dues]'],
  ],
  [
    { nextEvent, dues: { standing: lapsed, sent: 'asked again' } },
    ['We need another proof that you paid your dues. [Send /dues]', event],
  ],
  [
    { nextEvent, dues: { standing: lapsed, sent: 'refused' } },
    [
      'We could not accept your payment. You have not been in good standing since 31 January 2026, so your card is not valid. Please pay your dues. [Pay /dues]',
      event,
    ],
  ],
  [
    { nextEvent, dues: { standing: { kind: 'grace', since: '2026-01-01', until: '2026-01-30' }, sent: null } },
    [
      'Your dues have been due since 1 January 2026. Please pay by 30 January 2026. Your card is valid until then. [Pay /dues]',
      event,
    ],
  ],
  [
    { nextEvent, dues: { standing: { kind: 'good', until: '2026-12-31' }, sent: null } },
    [event, 'Your dues are paid, and your card is valid, until 31 December 2026. [See /dues]'],
  ],
  // The line about the vote includes the dues, so they are not repeated.
  ...([false, true] as const).map((waiting): [Partial<HomeFacts>, string[]] => [
    {
      election: {
        ...election,
        stage: 'campaign',
        voteLink: null,
        offRoll: { on: manila('2025-03-20'), fixed: false, centavos: 1000_00 },
      },
      dues: { standing: lapsed, sent: waiting ? 'waiting' : null },
    },
    [
      `Only members in good standing on 20 March 2025 can vote in this election. ${waiting ? 'We are checking your payment. [See /dues]' : 'Please pay ₱1,000 in time. [Pay /dues]'}`,
      ...(waiting ? ['We are checking your dues payment. [See /dues]'] : []),
    ],
  ]),
  [{ dues: { standing: { kind: 'exempt' }, sent: null } }, ['You do not pay dues. [See /dues]']],
  [{ hasRegion: false, ownPassword: false }, [password, region]],
  [{ hasRegion: false, ownPassword: false, nominationToAnswer: { href: '/nominate' } }, [nomination, password, region]],
  // Three at most, most important first.
  [{ election, nextEvent, ownPassword: false, hasRegion: false }, [vote, event, password]],
  [{ election, nextEvent, hasRegion: false, nominationToAnswer: { href: '/nominate' } }, [vote, event, nomination]],
  // The ballot is refused without an own password.
  [
    { election, nextEvent, ownPassword: false, ownPasswordToVote: true, hasRegion: false },
    ['Choose your own password. You need it to vote. [Choose /reset-password]', vote, event],
  ],
  [{ ownPassword: false, ownPasswordToVote: true }, [password]],
  [
    { role: 'admin', election, hasRegion: false },
    ['You look after members, elections and the website on the dashboard. [Admin dashboard /admin]'],
  ],
  [{ role: 'observer', hasRegion: false }, ['You are observing an election. [Go to the election /observe]']],
])('%j', (person, lines) => {
  const checks = homeLines({ ...nothing, ...person })
  expect(
    checks.map(({ sentence, where }) => (where ? `${sentence} [${where.label} ${where.href}]` : sentence)),
  ).toEqual(lines)
})

test.each<[HomeElection['stage'], string]>([
  ['voting', 'Your ballot was received. With your receipt you can see whom you chose. [Check your ballot /vote]'],
  [
    'counting',
    'Your ballot was received. The ballots are being counted. With your receipt you can see whom you chose. [Check your ballot /vote]',
  ],
  ['counted', 'You have voted. Every ballot is counted. The result is not certified yet. [Results /election-result]'],
  ['certified', 'You have voted, and the result is certified. [See who was elected /election-result]'],
  ['cancelled', 'The election was cancelled. A typhoon. [About the election /election]'],
])('who has voted reads, at %s: %s', (stage, line) => {
  const voted = { ...election, stage, voted: true, voteLink: 'see' as const, cancelledReason: 'A typhoon.' }
  const [check] = homeLines({ ...nothing, election: voted })
  expect(`${check?.sentence} [${check?.where?.label} ${check?.where?.href}]`).toBe(line)
})
