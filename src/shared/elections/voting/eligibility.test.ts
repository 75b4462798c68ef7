import { describe, expect, test } from 'vitest'
import { jobs, roles, type Role } from '../../permissions.ts'
import { defaultElection } from '../settings/defaults.ts'
import { whyCannotBeNominated, whyCannotNominate, whyCannotRemoveNominee } from '../nomination/eligibility.ts'
import { whyCannotVote, type Votable, type Voter } from './eligibility.ts'
import { eachTime, type Schedule } from '../schedule.ts'

const schedule: Schedule = eachTime((field) => defaultElection[field].getTime())
const course = { countClosedAt: null, certifiedAt: null, draft: false, cancelledAt: null }
const election: Votable = { ...schedule, rehearsal: false, ...course }
const { votingOpens, votingCloses, nominationOpens, nominationCloses, adminNominationCloses } = schedule

describe('who may vote', () => {
  const ask = (
    given: {
      now?: number
      test?: boolean
      ownPasswordToVote?: boolean
    } & Partial<Voter> &
      Partial<Votable>,
  ) => {
    const {
      role = 'member',
      ownPassword = false,
      onRoll = true,
      now = votingOpens,
      test: asked = false,
      ownPasswordToVote = false,
    } = given
    const { rehearsal = false, countClosedAt = null, certifiedAt = null } = given
    return whyCannotVote(
      { ...election, rehearsal, countClosedAt, certifiedAt },
      { role, ownPassword, onRoll },
      { test: asked, ownPasswordToVote },
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
  test('a rehearsal opens the screen at any time, and only while it is on', () => {
    expect(ask({ now: 0, test: true })).toBe('voting-not-open')
    expect(ask({ now: 0, test: true, rehearsal: true })).toBeNull()
    expect(ask({ now: 0, rehearsal: true })).toBe('voting-not-open')
    expect(ask({ now: 0, test: true, rehearsal: true, role: 'admin' })).toBe('admin-may-not-vote')
  })

  // Shows password-02
  test('a password of one’s own is asked for only where the association wants it', () => {
    expect(ask({ ownPasswordToVote: true })).toBe('own-password-first')
    expect(ask({ ownPasswordToVote: true, ownPassword: true })).toBeNull()
  })

  // Shows voting-20
  test('whoever is not on the roll votes in the next election, and may rehearse', () => {
    expect(ask({ onRoll: false })).toBe('not-on-roll')
    expect(ask({ onRoll: false, ownPasswordToVote: true })).toBe('not-on-roll')
    expect(ask({ onRoll: false, test: true, rehearsal: true, now: 0 })).toBeNull()
    expect(ask({ onRoll: false, now: votingCloses })).toBe('voting-not-open')
  })

  test('an election that is counted to the end, or certified, takes no more, and may still be rehearsed', () => {
    for (const over of [{ countClosedAt: 1 }, { certifiedAt: 1 }]) {
      expect(ask(over)).toBe('voting-not-open')
      expect(ask({ ...over, test: true, rehearsal: true })).toBeNull()
    }
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
