import { eq } from 'drizzle-orm'
import { appendAudit } from '#server/audit/audit.ts'
import type { Clock } from '#server/clock.ts'
import { inTransaction, type Database } from '#server/db/database.ts'
import { installation, sessions, throttles, twoFactors, verifications } from '#server/db/schema.ts'
import { seal, unseal } from '#server/signed-values.ts'
import { fingerprintOf } from '#server/site-key.ts'

/**
 * From now on the site has another key, for when somebody may have seen the old one. Two-step logins keep working: their
 * secrets are sealed anew. Everybody is logged out, for a session signed by the old key is worth nothing. No node may run
 * meanwhile. Returns how many two-step logins there are.
 */
export async function changeSiteKey(
  { db, clock }: { db: Database; clock: Clock },
  { from, to }: { from: string; to: string },
): Promise<number> {
  const reseal = (sealed: string) => seal(to, unseal(from, sealed))
  const held = await db
    .select({ userId: twoFactors.userId, secret: twoFactors.secret, recoveryCodes: twoFactors.recoveryCodes })
    .from(twoFactors)
  return inTransaction({ db }, async (tx) => {
    for (const { userId, secret, recoveryCodes } of held) {
      const sealed = { secret: reseal(secret), recoveryCodes: reseal(recoveryCodes) }
      await tx.update(twoFactors).set(sealed).where(eq(twoFactors.userId, userId))
    }
    // All of these hold something that was signed or hashed with the old key.
    for (const table of [sessions, verifications, throttles]) await tx.delete(table)
    await tx
      .update(installation)
      .set({ value: fingerprintOf(to) })
      .where(eq(installation.key, 'site key'))
    await appendAudit(tx, clock, { actor: 'system', action: 'site key changed' })
    return held.length
  })
}
