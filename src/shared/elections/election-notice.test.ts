import { describe, expect, test } from 'vitest'
import type { Role } from '../permissions.ts'
import { manila } from '../time.ts'
import { defaultElection } from './settings/defaults.ts'
import { whyCannotNominate } from './nomination/eligibility.ts'
import { stageOf, type Course } from './lifecycle.ts'
import { eachTime } from './schedule.ts'
import { electionNoticeFor, type NoticedElection } from './election-notice.ts'
import { voteLinkShown } from './windows.ts'

const schedule = { ...eachTime((field) => defaultElection[field].getTime()), candidacyFiling: false }

type Given = Partial<NoticedElection & Course>

/** The default election as the server would tell it to this role at this moment. */
function told(role: Role, now: number, given: Given = {}): NoticedElection {
  return {
    ...schedule,
    stage: stageOf({ ...schedule, countClosedAt: null, certifiedAt: null, ...given }, now),
    nobodyVoted: false,
    mayNominate: whyCannotNominate(schedule, role, now) === null,
    voteLinkShown: voteLinkShown(schedule, role, now),
    voted: false,
    ...given,
  }
}

/** The words, then each link; what the person is waited for to do is marked. */
function line(role: Role, now: number, given: Given = {}): string | null {
  const notice = electionNoticeFor(told(role, now, given), role)
  return notice && [notice.text, ...notice.links.map(({ label, act }) => `[${label}${act ? '!' : ''}]`)].join(' ')
}

const justBefore = (date: string, time?: string) => manila(date, time) - 1
const announced = 'Nominations open on 1 March 2025, 12:00 AM (Manila).'
const nomination = 'Nominations are open until the end of 14 March 2025 (Manila).'
const campaign = 'Voting opens on 29 March 2025, 12:00 AM (Manila).'
const voting = 'Voting is open until 29 March 2025, 5:00 PM (Manila).'
const over = 'Voting is over. The result is not certified yet.'
const certified = 'Voting is over. The result is certified.'
const counted = { countClosedAt: manila('2025-03-29', '17:01') }
const final = { ...counted, certifiedAt: manila('2025-03-29', '18:00') }

describe('to a member', () => {
  // Shows profile-25, profile-26
  test.each<[number, Given, string | null]>([
    [justBefore('2025-03-01'), {}, announced],
    [manila('2025-03-01'), {}, `${nomination} [Nominate!]`],
    [justBefore('2025-03-15'), {}, `${nomination} [Nominate!]`],
    [manila('2025-03-15'), {}, campaign],
    [justBefore('2025-03-29'), {}, campaign],
    [manila('2025-03-29'), {}, `${voting} [Vote!]`],
    [manila('2025-03-29'), { voted: true }, 'Your ballot was received. [See your ballot]'],
    [justBefore('2025-03-29', '17:00'), {}, `${voting} [Vote!]`],
    [manila('2025-03-29', '17:00'), {}, `${over} [Vote] [View Election Results]`],
    [manila('2025-03-29', '17:00'), { voted: true }, `${over} [See your ballot] [View Election Results]`],
    [manila('2025-03-30'), { voted: true, ...counted }, `${over} [View Election Results]`],
    [manila('2025-03-30'), final, `${certified} [View Election Results]`],
    // Without a ballot there is no result, and nothing to be told of; the Vote link keeps to its window.
    [manila('2025-03-29', '18:00'), { ...counted, nobodyVoted: true }, 'Voting is over. Nobody voted. [Vote]'],
    [manila('2025-03-30'), { ...counted, nobodyVoted: true }, null],
    // A window of the link that does not cover the hours of voting.
    [manila('2025-03-29'), { voteLinkShown: false }, voting],
    [manila('2025-03-28'), { voteLinkShown: true }, `${campaign} [Vote]`],
    // Counted to the end, and its times moved afterwards.
    [manila('2025-03-29', '16:00'), counted, `${over} [Vote] [View Election Results]`],
  ])('at %d, %j: %s', (now, given, words) => {
    expect(line('member', now, given)).toBe(words)
    expect(line('viewer', now, given)).toBe(words)
  })
})

describe('to an administrator', () => {
  // Shows dashboard-11
  test.each<[number, Given, string | null]>([
    [justBefore('2025-03-01'), {}, `${announced} [Nominate] [Election settings]`],
    [manila('2025-03-01'), {}, `${nomination} [Nominate] [Election settings]`],
    [justBefore('2025-03-25', '12:00'), {}, `${campaign} [Nominate] [Election settings]`],
    [manila('2025-03-25', '12:00'), {}, `${campaign} [Election settings]`],
    [manila('2025-03-29'), {}, `${voting} [View Election Results] [Election settings]`],
    [manila('2025-03-29', '17:00'), {}, `${over} [View Election Results] [Closing the election]`],
    [manila('2025-03-30'), final, `${certified} [View Election Results] [Election settings]`],
    [manila('2025-03-30'), { ...counted, nobodyVoted: true }, 'Voting is over. Nobody voted. [Election settings]'],
  ])('at %d, %j: %s', (now, given, words) => {
    expect(line('admin', now, given)).toBe(words)
  })
})

// Shows profile-25
test('where the links lead', () => {
  const hrefs = (role: Role, now: number) => electionNoticeFor(told(role, now), role)?.links.map(({ href }) => href)
  expect(hrefs('member', manila('2025-03-01'))).toEqual(['/nominate'])
  expect(hrefs('member', manila('2025-03-29', '17:00'))).toEqual(['/vote', '/election-result'])
  expect(hrefs('admin', manila('2025-03-29', '17:00'))).toEqual(['/election-result', '/admin/elections'])
})
