import { AppError } from '#shared/errors.ts'
import { largestOffsetMs, whyDoubtTime, type SeenTime, type TimeDoubt } from '#shared/operations/status/seen-time.ts'
import { type Instant, minuteMs } from '#shared/time.ts'
import type { Log } from './log.ts'
import type { TimeMemory } from './seen-time.ts'

/** The one clock for windows and deadlines. Login sessions use the machine's own time. */
export interface Clock {
  now(): Instant
}

/** The clock of a running site: the database's time, extrapolated between two measurements. */
export interface SiteClock extends Clock {
  health(): ClockHealth
  /**
   * The database's own time for an irreversible step, read in the transaction of that step. Throws `ClockUnsure` while
   * the time is in doubt; try again later.
   */
  confirmedNow(client: DatabaseClock): Promise<Instant>
  /**
   * What this clock showed when the database wrote this time. They differ only if the clock was set for a
   * demonstration, so that one screen never shows dates of two clocks.
   */
  shownFor(databaseTime: Instant): Instant
  /** An administrator confirms that the database's clock is right, whatever time was seen before. */
  confirm(): Promise<void>
  stop(): void
}

export interface ClockHealth {
  /** How far the machine's own clock is ahead of the database's; null for a clock set by hand. */
  offsetMs: number | null
  /** How long the time has been without a problem. */
  steadyMs: number
  problem: 'differs' | 'jumped' | TimeDoubt | null
  /** What a person has to decide: whether the clock is right, although the site last ran at a very different time. */
  doubt: { why: TimeDoubt; shown: Instant; lastSeen: Instant } | null
}

/** Not a failure: the step is taken later. */
export class ClockUnsure extends Error {
  override name = 'ClockUnsure'
}

/**
 * The time that decides whether a window is open or votes are shown. Refuses while it may be wrong: a wrong clock must
 * not admit or turn away anybody, nor reveal a result that is still hidden.
 */
export function sureNow(clock: SiteClock): Instant {
  if (isUnsure(clock)) throw new AppError('time-unsure', { retryAfter: 60 })
  return clock.now()
}

/** The database's time for what cannot be undone; refused, to be tried again, while the time is uncertain. */
export async function confirmedTime(clock: Pick<SiteClock, 'confirmedNow'>, client: DatabaseClock): Promise<Instant> {
  try {
    return await clock.confirmedNow(client)
  } catch (error) {
    throw error instanceof ClockUnsure ? new AppError('time-unsure', { retryAfter: 60 }) : error
  }
}

/** True until somebody confirms the time. After a jump the clock still follows the time before it, which is sure. */
export function isUnsure(clock: SiteClock): boolean {
  const { problem, doubt } = clock.health()
  return doubt !== null && problem !== 'jumped'
}

/** Starts at `startsAt` and runs on; without it, shows the machine's time. */
export function runningClock(startsAt?: Instant): Clock {
  const shift = startsAt === undefined ? 0 : startsAt - Date.now()
  return { now: () => Date.now() + shift }
}

/** A clock for tests, whose time is always certain. */
export function certainClock(clock: Clock): SiteClock {
  return {
    now: () => clock.now(),
    health: () => ({ offsetMs: null, steadyMs: Infinity, problem: null, doubt: null }),
    confirmedNow: async () => clock.now(),
    shownFor: (databaseTime) => databaseTime,
    confirm: async () => undefined,
    stop: () => undefined,
  }
}

/** How long a clock must have run without a problem before an irreversible step. */
export const graceMs = 5 * minuteMs
const measureEveryMs = minuteMs
const longestRoundTripMs = 2_000
const watchEveryMs = 1_000

interface ClockOptions {
  pool: DatabaseClock
  log: Log
  memory: TimeMemory
  /** For rehearsals and tests: the time that the clock shows at the start. */
  startsAt?: Instant | undefined
  wall?: () => Instant
  monotonic?: () => number
}

/** A measurement of the database's clock, and its time by the monotonic clock. */
interface Measured {
  database: Instant
  monotonic: number
  /** The duration of the round trip: the longer, the less certain the time. */
  took: number
}

/**
 * The database's clock decides, so that all nodes agree. Between two measurements the machine's monotonic clock counts,
 * so a machine whose own clock is wrong still shows the right time. Such a machine is nevertheless not ready, because
 * other programs on it cannot be trusted either. A leap of the database's clock is followed only after the grace time.
 * If both share one machine, its clock is compared with the time when the site last ran: a doubtful time is neither
 * followed nor acted upon until somebody confirms it.
 */
export async function startSiteClock(options: ClockOptions): Promise<SiteClock> {
  const { pool, log, memory, startsAt, wall = Date.now, monotonic = () => performance.now() } = options
  let followed = await measure()
  let last = followed
  let steadySince = followed.monotonic
  let leapSince: number | null = null
  let loggedProblem: ClockHealth['problem'] = null
  let measuring: Promise<void> | undefined
  let seen: SeenTime | null = null
  let doubt: TimeDoubt | null = null
  const shift = startsAt === undefined ? 0 : startsAt - followed.database
  // A clock set for a rehearsal or a test is intended.
  const grace = startsAt === undefined ? graceMs : 0

  /** Takes three samples: the one with the shortest round trip is the most accurate. */
  async function measure(): Promise<Measured> {
    const samples = []
    for (let n = 0; n < 3; n++) {
      const began = monotonic()
      const database = await readClock(pool)
      const took = monotonic() - began
      samples.push({ took, database: database - took / 2, monotonic: began })
    }
    return samples.reduce((best, one) => (one.took < best.took ? one : best))
  }

  const passedSince = (then: Measured) => monotonic() - then.monotonic
  const databaseNow = () => Math.floor(last.database + passedSince(last))
  const offset = () => wall() - (last.database + passedSince(last))

  function health(): ClockHealth {
    const problem = leapSince !== null ? 'jumped' : Math.abs(offset()) > largestOffsetMs ? 'differs' : doubt
    return {
      offsetMs: Math.round(offset()),
      steadyMs: problem ? 0 : monotonic() - steadySince,
      problem,
      doubt: doubt && { why: doubt, shown: databaseNow(), lastSeen: seen?.at ?? 0 },
    }
  }

  /** Follows a confirmation on another node, or new evidence, at once. A clock set by hand is intended. */
  async function updateDoubt(): Promise<void> {
    if (startsAt !== undefined) return
    const known = seen
    seen = await memory.read()
    if (known && seen && seen.confirmed > known.confirmed) follow()
    // It has run steadily since the start, however long the database was away.
    if (known && doubt === null && leapSince === null) return
    doubt = seen && whyDoubtTime(seen.at, databaseNow(), await memory.milestones())
    if (doubt && (await memory.isVouchedFor(databaseNow()))) await confirm()
  }

  async function confirm(): Promise<void> {
    seen = { at: databaseNow(), confirmed: (seen?.confirmed ?? 0) + 1 }
    await memory.note(seen)
    follow()
    logProblem()
  }

  function follow(): void {
    followed = last
    leapSince = doubt = null
    steadySince = monotonic()
  }

  async function note(): Promise<void> {
    if (startsAt !== undefined || health().problem) return
    seen = { at: Math.max(seen?.at ?? 0, databaseNow()), confirmed: seen?.confirmed ?? 0 }
    // A full disk must not keep a site from starting.
    await memory.note(seen).catch((err: unknown) => log.warn({ err }, 'the time could not be noted'))
  }

  async function measureAndFollow(): Promise<void> {
    const measured = await measure()
    // In such a moment everybody waits, and doubting the time would only make it worse.
    if (measured.took > longestRoundTripMs) return
    const leap = leapBetween(followed, measured)
    const isAnother = Math.abs(leapBetween(last, measured)) > largestOffsetMs
    last = measured
    if (Math.abs(leap) <= largestOffsetMs) {
      followed = measured
      leapSince = null
    } else if (leapSince === null || isAnother) {
      leapSince = steadySince = measured.monotonic
      log.error({ leapMs: Math.round(leap) }, 'the clock of the database leapt; the site goes on by the time as it was')
    }
    await updateDoubt()
    if (leapSince !== null && doubt === null && measured.monotonic - leapSince >= graceMs) {
      log.warn(
        { leapMs: Math.round(leap) },
        'the clock of the database has kept its new time, which the site now follows',
      )
      follow()
    }
    logProblem()
    await note()
  }

  /** Logs when a problem begins and when it is over. */
  function logProblem(): void {
    const { problem, offsetMs } = health()
    if (problem === loggedProblem) return
    steadySince = monotonic()
    if (problem === 'differs')
      log.error(
        { offsetMs },
        'the clock of this machine differs from the database’s; this node is not ready and closes nothing until it is set right',
      )
    if (problem === doubt && doubt)
      log.error(
        { lastSeen: seen?.at },
        'the clock of this machine may be wrong since the site last ran; this node is not ready until somebody confirms it on the dashboard',
      )
    if (problem === null) log.info({ offsetMs }, 'the clock is right again')
    loggedProblem = problem
  }

  const measureNow = () =>
    (measuring ??= measureAndFollow()
      .catch((err: unknown) => log.warn({ err }, 'the clock of the database could not be read'))
      .finally(() => (measuring = undefined)))

  /** Compares the machine's clock with the monotonic one, to notice at once when somebody sets it. */
  let before = { wall: wall(), monotonic: monotonic() }
  function watch(): void {
    const now = { wall: wall(), monotonic: monotonic() }
    const leap = now.wall - before.wall - (now.monotonic - before.monotonic)
    before = now
    if (Math.abs(leap) < watchEveryMs) return
    steadySince = now.monotonic
    log.warn({ leapMs: Math.round(leap) }, 'the clock of this machine was set')
    void measureNow()
  }

  await updateDoubt()
  logProblem()
  await note()
  const timers = [setInterval(() => void measureNow(), measureEveryMs), setInterval(watch, watchEveryMs)]
  for (const timer of timers) timer.unref()

  const now = () => followed.database + passedSince(followed) + shift
  return {
    now: () => Math.floor(now()),
    health,
    async confirmedNow(client) {
      const { problem, steadyMs } = health()
      if (problem) throw new ClockUnsure('the clock is not to be trusted now')
      if (steadyMs < grace)
        throw new ClockUnsure(`the clock must have run without a fault for ${graceMs / minuteMs} minutes`)
      const confirmed = (await readClock(client)) + shift
      if (!(Math.abs(confirmed - now()) <= largestOffsetMs))
        throw new ClockUnsure('the clock of the database leapt a moment ago')
      return Math.floor(confirmed)
    },
    shownFor: (databaseTime) => Math.floor(databaseTime + shift),
    confirm,
    stop: () => timers.forEach(clearInterval),
  }
}

/** A connection or the pool, used only to read the time. */
interface DatabaseClock {
  query(sql: string): Promise<{ rows: { now: number }[] }>
}

async function readClock(database: DatabaseClock): Promise<Instant> {
  const { rows } = await database.query('select (extract(epoch from clock_timestamp()) * 1000)::float8 as now')
  return rows[0]?.now ?? NaN
}

/** How much more time passed for the database than for the monotonic clock. */
const leapBetween = (before: Measured, after: Measured) =>
  after.database - before.database - (after.monotonic - before.monotonic)
