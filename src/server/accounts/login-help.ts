import { randomInt } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { appendAudit } from '#server/audit/audit.ts'
import { inTransaction, type Queryable } from '#server/db/database.ts'
import { oneTimeCodes } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { queueEmailToEach } from '#server/email/queue.ts'
import type { Person } from '#server/http/session.ts'
import { keyedHash } from '#server/signed-values.ts'
import { type LoginHelp, codeDigits, codesThereAre, groupedCode } from '#shared/accounts/login-help.ts'
import { AppError } from '#shared/errors.ts'
import { findHelped, markHelped, useCodeUp } from './queries.ts'
import { loginHelpEmail } from './text.ts'

/** Administrators help members, not one another: nobody becomes another administrator through a kindness. */
export async function memberToHelp(db: Queryable, userId: string) {
  const member = await findHelped(db, userId)
  if (!member || !member.approved) throw new AppError('user-not-found')
  if (member.isAdmin) throw new AppError('not-allowed')
  return member
}

interface GivenHelp {
  /** Who helped. */
  actor: string
  userId: string
  help: LoginHelp
  /** Every address of the member before and after the act. */
  emails: readonly (string | null)[]
  shortName: string
}

/** Tells the member and marks the login, in the transaction of the help itself: neither can be missing. */
export async function tellLoginHelp(tx: Queryable, { actor, userId, help, emails, shortName }: GivenHelp) {
  // Administrators who correct their own record let in nobody else.
  if (actor !== userId) await markHelped(tx, userId)
  const addresses = new Set(emails.filter((email) => email !== null))
  await queueEmailToEach(tx, [...addresses], loginHelpEmail({ shortName, help }))
}

const validHours = 24

const codeHash = (siteKey: string, userId: string, digits: string) =>
  keyedHash(siteKey, 'one-time code', `${userId}:${digits}`)

/** An administrator, having checked who somebody is, gives them a code that logs them in once. */
export async function giveOneTimeCode(
  deps: Deps,
  admin: Person,
  userId: string,
): Promise<{ code: string; validHours: number }> {
  const code = groupedCode(randomInt(codesThereAre))
  const { shortName } = await deps.settings()
  await inTransaction(deps, async (tx) => {
    const { email } = await memberToHelp(tx, userId)
    const fresh = {
      codeHash: codeHash(deps.siteKey, userId, codeDigits(code) ?? ''),
      expiresAt: sql`now() + ${validHours} * interval '1 hour'`,
      givenBy: admin.id,
    }
    const help = { act: 'one-time code' } as const
    await tellLoginHelp(tx, { actor: admin.id, userId, help, emails: [email], shortName })
    await tx
      .insert(oneTimeCodes)
      .values({ userId, ...fresh })
      .onConflictDoUpdate({ target: oneTimeCodes.userId, set: fresh })
    await appendAudit(tx, deps.clock, { actor: admin.id, action: 'one-time code given', subject: userId })
  })
  await deps.throttle.forgive(userId)
  return { code, validHours }
}

/**
 * Whether the typed password is the member's live one-time code, which is then used up. It is asked before any limit, and a
 * wrong one changes nothing about it: nobody who guesses can keep the member from using it. What is no code goes on as the
 * password it may be, with that one's limits.
 */
export async function isOneTimeCode(
  deps: Pick<Deps, 'db' | 'siteKey'>,
  userId: string,
  typed: string,
): Promise<boolean> {
  const digits = codeDigits(typed)
  return digits !== null && useCodeUp(deps.db, userId, codeHash(deps.siteKey, userId, digits))
}
