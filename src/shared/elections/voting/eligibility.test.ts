import { describe, expect, test } from 'vitest'
import { jobs, roles, type Role } from '../../permissions.ts'
import { defaultElection } from '../settings/offered-plan.ts'
import { whyCannotBeNominated, whyCannotNominate, whyCannotRemoveNominee } from '../nomination/eligibility.ts'
import type { Course } from '../lifecycle.ts'
import { whyCannotVote, type Voter } from './eligibility.ts'
import { eachTime, type Schedule } from '../schedule.ts'

const schedule: Schedule = eachTime((field) => defaultElection[field])
const course = { countClosedAt: null, certifiedAt: null, draft: false, cancelledAt: null }
const election: Course = { kind: 'election', ...schedule, ...course }
const { votingOpens, votingCloses, nominationOpens, nominationCloses, adminNominationCloses } = schedule

describe('who may vote', () => {
  const ask = (
    given: {
      now?: number
      ownPasswordToVote?: boolean
    } & Partial<Voter> &
      Partial<Course>,
  ) => {
    const { role = 'member', ownPassword = false, onRoll = true, now = votingOpens, ownPasswordToVote = false } = given
    const { kind = 'election', countClosedAt = null, certifiedAt = null } = given
    return whyCannotVote(
      { ...election, kind, countClosedAt, certifiedAt },
      { role, ownPassword, onRoll },
      { ownPasswordToVote },
      now,
    )
  }

  // Shows time-10, voting-14
  test.each([
    [votingOpens - 1, 'voting-not-open'],
    [votingOpens, null],
    [votingCloses - 1, null],
    [votingCloses, 'voting-not-open'],
  ])('the opening instant is inside, the closing one is not: %i', (now, why) => {
    expect(ask({ now })).toBe(why)
  })

  // Shows voting-39
  test.each([
    ['visitor', 'admin-may-not-vote'],
    ['member', null],
    ['viewer', null],
    ['admin', 'admin-may-not-vote'],
  ] as const)('%s', (role, why) => {
    expect(ask({ role })).toBe(why)
  })

  // Shows rehearsal-01
  test('a rehearsal takes ballots at any time, and none of an administrator', () => {
    expect(ask({ now: 0 })).toBe('voting-not-open')
    expect(ask({ now: 0, kind: 'rehearsal' })).toBeNull()
    expect(ask({ now: 0, kind: 'rehearsal', role: 'admin' })).toBe('admin-may-not-vote')
  })

  // Shows password-02
  test('a password of one’s own is asked for only where the association wants it', () => {
    expect(ask({ ownPasswordToVote: true })).toBe('own-password-first')
    expect(ask({ ownPasswordToVote: true, ownPassword: true })).toBeNull()
  })

  // Shows voting-20
  test('whoever is not on the roll votes in the next election', () => {
    expect(ask({ onRoll: false })).toBe('not-on-roll')
    expect(ask({ onRoll: false, ownPasswordToVote: true })).toBe('not-on-roll')
    expect(ask({ onRoll: false, now: votingCloses })).toBe('voting-not-open')
  })

  test('an election that is counted to the end, or certified, takes no more', () => {
    for (const over of [{ countClosedAt: 1 }, { certifiedAt: 1 }]) expect(ask(over)).toBe('voting-not-open')
  })
})

describe('who may nominate', () => {
  // Shows nomination-12, nomination-23
  test.each<[Role, number, string | null]>([
    ['member', nominationOpens - 1, 'nomination-not-open'],
    ['member', nominationOpens, null],
    ['viewer', nominationCloses - 1, null],
    ['member', nominationCloses, 'nomination-not-open'],
    ['admin', nominationCloses, null],
    ['admin', adminNominationCloses - 1, null],
    ['admin', adminNominationCloses, 'nomination-not-open'],
    ['visitor', nominationOpens, 'not-allowed'],
  ])('%s at %i: %s', (role, now, why) => {
    expect(whyCannotNominate(schedule, { role, jobs }, now)).toBe(why)
  })

  // Shows nomination-32, nomination-33
  test('the nominator takes a nomination back while nomination is open, an administrator until voting opens', () => {
    const ask = (role: Role, isNominator: boolean, now: number, answeredByAnother = false) =>
      whyCannotRemoveNominee(schedule, { role, jobs, isNominator, answeredByAnother }, now)
    expect(ask('member', true, nominationCloses - 1)).toBeNull()
    expect(ask('member', true, nominationCloses)).toBe('nomination-over')
    expect(ask('member', false, nominationOpens)).toBe('not-allowed')
    expect(ask('admin', false, votingOpens - 1)).toBeNull()
    expect(ask('admin', false, votingOpens)).toBe('nomination-over')
    for (const role of roles) expect(ask(role, false, votingOpens), role).not.toBeNull()
    expect(ask('member', true, nominationCloses - 1, true)).toBe('nomination-answered')
    expect(ask('admin', false, nominationCloses - 1, true)).toBeNull()
  })
})

// Shows nomination-10
test('whoever lacks a service or a region is named', () => {
  const ana = { name: 'ANA CRUZ', ms: 'PA', region: 'NCR' }
  expect(whyCannotBeNominated([ana])).toBeNull()
  expect(whyCannotBeNominated([ana, { ...ana, name: 'BEN REYES', ms: null }, { ...ana, name: 'CORA', ms: '' }])).toBe(
    "Cannot nominate: BEN REYES, CORA missing 'ms'",
  )
  expect(whyCannotBeNominated([{ ...ana, region: null }])).toBe("Cannot nominate: ANA CRUZ missing 'region'")
})
