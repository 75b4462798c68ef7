import { randomBytes } from 'node:crypto'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import type { Queryable } from '#server/db/database.ts'
import { verifications } from '#server/db/schema.ts'
import { timestamptz } from '#server/db/schema/columns.ts'
import { keyedHash } from '#server/signed-values.ts'
import { uuid } from '#shared/uuid.ts'

/**
 * Something that works once and expires soon. Only a hash is stored, keyed with the site key and including its owner: inserting a
 * row, or moving one to somebody else, gives nothing that works. The database deletes those of an account whose login changes
 * (`users_end_sessions`), and a new password does too (`endChallenges`).
 */
type Purpose = 'new password' | 'own email' | 'second step' | 'passkey login' | 'new passkey'

interface OwnedSecret {
  secret: string
  /** Null for a passkey login, where the person is not known yet. */
  userId: string | null
}

type Where = { db: Queryable; siteKey: string }

/** What a link or a cookie carries. */
export const tokenOf = ({ secret, userId }: OwnedSecret): string => `${secret}-${userId}`

export const newLinkSecret = (): string => randomBytes(24).toString('base64url')

const linkToken = new RegExp(String.raw`^([\w-]{32})-(${uuid})$`)

/** Null if malformed, such as a link that was cut off. */
export function readToken(token: string | null | undefined): (OwnedSecret & { userId: string }) | null {
  const [, secret, userId] = linkToken.exec(token ?? '') ?? []
  return secret && userId ? { secret, userId } : null
}

const nameOf = (siteKey: string, purpose: Purpose, { secret, userId }: OwnedSecret) =>
  keyedHash(siteKey, purpose, `${userId ?? ''}:${secret}`)

const live = (siteKey: string, purpose: Purpose, owned: OwnedSecret) =>
  and(eq(verifications.identifier, nameOf(siteKey, purpose, owned)), gt(verifications.expiresAt, Date.now()))

export async function createVerification(
  { db, siteKey }: Where,
  purpose: Purpose,
  { minutes, ...owned }: OwnedSecret & { minutes: number },
): Promise<void> {
  const expiresAt = Date.now() + minutes * 60_000
  await db
    .insert(verifications)
    .values({ identifier: nameOf(siteKey, purpose, owned), userId: owned.userId, expiresAt })
}

/** Begins a second step if the password is still the one that was proved. Waits for a concurrent change of it. */
export async function startSecondStep(
  { db, siteKey }: Where,
  { hash, minutes, ...owned }: OwnedSecret & { hash: string | null; minutes: number },
): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    insert into ${verifications} (identifier, user_id, expires_at)
    select ${nameOf(siteKey, 'second step', owned)}, user_id, ${timestamptz(Date.now() + minutes * 60_000)} from passwords
    where user_id = ${owned.userId} and hash is not distinct from ${hash} for share`)
  return rowCount === 1
}

export async function isLiveSecret({ db, siteKey }: Where, purpose: Purpose, owned: OwnedSecret): Promise<boolean> {
  return (await db.$count(verifications, live(siteKey, purpose, owned))) > 0
}

/** Like `isLiveSecret`, but also counts a try; false after too many. */
export async function tryVerification(
  { db, siteKey }: Where,
  purpose: Purpose,
  owned: OwnedSecret,
  maxTries: number,
): Promise<boolean> {
  const tried = await db
    .update(verifications)
    .set({ tries: sql`${verifications.tries} + 1` })
    .where(and(live(siteKey, purpose, owned), lt(verifications.tries, maxTries)))
    .returning({ identifier: verifications.identifier })
  return tried.length === 1
}

/** True for exactly one caller. */
export async function redeemSecret({ db, siteKey }: Where, purpose: Purpose, owned: OwnedSecret): Promise<boolean> {
  const used = await db
    .delete(verifications)
    .where(live(siteKey, purpose, owned))
    .returning({ identifier: verifications.identifier })
  return used.length === 1
}
