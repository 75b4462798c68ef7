import type pg from 'pg'
import { AppError, type ErrorCode } from '#shared/errors.ts'
import { charge, clear, type Budget, type Spent } from './budgets.ts'
import { blind } from './signed-values.ts'

const day = 24 * 60 * 60

/**
 * A birthdate is one of about 18,000 values, so an account that still has it as password gets very few guesses from
 * devices that never logged in to it, wherever they come from. Devices that did, and accounts with a password of their
 * own, are slowed down but never shut out: nobody can lock members out on election day.
 */
export const limits = {
  newDevice: { perDay: 5, perYear: 15 },
  knownDevice: { tries: 10, seconds: 600 },
  ownPassword: { tries: 10, seconds: 600 },
  /** Accounts one address may be failing on, beyond one for every two it has logged in to that day. */
  failingAccountsPerAddress: 20,
  passwordConfirm: { tries: 10, seconds: 600 },
  forgot: { perAccount: 3, perAddress: 30, seconds: 3600 },
} as const

/** What an account adds to its address's count: two points while it fails there, one back once it has logged in. */
const failing = 2
const loggedIn = -1

export interface Attempt {
  /** The user's id, or the serial as typed when nobody has it: unknown serials spend the same budgets. */
  account: string
  onBirthdate: boolean
  /** Set when the account has logged in on this device before. */
  knownDevice: string | null
  address: string
}

/** To be told how the attempt ended. */
export interface Admitted {
  failed(): Promise<void>
  succeeded(): Promise<void>
}

export function createThrottle(pool: pg.Pool, siteKey: string) {
  const hidden = (purpose: 'account' | 'address', value: string) => blind(siteKey, purpose, value)
  const budget = (kind: string, of: string, limit: number, seconds: number): Budget => ({
    key: `${kind}:${of}`,
    limit,
    seconds,
  })
  const perDay = (account: string) => budget('day', account, limits.newDevice.perDay, day)
  const perYear = (account: string) => budget('year', account, limits.newDevice.perYear, 365 * day)

  /**
   * Takes a try from the budgets that apply, or refuses. Called when the attempt's turn to be checked has come, so that
   * a burst from one address cannot slip in before its first failures are counted.
   */
  async function admit(attempt: Attempt): Promise<Admitted> {
    const account = hidden('account', attempt.account)
    const address = hidden('address', network(attempt.address))
    const atAddress = budget('addr', address, limits.failingAccountsPerAddress * failing, day)
    const pair = budget('pair', `${address}:${account}`, Infinity, day)

    if (attempt.knownDevice) {
      const own = budget(
        'known',
        `${attempt.knownDevice}:${account}`,
        limits.knownDevice.tries,
        limits.knownDevice.seconds,
      )
      await take(own, 'login-slow-down')
      return { failed: async () => undefined, succeeded: () => clear(pool, [own]) }
    }

    const slow = budget('own', `${address}:${account}`, limits.ownPassword.tries, limits.ownPassword.seconds)
    const taken = attempt.onBirthdate ? [perDay(account), perYear(account)] : [slow]
    const [pairNow, addressNow, ...spent] = await charge(pool, [
      { budget: pair, points: 0 },
      { budget: atAddress, points: 0 },
      ...taken.map((from) => ({ budget: from, points: 1 })),
    ])
    const giveBack = taken.map((from) => ({ budget: from, points: -1 }))
    const full = taken.findIndex((from, n) => (spent[n]?.points ?? 0) > from.limit)
    const addressFull = attempt.onBirthdate && addressNow !== undefined && addressNow.points + failing > atAddress.limit
    if (full >= 0 || addressFull) {
      await charge(pool, giveBack)
      throw refuse(attempt.onBirthdate ? 'login-stopped' : 'login-slow-down', full >= 0 ? spent[full] : addressNow)
    }

    const before = pairNow?.points ?? 0
    const settle = (contribution: number, more: typeof giveBack) => {
      const change = contribution - before
      const address = change === 0 ? [] : [pair, atAddress].map((of) => ({ budget: of, points: change }))
      const charges = [...address, ...more]
      return charges.length === 0 ? Promise.resolve() : charge(pool, charges).then(() => undefined)
    }
    return { failed: () => settle(failing, []), succeeded: () => settle(loggedIn, giveBack) }
  }

  async function take(from: Budget, refusal: ErrorCode): Promise<void> {
    const [spent] = await charge(pool, [{ budget: from, points: 1 }])
    if (spent && spent.points > from.limit) throw refuse(refusal, spent)
  }

  return {
    admit,
    /** After an administrator or a link has proved who somebody is, their account starts afresh. */
    forgive(userId: string): Promise<void> {
      const account = hidden('account', userId)
      return clear(pool, [perDay(account), perYear(account)])
    },
    /** A signed-in person confirming an act with their password. */
    confirmPassword: (userId: string) =>
      take(budget('confirm', userId, limits.passwordConfirm.tries, limits.passwordConfirm.seconds), 'login-slow-down'),
    /** False when a reset link was asked for too often; the person is told the same either way. */
    async mayAskForLink(account: string, from: string): Promise<boolean> {
      const { perAccount, perAddress, seconds } = limits.forgot
      const asked = [
        budget('forgot', hidden('account', account), perAccount, seconds),
        budget('forgot-at', hidden('address', network(from)), perAddress, seconds),
      ]
      const spent = await charge(
        pool,
        asked.map((of) => ({ budget: of, points: 1 })),
      )
      return asked.every((of, n) => (spent[n]?.points ?? 0) <= of.limit)
    },
  }
}

export type LoginThrottle = ReturnType<typeof createThrottle>

const refuse = (code: ErrorCode, spent: Spent | undefined) =>
  new AppError(code, { retryAfter: Math.max(1, Math.ceil((spent?.msLeft ?? 0) / 1000)) })

/** One IPv6 customer has a whole /64; an IPv4 address is taken as it is. */
export function network(address: string): string {
  const plain = address.startsWith('::ffff:') ? address.slice(7) : address
  if (!plain.includes(':')) return plain
  const [head = '', tail] = plain.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
  const groups = tail === undefined ? left : [...left, ...zeros, ...right]
  return groups
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':')
}
