import { randomBytes } from 'node:crypto'
import { and, eq, lt } from 'drizzle-orm'
import { appendAudit } from '#server/audit/audit.ts'
import { inTransaction, type Queryable } from '#server/db/database.ts'
import { twoFactors, users } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { changeAccounts } from '#server/http/account-mark.ts'
import type { Person } from '#server/http/session.ts'
import { readSignedValue, sealValue, unsealValue } from '#server/signed-values.ts'
import { findRecoveryCode, makeRecoveryCode, recoveryCodes } from '#shared/accounts/two-step.ts'
import { AppError, mustExist } from '#shared/errors.ts'
import { isKnownDevice, readDevice } from './device.ts'
import { memberToHelp, refuseUnlessByCode, recordLoginHelp } from './login-help.ts'
import { openSession, type OpenedSession } from './login.ts'
import { proveOwner } from './passwords.ts'
import { endSessions, findLoginById, passwordStillIs } from './queries.ts'
import { readToken, tryVerification, redeemSecret } from './verifications.ts'

/** Tries per login for the second step. `throttle.secondStep` counts over all logins. */
const triesOfOneLogin = 5

/** The codes of the half minutes before and after are valid too: phone clocks differ. */
const toleranceSeconds = 30

/** The second step of a login, for the account in the challenge cookie. */
export async function answerChallenge(
  deps: Deps,
  from: { challenge: string | undefined; deviceCookie: string | undefined; userAgent: string | undefined },
  answer: { code: string; kind: 'totp' | 'recovery' },
): Promise<OpenedSession> {
  const owned = mustExist(readToken(readSignedValue(deps.siteKey, 'second step', from.challenge)), 'two-factor-expired')
  const isOn = await tryVerification(deps, 'second step', owned, triesOfOneLogin)
  const account = mustExist(isOn ? await findLoginById(deps.db, owned.userId) : null, 'two-factor-expired')
  const device = readDevice(deps.siteKey, from.deviceCookie)
  const known = device && isKnownDevice(deps.siteKey, device, account) ? device.id : null
  const tries = await deps.throttle.secondStep(account.id, known)
  const use = answer.kind === 'totp' ? useCode : useRecoveryCode
  if (!(await inTransaction(deps, (tx) => use(deps, tx, account.id, answer.code))))
    throw new AppError('two-factor-wrong')
  if (!(await redeemSecret(deps, 'second step', owned))) throw new AppError('two-factor-expired')
  await tries.refund()
  return openSession(deps, account, from)
}

export async function twoFactorState(deps: Pick<Deps, 'db' | 'siteKey'>, person: Person) {
  const [row] = await deps.db
    .select({ name: users.twoFactorName, sealed: twoFactors.recoveryCodes })
    .from(users)
    .innerJoin(twoFactors, eq(twoFactors.userId, users.id))
    .where(and(eq(users.id, person.id), users.twoFactorEnabled))
  if (!row) return { enabled: false, name: null, recoveryCodesLeft: 0 }
  return { enabled: true, name: row.name, recoveryCodesLeft: readCodes(deps, person.id, row.sealed).length }
}

/** Returns a new secret and recovery codes; nothing is turned on until a code made from it is confirmed. */
export async function startTwoFactor(deps: Deps, person: Person, form: { password: string; name: string }) {
  const hash = await proveOwner(deps, person, form.password)
  const { shortName } = await deps.settings()
  const { generateSecret, generateURI } = await import('otplib')
  const { default: qrcode } = await import('qrcode')
  const secret = generateSecret()
  const codes = newCodes()
  await inTransaction(deps, async (tx) => {
    if ((await lockOwner(tx, person.id, hash)).twoFactor) throw new AppError('two-factor-already-on')
    const recoveryCodes = sealCodes(deps, person.id, codes)
    const row = { secret: sealValue(deps.siteKey, twoStepSecretOf(person.id), secret), recoveryCodes, usedStep: 0 }
    await tx
      .insert(twoFactors)
      .values({ userId: person.id, ...row })
      .onConflictDoUpdate({ target: twoFactors.userId, set: row })
    await tx.update(users).set({ twoFactorName: form.name }).where(eq(users.id, person.id))
  })
  const label = person.serial ?? person.email ?? person.name
  const uri = generateURI({ strategy: 'totp', issuer: shortName, label, secret })
  return { uri, secret, qrSvg: await qrcode.toString(uri, { type: 'svg', margin: 1 }), recoveryCodes: codes }
}

/** Turns it on, and ends sessions opened without it. */
export async function confirmTwoFactor(deps: Deps, person: Person, code: string): Promise<void> {
  if (person.twoFactor) throw new AppError('two-factor-already-on')
  await deps.throttle.passwordAct(person.id)
  await inTransaction(deps, async (tx) => {
    // Locked, so that a secret shown a moment later does not replace the one being confirmed.
    if ((await lockOwner(tx, person.id)).twoFactor) throw new AppError('two-factor-already-on')
    if (!(await useCode(deps, tx, person.id, code))) throw new AppError('two-factor-wrong')
    await changeAccounts(deps, tx, [person.id], () =>
      tx.update(users).set({ twoFactorEnabled: true }).where(eq(users.id, person.id)),
    )
    await endSessions(tx, person.id, person.session.token)
    await appendAudit(tx, deps.clock, { actor: person.id, action: 'two-factor added', subject: person.id })
  })
}

export async function removeTwoFactor(deps: Deps, person: Person, password: string): Promise<void> {
  if (!person.twoFactor) return
  const hash = await proveOwner(deps, person, password)
  await inTransaction(deps, async (tx) => {
    if (!(await lockOwner(tx, person.id, hash)).twoFactor) return
    await forgetTwoFactor(deps, tx, { actor: person.id, userId: person.id })
  })
}

/** An administrator helps a member who lost both phone and recovery codes. */
export async function removeTwoFactorOf(deps: Deps, admin: Person, userId: string): Promise<void> {
  const { shortName } = await deps.settings()
  await inTransaction(deps, async (tx) => {
    const { twoFactor, email } = await memberToHelp(tx, userId)
    if (!twoFactor) return
    await refuseUnlessByCode(deps, tx, userId, 'two-step login removed')
    const help = { act: 'two-step login removed' } as const
    await recordLoginHelp(deps, tx, { actor: admin.id, userId, help, emails: [email], shortName })
    await forgetTwoFactor(deps, tx, { actor: admin.id, userId })
  })
}

export async function renewRecoveryCodes(deps: Deps, person: Person, password: string): Promise<string[]> {
  const hash = await proveOwner(deps, person, password)
  const codes = newCodes()
  await inTransaction(deps, async (tx) => {
    // Somebody removed it meanwhile.
    if (!(await lockOwner(tx, person.id, hash)).twoFactor) throw new AppError('two-factor-expired')
    await tx
      .update(twoFactors)
      .set({ recoveryCodes: sealCodes(deps, person.id, codes) })
      .where(eq(twoFactors.userId, person.id))
    await appendAudit(tx, deps.clock, { actor: person.id, action: 'recovery codes renewed', subject: person.id })
  })
  return codes
}

async function forgetTwoFactor(
  deps: Pick<Deps, 'clock' | 'siteKey'>,
  tx: Queryable,
  { actor, userId }: { actor: string; userId: string },
): Promise<void> {
  // Locks the person before what belongs to them, as everybody does.
  await changeAccounts(deps, tx, [userId], () =>
    tx.update(users).set({ twoFactorEnabled: false, twoFactorName: null }).where(eq(users.id, userId)),
  )
  await tx.delete(twoFactors).where(eq(twoFactors.userId, userId))
  await appendAudit(tx, deps.clock, { actor, action: 'two-factor removed', subject: userId })
}

/** Acts on a person's second factor run one at a time. Another password may have been chosen while this one was checked. */
async function lockOwner(tx: Queryable, userId: string, hash?: string): Promise<{ twoFactor: boolean }> {
  const [owner] = await tx
    .select({ twoFactor: users.twoFactorEnabled })
    .from(users)
    .where(eq(users.id, userId))
    .for('update')
  if (!owner || (hash !== undefined && !(await passwordStillIs(tx, userId, hash))))
    throw new AppError('wrong-credentials')
  return owner
}

type UseSecret = (deps: Pick<Deps, 'siteKey'>, tx: Queryable, userId: string, typed: string) => Promise<boolean>

/** True once per code: one read over a shoulder is useless, and so is any earlier one. */
const useCode: UseSecret = async (deps, tx, userId, typed) => {
  const { secret, usedStep } = await findTwoFactor(tx, userId)
  const token = typed.replaceAll(/\s/g, '')
  const key = unsealValue(deps.siteKey, twoStepSecretOf(userId), secret)
  if (!/^\d{6}$/.test(token)) return false
  const { verify } = await import('otplib')
  const found = await verify({ secret: key, token, epochTolerance: toleranceSeconds, afterTimeStep: usedStep })
  if (!found.valid || !('timeStep' in found)) return false
  const used = await tx
    .update(twoFactors)
    .set({ usedStep: found.timeStep })
    .where(and(eq(twoFactors.userId, userId), lt(twoFactors.usedStep, found.timeStep)))
    .returning({ userId: twoFactors.userId })
  return used.length === 1
}

const useRecoveryCode: UseSecret = async (deps, tx, userId, typed) => {
  const codes = readCodes(deps, userId, (await findTwoFactor(tx, userId)).recoveryCodes)
  const at = findRecoveryCode(codes, typed)
  if (at < 0) return false
  await tx
    .update(twoFactors)
    .set({ recoveryCodes: sealCodes(deps, userId, codes.toSpliced(at, 1)) })
    .where(eq(twoFactors.userId, userId))
  return true
}

/** Locked until the transaction ends: of two simultaneous answers the second finds the code used. */
async function findTwoFactor(tx: Queryable, userId: string) {
  const [found] = await tx
    .select({ secret: twoFactors.secret, recoveryCodes: twoFactors.recoveryCodes, usedStep: twoFactors.usedStep })
    .from(twoFactors)
    .where(eq(twoFactors.userId, userId))
    .for('update')
  // Somebody removed it meanwhile.
  if (!found) throw new AppError('two-factor-expired')
  return found
}

const newCodes = (): string[] =>
  Array.from({ length: recoveryCodes.count }, () => makeRecoveryCode(randomBytes(recoveryCodes.length)))

/** The purposes both are sealed for. */
export const twoStepSecretOf = (userId: string) => `two-step secret of ${userId}`
export const recoveryCodesOf = (userId: string) => `recovery codes of ${userId}`

const readCodes = ({ siteKey }: Pick<Deps, 'siteKey'>, userId: string, sealedCodes: string): string[] =>
  JSON.parse(unsealValue(siteKey, recoveryCodesOf(userId), sealedCodes)) as string[]

const sealCodes = ({ siteKey }: Pick<Deps, 'siteKey'>, userId: string, codes: readonly string[]): string =>
  sealValue(siteKey, recoveryCodesOf(userId), JSON.stringify(codes))
