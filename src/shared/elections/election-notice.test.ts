import { describe, expect, test } from 'vitest'
import { whyCannotNominate } from '#shared/elections/nomination/eligibility.ts'
import { defaultElection } from '#shared/elections/settings/offered-plan.ts'
import { jobs, type Role } from '#shared/permissions.ts'
import { manila } from '#shared/time.ts'
import { electionNoticeFor, noElectionNotice, type NoticedElection } from './election-notice.ts'
import { stageOf, type StageFacts } from './lifecycle.ts'
import { eachTime } from './schedule.ts'

const schedule = { ...eachTime((field) => defaultElection[field]), candidacyFiling: false }

type Changes = Partial<Omit<StageFacts, keyof NoticedElection> & NoticedElection>

/** The default election as the server would tell it to this role at this moment. */
function electionFor(role: Role, now: number, changes: Changes = {}): NoticedElection {
  return {
    ...schedule,
    stage: stageOf(
      {
        kind: 'election',
        ...schedule,
        countClosedAt: null,
        certifiedAt: null,
        draft: false,
        cancelledAt: null,
        ...changes,
      },
      now,
    ),
    nobodyVoted: false,
    cancelledReason: null,
    mayNominate: whyCannotNominate(schedule, { role, jobs }, now) === null,
    ...changes,
  }
}

/** The words, then each link. */
function line(role: Role, now: number, changes: Changes = {}): string | null {
  const notice = electionNoticeFor(electionFor(role, now, changes), { role, jobs })
  return notice && [notice.sentence, ...notice.links.map(({ label }) => `[${label}]`)].join(' ')
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
  test.each<[number, Changes, string | null]>([
    [justBefore('2025-03-01'), {}, announced],
    // From here on the strip under the header says it.
    [manila('2025-03-01'), {}, null],
    [justBefore('2025-03-15'), {}, null],
    [manila('2025-03-15'), {}, campaign],
    [justBefore('2025-03-29'), {}, campaign],
    [manila('2025-03-29'), {}, null],
    [manila('2025-03-29', '17:00'), {}, null],
    [manila('2025-03-30'), counted, null],
    [manila('2025-03-30'), final, null],
    [manila('2025-03-30'), { ...counted, nobodyVoted: true }, null],
  ])('at %d, %j: %s', (now, changes, words) => {
    expect(line('member', now, changes)).toBe(words)
    expect(line('viewer', now, changes)).toBe(words)
  })
})

describe('to an administrator', () => {
  test.each<[number, Changes, string | null]>([
    [justBefore('2025-03-01'), {}, `${announced} [Nominate] [Election settings]`],
    [manila('2025-03-01'), {}, `${nomination} [Nominate] [Election settings]`],
    [justBefore('2025-03-25', '12:00'), {}, `${campaign} [Nominate] [Election settings]`],
    [manila('2025-03-25', '12:00'), {}, `${campaign} [Election settings]`],
    [manila('2025-03-29'), {}, `${voting} [Election day] [View Election Results]`],
    [manila('2025-03-29', '17:00'), {}, `${over} [Closing the election] [View Election Results]`],
    [manila('2025-03-30'), final, `${certified} [View Election Results] [Election settings]`],
    [manila('2025-03-30'), { ...counted, nobodyVoted: true }, 'Voting is over. Nobody voted. [Election settings]'],
  ])('at %d, %j: %s', (now, changes, words) => {
    expect(line('admin', now, changes)).toBe(words)
  })
})

test('where the links lead', () => {
  const hrefs = (now: number) =>
    electionNoticeFor(electionFor('admin', now), { role: 'admin', jobs })?.links.map(({ href }) => href)
  expect(hrefs(manila('2025-03-01'))).toEqual(['/nominate', '/admin/elections'])
  expect(hrefs(manila('2025-03-29', '17:00'))).toEqual(['/admin/elections', '/election-result'])
})

test('that it was cancelled is told with the reason', () => {
  const changes = { cancelledAt: 1, cancelledReason: 'The hall burnt down.' }
  const now = manila('2025-03-05')
  expect(line('member', now, changes)).toBe('The election was cancelled. The hall burnt down.')
  expect(line('admin', now, { ...changes, mayNominate: false })).toBe(
    'The election was cancelled. The hall burnt down. [Election settings]',
  )
})

// Shows election-01
test('without an election the dashboard says so, and leads whoever runs elections to plan one', () => {
  expect(noElectionNotice({ role: 'admin', jobs })).toEqual({
    sentence: 'No election is planned yet',
    links: [{ label: 'Plan an election', href: '/admin/elections' }],
  })
  expect(noElectionNotice({ role: 'admin', jobs: ['content'] }).links).toEqual([])
})
