import { randomInt } from 'node:crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { appendAudit } from '#server/audit/audit.ts'
import { inTransaction, type Queryable } from '#server/db/database.ts'
import { oneTimeCodes, roll, users } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { queueEmailToEach } from '#server/email/queue.ts'
import type { Person } from '#server/http/session.ts'
import { keyedHash } from '#server/signed-values.ts'
import {
  codeValidHours,
  type LoginHelp,
  codeDigits,
  codeCount,
  groupedCode,
  needsSecondAdmin,
  whyCannotConfirmCode,
  whyCannotGiveCode,
  whyCannotHelp,
} from '#shared/accounts/login-help.ts'
import { AppError, refuseIf, mustExist } from '#shared/errors.ts'
import { pages } from '#shared/pages.ts'
import { findOpenRolls } from './account-standing.ts'
import { emailsOfJob } from './administrator-queries.ts'
import { findHelped, markHelped, redeemCode } from './queries.ts'
import { codeWaitsEmail, loginHelpEmail } from './text.ts'

/** Administrators help members, not one another: nobody becomes another administrator by being helped. */
export async function memberToHelp(db: Queryable, userId: string) {
  const member = await findHelped(db, userId)
  if (!member || !member.approved) throw new AppError('user-not-found')
  if (member.isAdmin) throw new AppError('not-allowed')
  return member
}

interface GivenHelp {
  actor: string
  userId: string
  help: LoginHelp
  /** Every address of the member before and after the act. */
  emails: readonly (string | null)[]
  shortName: string
}

/** Informs the member and marks the login, in the transaction of the help itself: neither can be missing. */
export async function recordLoginHelp(
  deps: Pick<Deps, 'siteKey'>,
  tx: Queryable,
  { actor, userId, help, emails, shortName }: GivenHelp,
) {
  // Administrators who correct their own record let nobody else in.
  if (actor !== userId) await markHelped(deps, tx, userId)
  const addresses = new Set(emails.filter((email) => email !== null))
  await queueEmailToEach(tx, [...addresses], loginHelpEmail({ shortName, help }))
}

/** For a code that waits for a second administrator. */
const waitingHash = (siteKey: string, userId: string, digits: string) =>
  keyedHash(siteKey, 'one-time code that waits', `${userId}:${digits}`)

/** For a code that works. Only the site can derive it from the other: a database row saying who confirmed a code opens nothing. */
const workingHash = (siteKey: string, waiting: string) => keyedHash(siteKey, 'one-time code', waiting)

/** After checking somebody's identity, an administrator gives them a code that logs them in once. */
export async function giveOneTimeCode(
  deps: Deps,
  admin: Person,
  userId: string,
): Promise<{ code: string; waits: boolean }> {
  const code = groupedCode(randomInt(codeCount))
  const { shortName } = await deps.settings()
  const waits = await inTransaction(deps, async (tx) => {
    const { email } = await memberToHelp(tx, userId)
    const openRolls = await findOpenRolls(deps, tx, [userId])
    refuseIf(whyCannotGiveCode(admin, openRolls))
    const waits = needsSecondAdmin(openRolls)
    const hash = waitingHash(deps.siteKey, userId, codeDigits(code) ?? '')
    const fresh = {
      codeHash: waits ? hash : workingHash(deps.siteKey, hash),
      expiresAt: sql`now() + ${codeValidHours} * interval '1 hour'`,
      givenBy: admin.id,
      waits,
    }
    const help = { act: 'one-time code' } as const
    await recordLoginHelp(deps, tx, { actor: admin.id, userId, help, emails: [email], shortName })
    await tx
      .insert(oneTimeCodes)
      .values({ userId, ...fresh })
      .onConflictDoUpdate({ target: oneTimeCodes.userId, set: fresh })
    const detail = waits ? { detail: { waits: true } } : {}
    await appendAudit(tx, deps.clock, { actor: admin.id, action: 'one-time code given', subject: userId, ...detail })
    if (waits) await askToConfirm(deps, tx, admin, { userId, shortName })
    return waits
  })
  await deps.throttle.forgive(userId)
  return { code, waits }
}

/** Each is sent to the page their job can open. */
async function askToConfirm(
  { config }: Pick<Deps, 'config'>,
  tx: Queryable,
  admin: Person,
  { userId, shortName }: { userId: string; shortName: string },
): Promise<void> {
  const membership = await emailsOfJob(tx, 'membership')
  const elections = (await emailsOfJob(tx, 'elections')).filter((email) => !membership.includes(email))
  for (const [emails, path] of [
    [membership, `/member/${userId}`],
    [elections, pages.electionDay.path],
  ] as const) {
    const text = codeWaitsEmail({ shortName, givenBy: admin.name, link: `${config.publicUrl}${path}` })
    await queueEmailToEach(
      tx,
      emails.filter((email) => email !== admin.email),
      text,
    )
  }
}

/** Codes for people on this roll that a second administrator must confirm. */
export async function listWaitingCodes({ db }: Pick<Deps, 'db'>, admin: Person, electionId: string) {
  const giver = alias(users, 'giver')
  return db
    .select({
      id: users.id,
      name: users.fullName,
      idNumber: users.idNumber,
      givenBy: giver.fullName,
      isOwn: eq(oneTimeCodes.givenBy, admin.id).mapWith(Boolean),
    })
    .from(oneTimeCodes)
    .innerJoin(users, eq(users.id, oneTimeCodes.userId))
    .innerJoin(giver, eq(giver.id, oneTimeCodes.givenBy))
    .innerJoin(roll, and(eq(roll.voterId, users.id), eq(roll.electionId, electionId), isNull(roll.struck)))
    .where(and(oneTimeCodes.waits, sql`${oneTimeCodes.expiresAt} > now()`))
    .orderBy(users.fullName)
}

/** The second administrator must not be the first. From now on the code works. */
export async function confirmOneTimeCode(deps: Pick<Deps, 'db' | 'clock' | 'siteKey'>, admin: Person, userId: string) {
  await inTransaction(deps, async (tx) => {
    refuseIf(whyCannotGiveCode(admin, await findOpenRolls(deps, tx, [userId])))
    const [row] = await tx
      .select({ hash: oneTimeCodes.codeHash, givenBy: oneTimeCodes.givenBy })
      .from(oneTimeCodes)
      .where(and(eq(oneTimeCodes.userId, userId), oneTimeCodes.waits))
      .for('update')
    const code = mustExist(row)
    refuseIf(whyCannotConfirmCode(code.givenBy, admin.id))
    await tx
      .update(oneTimeCodes)
      .set({ codeHash: workingHash(deps.siteKey, code.hash), waits: false })
      .where(eq(oneTimeCodes.userId, userId))
    await appendAudit(tx, deps.clock, { actor: admin.id, action: 'one-time code confirmed', subject: userId })
  })
}

/** Refuses every other help while the member is on the roll of an election that requires a second administrator. */
export async function refuseUnlessByCode(
  deps: Pick<Deps, 'clock'>,
  tx: Queryable,
  userId: string,
  act: LoginHelp['act'],
): Promise<void> {
  const openRolls = await findOpenRolls(deps, tx, [userId])
  const why = whyCannotHelp(act, openRolls)
  const asking = openRolls.find((open) => needsSecondAdmin([open]))
  if (why) throw new AppError(why, { values: { election: asking?.title ?? '' } })
}

/**
 * Whether the typed password is the member's live one-time code, which is then used up. Checked before any limit, and a wrong
 * guess changes nothing: guessing cannot keep the member from using it. Anything else is treated as a password, with its limits.
 */
export async function redeemOneTimeCode(
  deps: Pick<Deps, 'db' | 'siteKey'>,
  userId: string,
  typed: string,
): Promise<boolean> {
  const digits = codeDigits(typed)
  if (digits === null) return false
  const waiting = waitingHash(deps.siteKey, userId, digits)
  if (await redeemCode(deps.db, userId, workingHash(deps.siteKey, waiting))) return true
  if (
    (await deps.db.$count(oneTimeCodes, and(eq(oneTimeCodes.userId, userId), eq(oneTimeCodes.codeHash, waiting)))) > 0
  )
    throw new AppError('code-waits')
  return false
}
