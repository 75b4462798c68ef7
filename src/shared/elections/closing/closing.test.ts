import { describe, expect, test } from 'vitest'
import type { VoteCount } from '#shared/elections/counting/standings.ts'
import { defaultElection } from '#shared/elections/settings/offered-plan.ts'
import { decidedTies, tieDecisionSchema, tiesOf, whyCannotCertify, whyNotDecided, type CountFacts } from './closing.ts'

const ready: CountFacts = {
  stage: 'counted',
  frozen: true,
  tracesPurged: true,
  cast: 9,
  counted: 9,
  unopened: false,
  openTies: 0,
}

test.each([
  ['nothing', {}, null],
  ['no ballot at all', { cast: 0, counted: 0 }, null],
  ['nobody stood', { frozen: false, cast: 0, counted: 0 }, 'nothing-to-certify'],
  ['it is certified', { stage: 'certified' }, 'election-certified'],
  ['voting goes on', { stage: 'voting', tracesPurged: false }, 'voting-not-over'],
  ['the count is not closed', { stage: 'counting' }, 'voting-not-over'],
  ['a ballot is uncounted', { counted: 8 }, 'voting-not-over'],
  [
    'a ballot does not open',
    { stage: 'counting', tracesPurged: false, counted: 8, unopened: true },
    'ballots-unopened',
  ],
  ['a tie is open', { openTies: 1 }, 'ties-unresolved'],
  ['the disk is not cleared yet', { tracesPurged: false }, 'count-being-cleared'],
  ['a tie is open and the disk not cleared', { openTies: 1, tracesPurged: false }, 'ties-unresolved'],
] as const)('in the way of certification: %s', (_what, state, why) => {
  expect(whyCannotCertify({ ...ready, ...state })).toBe(why)
})

describe('a tie', () => {
  const tie = { ms: 'PN', votes: 5, seats: 2, nomineeIds: ['a', 'b', 'c'] } as const
  test.each([
    [['a', 'b'], null],
    [['c', 'a'], null],
    [['a'], 'tie-choice-wrong'],
    [['a', 'a'], 'tie-choice-wrong'],
    [['a', 'b', 'a'], 'tie-choice-wrong'],
    [['a', 'b', 'c'], 'tie-choice-wrong'],
    [['a', 'x'], 'tie-choice-wrong'],
  ])('decided for %j: %s', (chosen, why) => {
    expect(whyNotDecided({ ...tie, nomineeIds: [...tie.nomineeIds] }, chosen)).toBe(why)
  })

  test('that is not there cannot be decided', () => {
    expect(whyNotDecided(undefined, ['a'])).toBe('tie-not-there')
  })

  test('is shown as one until a decision fits it, and then with that decision', () => {
    const navy = (nomineeId: string, votes: number): VoteCount => ({
      nomineeId,
      name: nomineeId,
      ms: 'PN',
      region: 'NCR',
      votes,
    })
    const standings = [navy('a', 5), navy('b', 5), navy('c', 1)]
    const decided = (...nomineeIds: string[]) =>
      decidedTies(defaultElection.seats, standings, [
        { ms: 'PN', nomineeIds, reason: 'drawing of lots', decidedBy: 'P. Peña', decidedAt: 7 },
      ])
    expect(decided('c')).toEqual([])
    expect(decided('b')).toEqual([
      {
        ms: 'PN',
        votes: 5,
        seats: 1,
        tied: [
          { nomineeId: 'a', name: 'a' },
          { nomineeId: 'b', name: 'b' },
        ],
        chosen: [{ nomineeId: 'b', name: 'b' }],
        reason: 'drawing of lots',
        decidedBy: 'P. Peña',
        decidedAt: 7,
      },
    ])
    const settled = (chosen?: string[]) =>
      tiesOf(defaultElection.seats, standings, chosen ? { PN: chosen } : {}).map((one) => one.settled)
    expect(settled()).toEqual([false])
    expect(settled(['c'])).toEqual([false])
    expect(settled(['b'])).toEqual([true])
  })

  test.each([
    ['drawing of lots', true],
    ['  coin   toss, heads  ', true],
    ['by lot', false],
    ['', false],
    ['a \u0000 control', false],
    ['x '.repeat(501), false],
  ])('a reason of %j is enough: %s', (reason, enough) => {
    const nomineeIds = ['11111111-1111-4111-8111-111111111111']
    expect(tieDecisionSchema.safeParse({ nomineeIds, reason }).success).toBe(enough)
  })
})
