import { and, eq, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { ObserverForm } from '#shared/elections/observing/observing.ts'
import type { Instant } from '#shared/time.ts'
import type { Queryable } from '#server/db/database.ts'
import { accounts, observers, twoFactors, users } from '#server/db/schema.ts'

const inviter = alias(users, 'inviter')

/** Those of one election, by name, for the administrators who invited them. */
export async function listObservers(db: Queryable, electionId: string) {
  const rows = await db
    .select({
      id: users.id,
      name: users.fullName,
      email: users.email,
      invitedAt: observers.invitedAt,
      invitedBy: inviter.fullName,
      /** Whether they have chosen a password, and so can log in. */
      hasPassword: users.ownPassword,
    })
    .from(observers)
    .innerJoin(users, eq(users.id, observers.userId))
    .innerJoin(inviter, eq(inviter.id, observers.invitedBy))
    .where(eq(observers.electionId, electionId))
    .orderBy(users.fullName, users.id)
  return rows.map(({ invitedAt, ...observer }) => ({ ...observer, invitedAt: invitedAt.getTime() }))
}

/** The ids of the elections that somebody observes. */
export async function electionsObservedBy(db: Queryable, userId: string): Promise<ReadonlySet<string>> {
  const rows = await db.select({ id: observers.electionId }).from(observers).where(eq(observers.userId, userId))
  return new Set(rows.map(({ id }) => id))
}

export async function findAccountByEmail(db: Queryable, email: string) {
  const [found] = await db
    .select({ id: users.id, isObserver: users.isObserver })
    .from(users)
    .where(and(eq(users.email, email), isNull(users.erasedAt)))
  return found ?? null
}

export async function addObserverAccount(tx: Queryable, id: string, form: ObserverForm): Promise<void> {
  await tx.insert(users).values({ id, ...form, isObserver: true })
}

/** False if they were invited before. */
export async function addObserver(
  tx: Queryable,
  row: { electionId: string; userId: string; invitedBy: string; invitedAt: Instant },
): Promise<boolean> {
  const added = await tx
    .insert(observers)
    .values({ ...row, invitedAt: new Date(row.invitedAt) })
    .onConflictDoNothing()
    .returning({ userId: observers.userId })
  return added.length === 1
}

/** Their address. Held until the transaction ends: what is added to an account and what ends it come one after the other. */
export async function lockAccount(tx: Queryable, userId: string): Promise<string | null> {
  const [found] = await tx
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.id, userId), users.isObserver))
    .for('update')
  return found?.email ?? null
}

export async function dropObserver(tx: Queryable, electionId: string, userId: string): Promise<boolean> {
  const gone = await tx
    .delete(observers)
    .where(and(eq(observers.electionId, electionId), eq(observers.userId, userId)))
    .returning({ userId: observers.userId })
  return gone.length === 1
}

/**
 * The address goes, with it every way in, and somebody else may have it; the name stays, for the log tells what they did.
 * The database ends the sessions of whose address changes.
 */
export async function endObserverAccount(tx: Queryable, userId: string): Promise<void> {
  await tx
    .update(users)
    .set({ email: null, ownPassword: false, twoFactorEnabled: false, twoFactorName: null, updatedAt: sql`now()` })
    .where(eq(users.id, userId))
  await tx.delete(accounts).where(eq(accounts.userId, userId))
  await tx.delete(twoFactors).where(eq(twoFactors.userId, userId))
}
