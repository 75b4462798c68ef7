import { and, eq, isNotNull } from 'drizzle-orm'
import { appendAudit } from '#server/audit/audit.ts'
import { users } from '#server/db/schema.ts'
import { inTransaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import type { Person } from '#server/http/session.ts'

/** A mail server may have been wrong about an address, or its owner has mended it. Cleared twice, it is cleared once. */
export async function clearRefused(deps: Pick<Deps, 'db' | 'clock'>, admin: Person, id: string): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const { rowCount } = await tx
      .update(users)
      .set({ emailRefusedAt: null })
      .where(and(eq(users.id, id), isNotNull(users.emailRefusedAt)))
    if (rowCount === 0) return
    await appendAudit(tx, deps.clock, { actor: admin.id, action: 'refused address cleared', subject: id })
  })
}
