import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Milestone, SeenTime } from '#shared/operations/status/seen-time.ts'
import { graceMs, startSiteClock } from './clock.ts'
import { createLog } from './log.ts'

const minute = 60_000
const hour = 60 * minute
const begin = Date.parse('2025-03-29T08:00:00+08:00')

/** A machine and its database with clocks that a test sets; for both, time passes only when the test says so. */
function aMachine() {
  let passed = 0
  const machine = { wallAhead: 0, databaseAhead: 0, away: false, vouchedFor: false }
  const stored = { seen: null as SeenTime | null, milestones: [] as Milestone[] }
  const lines: string[] = []
  const query = async () => {
    if (machine.away) throw new Error('no database')
    return { rows: [{ now: begin + passed + machine.databaseAhead }] }
  }
  const parts = {
    pool: { query },
    log: createLog('info', { write: (line: string) => void lines.push(JSON.parse(line).msg) }),
    memory: {
      read: async () => stored.seen,
      note: async (seen: SeenTime) => void (stored.seen = seen),
      milestones: async () => stored.milestones,
      isVouchedFor: async () => machine.vouchedFor,
    },
    wall: () => begin + passed + machine.wallAhead,
    monotonic: () => passed,
  }
  return {
    machine,
    stored,
    lines,
    client: parts.pool,
    start: (startsAt?: number) => startSiteClock({ ...parts, startsAt }),
    /** One second at a time, as often as the clock checks the machine's. */
    async pass(ms: number) {
      for (const end = passed + ms; passed < end;) {
        passed += 1000
        await vi.advanceTimersByTimeAsync(1000)
      }
    },
    shown: () => begin + passed,
  }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test.each([
  ['right', 0, null],
  ['4.9 s ahead', 4900, null],
  ['4.9 s behind', -4900, null],
  ['5.1 s ahead', 5100, 'differs'],
  ['an hour behind', -hour, 'differs'],
  ['two days ahead', 48 * hour, 'differs'],
])('a machine whose clock is %s shows the database’s time', async (_how, wallAhead, problem) => {
  const { machine, start, pass, shown } = aMachine()
  machine.wallAhead = wallAhead
  const clock = await start()
  await pass(10 * minute)
  expect(clock.now()).toBe(shown())
  expect(clock.health()).toMatchObject({ offsetMs: wallAhead, problem })
  clock.stop()
})

test('nothing that cannot be undone is done before the clock has run well for the grace time', async () => {
  const { client, start, pass, shown } = aMachine()
  const clock = await start()
  await pass(graceMs - 1000)
  await expect(clock.confirmedNow(client)).rejects.toThrow('without a fault for 5 minutes')
  await pass(1000)
  expect(await clock.confirmedNow(client)).toBe(shown())
  clock.stop()
})

test.each([48 * hour, hour, -hour, -48 * hour])(
  'a machine whose clock is set %i ms off confirms nothing, says so once, and is steady again only a grace time after',
  async (off) => {
    const { machine, client, lines, start, pass, shown } = aMachine()
    const clock = await start()
    await pass(graceMs)
    machine.wallAhead = off
    await pass(1000)
    expect(clock.health()).toMatchObject({ problem: 'differs', steadyMs: 0 })
    await pass(2 * graceMs)
    await expect(clock.confirmedNow(client)).rejects.toThrow('not to be trusted')
    expect(clock.now()).toBe(shown())
    machine.wallAhead = 0
    await pass(2000)
    expect(clock.health().problem).toBe(null)
    await expect(clock.confirmedNow(client)).rejects.toThrow('without a fault')
    await pass(graceMs)
    expect(await clock.confirmedNow(client)).toBe(shown())
    expect(lines).toEqual([
      'the clock of this machine was set',
      expect.stringContaining('differs from the database’s; this node is not ready'),
      'the clock of this machine was set',
      'the clock is right again',
    ])
    clock.stop()
  },
)

test('a database whose clock leaps is not followed until it has kept its time', async () => {
  const { machine, client, start, pass, shown, lines } = aMachine()
  const clock = await start()
  await pass(graceMs)
  machine.databaseAhead = 48 * hour
  await expect(clock.confirmedNow(client)).rejects.toThrow('leapt a moment ago')
  machine.wallAhead = 48 * hour
  await pass(2 * minute)
  expect(clock.now()).toBe(shown())
  expect(clock.health().problem).toBe('jumped')
  await expect(clock.confirmedNow(client)).rejects.toThrow('not to be trusted')
  await pass(graceMs + minute)
  expect(clock.now()).toBe(shown() + 48 * hour)
  expect(clock.health().problem).toBe(null)
  await expect(clock.confirmedNow(client)).rejects.toThrow('without a fault')
  expect(lines.filter((line) => line.includes('leapt'))).toHaveLength(1)
  clock.stop()
})

test('a leap of the whole machine for ten seconds changes nothing', async () => {
  const { machine, start, pass, shown } = aMachine()
  const clock = await start()
  await pass(graceMs)
  machine.databaseAhead = machine.wallAhead = 48 * hour
  await pass(10_000)
  expect(clock.now()).toBe(shown())
  machine.databaseAhead = machine.wallAhead = 0
  await pass(2 * minute)
  expect(clock.now()).toBe(shown())
  expect(clock.health()).toMatchObject({ problem: null, offsetMs: 0 })
  clock.stop()
})

test('the grace time begins when a fault is over, not when it began', async () => {
  const { machine, client, start, pass } = aMachine()
  const clock = await start()
  await pass(graceMs)
  // Too slow to be noticed as a leap: the clock drifts away, and back.
  machine.wallAhead = 900
  for (let n = 0; n < 7; n++) {
    machine.wallAhead += 900
    await pass(minute)
  }
  expect(clock.health().problem).toBe('differs')
  await pass(graceMs)
  for (let n = 0; n < 7; n++) {
    machine.wallAhead -= 900
    await pass(1000)
  }
  await pass(minute)
  expect(clock.health().problem).toBe(null)
  await expect(clock.confirmedNow(client)).rejects.toThrow('without a fault')
  await pass(graceMs)
  await clock.confirmedNow(client)
  clock.stop()
})

test('a second leap waits as long as the first', async () => {
  const { machine, start, pass, shown } = aMachine()
  const clock = await start()
  machine.databaseAhead = machine.wallAhead = 48 * hour
  await pass(4 * minute)
  machine.databaseAhead = machine.wallAhead = 24 * hour
  await pass(3 * minute)
  expect(clock.now()).toBe(shown())
  await pass(graceMs)
  expect(clock.now()).toBe(shown() + 24 * hour)
  clock.stop()
})

test('a small difference is corrected, and a database that is away is no fault of the clock', async () => {
  const { machine, start, pass, shown } = aMachine()
  const clock = await start()
  machine.databaseAhead = 900
  await pass(minute)
  expect(clock.now()).toBe(shown() + 900)
  machine.away = true
  await pass(hour)
  expect(clock.now()).toBe(shown() + 900)
  expect(clock.health().problem).toBe(null)
  clock.stop()
})

test('a clock that is set for a rehearsal is meant, and follows the database all the same', async () => {
  const { machine, client, start, pass } = aMachine()
  const clock = await start(begin + 48 * hour)
  expect(await clock.confirmedNow(client)).toBe(begin + 48 * hour)
  machine.databaseAhead = 1000
  await pass(minute)
  expect(clock.now()).toBe(begin + 48 * hour + minute + 1000)
  clock.stop()
})

const closes = { at: begin + 9 * hour, closesVoting: true }

test.each([
  ['ahead', 48 * hour, 'leapt over close'],
  ['behind', -48 * hour, 'behind'],
] as const)(
  'a machine that starts two days %s does nothing until somebody confirms the time',
  async (_how, by, why) => {
    const { machine, stored, client, lines, start, pass, shown } = aMachine()
    stored.milestones = [closes]
    stored.seen = { at: begin - minute, confirmed: 0 }
    machine.databaseAhead = machine.wallAhead = by
    const clock = await start()
    await pass(4 * graceMs)
    expect(clock.health()).toMatchObject({
      problem: why,
      doubt: { why, shown: shown() + by, lastSeen: begin - minute },
    })
    await expect(clock.confirmedNow(client)).rejects.toThrow('not to be trusted')
    expect(stored.seen).toEqual({ at: begin - minute, confirmed: 0 })
    expect(lines).toEqual([expect.stringContaining('until somebody confirms it on the dashboard')])
    await clock.confirm()
    expect(clock.health()).toMatchObject({ problem: null, doubt: null })
    await expect(clock.confirmedNow(client)).rejects.toThrow('without a fault')
    await pass(graceMs)
    expect(await clock.confirmedNow(client)).toBe(shown() + by)
    expect(stored.seen).toEqual({ at: shown() + by, confirmed: 1 })
    clock.stop()
  },
)

test('a machine that was on over the close, or whose clock the network has set, closes by itself', async () => {
  const { machine, stored, client, start, pass, shown } = aMachine()
  stored.milestones = [closes]
  stored.seen = { at: begin, confirmed: 0 }
  machine.databaseAhead = machine.wallAhead = 10 * hour
  const clock = await start()
  await pass(graceMs)
  expect(clock.health().problem).toBe('leapt over close')
  machine.vouchedFor = true
  await pass(graceMs + minute)
  expect(await clock.confirmedNow(client)).toBe(shown() + 10 * hour)
  clock.stop()
})

test('a clock that is behind is ready again when it has caught up', async () => {
  const { stored, start, pass } = aMachine()
  stored.seen = { at: begin + 10 * minute, confirmed: 0 }
  const clock = await start()
  await pass(9 * minute)
  expect(clock.health().problem).toBe('behind')
  await pass(minute)
  expect(clock.health().problem).toBe(null)
  clock.stop()
})

test('a leap over the close while the site runs is not followed, however long it lasts, until it is confirmed on any node', async () => {
  const { machine, stored, start, pass, shown } = aMachine()
  stored.milestones = [closes]
  const clock = await start()
  await pass(graceMs)
  machine.databaseAhead = machine.wallAhead = 48 * hour
  await pass(4 * graceMs)
  expect(clock.now()).toBe(shown())
  expect(clock.health()).toMatchObject({ problem: 'jumped', doubt: { why: 'leapt over close' } })
  stored.seen = { at: shown() + 48 * hour, confirmed: 1 }
  await pass(minute)
  expect(clock.now()).toBe(shown() + 48 * hour)
  expect(clock.health().problem).toBe(null)
  clock.stop()
})

test('a database that was away over the close leaves no doubt: this process has gone on', async () => {
  const { machine, stored, client, start, pass, shown } = aMachine()
  stored.milestones = [{ at: begin + hour, closesVoting: true }]
  const clock = await start()
  machine.away = true
  await pass(hour + 3 * minute)
  machine.away = false
  await pass(minute)
  expect(await clock.confirmedNow(client)).toBe(shown())
  clock.stop()
})
