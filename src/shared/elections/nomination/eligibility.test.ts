import { describe, expect, test } from 'vitest'
import { defaultElection } from '#shared/elections/settings/offered-plan.ts'
import { jobs, roles, type Role } from '#shared/permissions.ts'
import {
  whyCannotApproveNominee,
  whyCannotBeNominated,
  whyCannotNominate,
  whyCannotRemoveNominee,
} from './eligibility.ts'

const schedule = defaultElection
const { nominationOpens, nominationCloses, adminNominationCloses, votingOpens } = schedule

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

  // Shows nomination-29
  test('nominees are approved as long as administrators nominate', () => {
    const ask = (role: Role, now: number) => whyCannotApproveNominee(schedule, { role, jobs }, now)
    expect(ask('admin', 0)).toBeNull()
    expect(ask('admin', adminNominationCloses - 1)).toBeNull()
    expect(ask('admin', adminNominationCloses)).toBe('nomination-over')
    expect(ask('member', nominationOpens)).toBe('not-allowed')
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
