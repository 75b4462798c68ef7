import { and, eq, lt, sql } from 'drizzle-orm'
import QRCode from 'qrcode'
import { AppError } from '#shared/errors.ts'
import { appendAudit } from '#server/audit/audit.ts'
import { usedTwoFactorCodes, users, twoFactors } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { rememberOn, readDevice } from './device.ts'
import type { Person } from './session.ts'
import { blind, readSigned } from './signed-values.ts'

/** How long a used code is kept from being used again; longer than the app or the clock could repeat it. */
const codeMemory = sql`interval '10 minutes'`

/** What the person's browser sent: the account library finds its own cookies in here. */
export interface BrowserCookies {
  header: string
  twoFactor: string | undefined
  device: string | undefined
}

/** The second step of a login. */
export async function answerChallenge(
  deps: Deps,
  cookies: BrowserCookies,
  answer: { code: string; kind: 'totp' | 'recovery' },
) {
  const userId = await challengedUser(deps, cookies)
  if (!userId) throw new AppError('two-factor-expired')
  const headers = new Headers({ cookie: cookies.header })
  const code = answer.code.replaceAll(/\s/g, '')
  if (answer.kind === 'totp') await useOnce(deps, userId, code)
  const response =
    answer.kind === 'totp'
      ? await deps.auth.api.verifyTOTP({ body: { code }, headers, asResponse: true })
      : await deps.auth.api.verifyBackupCode({ body: { code }, headers, asResponse: true })
  if (!response.ok) throw await refusalOf(response)
  const deviceCookie = rememberOn(deps.siteKey, readDevice(deps.siteKey, cookies.device), userId)
  return { cookies: response.headers.getSetCookie(), deviceCookie }
}

export async function twoFactorState(deps: Deps, person: Person) {
  if (!person.twoFactor) return { enabled: false, name: null, recoveryCodesLeft: 0 }
  const [[row], { backupCodes }] = await Promise.all([
    deps.db.select({ name: users.twoFactorName }).from(users).where(eq(users.id, person.id)),
    deps.auth.api.viewBackupCodes({ body: { userId: person.id } }),
  ])
  return { enabled: true, name: row?.name ?? null, recoveryCodesLeft: backupCodes.length }
}

/** Gives a new secret and recovery codes; nothing is switched on until a code made from it is confirmed. */
export async function startTwoFactor(
  deps: Deps,
  person: Person,
  cookies: BrowserCookies,
  form: { password: string; name: string },
) {
  await deps.throttle.confirmPassword(person.id)
  const { shortName } = await deps.settings()
  const response = await deps.auth.api.enableTwoFactor({
    body: { password: form.password, issuer: shortName },
    headers: new Headers({ cookie: cookies.header }),
    asResponse: true,
  })
  if (!response.ok) throw await refusalOf(response)
  const made = (await response.json()) as { totpURI: string; backupCodes: string[] }
  const account = person.serial ?? person.email ?? person.name
  const secret = new URL(made.totpURI).searchParams.get('secret') ?? ''
  const uri = `otpauth://totp/${encodeURIComponent(`${shortName}:${account}`)}?${new URLSearchParams({ secret, issuer: shortName, digits: '6', period: '30' })}`
  await deps.db.update(users).set({ twoFactorName: form.name }).where(eq(users.id, person.id))
  return { uri, secret, qrSvg: await QRCode.toString(uri, { type: 'svg', margin: 1 }), recoveryCodes: made.backupCodes }
}

export async function confirmTwoFactor(
  deps: Deps,
  person: Person,
  cookies: BrowserCookies,
  typed: string,
): Promise<string[]> {
  await deps.throttle.confirmPassword(person.id)
  const code = typed.replaceAll(/\s/g, '')
  await useOnce(deps, person.id, code)
  const response = await deps.auth.api.verifyTOTP({
    body: { code },
    headers: new Headers({ cookie: cookies.header }),
    asResponse: true,
  })
  if (!response.ok) throw await refusalOf(response)
  await appendAudit(deps.db, deps.clock, { actor: person.id, action: 'two-factor added', subject: person.id })
  return response.headers.getSetCookie()
}

export async function removeTwoFactor(
  deps: Deps,
  person: Person,
  cookies: BrowserCookies,
  password: string,
): Promise<string[]> {
  await deps.throttle.confirmPassword(person.id)
  const response = await deps.auth.api.disableTwoFactor({
    body: { password },
    headers: new Headers({ cookie: cookies.header }),
    asResponse: true,
  })
  if (!response.ok) throw await refusalOf(response)
  await deps.db.transaction(async (tx) => {
    await tx.update(users).set({ twoFactorName: null }).where(eq(users.id, person.id))
    await appendAudit(tx, deps.clock, { actor: person.id, action: 'two-factor removed', subject: person.id })
  })
  return response.headers.getSetCookie()
}

/** An administrator helps a member who lost both phone and recovery codes. */
export async function removeTwoFactorOf(deps: Deps, admin: Person, userId: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await tx.delete(twoFactors).where(eq(twoFactors.userId, userId))
    await tx.update(users).set({ twoFactorEnabled: false, twoFactorName: null }).where(eq(users.id, userId))
    await appendAudit(tx, deps.clock, { actor: admin.id, action: 'two-factor removed', subject: userId })
  })
}

export async function newRecoveryCodes(
  deps: Deps,
  person: Person,
  cookies: BrowserCookies,
  password: string,
): Promise<string[]> {
  await deps.throttle.confirmPassword(person.id)
  const response = await deps.auth.api.generateBackupCodes({
    body: { password },
    headers: new Headers({ cookie: cookies.header }),
    asResponse: true,
  })
  if (!response.ok) throw await refusalOf(response)
  return ((await response.json()) as { backupCodes: string[] }).backupCodes
}

/** Who is in the middle of a two-step login, by the library's own challenge cookie. */
async function challengedUser(deps: Deps, cookies: BrowserCookies): Promise<string | null> {
  const challenge = readSigned(deps.siteKey, cookies.twoFactor)
  if (!challenge) return null
  const { internalAdapter } = await deps.auth.$context
  const found = await internalAdapter.findVerificationValue(challenge)
  return found && found.expiresAt.getTime() > Date.now() ? found.value : null
}

/** A code that was seen before is refused before it is looked at, so a code read over a shoulder is worth nothing. */
async function useOnce(deps: Deps, userId: string, code: string): Promise<void> {
  const codeHash = blind(deps.siteKey, 'totp', `${userId}:${code}`)
  const mine = eq(usedTwoFactorCodes.userId, userId)
  await deps.db.delete(usedTwoFactorCodes).where(and(mine, lt(usedTwoFactorCodes.usedAt, sql`now() - ${codeMemory}`)))
  const fresh = await deps.db
    .insert(usedTwoFactorCodes)
    .values({ userId, codeHash })
    .onConflictDoNothing()
    .returning({ userId: usedTwoFactorCodes.userId })
  if (fresh.length === 0) throw new AppError('two-factor-wrong')
}

async function refusalOf(response: Response): Promise<AppError> {
  const { code } = (await response.json().catch(() => ({}))) as { code?: string }
  if (code === 'INVALID_PASSWORD') return new AppError('wrong-credentials')
  if (code === 'TOTP_ALREADY_ENABLED') return new AppError('two-factor-already-on')
  if (code === 'INVALID_TWO_FACTOR_COOKIE' || code === 'TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE')
    return new AppError('two-factor-expired')
  if (response.status === 429) return new AppError('login-slow-down', { retryAfter: 900 })
  return new AppError('two-factor-wrong')
}
