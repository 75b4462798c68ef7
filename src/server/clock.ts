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
   * The database's own time for a step that cannot be undone, asked in the transaction of that step. Throws `ClockUnsure` while
   * the time is in doubt; try again later.
   */
  confirmedNow(client: DatabaseClock): Promise<Instant>
  /**
   * What this clock showed at an instant dated by the database. The same instant, unless the clock was set for a demonstration:
   * nobody should see dates of two clocks on one screen.
   */
  shownFor(databaseTime: Instant): Instant
  /** An administrator states that the database's clock is right, whatever was seen before. */
  confirm(): Promise<void>
  stop(): void
}

export interface ClockHealth {
  /** How far the machine's own clock is ahead of the database's; null for a clock set by hand. */
  offsetMs: number | null
  /** How long nothing has been wrong with the time. */
  steadyMs: number
  problem: 'differs' | 'jumped' | TimeDoubt | null
  /** What somebody has to decide: whether the clock is right, although the site last ran at a different time. */
  doubt: { why: TimeDoubt; shown: Instant; lastSeen: Instant } | null
}

/** Not a failure: the step is taken later. */
export class ClockUnsure extends Error {
  override name = 'ClockUnsure'
}

/**
 * The time by which a window is open or closed, or votes are shown. Refuses while it may be wrong: nobody should be let in or
 * turned away by such a clock, and nobody should read a result that is still hidden.
 */
export function sureNow(clock: SiteClock): Instant {
  if (isUnsure(clock)) throw new AppError('time-unsure', { retryAfter: 60 })
  return clock.now()
}

/** Until somebody has confirmed the time. After a jump the clock still goes by the time before it, which is sure. */
export function isUnsure(clock: SiteClock): boolean {
  const { problem, doubt } = clock.health()
  return doubt !== null && problem !== 'jumped'
}

/** Starts at the given instant and runs on; without one it shows the machine's time. */
export function runningClock(startsAt?: Instant): Clock {
  const shift = startsAt === undefined ? 0 : startsAt - Date.now()
  return { now: () => Date.now() + shift }
}

/** A clock that a test sets: what it shows is certain. */
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

/** How long a clock must have run without a fault before an irreversible step. */
export const graceMs = 5 * minuteMs
const measureEveryMs = minuteMs
const longestWayMs = 2_000
const watchEveryMs = 1_000

interface ClockOptions {
  pool: DatabaseClock
  log: Log
  memory: TimeMemory
  /** For rehearsals and tests: what the clock shows at the start. */
  startsAt?: Instant | undefined
  wall?: () => Instant
  monotonic?: () => number
}

/** A measurement of the database's clock, and when it was made by the monotonic clock. */
interface Measured {
  database: Instant
  monotonic: number
  /** The longer the round trip, the less certain the time. */
  took: number
}

/**
 * The database's clock decides, for every node the same. Between two measurements time passes by the machine's monotonic
 * clock, so a machine whose own clock is wrong or set meanwhile still shows the right time. Such a machine is not ready all
 * the same: what else runs on it is not to be trusted either. A leap of the database's clock is followed only once it has
 * lasted for the grace time. Where both are one machine's, its clock is compared with when the site last ran: a time that may not
 * be true is neither followed nor acted upon until it is confirmed.
 */
export async function startSiteClock(options: ClockOptions): Promise<SiteClock> {
  const { pool, log, memory, startsAt, wall = Date.now, monotonic = () => performance.now() } = options
  let followed = await measure()
  let last = followed
  let steadySince = followed.monotonic
  let leapSince: number | null = null
  let toldAbout: ClockHealth['problem'] = null
  let measuring: Promise<void> | undefined
  let seen: SeenTime | null = null
  let doubt: TimeDoubt | null = null
  const shift = startsAt === undefined ? 0 : startsAt - followed.database
  // A clock set for a rehearsal or a test is intended.
  const grace = startsAt === undefined ? graceMs : 0

  /** The best of three: the shortest round trip is the most accurate. */
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

  /** A confirmation on another node, or new evidence, is followed at once. A clock set by hand is intended. */
  async function judge(): Promise<void> {
    if (startsAt !== undefined) return
    const known = seen
    seen = await memory.read()
    if (known && seen && seen.confirmed > known.confirmed) follow()
    // Since the start it has run steadily, however long the database was away.
    if (known && doubt === null && leapSince === null) return
    doubt = seen && whyDoubtTime(seen.at, databaseNow(), await memory.milestones())
    if (doubt && (await memory.isVouchedFor(databaseNow()))) await confirm()
  }

  async function confirm(): Promise<void> {
    seen = { at: databaseNow(), confirmed: (seen?.confirmed ?? 0) + 1 }
    await memory.note(seen)
    follow()
    tell()
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

  async function look(): Promise<void> {
    const measured = await measure()
    // At such a moment everybody waits, and a site in doubt would only make it worse.
    if (measured.took > longestWayMs) return
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
    await judge()
    if (leapSince !== null && doubt === null && measured.monotonic - leapSince >= graceMs) {
      log.warn(
        { leapMs: Math.round(leap) },
        'the clock of the database has kept its new time, which the site now follows',
      )
      follow()
    }
    tell()
    await note()
  }

  /** Logged when it begins and when it is over. */
  function tell(): void {
    const { problem, offsetMs } = health()
    if (problem === toldAbout) return
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
    toldAbout = problem
  }

  const lookNow = () =>
    (measuring ??= look()
      .catch((err: unknown) => log.warn({ err }, 'the clock of the database could not be read'))
      .finally(() => (measuring = undefined)))

  /** The machine's clock against the monotonic one: setting it is noticed at once, not within a minute. */
  let before = { wall: wall(), monotonic: monotonic() }
  function watch(): void {
    const now = { wall: wall(), monotonic: monotonic() }
    const leap = now.wall - before.wall - (now.monotonic - before.monotonic)
    before = now
    if (Math.abs(leap) < watchEveryMs) return
    steadySince = now.monotonic
    log.warn({ leapMs: Math.round(leap) }, 'the clock of this machine was set')
    void lookNow()
  }

  await judge()
  tell()
  await note()
  const timers = [setInterval(() => void lookNow(), measureEveryMs), setInterval(watch, watchEveryMs)]
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

/** A connection or the pool, used only to ask for the time. */
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
