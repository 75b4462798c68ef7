import { and, eq, lt, sql } from 'drizzle-orm'
import QRCode from 'qrcode'
import { AppError } from '#shared/errors.ts'
import { appendAudit } from '#server/audit/audit.ts'
import type { Queryable } from '#server/db/database.ts'
import { lockForConnection, unlockConnection } from '#server/db/locks.ts'
import { twoFactors, usedTwoFactorCodes, users } from '#server/db/schema.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { concurrencyLimit } from '#server/concurrency-limit.ts'
import { noteLogin } from './administrator-queries.ts'
import { askLibrary } from './ask-library.ts'
import { knows, readDevice, rememberOn } from './device.ts'
import { memberToHelp, tellLoginHelp } from './login-help.ts'
import { endSessions, findPasswordHash } from './queries.ts'
import { cookiePrefix, sessionCookieName, type Person } from '#server/http/session.ts'
import { keyedHash, readSigned, signValue } from '#server/signed-values.ts'

/** How long a used code is kept from being used again; longer than the app or the clock could repeat it. */
const codeMemory = sql`interval '10 minutes'`

export const challengeCookieName = (secure: boolean) => `${cookiePrefix(secure)}.two_factor`

/** The second step of a login, for whoever the challenge cookie names. */
export async function answerChallenge(
  deps: Deps,
  cookies: { challenge: string | undefined; device: string | undefined },
  answer: { code: string; kind: 'totp' | 'recovery' },
) {
  const userId = await challengedUser(deps, cookies.challenge)
  if (!userId || !cookies.challenge) throw new AppError('two-factor-expired')
  const owner = { id: userId, passwordHash: await findPasswordHash(deps.db, userId) }
  const device = readDevice(deps.siteKey, cookies.device)
  const tries = await deps.throttle.secondStep(userId, device && knows(deps.siteKey, device, owner) ? device.id : null)
  const code = answer.code.replaceAll(/\s/g, '')
  if (answer.kind === 'totp') await useOnce(deps, userId, code)
  // Only the challenge goes to the library: with a session beside it, it would answer for that one.
  const headers = cookieHeader(challengeCookieName(deps.config.secure), cookies.challenge)
  const request = { body: { code }, headers, asResponse: true as const }
  const response = await askLibrary(() =>
    answer.kind === 'totp' ? deps.auth.api.verifyTOTP(request) : deps.auth.api.verifyBackupCode(request),
  )
  await tries.giveBack()
  await noteLogin(deps.db, userId, deps.clock.now())
  return { cookies: response.headers.getSetCookie(), deviceCookie: rememberOn(deps.siteKey, device, owner) }
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
export function startTwoFactor(deps: Deps, person: Person, form: { password: string; name: string }) {
  return oneAtATime(deps, person, async (headers) => {
    const { shortName } = await deps.settings()
    const body = { password: form.password, issuer: shortName }
    const response = await askLibrary(() => deps.auth.api.enableTwoFactor({ body, headers, asResponse: true }))
    const made = (await response.json()) as { totpURI: string; backupCodes: string[] }
    const account = `${shortName}:${person.serial ?? person.email ?? person.name}`
    const secret = new URL(made.totpURI).searchParams.get('secret') ?? ''
    const details = new URLSearchParams({ secret, issuer: shortName, digits: '6', period: '30' })
    const uri = `otpauth://totp/${encodeURIComponent(account)}?${details}`
    await deps.db.update(users).set({ twoFactorName: form.name }).where(eq(users.id, person.id))
    const qrSvg = await QRCode.toString(uri, { type: 'svg', margin: 1 })
    return { uri, secret, qrSvg, recoveryCodes: made.backupCodes }
  })
}

/** Switches it on, and ends the sessions that were opened without it. */
export function confirmTwoFactor(deps: Deps, person: Person, typed: string): Promise<string[]> {
  if (person.twoFactor) throw new AppError('two-factor-already-on')
  return oneAtATime(deps, person, async (headers) => {
    const code = typed.replaceAll(/\s/g, '')
    await useOnce(deps, person.id, code)
    const response = await askLibrary(() => deps.auth.api.verifyTOTP({ body: { code }, headers, asResponse: true }))
    const cookies = response.headers.getSetCookie()
    await inTransaction(deps, async (tx) => {
      await endSessions(tx, person.id, sessionIn(deps, cookies))
      await appendAudit(tx, deps.clock, { actor: person.id, action: 'two-factor added', subject: person.id })
    })
    return cookies
  })
}

export async function removeTwoFactor(deps: Deps, person: Person, password: string): Promise<string[]> {
  if (!person.twoFactor) return []
  return oneAtATime(deps, person, async (headers) => {
    const response = await askLibrary(() =>
      deps.auth.api.disableTwoFactor({ body: { password }, headers, asResponse: true }),
    )
    await inTransaction(deps, (tx) => forgetTwoFactor(deps, tx, { actor: person.id, userId: person.id }))
    return response.headers.getSetCookie()
  })
}

/** An administrator helps a member who lost both phone and recovery codes. */
export async function removeTwoFactorOf(deps: Deps, admin: Person, userId: string): Promise<void> {
  const { shortName } = await deps.settings()
  await inTransaction(deps, async (tx) => {
    const { twoFactor, email } = await memberToHelp(tx, userId)
    if (!twoFactor) return
    const help = { act: 'two-step login removed' } as const
    await tellLoginHelp(tx, { actor: admin.id, userId, help, emails: [email], shortName })
    await forgetTwoFactor(deps, tx, { actor: admin.id, userId })
  })
}

export function newRecoveryCodes(deps: Deps, person: Person, password: string): Promise<string[]> {
  return oneAtATime(deps, person, async (headers) => {
    const response = await askLibrary(() =>
      deps.auth.api.generateBackupCodes({ body: { password }, headers, asResponse: true }),
    )
    await appendAudit(deps.db, deps.clock, { actor: person.id, action: 'recovery codes renewed', subject: person.id })
    return ((await response.json()) as { backupCodes: string[] }).backupCodes
  })
}

async function forgetTwoFactor(
  deps: Pick<Deps, 'clock'>,
  tx: Queryable,
  { actor, userId }: { actor: string; userId: string },
): Promise<void> {
  // The person before what is theirs, as everybody does.
  await tx.update(users).set({ twoFactorEnabled: false, twoFactorName: null }).where(eq(users.id, userId))
  await tx.delete(twoFactors).where(eq(twoFactors.userId, userId))
  await appendAudit(tx, deps.clock, { actor, action: 'two-factor removed', subject: userId })
}

/**
 * Acts on a person's second factor wait for one another, or a secret shown a moment later would replace the one just
 * confirmed. Each counts against the person's tries, since each may carry a password.
 */
async function oneAtATime<T>(deps: Deps, person: Person, act: (headers: Headers) => Promise<T>): Promise<T> {
  await deps.throttle.passwordAct(person.id)
  const headers = cookieHeader(sessionCookieName(deps.config.secure), signValue(deps.siteKey, person.session.token))
  return fewAtATime(() => lockedFor(deps, person.id, () => act(headers)), { lane: person.id })
}

/** Each holds a connection while it works with another; a few of them leave the pool to the rest of the site. */
const fewAtATime = concurrencyLimit(2, 20)

/** One node's acts wait for another's, by a lock of the database. */
async function lockedFor<T>(deps: Deps, userId: string, act: () => Promise<T>): Promise<T> {
  const client = await deps.pool.connect()
  const lock = ['secondFactor', userId] as const
  let broken = false
  try {
    await lockForConnection(client, lock)
    return await act()
  } finally {
    // Whoever is given this connection next must not hold the lock with it.
    await unlockConnection(client, lock).catch(() => (broken = true))
    client.release(broken)
  }
}

const cookieHeader = (name: string, value: string) => new Headers({ cookie: `${name}=${encodeURIComponent(value)}` })

/** The session a `Set-Cookie` line of the library opens. */
function sessionIn(deps: Deps, cookies: string[]): string | undefined {
  const start = `${sessionCookieName(deps.config.secure)}=`
  const line = cookies.find((cookie) => cookie.startsWith(start))
  const value = line && decodeURIComponent(line.slice(start.length).split(';')[0] ?? '')
  return readSigned(deps.siteKey, value) ?? undefined
}

/** Who is in the middle of a two-step login, by the library's own challenge cookie. */
async function challengedUser(deps: Deps, cookie: string | undefined): Promise<string | null> {
  const challenge = readSigned(deps.siteKey, cookie)
  if (!challenge?.startsWith('2fa-')) return null
  const { internalAdapter } = await deps.auth.$context
  const found = await internalAdapter.findVerificationValue(challenge)
  return found && found.expiresAt.getTime() > Date.now() ? found.value : null
}

/** A code that was seen before is refused before it is looked at, so a code read over a shoulder is worth nothing. */
async function useOnce(deps: Deps, userId: string, code: string): Promise<void> {
  const codeHash = keyedHash(deps.siteKey, 'totp', `${userId}:${code}`)
  const mine = eq(usedTwoFactorCodes.userId, userId)
  await deps.db.delete(usedTwoFactorCodes).where(and(mine, lt(usedTwoFactorCodes.usedAt, sql`now() - ${codeMemory}`)))
  const fresh = await deps.db
    .insert(usedTwoFactorCodes)
    .values({ userId, codeHash })
    .onConflictDoNothing()
    .returning({ userId: usedTwoFactorCodes.userId })
  if (fresh.length === 0) throw new AppError('two-factor-wrong')
}
