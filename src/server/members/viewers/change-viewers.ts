import { eq } from 'drizzle-orm'
import { AppError } from '#shared/errors.ts'
import { appendAudit } from '#server/audit/audit.ts'
import { viewers } from '#server/db/schema.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import type { Person } from '#server/http/session.ts'
import { lockCandidate } from './queries.ts'

type ViewerDeps = Pick<Deps, 'db' | 'clock'>

/** Whoever is a viewer already stays one; sent twice it is done, and written down, once. */
export async function addViewer(deps: ViewerDeps, admin: Person, memberId: string): Promise<void> {
  await inTransaction(deps, async (tx) => {
    if (!(await lockCandidate(tx, memberId))) throw new AppError('user-not-found')
    const added = await tx
      .insert(viewers)
      .values({ userId: memberId, addedBy: admin.id, addedAt: new Date(deps.clock.now()) })
      .onConflictDoNothing()
    if (added.rowCount === 0) return
    await appendAudit(tx, deps.clock, { actor: admin.id, action: 'viewer added', subject: memberId })
  })
}

/** Ends with the next request of that person: every one asks the database who they are. */
export async function removeViewer(deps: ViewerDeps, admin: Person, memberId: string): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const removed = await tx.delete(viewers).where(eq(viewers.userId, memberId))
    if (removed.rowCount === 0) return
    await appendAudit(tx, deps.clock, { actor: admin.id, action: 'viewer removed', subject: memberId })
  })
}
