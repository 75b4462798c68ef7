import { createHash } from 'node:crypto'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import type { Queryable } from '#server/db/database.ts'
import { verifications } from '#server/db/schema.ts'
import { timestamptz } from '#server/db/schema/columns.ts'

/**
 * What works once and soon, and is stored as a hash only. The database drops those of whoever's login changes
 * (`users_end_sessions`), and a new password does (`endChallenges`).
 */
type Purpose = 'new password' | 'own email' | 'second step' | 'passkey login' | 'new passkey'

const nameOf = (purpose: Purpose, secret: string) =>
  createHash('sha256').update(`${purpose}:${secret}`).digest('base64url')

const live = (purpose: Purpose, secret: string) =>
  and(eq(verifications.identifier, nameOf(purpose, secret)), gt(verifications.expiresAt, Date.now()))

export async function createVerification(
  db: Queryable,
  purpose: Purpose,
  secret: string,
  { userId, minutes }: { userId: string | null; minutes: number },
): Promise<void> {
  const expiresAt = Date.now() + minutes * 60_000
  await db.insert(verifications).values({ identifier: nameOf(purpose, secret), userId, expiresAt })
}

/** Whose second step this is, as long as the password is the one that was proved. Waits for a change of it under way. */
export async function startSecondStep(
  db: Queryable,
  secret: string,
  { userId, hash, minutes }: { userId: string; hash: string | null; minutes: number },
): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    insert into ${verifications} (identifier, user_id, expires_at)
    select ${nameOf('second step', secret)}, user_id, ${timestamptz(Date.now() + minutes * 60_000)} from passwords
    where user_id = ${userId} and hash is not distinct from ${hash} for share`)
  return rowCount === 1
}

interface Owner {
  userId: string | null
}

export async function findVerification(db: Queryable, purpose: Purpose, secret: string): Promise<Owner | null> {
  const [found] = await db.select({ userId: verifications.userId }).from(verifications).where(live(purpose, secret))
  return found ?? null
}

/** As `findVerification`, and counts a try; null once there were so many. */
export async function tryVerification(
  db: Queryable,
  purpose: Purpose,
  secret: string,
  most: number,
): Promise<Owner | null> {
  const [found] = await db
    .update(verifications)
    .set({ tries: sql`${verifications.tries} + 1` })
    .where(and(live(purpose, secret), lt(verifications.tries, most)))
    .returning({ userId: verifications.userId })
  return found ?? null
}

/** For one caller only, of however many. */
export async function useVerification(db: Queryable, purpose: Purpose, secret: string): Promise<Owner | null> {
  const [found] = await db
    .delete(verifications)
    .where(live(purpose, secret))
    .returning({ userId: verifications.userId })
  return found ?? null
}
