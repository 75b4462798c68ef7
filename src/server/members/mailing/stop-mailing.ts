import { and, eq, isNull, sql } from 'drizzle-orm'
import { waitingIn } from '#shared/members/mailing/mailing.ts'
import { appendAudit } from '#server/audit/audit.ts'
import { inTransaction, type Queryable } from '#server/db/database.ts'
import { mailings } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import type { Person } from '#server/http/session.ts'
import { isUnfinished } from './queries.ts'

/** What is not yet sent is not sent; an email that a mail server is taking at this moment is. Stopped twice, it is stopped once. */
export async function stopMailing(deps: Pick<Deps, 'db' | 'clock'>, admin: Person, id: string): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const [stopped] = await tx
      .update(mailings)
      .set({ stoppedAt: sql`now()`, stoppedBy: admin.id })
      .where(and(eq(mailings.id, id), isNull(mailings.stoppedAt), isUnfinished))
      .returning()
    if (!stopped) return
    const detail = { unsent: waitingIn(stopped) }
    await appendAudit(tx, deps.clock, { actor: admin.id, action: 'email to members stopped', subject: id, detail })
  })
}

/** After a restore: whoever got one since the backup was made would get it again. */
export async function stopAllMailings(db: Queryable): Promise<void> {
  await db
    .update(mailings)
    .set({ stoppedAt: sql`now()` })
    .where(and(isNull(mailings.stoppedAt), isUnfinished))
}
