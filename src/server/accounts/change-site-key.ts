import { eq, isNotNull, sql } from 'drizzle-orm'
import { appendAudit } from '#server/audit/audit.ts'
import type { Clock } from '#server/clock.ts'
import { inTransaction, type Database } from '#server/db/database.ts'
import {
  emails,
  installation,
  passkeys,
  passwords,
  sessions,
  throttles,
  twoFactors,
  verifications,
} from '#server/db/schema.ts'
import { hasSealedLink } from '#server/email/queue.ts'
import { walkAccounts, writeMarks } from '#server/http/account-mark.ts'
import { sealValue, unsealValue } from '#server/signed-values.ts'
import { siteKeyFingerprint } from '#server/site-key.ts'
import { passkeyPlaceOf } from './passkeys.ts'
import { passwordOf } from './passwords.ts'
import { recoveryCodesOf, twoStepSecretOf } from './two-factor.ts'

/**
 * Gives the site another key, for when somebody may have seen the old one. Passwords, two-step logins and passkeys keep working:
 * they are sealed again, and so are the marks of accounts, except stopped ones. Everybody is logged out, because sessions signed
 * with the old key become invalid. No node may run meanwhile. Returns how many two-step logins there are.
 */
export async function changeSiteKey(
  { db, clock }: { db: Database; clock: Clock },
  { from, to }: { from: string; to: string },
): Promise<number> {
  const reseal = (of: string, sealed: string) => sealValue(to, of, unsealValue(from, of, sealed))
  return inTransaction({ db }, async (tx) => {
    const held = await tx
      .select({ userId: twoFactors.userId, secret: twoFactors.secret, recoveryCodes: twoFactors.recoveryCodes })
      .from(twoFactors)
    for (const { userId, secret, recoveryCodes } of held) {
      const sealed = {
        secret: reseal(twoStepSecretOf(userId), secret),
        recoveryCodes: reseal(recoveryCodesOf(userId), recoveryCodes),
      }
      await tx.update(twoFactors).set(sealed).where(eq(twoFactors.userId, userId))
    }
    const keys = await tx
      .select({
        id: passkeys.id,
        userId: passkeys.userId,
        credentialId: passkeys.credentialId,
        key: passkeys.publicKey,
      })
      .from(passkeys)
    for (const { id, userId, credentialId, key } of keys) {
      const publicKey = unlessForged(() => reseal(passkeyPlaceOf(userId, credentialId), key))
      if (publicKey) await tx.update(passkeys).set({ publicKey }).where(eq(passkeys.id, id))
    }
    const hashes = await tx
      .select({ userId: passwords.userId, hash: passwords.hash })
      .from(passwords)
      .where(isNotNull(passwords.hash))
    const resealed = hashes.map(
      ({ userId, hash }) => unlessForged(() => reseal(passwordOf(userId), hash ?? '')) ?? hash,
    )
    await tx.execute(sql`update passwords set hash = anew.hash
      from unnest(${sql.param(hashes.map(({ userId }) => userId))}::uuid[], ${sql.param(resealed)}::text[]) as anew (user_id, hash)
      where passwords.user_id = anew.user_id`)
    for await (const { fit } of walkAccounts(from, tx)) await writeMarks(to, tx, fit)
    // Their links become invalid with the verifications.
    await tx.delete(emails).where(hasSealedLink)
    // All of these hold something signed or hashed with the old key.
    for (const table of [sessions, verifications, throttles]) await tx.delete(table)
    await tx
      .update(installation)
      .set({ value: siteKeyFingerprint(to) })
      .where(eq(installation.key, 'site key'))
    await appendAudit(tx, clock, { actor: 'system', action: 'site key changed' })
    return held.length
  })
}

/** Null for anything not sealed with the old key: it was invalid before, and stays so. */
function unlessForged(reseal: () => string): string | null {
  try {
    return reseal()
  } catch {
    return null
  }
}
