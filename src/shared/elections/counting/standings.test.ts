import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { defaultElection } from '#shared/elections/settings/offered-plan.ts'
import { regions, services, type Service } from '#shared/members/enums.ts'
import { outcomeOf, overallLeading, placeOf, seatsOf, topByRegion, topByService, type VoteCount } from './standings.ts'

const { seats } = defaultElection
const standing = (nomineeId: string, ms: Service, votes: number, more: Partial<VoteCount> = {}): VoteCount => ({
  nomineeId,
  name: `NAME ${nomineeId}`,
  ms,
  region: 'NCR',
  votes,
  ...more,
})
/** Few names and few votes, so that many share one. */
const someStandings = fc.uniqueArray(
  fc.record({
    nomineeId: fc.uuid(),
    name: fc.constantFrom('ANA', 'BEN', 'CORA'),
    ms: fc.constantFrom(...services),
    region: fc.constantFrom(...regions),
    votes: fc.nat({ max: 6 }),
  }),
  { selector: (one) => one.nomineeId, maxLength: 40 },
)
const ids = (list: readonly VoteCount[]) => list.map((one) => one.nomineeId)

describe('the overall leading candidates', () => {
  // Shows results-09, results-40
  test('are four of PA and one each of PN, PAF and TAS, by votes', () => {
    const standings = [
      standing('a1', 'PA', 50),
      standing('a2', 'PA', 40),
      standing('a3', 'PA', 30),
      standing('a4', 'PA', 20),
      standing('a5', 'PA', 19),
      standing('n1', 'PN', 45),
      standing('n2', 'PN', 44),
      standing('f1', 'PAF', 5),
      standing('t1', 'TAS', 60),
    ]
    expect(ids(overallLeading(seats, standings))).toEqual(['t1', 'a1', 'n1', 'a2', 'a3', 'a4', 'f1'])
  })

  test('leave out who has no vote', () => {
    expect(overallLeading(seats, [standing('a1', 'PA', 0)])).toEqual([])
  })

  // Shows results-17
  test('two of one name stay two', () => {
    const twins = [standing('x', 'PA', 3, { name: 'JUAN CRUZ' }), standing('y', 'PA', 3, { name: 'JUAN CRUZ' })]
    expect(ids(overallLeading(seats, twins))).toEqual(['x', 'y'])
  })
})

// Shows results-11, results-40
test('regions come in their order, each with its best seven', () => {
  const standings = Array.from({ length: 9 }, (_, n) => standing(`v${n}`, 'PA', n + 1, { region: 'Visayas' }))
  const panels = topByRegion(standings)
  expect(panels.map(({ region }) => region)).toEqual(['NCR', 'Luzon', 'Visayas', 'Mindanao'])
  expect(ids(panels[2]!.leading)).toEqual(['v8', 'v7', 'v6', 'v5', 'v4', 'v3', 'v2'])
  expect(panels.map(({ hasCandidates }) => hasCandidates)).toEqual([false, false, true, false])
})

// Shows results-13
test('services come in their order', () => {
  const panels = topByService([standing('t', 'TAS', 1), standing('p', 'PN', 0)])
  expect(panels.map(({ ms, leading, hasCandidates }) => [ms, leading.length, hasCandidates])).toEqual([
    ['PA', 0, false],
    ['PN', 0, true],
    ['PAF', 0, false],
    ['TAS', 1, true],
  ])
})

describe('who is elected', () => {
  // Shows results-23
  test('a tie for the last seat is a tie', () => {
    const standings = [
      standing('a1', 'PA', 9),
      standing('a2', 'PA', 8),
      standing('a3', 'PA', 7),
      standing('a4', 'PA', 5),
      standing('a5', 'PA', 5),
      standing('n1', 'PN', 2),
    ]
    const { elected, ties, vacant } = outcomeOf(seats, standings)
    expect(ids(elected)).toEqual(['a1', 'a2', 'a3', 'n1'])
    expect(ties).toEqual([{ ms: 'PA', votes: 5, seats: 1, nomineeIds: ['a4', 'a5'] }])
    expect(vacant).toEqual([
      { ms: 'PAF', seats: 1 },
      { ms: 'TAS', seats: 1 },
    ])
  })

  // Shows results-23
  test('a tie above the last seat changes nothing', () => {
    const standings = [standing('a1', 'PA', 5), standing('a2', 'PA', 5), standing('a3', 'PA', 1)]
    expect(outcomeOf(seats, standings).ties).toEqual([])
  })

  test.each<[string, string[], string[], number]>([
    ['one of them', ['n2'], ['n2'], 0],
    ['nobody', [], [], 1],
    ['too many', ['n1', 'n2'], [], 1],
    ['somebody else', ['n3'], [], 1],
  ])('a decision that names %s', (_what, decision, elected, ties) => {
    const standings = [standing('n1', 'PN', 4), standing('n2', 'PN', 4), standing('n3', 'PN', 1)]
    const outcome = outcomeOf(seats, standings, { PN: decision })
    expect([ids(outcome.elected), outcome.ties.length]).toEqual([elected, ties])
  })

  // Shows results-23
  test('whatever the votes: no seat is filled twice, nobody with fewer votes is before one with more', () => {
    fc.assert(
      fc.property(someStandings, (standings) => {
        const { elected, ties, vacant } = outcomeOf(seats, standings)
        for (const ms of services) {
          const inside = elected.filter((one) => one.ms === ms)
          const tie = ties.find((one) => one.ms === ms)
          const empty = vacant.find((one) => one.ms === ms)?.seats ?? 0
          expect(inside.length + (tie?.seats ?? 0) + empty).toBe(seatsOf(seats, ms))
          const outside = standings.filter((one) => one.ms === ms && !inside.includes(one))
          for (const one of inside) for (const other of outside) expect(one.votes).toBeGreaterThan(other.votes)
        }
      }),
    )
  })
})

describe('places', () => {
  test('equal votes have the same place, and the next comes after all of them', () => {
    const list = [standing('a', 'PA', 9), standing('b', 'PA', 7), standing('c', 'PA', 7), standing('d', 'PA', 1)]
    expect(list.map((one) => placeOf(one, list))).toEqual([1, 2, 2, 4])
  })
})

// Shows results-40
test('whatever the votes: a panel holds the best seven of its kind, whoever comes in first', () => {
  fc.assert(
    fc.property(someStandings, fc.func(fc.integer()), (standings, shake) => {
      const shaken = standings.toSorted((a, b) => shake(a.nomineeId) - shake(b.nomineeId))
      expect(topByRegion(shaken)).toEqual(topByRegion(standings))
      expect(overallLeading(seats, shaken)).toEqual(overallLeading(seats, standings))
      const panels = [
        ...topByRegion(standings).map(({ region, leading }) => ({
          leading,
          of: (one: VoteCount) => one.region === region,
        })),
        ...topByService(standings).map(({ ms, leading }) => ({ leading, of: (one: VoteCount) => one.ms === ms })),
      ]
      for (const { leading, of } of panels) {
        const running = standings.filter((one) => of(one) && one.votes > 0)
        expect(leading.every(of)).toBe(true)
        expect(leading).toHaveLength(Math.min(7, running.length))
        const least = leading.at(-1)?.votes ?? 0
        for (const one of running) if (!leading.includes(one)) expect(one.votes).toBeLessThanOrEqual(least)
      }
      const leaders = overallLeading(seats, standings)
      for (const ms of services)
        expect(leaders.filter((one) => one.ms === ms).length).toBeLessThanOrEqual(seatsOf(seats, ms))
    }),
  )
})
