import { afterAll, expect, test } from 'vitest'
import { turnoutHours } from '#server/db/schema.ts'
import type { readMonitor } from '#server/elections/closing/read-monitor.ts'
import { choicesFrom, vote, votingOpens } from '#tests/support/election.ts'
import { testSite } from '#tests/support/site.ts'

let now = votingOpens
const hour = 60 * 60_000

const site = await testSite({ clock: { now: () => now }, holds: ['count ballots'] })
const admin = await site.asAdmin()
afterAll(() => site.stop())

type Monitor = Awaited<ReturnType<typeof readMonitor>>

test('election day in figures: of many, of whole hours, and of nobody', async () => {
  const slate = await site.aSlate()
  const id = await site.theElection()
  const people = await Promise.all(Array.from({ length: 27 }, () => site.aMember({ region: 'Visayas' })))
  const read = () => admin.get<Monitor>(`/api/elections/${id}/monitor`)
  const voteFrom = async (from: number, until: number) => {
    for (const one of people.slice(from, until))
      expect((await vote(await site.signedIn(one), id, { choices: choicesFrom(slate) })).status).toBe(201)
    await site.countNow()
  }
  await voteFrom(0, 12)
  now = votingOpens + hour
  await voteFrom(12, 16)
  now = votingOpens + 2 * hour
  await voteFrom(16, 27)
  now += 60_000
  const monitor = await read()
  expect(monitor).toMatchObject({ stage: 'voting', cast: 27, proxies: { cast: 0, waiting: 0 }, clock: null })
  expect(monitor.regions.find(({ region }) => region === 'Visayas')).toMatchObject({ cast: 27, eligible: 27 })
  expect(monitor.counted).toBeLessThanOrEqual(17)
  expect(monitor.counted).toBe((await read()).counted)
  // The second hour had four ballots, which are not told by themselves.
  expect(monitor.hours.map(({ from, ballots }) => [(from - votingOpens) / hour, ballots])).toEqual([
    [0, 12],
    [1, 15],
  ])
  expect(Object.keys(monitor.regions[0]!)).toEqual(['region', 'cast', 'eligible'])
  const text = JSON.stringify(monitor)
  for (const { id: person, email, serial } of people) {
    expect(text).not.toContain(person)
    expect(text).not.toContain(email)
    expect(text).not.toContain(serial)
  }

  // Nothing is noted down before voting opens or once it is over for good.
  now = votingOpens + 24 * hour
  await site.countNow()
  const noted = await site.rowsOf(turnoutHours, { electionId: id })
  expect(noted).toHaveLength(3)
  const { rows } = await site.pool.query(
    `select attname from pg_attribute where attrelid = 'turnout_hours'::regclass and attnum > 0`,
  )
  expect(rows.map(({ attname }) => attname)).toEqual(['election_id', 'hour', 'cast'])
})
