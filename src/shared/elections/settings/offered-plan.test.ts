import { describe, expect, test } from 'vitest'
import { manila, type Instant } from '#shared/time.ts'
import { firstElection, firstPlan, nextElection, offeredPlan } from './offered-plan.ts'
import { electionSchema, type ElectionForm } from './settings.ts'

const now = manila('2026-02-10')
const held = { form: { ...firstElection, title: 'Board 2025' }, cancelledAt: null }
const planned = { form: { ...nextElection(firstElection, now), title: 'Board 2026' }, cancelledAt: null }
const cancelled = { ...planned, cancelledAt: now - 1 }
const days = ({ nominationOpens, votingOpens }: ElectionForm): Instant[] => [nominationOpens, votingOpens]

test('on a new site, as the association described its election', () => {
  expect(offeredPlan([], now, 'KAPATIRAN')).toEqual({ plan: firstPlan(now, 'KAPATIRAN'), from: 'nothing' })
})

// Shows election-10
test('after a cancelled one, as it was to be, in the first month with two weeks’ notice and not a year later', () => {
  const form = {
    ...cancelled.form,
    seats: [{ slot: 'PN', ms: 'PN' as const }],
    resultsVisible: 'after close' as const,
    eligibilityDate: cancelled.form.nominationOpens,
    rehearsal: true,
  }
  const { plan, from } = offeredPlan([{ form, cancelledAt: now - 1 }, held], now, 'ARRAPI')
  expect(from).toBe('cancelled')
  expect(days(plan)).toEqual([manila('2026-03-01'), manila('2026-03-29')])
  expect(plan).toMatchObject({
    seats: form.seats,
    resultsVisible: 'after close',
    eligibilityDate: null,
    rehearsal: false,
  })
  expect(electionSchema.safeParse(plan).success).toBe(true)
})

// Shows election-10
test.each([
  [['Board 2026'], 'Board 2026 (2)'],
  [['board  2026 ', 'Board 2026 (2)'], 'board  2026  (3)'],
  [['Board'], 'Board 2026'],
  [['x'.repeat(200)], `${'x'.repeat(195)} 2026`],
])('titles %j are taken: %s', (titles, title) => {
  const all = titles.map((one) => ({ ...cancelled, form: { ...cancelled.form, title: one } }))
  expect(offeredPlan(all, now, 'ARRAPI').plan.title.length).toBeLessThanOrEqual(200)
  expect(offeredPlan(all, now, 'ARRAPI').plan.title).toBe(title)
})

// Shows election-10
test.each([
  ['the last one was held', [held], 2026],
  ['one is planned', [planned, held], 2027],
  [
    'a later one was cancelled while one is planned',
    [{ ...cancelled, form: nextElection(planned.form, now) }, planned],
    2027,
  ],
])('a year after the last that stands, where %s', (_when, all, year) => {
  expect(offeredPlan(all, now, 'ARRAPI')).toMatchObject({
    from: 'last',
    plan: { votingOpens: manila(`${year}-03-29`) },
  })
})

describe('the next election is offered', () => {
  const election = nextElection(firstElection, manila('2025-06-01'))
  const days = (form: ElectionForm) => [form.nominationOpens, form.votingOpens, form.votingCloses]
  const problemsOf = (form: ElectionForm) => electionSchema.safeParse(form).error?.issues ?? []

  // Shows election-10
  test.each([
    ['while the association’s own days are ahead', '2025-02-28', '2025-03-01', '2025-03-29', ''],
    ['from the day on which they begin', '2025-03-01', '2026-03-01', '2026-03-29', ' 2026'],
    ['in the same year, when there is time', '2026-01-10', '2026-03-01', '2026-03-29', ' 2026'],
    ['in the next year', '2026-12-20', '2027-03-01', '2027-03-29', ' 2027'],
  ])('on a new site %s', (_when, today, nominationOpens, votingDay, year) => {
    const plan = firstPlan(manila(today), 'KAPATIRAN')
    expect(days(plan)).toEqual([manila(nominationOpens), manila(votingDay), manila(votingDay, '17:00')])
    expect(plan.title).toBe(`KAPATIRAN BOT ELECTION${year}`)
    expect(problemsOf(plan)).toEqual([])
  })

  // Shows election-02, election-04, election-07, election-10, election-35, voting-01
  // Shows time-03, time-04, time-05, time-06, time-07
  test('on a new site with the association’s own dates, Manila time, its seats and its rules', () => {
    const { seats, ...plan } = firstPlan(Date.parse('2025-02-28T23:59:59+08:00'), 'ARRAPI')
    expect(seats.map(({ slot }) => slot)).toEqual(['PA 1', 'PA 2', 'PA 3', 'PA 4', 'PN', 'PAF', 'TAS'])
    expect(plan).toMatchObject({
      title: 'ARRAPI BOT ELECTION',
      resultsVisible: 'while voting',
      candidacyFiling: false,
      nomineesAccept: false,
      rehearsal: false,
      candidatesByLot: false,
      proxyNeedsSecondAdmin: false,
      goodStandingOnly: false,
    })
    const inManila = (...times: number[]) => times.map((at) => new Date(at + 8 * 3_600_000).toISOString().slice(0, 16))
    expect(inManila(plan.nominationOpens, plan.nominationCloses)).toEqual(['2025-03-01T00:00', '2025-03-15T00:00'])
    expect(inManila(plan.adminNominationCloses)).toEqual(['2025-03-25T12:00'])
    expect(inManila(plan.candidacyOpens, plan.candidacyCloses)).toEqual(['2025-03-01T00:00', '2025-03-14T00:00'])
    expect(inManila(plan.voteLinkOpens, plan.voteLinkCloses)).toEqual(['2025-03-29T00:00', '2025-03-30T00:00'])
    expect(inManila(plan.votingOpens, plan.votingCloses)).toEqual(['2025-03-29T00:00', '2025-03-29T17:00'])
  })

  // Shows election-10
  test('as the last one, on the same days, after it, without its rehearsal', () => {
    const last = { ...election, title: 'Board 2026', rehearsal: true, proxyNeedsSecondAdmin: true }
    const next = nextElection(last, manila('2026-01-01'))
    expect(next).toMatchObject({ title: 'Board 2027', rehearsal: false, proxyNeedsSecondAdmin: true })
    expect(days(next)).toEqual([manila('2027-03-01'), manila('2027-03-29'), manila('2027-03-29', '17:00')])
    const dated = { ...last, eligibilityDate: manila('2026-03-22'), packagePublic: false }
    expect(nextElection(dated, manila('2026-01-01'))).toMatchObject({
      eligibilityDate: manila('2027-03-22'),
      packagePublic: false,
    })
  })

  test.each([
    ['Board 2026', 'Board 2027'],
    ['BOARD ELECTION', 'BOARD ELECTION 2027'],
    ['Board since 1990', 'Board since 1990 2027'],
  ])('with a title of its own: after “%s” as “%s”', (title, offered) =>
    expect(nextElection({ ...election, title }, manila('2026-01-01')).title).toBe(offered),
  )

  test('in order, when the last one had a leap day', () => {
    const last = { ...election, nominationOpens: manila('2024-02-29'), nominationCloses: manila('2024-03-01', '12:00') }
    expect(problemsOf(nextElection(last, manila('2024-12-01')))).toEqual([])
  })
})
