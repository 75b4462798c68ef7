import { and, eq, gt, sql } from 'drizzle-orm'
import type pg from 'pg'
import { inTransaction, type Queryable } from '#server/db/database.ts'
import { throttles } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { queueEmailToEach } from '#server/email/queue.ts'
import { networksOf } from '#server/http/address.ts'
import {
  budgetsAt,
  clearBudgets,
  isFull,
  readBudgets,
  takePoints,
  takeOrRefuse,
  tooMany,
  type Budget,
  type TakenPoints,
} from '#server/http/rate-limit.ts'
import { keyedHash } from '#server/signed-values.ts'
import {
  birthdayFailures,
  birthdayFailuresWhileVoting,
  knownDeviceFailuresPerDay,
  paceOf,
  triesLeftToShow,
  type TriesLeft,
  manyStoppedAccounts,
} from '#shared/accounts/login.ts'
import { votingOpen } from '#shared/elections/lifecycle.ts'
import { hourSeconds, daySeconds, type Instant } from '#shared/time.ts'
import { emailsOfJob } from './administrator-queries.ts'
import { accountsStoppedEmail } from './text.ts'

/** So high that the budget only counts. */
const countOnly = 1_000_000
const tenMinutes = 600

/**
 * There are only about 18,000 plausible birthdates, so an account with one as its password allows very few guesses from unknown
 * devices, wherever they come from. Known devices, and accounts with their own password (`src/shared/accounts/login.ts`), are
 * slowed down but never locked out: nobody can lock members out on election day. Limits per address apply to its networks
 * (`src/server/http/address.ts`).
 */
export const loginLimits = {
  newDevice: birthdayFailures,
  newDeviceWhileVoting: birthdayFailuresWhileVoting,
  /** Failed logins by email from one address in ten minutes, for whichever account: each costs a password check. */
  emailsPerAddress: 60,
  /** How many accounts may fail at one address, beyond one for every two that logged in there that day. */
  failingAccountsPerAddress: 20,
  secondStep: { tries: 10, perDay: 50 },
  passwordActs: { tries: 10 },
  /** Passkey logins from one address in ten minutes: started, and failed. More than any assembly hall needs. */
  passkeys: { begun: 600, failed: 60 },
  forgot: { perAccount: 3, perAddress: 30, seconds: hourSeconds },
} as const

/** What an account adds to its address's count: two points while it fails there, one of them returned once it has logged in. */
const failing = 2
const loggedIn = -1
/** An administrator's login vouches for the place: an assembly hall is one address, and some phone there may misbehave. */
const vouchedFor = -400

export interface Attempt {
  /** The user's id, or the typed serial if unknown: unknown serials use up the address's budget like any other. */
  account: string
  /** False for unknown serials and for applicants, whom no password lets in yet. */
  canLogIn: boolean
  isAdmin: boolean
  onBirthdate: boolean
  /** Only administrators log in by email, but an attempt is treated the same for every address. */
  byEmail: boolean
  /** Set if the account has logged in on this device before. */
  knownDevice: string | null
  whileVoting: boolean
  address: string
}

export async function isVotingDay({ elections, clock }: Pick<Deps, 'elections' | 'clock'>): Promise<boolean> {
  const now = clock.now()
  return (await elections.all()).some((election) => election.kind === 'election' && votingOpen(election, now))
}

type BirthdayLimits = { perDay: number; perYear: number }
const birthdayLimits = ({ whileVoting }: Pick<Attempt, 'whileVoting'>): BirthdayLimits =>
  whileVoting ? loginLimits.newDeviceWhileVoting : loginLimits.newDevice

/** Reports how the attempt ended. */
export interface Admitted {
  /** Returns how many tries are left, if that is shown. */
  failed(): Promise<TriesLeft | undefined>
  succeeded(): Promise<void>
}

export function createThrottle(pool: pg.Pool, siteKey: string) {
  const hidden = (purpose: 'account' | 'address', value: string) => keyedHash(siteKey, purpose, value)
  const budget = (kind: string, of: string, limit: number, seconds: number): Budget => ({
    key: `${kind}:${of}`,
    limit,
    seconds,
  })
  const perDay = (account: string, { perDay: most }: BirthdayLimits = loginLimits.newDevice) =>
    budget('day', account, most, daySeconds)
  const perYear = (account: string, { perYear: most }: BirthdayLimits = loginLimits.newDevice) =>
    budget('year', account, most, 365 * daySeconds)
  const ownDay = (account: string) => budget('ownday', account, countOnly, daySeconds)

  const atEach = (kind: string, address: string, pace: { tries: number; seconds: number }, account?: string) =>
    budgetsAt(siteKey, address, { kind, limit: pace.tries, seconds: pace.seconds, ...(account && { account }) })

  /** What an attempt spends, and how it is refused once that is used up. */
  async function applying(attempt: Attempt) {
    const account = hidden('account', attempt.account)
    if (attempt.knownDevice) {
      const device = `${attempt.knownDevice}:${account}`
      const ofDay = budget('knownday', device, countOnly, daySeconds)
      // The daily count does not apply to a password of one's own: guessing that takes more than one device.
      const [today] = attempt.onBirthdate ? await readBudgets(pool, [ofDay]) : []
      const pace = paceOf(today?.points ?? 0, knownDeviceFailuresPerDay)
      const spent = [
        budget(`known${pace.seconds}`, device, pace.tries, pace.seconds),
        ...(attempt.onBirthdate ? [ofDay] : []),
      ]
      return { spent, refusal: 'login-slow-down', countsAtAddress: false } as const
    }
    if (!attempt.onBirthdate) {
      const [today] = await readBudgets(pool, [ownDay(account)])
      const pace = paceOf(today?.points ?? 0)
      const spent = [
        ...(attempt.byEmail
          ? atEach('email', attempt.address, { tries: loginLimits.emailsPerAddress, seconds: tenMinutes })
          : []),
        ...atEach(`own${pace.seconds}`, attempt.address, pace, account),
        ownDay(account),
      ]
      return { spent, refusal: 'login-slow-down', countsAtAddress: true } as const
    }
    // Nobody can guess their way into a closed account, so it needs no yearly count.
    const most = birthdayLimits(attempt)
    const spent = attempt.canLogIn ? [perDay(account, most), perYear(account, most)] : [perDay(account, most)]
    return { spent, refusal: 'login-stopped', countsAtAddress: true } as const
  }

  /** How many accounts fail at each network of the address, and this account's share. */
  const failingAt = ({ address, account }: Attempt): { atAddress: Budget; pair: Budget }[] =>
    networksOf(address).map(({ name, times }) => {
      const where = hidden('address', name)
      return {
        atAddress: budget('addr', where, times * loginLimits.failingAccountsPerAddress * failing - 1, daySeconds),
        pair: budget('pair', `${where}:${hidden('account', account)}`, Infinity, daySeconds),
      }
    })

  /**
   * Refuses at once, without writing, what would be refused anyway: a flood of tries must cost less than sending it does.
   * Otherwise returns what the attempt spends.
   */
  async function check(attempt: Attempt) {
    const applies = await applying(attempt)
    const { spent, refusal } = applies
    const places = failingAt(attempt)
    const states = await readBudgets(pool, [...spent, ...places.flatMap(({ atAddress, pair }) => [atAddress, pair])])
    const full = spent.findIndex((of, n) => isFull(of, states[n]))
    if (full >= 0) throw tooMany(refusal, states[full])
    if (refusal === 'login-stopped')
      for (const [n, { atAddress }] of places.entries()) {
        const [address, own] = states.slice(spent.length + 2 * n)
        // An account that already fails here adds nothing by failing again, and must be let in to fix that.
        const byOthers = (address?.points ?? 0) - Math.max(own?.points ?? 0, 0)
        if (byOthers >= atAddress.limit) throw tooMany(refusal, address)
      }
    return applies
  }

  /**
   * Takes a try, or refuses. Called when it is the attempt's turn to be checked, so that a burst from one address cannot get
   * through before its first failures are counted.
   */
  async function admit(attempt: Attempt): Promise<Admitted> {
    const { spent, refusal, countsAtAddress } = await check(attempt)
    const taken = await takeOrRefuse(pool, spent, refusal)
    const settle = async (contribution: number) => {
      if (!countsAtAddress) return
      const now = Date.now()
      for (const { atAddress, pair } of failingAt(attempt)) {
        const values = [pair.key, atAddress.key, contribution, now, now + daySeconds * 1000]
        await pool.query({ name: 'settle at address', text: 'select settle_at_address($1, $2, $3, $4, $5)', values })
      }
    }
    return {
      async failed() {
        await settle(failing)
        if (refusal === 'login-stopped' && attempt.canLogIn && taken.wasLast) await takePoints(pool, [stoppedAccounts])
        return triesLeft(attempt, spent, taken)
      },
      async succeeded() {
        await Promise.all([settle(attempt.isAdmin ? vouchedFor : loggedIn), taken.refund()])
      },
    }
  }

  return {
    check,
    admit,
    /** After an administrator or a link has proved who somebody is, their account starts fresh. */
    forgive(userId: string): Promise<void> {
      const account = hidden('account', userId)
      return clearBudgets(pool, [perDay(account), perYear(account), ownDay(account)])
    },
    /** Until when a birthday is refused on new devices, or null. */
    async stoppedUntil(userId: string, at: Pick<Attempt, 'whileVoting'>): Promise<Instant | null> {
      const account = hidden('account', userId)
      const most = birthdayLimits(at)
      const limits = [perDay(account, most), perYear(account, most)]
      const states = await readBudgets(pool, limits)
      const msLeft = Math.max(...limits.map((limit, n) => (isFull(limit, states[n]) ? (states[n]?.msLeft ?? 0) : 0)))
      return msLeft > 0 ? Date.now() + msLeft : null
    },
    /** A known device has its own count for the second step. */
    secondStep(userId: string, knownDevice: string | null): Promise<TakenPoints> {
      const who = knownDevice ? `${knownDevice}:${userId}` : userId
      const { tries, perDay: daily } = loginLimits.secondStep
      return takeOrRefuse(
        pool,
        [budget('2fa', who, tries, tenMinutes), budget('2faday', who, daily, daySeconds)],
        'login-slow-down',
      )
    },
    /** A passkey login was started; or sent, and its point is returned if it succeeds. */
    passkey: (step: 'begun' | 'failed', address: string) =>
      takeOrRefuse(
        pool,
        atEach(`passkey ${step}`, address, { tries: loginLimits.passkeys[step], seconds: tenMinutes }),
        'login-slow-down',
      ),
    /** Somebody logged in confirms an act with their password, or changes it. */
    passwordAct: (userId: string) =>
      takeOrRefuse(pool, [budget('act', userId, loginLimits.passwordActs.tries, tenMinutes)], 'login-slow-down'),
    /** False if reset links were requested too often; the reply is the same either way. */
    async mayAskForLink(account: string, from: string): Promise<boolean> {
      const { perAccount, perAddress, seconds } = loginLimits.forgot
      const budgets = [
        ...atEach('forgot-at', from, { tries: perAddress, seconds }),
        budget('forgot', hidden('account', account), perAccount, seconds),
      ]
      return (await takePoints(pool, budgets)) !== null
    },
  }
}

/**
 * Shown for a serial number tried from a new device. A password of one's own is counted like a birthday, so that the number does
 * not reveal which accounts still use theirs; unknown serial numbers have the same count (decision 10).
 */
function triesLeft(attempt: Attempt, spent: readonly Budget[], taken: TakenPoints): TriesLeft | undefined {
  if (attempt.byEmail || attempt.knownDevice) return undefined
  const left = attempt.onBirthdate
    ? spent.map(({ limit }, n) => limit - (taken.points[n] ?? 0))
    : [birthdayLimits(attempt).perDay - (taken.points.at(-1) ?? 0)]
  return triesLeftToShow(Math.min(...left))
}

export type LoginThrottle = ReturnType<typeof createThrottle>

/** Counts accounts stopped by wrong guesses, for an hour from the first. It names nobody. */
export const stoppedAccounts: Budget = { key: 'stopped accounts', limit: 1_000_000, seconds: hourSeconds }

/** While it exists, the administrators were already warned. */
const toldKey = 'stopped accounts told'

/** How many were stopped within the hour. */
export async function countStoppedAccounts(db: Queryable): Promise<number> {
  const [found] = await db
    .select({ accounts: throttles.points })
    .from(throttles)
    .where(and(eq(throttles.key, stoppedAccounts.key), gt(throttles.expire, Date.now())))
  return found?.accounts ?? 0
}

/** A job that warns the administrators when many accounts were stopped, at most once an hour. */
export async function warnOfStoppedAccounts({ db, settings }: Pick<Deps, 'db' | 'settings'>): Promise<void> {
  const accounts = await countStoppedAccounts(db)
  if (accounts < manyStoppedAccounts) return
  const { shortName } = await settings()
  await inTransaction({ db }, async (tx) => {
    const now = Date.now()
    const { rowCount } = await tx.execute(sql`
      insert into throttles (key, points, expire) values (${toldKey}, 1, ${now + hourSeconds * 1000})
      on conflict (key) do update set expire = excluded.expire where throttles.expire <= ${now}`)
    if (rowCount !== 1) return
    // Those who can help with a login.
    await queueEmailToEach(tx, await emailsOfJob(tx, 'membership'), accountsStoppedEmail({ shortName, accounts }))
  })
}
