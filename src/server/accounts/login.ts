import { availableParallelism } from 'node:os'
import { AppError, type ErrorCode } from '#shared/errors.ts'
import { normaliseSerial } from '#shared/members/serial.ts'
import type { LoginForm } from '#shared/accounts/schemas.ts'
import type { Deps } from '#server/deps.ts'
import { knows, readDevice, rememberOn, type Device } from './device.ts'
import { checkOneTimeCode } from './one-time-code.ts'
import { alreadyProved, createTurnstile, verifyPassword } from './passwords.ts'
import { findAdminByEmail, findBySerial, type LoginAccount } from './queries.ts'
import { sessionCookie } from './session.ts'
import type { Attempt } from './throttle.ts'

export interface LoginCircumstances {
  address: string
  deviceCookie: string | undefined
}

export type LoginOutcome =
  | { twoFactor: true; cookies: string[] }
  | { twoFactor: false; cookies: string[]; deviceCookie: string }

const passwordChecks = createTurnstile(Math.max(2, availableParallelism()), 1000)

/** From what was typed to an open session, a second step, or a refusal in the association's own words. */
export async function logIn(deps: Deps, form: LoginForm, circumstances: LoginCircumstances): Promise<LoginOutcome> {
  const typed = form.login.trim()
  if (typed === '' || form.password.trim() === '') throw new AppError('login-fields-required')

  const account = await findAccount(deps, typed)
  const device = readDevice(deps.siteKey, circumstances.deviceCookie)
  const attempt: Attempt = {
    account: account?.id ?? normaliseSerial(typed),
    onBirthdate: !account?.ownPassword,
    knownDevice: account && device && knows(deps.siteKey, device, account.id) ? device.id : null,
    address: circumstances.address,
  }

  if (account?.approved) {
    const code = await checkOneTimeCode(deps, account.id, form.password)
    if (code === 'wrong') throw new AppError('wrong-credentials')
    if (code === 'right') return open(deps, account, device)
  }

  return passwordChecks(async () => {
    const admitted = await deps.throttle.admit(attempt)
    const refusal = await whyNotIn(account, form.password)
    if (refusal || !account) {
      await admitted.failed()
      throw new AppError(refusal ?? 'user-not-found')
    }
    await admitted.succeeded()
    return open(deps, account, device)
  })
}

function findAccount(deps: Deps, typed: string): Promise<LoginAccount> {
  return typed.includes('@')
    ? findAdminByEmail(deps.db, typed.toLowerCase())
    : findBySerial(deps.db, normaliseSerial(typed))
}

async function whyNotIn(account: LoginAccount, password: string): Promise<ErrorCode | null> {
  if (!account) return 'user-not-found'
  if (!account.approved) return 'account-pending'
  const right = account.passwordHash !== null && (await verifyPassword({ hash: account.passwordHash, password }))
  return right ? null : 'wrong-credentials'
}

/** A session for somebody who has proved who they are, or the question for their second step. */
async function open(deps: Deps, account: NonNullable<LoginAccount>, device: Device | null): Promise<LoginOutcome> {
  if (account.twoFactor) return { twoFactor: true, cookies: await startChallenge(deps, account) }
  const { internalAdapter } = await deps.auth.$context
  const session = await internalAdapter.createSession(account.id)
  return {
    twoFactor: false,
    cookies: [sessionCookie(deps, session.token)],
    deviceCookie: rememberOn(deps.siteKey, device, account.id),
  }
}

/** The account library turns a sign-in with two steps into a challenge, which its cookie names. */
async function startChallenge(deps: Deps, account: NonNullable<LoginAccount>): Promise<string[]> {
  const request = { headers: new Headers(), asResponse: true as const }
  const password = 'proved already'
  const response = await alreadyProved.run(true, () =>
    account.serial
      ? deps.auth.api.signInUsername({ ...request, body: { username: account.serial, password } })
      : deps.auth.api.signInEmail({ ...request, body: { email: account.email ?? '', password } }),
  )
  const answer = (await response.json()) as { twoFactorRedirect?: true }
  if (!answer.twoFactorRedirect)
    throw new Error(`the account library asked for no second step (status ${response.status})`)
  return response.headers.getSetCookie()
}
