import { and, eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Queryable } from '#server/db/database.ts'
import { observers, users } from '#server/db/schema.ts'
import type { Instant } from '#shared/time.ts'

const inviter = alias(users, 'inviter')

/** The observers of an election by name, for administrators. */
export async function listObservers(db: Queryable, electionId: string) {
  return db
    .select({
      id: users.id,
      name: users.fullName,
      email: users.email,
      invitedAt: observers.invitedAt,
      invitedBy: inviter.fullName,
      /** Whether they have chosen a password and so can log in. */
      hasPassword: users.ownPassword,
    })
    .from(observers)
    .innerJoin(users, eq(users.id, observers.userId))
    .innerJoin(inviter, eq(inviter.id, observers.invitedBy))
    .where(eq(observers.electionId, electionId))
    .orderBy(users.fullName, users.id)
}

export async function electionsObservedBy(db: Queryable, userId: string): Promise<ReadonlySet<string>> {
  const rows = await db.select({ id: observers.electionId }).from(observers).where(eq(observers.userId, userId))
  return new Set(rows.map(({ id }) => id))
}

/** False if they were already invited. */
export async function addObserver(
  tx: Queryable,
  row: { electionId: string; userId: string; invitedBy: string; invitedAt: Instant },
): Promise<boolean> {
  const added = await tx.insert(observers).values(row).onConflictDoNothing().returning({ userId: observers.userId })
  return added.length === 1
}

export async function dropObserver(tx: Queryable, electionId: string, userId: string): Promise<boolean> {
  const gone = await tx
    .delete(observers)
    .where(and(eq(observers.electionId, electionId), eq(observers.userId, userId)))
    .returning({ userId: observers.userId })
  return gone.length === 1
}
