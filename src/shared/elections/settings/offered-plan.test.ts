import { expect, test } from 'vitest'
import { manila, type Instant } from '../../time.ts'
import { offeredPlan } from './offered-plan.ts'
import { electionSchema, firstElection, firstPlan, nextElection, type ElectionForm } from './settings.ts'

const now = manila('2026-02-10')
const held = { form: { ...firstElection, title: 'Board 2025' }, cancelledAt: null }
const planned = { form: { ...nextElection(firstElection, now), title: 'Board 2026' }, cancelledAt: null }
const cancelled = { ...planned, cancelledAt: now - 1 }
const days = ({ nominationOpens, votingOpens }: ElectionForm): Instant[] => [nominationOpens, votingOpens]

test('on a new site, as the association described its election', () => {
  expect(offeredPlan([], now)).toEqual({ plan: firstPlan(now), from: 'nothing' })
})

// Shows election-10
test('after a cancelled one, as it was to be, on the days of a first plan and not a year later', () => {
  const form = {
    ...cancelled.form,
    seats: [{ slot: 'PN', ms: 'PN' as const }],
    resultsVisible: 'after close' as const,
    eligibilityDate: cancelled.form.nominationOpens,
    rehearsal: true,
  }
  const { plan, from } = offeredPlan([{ form, cancelledAt: now - 1 }, held], now)
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
  expect(offeredPlan(all, now).plan.title.length).toBeLessThanOrEqual(200)
  expect(offeredPlan(all, now).plan.title).toBe(title)
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
  expect(offeredPlan(all, now)).toMatchObject({ from: 'last', plan: { votingOpens: manila(`${year}-03-29`) } })
})
