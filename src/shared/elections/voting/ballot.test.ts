import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { StageFacts } from '#shared/elections/lifecycle.ts'
import { eachTime, type Schedule } from '#shared/elections/schedule.ts'
import { defaultElection } from '#shared/elections/settings/offered-plan.ts'
import type { Service } from '#shared/members/enums.ts'
import { whyRefuseBallot, type Choices, whyCannotVote, type Voter } from './ballot.ts'

const { seats } = defaultElection
const nominees: Record<string, Service> = {
  a1: 'PA',
  a2: 'PA',
  a3: 'PA',
  a4: 'PA',
  a5: 'PA',
  n1: 'PN',
  f1: 'PAF',
  t1: 'TAS',
}
const check = (choices: Choices, blanksConfirmed = false) =>
  whyRefuseBallot(seats, (id) => (Object.hasOwn(nominees, id) ? nominees[id] : undefined), choices, blanksConfirmed)

describe('a ballot', () => {
  test('with every seat filled is taken', () => {
    expect(check(['a5', 'a1', 'a3', 'a2', 'n1', 'f1', 't1'])).toBeNull()
  })

  // Shows voting-23, voting-24
  test.each<[string, Choices, number]>([
    ['an unknown nominee', ['a1', 'a2', 'a3', 'a4', 'nobody', 'f1', 't1'], 4],
    ['a nominee of another service', ['a1', 'a2', 'a3', 'n1', 'n1', 'f1', 't1'], 3],
    ['one nominee twice', ['a1', 'a2', 'a1', 'a4', 'n1', 'f1', 't1'], 2],
    ['a name every object has', ['toString', 'a2', 'a1', 'a4', 'n1', 'f1', 't1'], 0],
  ])('naming %s is refused whole', (_what, choices, index) => {
    expect(check(choices, true)).toEqual({ why: 'no-nominee', index })
  })

  test('of too few or too many lines is refused', () => {
    expect(check(['a1'], true)).toEqual({ why: 'wrong-length' })
    expect(check(['a1', 'a2', 'a3', 'a4', 'n1', 'f1', 't1', null], true)).toEqual({ why: 'wrong-length' })
  })

  // Shows voting-22
  test('may leave lines blank, once that is confirmed', () => {
    const choices = ['a1', null, null, 'a2', null, null, null]
    expect(check(choices)).toEqual({ why: 'blanks-unconfirmed' })
    expect(check(choices, true)).toBeNull()
    expect(
      check(
        seats.map(() => null),
        true,
      ),
    ).toBeNull()
  })

  test('whatever is sent, an accepted one has a choice of the right service, or a blank, for each seat, and nobody twice', () => {
    const choice = fc.constantFrom(null, 'nobody', ...Object.keys(nominees))
    fc.assert(
      fc.property(fc.array(choice, { minLength: 6, maxLength: 8 }), (choices) => {
        if (check(choices, true) !== null) return
        const chosen = choices.filter((one) => one !== null)
        expect(choices).toHaveLength(seats.length)
        expect(new Set(chosen).size).toBe(chosen.length)
        for (const [place, id] of choices.entries()) if (id !== null) expect(nominees[id]).toBe(seats[place]?.ms)
      }),
    )
  })
})

const schedule: Schedule = eachTime((field) => defaultElection[field])
const course = { countClosedAt: null, certifiedAt: null, draft: false, cancelledAt: null }
const election: StageFacts & { goodStandingOnly: boolean } = {
  kind: 'election',
  ...schedule,
  ...course,
  goodStandingOnly: false,
}
const { votingOpens, votingCloses } = schedule

describe('who may vote', () => {
  const ask = (given: { now?: number; ownPasswordToVote?: boolean } & Partial<Voter> & Partial<typeof election>) => {
    const { role = 'member', ownPassword = false, onRoll = true, now = votingOpens, ownPasswordToVote = false } = given
    const { kind = 'election', countClosedAt = null, certifiedAt = null, goodStandingOnly = false } = given
    return whyCannotVote(
      { ...election, kind, countClosedAt, certifiedAt, goodStandingOnly },
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
    expect(ask({ onRoll: false, goodStandingOnly: true })).toBe('not-in-good-standing')
    expect(ask({ goodStandingOnly: true })).toBeNull()
  })

  test('an election that is counted to the end, or certified, takes no more', () => {
    for (const over of [{ countClosedAt: 1 }, { certifiedAt: 1 }]) expect(ask(over)).toBe('voting-not-open')
  })
})
