import { describe, expect, test } from 'vitest'
import { whyCannotNominate } from '#shared/elections/nomination/eligibility.ts'
import { defaultElection } from '#shared/elections/settings/offered-plan.ts'
import { jobs, type Role } from '#shared/permissions.ts'
import { manila, type Instant } from '#shared/time.ts'
import { electionStripFor, nextStripChange, resultNewsMs, visitor, type StripElection } from './election-strip.ts'
import { voteLinkFor } from './lifecycle.ts'
import { eachTime, untilText } from './schedule.ts'

const election: StripElection = {
  ...eachTime((field) => defaultElection[field]),
  countClosedAt: null,
  certifiedAt: null,
  kind: 'election' as const,
  draft: false,
  cancelledAt: null,
  nobodyVoted: false,
  differs: false,
  timeUnsure: false,
  resultsVisible: 'while voting',
}
const turnout = { cast: 1121, eligible: 3000 }

/** Who reads it. `off` is a member who is not on the roll. */
type Reader = Role | 'off' | 'voted'
const roleOf = (reader: Reader): Role => (reader === 'off' || reader === 'voted' ? 'member' : reader)

/** The words, the link and where it leads, as the server would tell it. */
function line(reader: Reader, now: Instant, given: Partial<StripElection> = {}, voters = turnout): string | null {
  const one = { ...election, ...given }
  const role = roleOf(reader)
  const voted = reader === 'voted'
  const strip = electionStripFor(
    one,
    voters,
    {
      role,
      mayNominate: whyCannotNominate(one, { role, jobs }, now) === null,
      onRoll: reader !== 'off',
      voted,
      voteLink: voteLinkFor(one, { role, onRoll: reader !== 'off', voted }, now),
    },
    now,
  )
  return strip && [strip.sentence, ...(strip.where ? [`[${strip.where.label} ${strip.where.href}]`] : [])].join(' ')
}

const everybody: Reader[] = ['visitor', 'member', 'viewer', 'off', 'voted', 'admin', 'observer']
const before = (date: string, time?: string) => manila(date, time) - 1
const counted = { countClosedAt: manila('2025-03-29', '17:01') }
const certifiedAt = manila('2025-03-30', '18:00')
const final = { ...counted, certifiedAt }

test.each([
  [before('2025-03-01'), {}],
  [manila('2025-03-15'), {}],
  // Administrators may still nominate, which is no news for everybody.
  [before('2025-03-25', '12:00'), {}],
  [before('2025-03-29'), {}],
  [manila('2025-03-30'), { ...counted, nobodyVoted: true }],
  [certifiedAt + resultNewsMs, final],
])('at %d, %j: nothing, for anybody', (now, given) => {
  for (const reader of everybody) expect(line(reader, now, given)).toBe(null)
})

test('nothing of an election that nobody voted in, before its count is closed', () => {
  for (const reader of everybody)
    expect(line(reader, manila('2025-03-29', '17:00'), {}, { cast: 0, eligible: 3000 })).toBe(null)
})

test('in every other stage everybody has a line, so that its place is the same for all', () => {
  const stages: [Instant, Partial<StripElection>][] = [
    [manila('2025-03-01'), {}],
    [before('2025-03-15'), {}],
    [manila('2025-03-29'), {}],
    [before('2025-03-29', '17:00'), {}],
    [manila('2025-03-29', '17:00'), {}],
    [manila('2025-03-30'), counted],
    [certifiedAt, final],
    [certifiedAt + resultNewsMs - 1, final],
  ]
  for (const [now, given] of stages) for (const reader of everybody) expect(line(reader, now, given)).not.toBe(null)
})

test.each<[Reader, string]>([
  ['visitor', ' [Members: log in /nominate]'],
  ['member', ' [Nominate /nominate]'],
  ['viewer', ' [Nominate /nominate]'],
  ['admin', ' [Nominate /nominate]'],
  ['observer', ''],
])('nominations, to %s', (reader, link) => {
  for (const now of [manila('2025-03-01'), manila('2025-03-14') - 1])
    expect(line(reader, now)).toBe(`Nominations are open until Friday, 14 March${link}`)
  expect(line(reader, before('2025-03-15'))).toBe(`Nominations are open until midnight${link}`)
})

test('on a phone it is short enough for one line with its link', () => {
  const short = (reader: Reader, now: Instant, given: Partial<StripElection> = {}) => {
    const one = { ...election, ...given }
    const [role, voted] = [roleOf(reader), reader === 'voted']
    const may = { mayNominate: role === 'member', onRoll: reader !== 'off', voted }
    const voteLink = role === 'member' && !voted ? ('vote' as const) : null
    return electionStripFor(one, turnout, { role, ...may, voteLink }, now)?.short
  }
  expect(short('member', manila('2025-03-01'))).toBe('Nominate by 14 Mar')
  expect(short('observer', manila('2025-03-01'))).toBe('Nominations are open')
  expect(short('observer', manila('2025-03-29'))).toBe('Voting is open')
  expect(short('member', manila('2025-03-29'))).toBe('Vote by 5:00\u00a0PM')
  expect(short('member', manila('2025-03-29'), { votingCloses: manila('2025-03-30', '17:00') })).toBe(
    'Vote by 30 Mar, 5:00\u00a0PM',
  )
  expect(short('voted', manila('2025-03-29'))).toBe('You have voted')
  expect(short('off', manila('2025-03-29'))).toBe('You can vote in the next election')
  expect(short('member', manila('2025-03-30'), counted)).toBe('The result is not final yet')
  expect(short('member', certifiedAt, final)).toBe('The result is final')
  expect(short('member', manila('2025-03-29'), { differs: true })).toBe('Voting has stopped')
  expect(short('member', manila('2025-03-29'), { timeUnsure: true })).toBe('Checking the clock')
  expect(short('member', before('2025-03-29'), { timeUnsure: true })).toBe('Checking the clock')
  expect(short('member', certifiedAt, { ...final, timeUnsure: true })).toBe('The result is final')
})

describe('voting', () => {
  const open = 'Voting is open until 5:00 PM'
  const figures = `${open}\u00a0· 1,121 of 3,000 have voted`

  test.each<[Reader, string]>([
    ['visitor', `${open} [Members: log in /vote]`],
    ['member', `${figures} [Vote /vote]`],
    ['viewer', `${figures} [Vote /vote]`],
    ['voted', 'You have voted. Thank you. [Results /election-result]'],
    ['off', `${open}\u00a0· You are not on the list of voters this time. You can vote in the next election.`],
    ['admin', figures],
    ['observer', figures],
  ])('to %s', (reader, words) => {
    for (const now of [manila('2025-03-29'), before('2025-03-29', '17:00')]) expect(line(reader, now)).toBe(words)
    expect(line(reader, manila('2025-03-29', '17:00'))).not.toContain(open)
  })

  test('without a link to results that are not shown yet', () => {
    expect(line('voted', manila('2025-03-29'), { resultsVisible: 'after close' })).toBe('You have voted. Thank you.')
  })

  test('without a link where the Vote link is not shown', () => {
    expect(line('member', manila('2025-03-29'), { voteLinkOpens: manila('2025-03-29', '06:00') })).toBe(figures)
  })
})

describe('afterwards', () => {
  const over = 'Voting is over.'
  test.each<[Reader, string, string]>([
    ['visitor', '', ' [See who was elected /election]'],
    ['observer', '', ' [See who was elected /election]'],
    ['member', ' [Results /election-result]', ' [See who was elected /election-result]'],
    ['off', ' [Results /election-result]', ' [See who was elected /election-result]'],
    ['voted', ' [Results /election-result]', ' [See who was elected /election-result]'],
    ['admin', ' [Results /election-result]', ' [See who was elected /election-result]'],
  ])('to %s', (reader, whileCounting, atTheEnd) => {
    expect(line(reader, manila('2025-03-29', '17:00'))).toBe(`${over} The ballots are being counted.${whileCounting}`)
    expect(line(reader, manila('2025-03-30'), counted)).toBe(`${over} The result is not certified yet.${whileCounting}`)
    expect(line(reader, certifiedAt, final)).toBe(`${over} The result is certified.${atTheEnd}`)
  })
})

test('the next change is the next edge of any window, or the end of a result as news', () => {
  const next = { ...election, ...eachTime((field) => election[field] + 366 * 24 * 3_600_000) }
  expect(nextStripChange([], 0)).toBe(null)
  expect(nextStripChange([next, election], before('2025-03-29'))).toBe(manila('2025-03-29'))
  expect(nextStripChange([next, election], manila('2025-03-29'))).toBe(manila('2025-03-29', '17:00'))
  expect(nextStripChange([next, election], manila('2025-03-29', '17:00'))).toBe(manila('2025-03-30'))
  expect(nextStripChange([{ ...election, certifiedAt }], certifiedAt)).toBe(certifiedAt + resultNewsMs)
  expect(nextStripChange([election], manila('2025-03-30'))).toBe(null)
})

test.each([
  ['2025-03-29', '17:00', '2025-03-29', '5:00 PM'],
  ['2025-03-29', '17:30', '2025-03-28', 'Saturday, 29 March, 5:30 PM'],
  ['2025-03-15', '00:00', '2025-03-14', 'midnight'],
  ['2025-03-15', '00:00', '2025-03-13', 'Friday, 14 March'],
])('until %s %s, read on %s: %s', (day, time, today, words) => {
  expect(untilText(manila(day, time), manila(today))).toBe(words)
})

test('that it was cancelled is said on every page for 30 days, with the way to the reason', () => {
  const cancelledAt = election.nominationOpens - 1
  const at = (now: number) => electionStripFor({ ...election, cancelledAt }, null, visitor, now)
  expect(at(cancelledAt)).toMatchObject({ sentence: 'The election was cancelled.', where: { href: '/election' } })
  expect(at(election.nominationCloses)).not.toBeNull()
  expect(at(cancelledAt + resultNewsMs - 1)).not.toBeNull()
  expect(at(cancelledAt + resultNewsMs)).toBeNull()
  expect(nextStripChange([{ ...election, cancelledAt }], election.votingCloses + 60 * 24 * 60 * 60_000)).toBeNull()
})
