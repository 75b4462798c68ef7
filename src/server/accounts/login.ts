import { serialize } from 'hono/utils/cookie'
import type { Deps } from '#server/deps.ts'
import { accountFits } from '#server/http/account-mark.ts'
import { laneOf } from '#server/http/address.ts'
import { cookiePrefix, markerCookie, sessionCookie } from '#server/http/session.ts'
import { signValue } from '#server/signed-values.ts'
import { whyCannotLogIn } from '#shared/accounts/login.ts'
import type { LoginForm } from '#shared/accounts/schemas.ts'
import { readBirthday } from '#shared/accounts/typed-birthday.ts'
import { observingIsOver } from '#shared/elections/observing/observing.ts'
import { AppError, type ErrorCode } from '#shared/errors.ts'
import { birthdayPassword } from '#shared/members/birthday.ts'
import { isIdNumber } from '#shared/members/id-number.ts'
import { normaliseSerial } from '#shared/members/serial-number.ts'
import { noteLogin } from './administrator-queries.ts'
import { deviceName, isKnownDevice, readDevice, deviceCookieFor } from './device.ts'
import { redeemOneTimeCode } from './login-help.ts'
import { hashBirthday, hashIfBirthday, passwordLimit, verifyNothing, verifyPassword } from './passwords.ts'
import {
  findByEmail,
  findBySerial,
  findPasswordHash,
  insertSession,
  listObservedEnds,
  writeFirstHash,
  type LoginAccount,
} from './queries.ts'
import { isVotingDay, type Admitted, type Attempt } from './throttle.ts'
import { newLinkSecret, startSecondStep, tokenOf } from './verifications.ts'

export interface LoginCircumstances {
  address: string
  userAgent: string | undefined
  deviceCookie: string | undefined
  /** Aborted when the client has disconnected. */
  signal?: AbortSignal | undefined
}

type KnownAccount = NonNullable<LoginAccount>

export interface OpenedSession {
  twoFactor: false
  cookies: string[]
  deviceCookie: string
}

export type LoginOutcome = { twoFactor: true; cookies: string[] } | OpenedSession

/** The largest number on the card is not the one to log in with. Recognised by its form alone, so it reveals nothing about anybody. */
async function refuseIdNumber({ settings }: Pick<Deps, 'settings'>, typed: string): Promise<void> {
  const number = typed.toUpperCase()
  if (isIdNumber(number) && number.startsWith(`${(await settings()).idPrefix}-`)) throw new AppError('login-id-number')
}

/** From what was typed to an open session, a second step, or a refusal in the association's own words. */
export async function logIn(deps: Deps, form: LoginForm, from: LoginCircumstances): Promise<LoginOutcome> {
  const typed = form.login.trim()
  if (typed === '' || form.password.trim() === '') throw new AppError('login-fields-required')

  const byEmail = typed.includes('@')
  const password = byEmail ? form.password : meantPassword(form.password)
  const account = await findAccount(deps, typed)
  if (account === null) await refuseIdNumber(deps, typed)
  const device = readDevice(deps.siteKey, from.deviceCookie)
  const refusal = whyCannotLogIn(account)
  const canLogIn = account !== null && refusal === null
  if (canLogIn && !byEmail && (await redeemOneTimeCode(deps, account.id, password)))
    return open(deps, await withHash(deps, account), from)

  const attempt: Attempt = {
    account: account?.id ?? (byEmail ? typed.toLowerCase() : normaliseSerial(typed)),
    canLogIn,
    isAdmin: account?.isAdmin ?? false,
    onBirthdate: !byEmail && !account?.ownPassword,
    byEmail,
    knownDevice: account && device && isKnownDevice(deps.siteKey, device, account) ? device.id : null,
    whileVoting: await isVotingDay(deps),
    address: from.address,
  }
  await deps.throttle.check(attempt)
  if (refusal !== null && !byEmail) return refuse(await deps.throttle.admit(attempt), refusal)
  return passwordLimit(
    async () => {
      const admitted = await deps.throttle.admit(attempt)
      // Neither the words nor the timing reveal whether the email is anybody's.
      const passwordHash = canLogIn ? await provedHash(deps, account, password) : await verifyNothing(password)
      if (!canLogIn || passwordHash === null)
        return refuse(admitted, byEmail ? 'wrong-email-credentials' : 'wrong-credentials')
      await admitted.succeeded()
      return open(deps, { ...account, passwordHash }, from)
    },
    { lane: laneOf(from.address), signal: from.signal },
  )
}

/**
 * A birthday in its one stored form, however it was typed; anything else unchanged. Something ambiguous is asked about before
 * anything is looked up or counted: nobody's password looks like that.
 */
function meantPassword(typed: string): string {
  const read = readBirthday(typed)
  if (!read) return typed
  if (read.status !== 'clear') throw new AppError(`birthday-${read.status}`)
  return birthdayPassword(read.date)
}

/**
 * The stored hash that matches the password, or null. An imported member has none yet: their birthdate is the password, and its
 * hash is stored at the first login.
 */
async function provedHash(deps: Deps, account: KnownAccount, password: string): Promise<string | null> {
  const { id, birthday, ownPassword, passwordHash } = account
  const keeper = { siteKey: deps.siteKey, userId: id }
  const fits = async (hash: string | null) =>
    hash !== null && (await verifyPassword(keeper, { hash, password })) ? hash : null
  if (passwordHash !== null) return fits(passwordHash)
  const hash = await hashIfBirthday(keeper, password, ownPassword ? null : birthday)
  if (hash === null || birthday === null) return null
  // Another login or a new password may have been first; then that one counts.
  return (await writeFirstHash(deps.db, id, { hash, birthday })) ? hash : fits(await findPasswordHash(deps.db, id))
}

/** Somebody who logs in with a one-time code before having a hash gets one too: changing their login requires it. */
async function withHash(deps: Deps, account: KnownAccount): Promise<KnownAccount> {
  const { id, birthday, ownPassword, passwordHash } = account
  if (passwordHash !== null || birthday === null || ownPassword) return account
  const hash = await hashBirthday({ siteKey: deps.siteKey, userId: id }, birthday, id)
  return (await writeFirstHash(deps.db, id, { hash, birthday })) ? { ...account, passwordHash: hash } : account
}

/** No password lets in applicants or withdrawn members. */
const triesMatter: ReadonlySet<ErrorCode> = new Set(['user-not-found', 'wrong-credentials'])

async function refuse(admitted: Admitted, code: ErrorCode): Promise<never> {
  const triesLeft = await admitted.failed()
  throw new AppError(code, triesMatter.has(code) ? { triesLeft } : {})
}

async function findAccount({ db }: Deps, typed: string): Promise<LoginAccount> {
  if (typed.includes('@')) return findByEmail(db, typed.toLowerCase())
  return findBySerial(db, normaliseSerial(typed))
}

/** A session for somebody who has proved their identity, or the challenge for their second step. */
async function open(deps: Deps, account: KnownAccount, from: LoginCircumstances): Promise<LoginOutcome> {
  if (account.isObserver) await refuseEndedObserver(deps, account.id)
  if (!account.twoFactor) return openSession(deps, account, from)
  const owned = { secret: newLinkSecret(), userId: account.id }
  const step = { ...owned, hash: account.passwordHash, minutes: secondStepMinutes }
  if (!(await startSecondStep(deps, step))) throw new AppError('wrong-credentials')
  const attributes = { httpOnly: true, sameSite: 'Lax', path: '/', secure: deps.config.secure } as const
  const maxAge = secondStepMinutes * 60
  const name = challengeCookieName(deps.config.secure)
  const challenge = signValue(deps.siteKey, 'second step', tokenOf(owned))
  return { twoFactor: true, cookies: [serialize(name, challenge, { ...attributes, maxAge })] }
}

const secondStepMinutes = 10

/** Called after the password was right, so that strangers learn nothing. */
export async function refuseEndedObserver({ db, clock }: Pick<Deps, 'db' | 'clock'>, userId: string): Promise<void> {
  const observed = await listObservedEnds(db, userId)
  const now = clock.now()
  if (observed.every((election) => observingIsOver(election, now))) throw new AppError('observing-over')
}

export const challengeCookieName = (secure: boolean) => `${cookiePrefix(secure)}.two_factor`

/** For somebody who has proved everything their account requires. */
export async function openSession(
  deps: Deps,
  account: Pick<KnownAccount, 'id' | 'passwordHash' | 'isAdmin' | 'isObserver'>,
  from: Pick<LoginCircumstances, 'deviceCookie' | 'userAgent'>,
): Promise<OpenedSession> {
  const { id, passwordHash: hash } = account
  // Only somebody who has proved their identity is told.
  if (!(await accountFits(deps.siteKey, deps.db, id))) throw new AppError('account-changed-outside')
  const token = await insertSession(deps.db, { userId: id, hash, device: deviceName(from.userAgent) })
  if (token === null) throw new AppError('wrong-credentials')
  if (account.isAdmin) await noteLogin(deps.db, id, deps.clock.now())
  return {
    twoFactor: false,
    cookies: [sessionCookie(deps, { token, userId: id }), markerCookie(deps, homeOf(account))],
    deviceCookie: deviceCookieFor(deps.siteKey, readDevice(deps.siteKey, from.deviceCookie), account),
  }
}

function homeOf({ isAdmin, isObserver }: Pick<KnownAccount, 'isAdmin' | 'isObserver'>) {
  if (isAdmin) return 'admin'
  return isObserver ? 'observer' : 'member'
}
