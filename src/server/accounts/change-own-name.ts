import { eq, sql } from 'drizzle-orm'
import type { OwnNameForm } from '#shared/accounts/administrators.ts'
import { AppError } from '#shared/errors.ts'
import { appendAudit } from '#server/audit/audit.ts'
import { administrators, users } from '#server/db/schema.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import type { Person } from '#server/http/session.ts'

/**
 * What they did before is shown under the new name, too, so the log keeps the one they had: the only name in it. Who had none
 * was shown by their email address, which is not kept.
 */
export async function changeOwnName(
  deps: Pick<Deps, 'db' | 'clock'>,
  person: Person,
  { firstName, lastName }: OwnNameForm,
): Promise<void> {
  await inTransaction({ db: deps.db, lock: 'administrators' }, async (tx) => {
    const [before] = await tx
      .select({ name: users.fullName, isAdmin: users.isAdmin, named: administrators.named })
      .from(users)
      .innerJoin(administrators, eq(administrators.userId, users.id))
      .where(eq(users.id, person.id))
      .for('update')
    if (!before?.isAdmin) throw new AppError('not-allowed')
    await tx.update(administrators).set({ named: true }).where(eq(administrators.userId, person.id))
    const after = `${firstName} ${lastName}`
    if (before.name === after) return
    await tx
      .update(users)
      .set({ firstName, lastName, version: sql`${users.version} + 1`, updatedAt: sql`now()` })
      .where(eq(users.id, person.id))
    const detail = { ...(before.named && { before: before.name }), after }
    await appendAudit(tx, deps.clock, { actor: person.id, action: 'administrator renamed', subject: person.id, detail })
  })
}
