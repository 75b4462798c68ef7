import { and, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Queryable } from '#server/db/database.ts'
import { administrators, users } from '#server/db/schema.ts'
import { administratorsEmail } from '#server/db/schema/accounts.ts'
import type { Person } from '#server/http/session.ts'
import { invitationOpen } from '#shared/accounts/administrators.ts'
import { mainJobs, type Job } from '#shared/permissions.ts'
import type { Instant } from '#shared/time.ts'

const inviter = alias(users, 'inviter')

const present = and(eq(administrators.userId, users.id), isNull(administrators.removedAt))

const withJobs = (wanted: readonly Job[]) => sql`${administrators.jobs} @> ${sql.param([...wanted])}::text[]`

/** Administrators and those invited to be one, by name. */
export async function listAdministrators(db: Queryable) {
  return db
    .select({
      id: users.id,
      name: users.fullName,
      email: users.email,
      jobs: administrators.jobs,
      twoFactor: users.twoFactorEnabled,
      /** Whether they have chosen a password and so can log in. */
      accepted: users.ownPassword,
      invitedAt: administrators.invitedAt,
      invitedBy: inviter.fullName,
      lastLoginAt: administrators.lastLoginAt,
    })
    .from(users)
    .innerJoin(administrators, present)
    .leftJoin(inviter, eq(inviter.id, administrators.invitedBy))
    .where(eq(users.isAdmin, true))
    .orderBy(users.fullName, users.id)
}

/** Changes are based on what this returns; `administrators` is locked meanwhile. */
export async function findAdministrator(tx: Queryable, id: string) {
  const [found] = await tx
    .select({
      name: users.fullName,
      email: users.email,
      isMember: sql<boolean>`${users.militarySerial} is not null`,
      jobs: administrators.jobs,
      accepted: users.ownPassword,
    })
    .from(users)
    .innerJoin(administrators, present)
    .where(and(eq(users.id, id), users.isAdmin))
    .for('update', { of: users })
  return found ?? null
}

/** How many others have every job and can log in. */
export async function countOthersWithEveryJob(tx: Queryable, id: string): Promise<number> {
  const others = await tx
    .select({ id: users.id })
    .from(users)
    .innerJoin(administrators, present)
    .where(and(ne(users.id, id), users.isAdmin, users.ownPassword, withJobs(mainJobs)))
  return others.length
}

/** Invitations whose link expired before it was used. */
export async function countLapsedInvitations(db: Queryable, now: Instant): Promise<number> {
  const invited = await db
    .select({ invitedAt: administrators.invitedAt })
    .from(users)
    .innerJoin(administrators, present)
    .where(and(users.isAdmin, eq(users.ownPassword, false)))
  return invited.filter(({ invitedAt }) => !invitationOpen(invitedAt, now)).length
}

/** The addresses of administrators who can log in and have this job, or all of these. */
export async function emailsOfJob(db: Queryable, ...jobs: Job[]): Promise<string[]> {
  const rows = await db
    .select({ email: users.email })
    .from(users)
    .innerJoin(administrators, present)
    .where(and(users.isAdmin, isNotNull(users.email), users.ownPassword, withJobs(jobs)))
  return rows.map(({ email }) => email ?? '')
}

export async function addAdministrator(
  tx: Queryable,
  row: { userId: string; jobs: readonly Job[]; invitedBy: string | null; invitedAt: Instant; named?: boolean },
): Promise<void> {
  await tx.insert(administrators).values({ ...row, jobs: [...row.jobs] })
}

export async function setJobs(tx: Queryable, id: string, jobs: readonly Job[]): Promise<void> {
  await tx
    .update(administrators)
    .set({ jobs: [...jobs] })
    .where(eq(administrators.userId, id))
}

export async function setInvitedAt(tx: Queryable, id: string, invitedAt: Instant): Promise<void> {
  await tx.update(administrators).set({ invitedAt }).where(eq(administrators.userId, id))
}

/** The row and the address stay, so that what they did keeps their name. */
export async function markRemoved(
  tx: Queryable,
  id: string,
  { by, at, email }: { by: string; at: Instant; email: string | null },
): Promise<void> {
  await tx
    .update(administrators)
    .set({ removedBy: by, removedAt: at, formerEmail: email })
    .where(eq(administrators.userId, id))
}

/** An administrator who is also a member stays one, if they ever had a number. The database ends their sessions. */
export async function onlyMember(tx: Queryable, id: string): Promise<void> {
  await tx
    .update(users)
    .set({ isAdmin: false, approved: sql`${users.idNumber} is not null`, updatedAt: sql`now()` })
    .where(eq(users.id, id))
}

export async function noteLogin(db: Queryable, userId: string, at: Instant): Promise<void> {
  await db
    .update(administrators)
    .set({ lastLoginAt: at })
    .where(and(eq(administrators.userId, userId), isNull(administrators.removedAt)))
}

/** How public signed statements name a person: by name alone. */
export const signatureOf = ({ name }: Pick<Person, 'name'>): string => name

/** For other administrators, with the address, which distinguishes people of the same name; also for removed administrators. */
export function signatureIn(user: string): string {
  const email = administratorsEmail(user)
  return `(${user}.full_name || case when position(${email} in ${user}.full_name) > 0 then '' else coalesce(' (' || ${email} || ')', '') end)`
}
