import { AppError, type ErrorCode } from '#shared/errors.ts'
import { readBirthday } from '#shared/accounts/typed-birthday.ts'
import { birthdayPassword } from '#shared/members/birthday.ts'
import { isIdNumber } from '#shared/members/id-number.ts'
import { normaliseSerial } from '#shared/members/serial.ts'
import type { LoginForm } from '#shared/accounts/schemas.ts'
import type { Deps } from '#server/deps.ts'
import { noteLogin } from './administrator-queries.ts'
import { askLibrary } from './ask-library.ts'
import { knows, readDevice, rememberOn, type Device } from './device.ts'
import { isOneTimeCode } from './one-time-code.ts'
import { refuseEndedObserver } from './observer-account.ts'
import {
  alreadyProved,
  hashIfBirthday,
  hashPassword,
  passwordLimit,
  proveNothing,
  verifyPassword,
} from './passwords.ts'
import {
  endChallenges,
  findByEmail,
  findBySerial,
  findPasswordHash,
  passwordStillIs,
  writeFirstHash,
  type LoginAccount,
} from './queries.ts'
import { markerCookie, sessionCookie } from '#server/http/session.ts'
import { laneOf } from '#server/http/address.ts'
import type { Admitted, Attempt } from './throttle.ts'

interface LoginCircumstances {
  address: string
  deviceCookie: string | undefined
  /** Aborted when the person has hung up. */
  signal?: AbortSignal | undefined
}

type KnownAccount = NonNullable<LoginAccount>

export type LoginOutcome =
  | { twoFactor: true; cookies: string[] }
  | { twoFactor: false; cookies: string[]; deviceCookie: string }

/** The largest number on the card is not the one to log in with. Told by its form alone, so it says nothing of anybody. */
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
  const canLogIn = account !== null && account.canLogIn
  if (canLogIn && !byEmail && (await isOneTimeCode(deps, account.id, password)))
    return open(deps, await withHash(deps, account), device)

  const attempt: Attempt = {
    account: account?.id ?? (byEmail ? typed.toLowerCase() : normaliseSerial(typed)),
    canLogIn,
    isAdmin: account?.isAdmin ?? false,
    onBirthdate: !byEmail && !account?.ownPassword,
    byEmail,
    knownDevice: account && device && knows(deps.siteKey, device, account) ? device.id : null,
    address: from.address,
  }
  await deps.throttle.check(attempt)
  if (!canLogIn && !byEmail) return refuse(await deps.throttle.admit(attempt), whyNot(account))
  return passwordLimit(
    async () => {
      const admitted = await deps.throttle.admit(attempt)
      // Whose email it is, if anybody's, is told neither by words nor by the time it takes.
      const passwordHash = canLogIn ? await provedHash(deps, account, password) : await proveNothing(password)
      if (!canLogIn || passwordHash === null)
        return refuse(admitted, byEmail ? 'wrong-email-credentials' : 'wrong-credentials')
      await admitted.succeeded()
      return open(deps, { ...account, passwordHash }, device)
    },
    { lane: laneOf(from.address), signal: from.signal },
  )
}

/**
 * A birthday in its one form, however it was typed; anything else as it is. What cannot be one birthday is asked about before
 * anything is looked up or counted: nobody's password is written so.
 */
function meantPassword(typed: string): string {
  const read = readBirthday(typed)
  if (!read) return typed
  if (read.status !== 'clear') throw new AppError(`birthday-${read.status}`)
  return birthdayPassword(read.date)
}

/**
 * The stored hash that the password fits, or null. Somebody imported has none yet: their birthdate itself is the password,
 * and its hash is stored at the first login.
 */
async function provedHash(deps: Deps, account: KnownAccount, password: string): Promise<string | null> {
  const { id, birthday, ownPassword, passwordHash } = account
  const fits = async (hash: string | null) =>
    hash !== null && (await verifyPassword({ hash, password })) ? hash : null
  if (passwordHash !== null) return fits(passwordHash)
  const hash = await hashIfBirthday(password, ownPassword ? null : birthday)
  if (hash === null || birthday === null) return null
  // Another login, or a new password, may have been there first: then that one counts.
  return (await writeFirstHash(deps.db, id, { hash, birthday })) ? hash : fits(await findPasswordHash(deps.db, id))
}

/** Who comes in by a one-time code before their first hash gets it too: what they change about their login asks for it. */
async function withHash(deps: Deps, account: KnownAccount): Promise<KnownAccount> {
  const { id, birthday, ownPassword, passwordHash } = account
  if (passwordHash !== null || birthday === null || ownPassword) return account
  const hash = await passwordLimit(() => hashPassword(birthdayPassword(birthday)), { lane: id })
  return (await writeFirstHash(deps.db, id, { hash, birthday })) ? { ...account, passwordHash: hash } : account
}

function whyNot(account: LoginAccount): ErrorCode {
  if (!account) return 'user-not-found'
  return account.approved ? 'membership-withdrawn' : 'account-pending'
}

/** Who waits for approval or was withdrawn gets in by no password. */
const triesMatter: ReadonlySet<ErrorCode> = new Set(['user-not-found', 'wrong-credentials'])

async function refuse(admitted: Admitted, code: ErrorCode): Promise<never> {
  const triesLeft = await admitted.failed()
  throw new AppError(code, triesMatter.has(code) ? { triesLeft } : {})
}

async function findAccount({ db }: Deps, typed: string): Promise<LoginAccount> {
  if (typed.includes('@')) return findByEmail(db, typed.toLowerCase())
  return findBySerial(db, normaliseSerial(typed))
}

/** A session for somebody who has proved who they are, or the question for their second step. */
async function open(deps: Deps, account: KnownAccount, device: Device | null): Promise<LoginOutcome> {
  if (account.isObserver) await refuseEndedObserver(deps, account.id)
  if (account.twoFactor) {
    const cookies = await startChallenge(deps, account)
    if (await passwordStillIs(deps.db, account.id, account.passwordHash)) return { twoFactor: true, cookies }
    await endChallenges(deps.db, account.id)
    throw new AppError('wrong-credentials')
  }
  const { internalAdapter } = await deps.auth.$context
  const session = await internalAdapter.createSession(account.id)
  if (!(await passwordStillIs(deps.db, account.id, account.passwordHash))) {
    await internalAdapter.deleteSession(session.token)
    throw new AppError('wrong-credentials')
  }
  if (account.isAdmin) await noteLogin(deps.db, account.id, deps.clock.now())
  return {
    twoFactor: false,
    cookies: [sessionCookie(deps, session.token), markerCookie(deps, homeOf(account))],
    deviceCookie: rememberOn(deps.siteKey, device, account),
  }
}

/** Which home page awaits them. */
function homeOf({ isAdmin, isObserver }: KnownAccount) {
  if (isAdmin) return 'admin'
  return isObserver ? 'observer' : 'member'
}

/** The account library turns a sign-in with two steps into a challenge, which its cookie names. */
async function startChallenge(deps: Deps, account: KnownAccount): Promise<string[]> {
  const request = { headers: new Headers(), asResponse: true as const }
  const password = 'proved already'
  const response = await askLibrary(() =>
    alreadyProved.run(true, () =>
      account.serial
        ? deps.auth.api.signInUsername({ ...request, body: { username: account.serial, password } })
        : deps.auth.api.signInEmail({ ...request, body: { email: account.email ?? '', password } }),
    ),
  )
  const answer = (await response.json()) as { twoFactorRedirect?: true }
  if (!answer.twoFactorRedirect)
    throw new Error(`the account library asked for no second step (status ${response.status})`)
  return response.headers.getSetCookie()
}
