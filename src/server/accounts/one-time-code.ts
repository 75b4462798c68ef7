import { randomInt } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { AppError } from '#shared/errors.ts'
import { appendAudit } from '#server/audit/audit.ts'
import { oneTimeCodes } from '#server/db/schema.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { codeIssuedEmail } from '#server/email/email-text.ts'
import { queueEmail } from '#server/email/queue.ts'
import { memberToHelp } from './login-help.ts'
import { hasLiveCode, takeCodeTry, useCodeUp } from './queries.ts'
import type { Person } from '#server/http/session.ts'
import { keyedHash } from '#server/signed-values.ts'

const validHours = 24
/** In all, whoever tries; from one address far fewer. */
const tries = 100

const codeHash = (siteKey: string, userId: string, digits: string) =>
  keyedHash(siteKey, 'one-time code', `${userId}:${digits}`)

/** `1234-5678`, with or without the hyphen; null when it has another shape. */
function asCode(typed: string): string | null {
  const digits = typed.replaceAll(/[\s-]/g, '')
  return /^\d{8}$/.test(digits) ? digits : null
}

/** An administrator, having checked who somebody is, gives them a code that logs them in once. */
export async function giveOneTimeCode(
  deps: Deps,
  admin: Person,
  userId: string,
): Promise<{ code: string; validHours: number }> {
  const digits = String(randomInt(100_000_000)).padStart(8, '0')
  const { shortName } = await deps.settings()
  await inTransaction(deps, async (tx) => {
    const { email } = await memberToHelp(tx, userId)
    const fresh = {
      codeHash: codeHash(deps.siteKey, userId, digits),
      triesLeft: tries,
      expiresAt: sql`now() + interval '24 hours'`,
      givenBy: admin.id,
    }
    await tx
      .insert(oneTimeCodes)
      .values({ userId, ...fresh })
      .onConflictDoUpdate({ target: oneTimeCodes.userId, set: fresh })
    if (email) await queueEmail(tx, { to: email, ...codeIssuedEmail({ shortName }) })
    await appendAudit(tx, deps.clock, { actor: admin.id, action: 'one-time code given', subject: userId })
  })
  await deps.throttle.forgive(userId)
  return { code: `${digits.slice(0, 4)}-${digits.slice(4)}`, validHours }
}

/** Whether the typed password is the member's live one-time code, which is then used up. */
export async function isOneTimeCode(
  deps: Pick<Deps, 'db' | 'siteKey' | 'throttle'>,
  userId: string,
  typed: string,
  address: string,
): Promise<boolean> {
  const digits = asCode(typed)
  if (!digits || !(await hasLiveCode(deps.db, userId))) return false
  await deps.throttle.oneTimeCode(userId, address)
  const expected = await takeCodeTry(deps.db, userId)
  const right = expected === codeHash(deps.siteKey, userId, digits) && (await useCodeUp(deps.db, userId, expected))
  if (!right) throw new AppError('wrong-credentials')
  return true
}
