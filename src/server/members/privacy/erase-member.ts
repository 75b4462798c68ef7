import { randomUUID } from 'node:crypto'
import { and, eq, getTableColumns, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { endChallenges } from '#server/accounts/queries.ts'
import type { Queryable } from '#server/db/database.ts'
import {
  accountMarks,
  ballots,
  candidateProfiles,
  candidatesFiles,
  emails,
  memberNotes,
  nominees,
  oneTimeCodes,
  administrators,
  passkeys,
  passwords,
  pendingProxies,
  privacyRequests,
  roll,
  sessions,
  twoFactors,
  users,
  viewers,
} from '#server/db/schema.ts'
import { timestamptz } from '#server/db/schema/columns.ts'
import { forgetDues } from '#server/members/dues/queries.ts'
import { forgetRecipient } from '#server/members/mailing/queries.ts'
import { releaseUploads } from '#server/storage/uploads.ts'
import type { Instant } from '#shared/time.ts'
import { isHeldAbout, proxyFormsOf } from './held-files.ts'
import type { LockedMember } from './queries.ts'

/** These stay: numbers are never reassigned, and elections refer to the row. */
const keptColumns = new Set(['idNumber', 'approvedAt', 'memberSince', 'withdrawnAt', 'erasedAt'])

/** Every nullable column is cleared: a column added later too, unless somebody decides otherwise here. */
const clearedColumns = Object.fromEntries(
  Object.entries(getTableColumns(users))
    .filter(([name, column]) => !column.notNull && !column.generated && !keptColumns.has(name))
    .map(([name]) => [name, null]),
)

const erasedAuthority = 'ERASED MEMBER'

/**
 * Deletes everything about a person from the database, in the caller's transaction, and returns the files to remove after the
 * commit. Ballots stay: they are sealed, and counted without names.
 */
export async function eraseMember(
  tx: Queryable,
  id: string,
  member: LockedMember,
  { by, now }: { by: string; now: Instant },
): Promise<string[]> {
  await tx
    .update(users)
    .set({
      ...clearedColumns,
      firstName: 'ERASED',
      lastName: 'MEMBER',
      emailVerified: false,
      rruChecked: false,
      aruChecked: false,
      ownPassword: false,
      twoFactorEnabled: false,
      cardToken: randomUUID(),
      withdrawnAt: sql`coalesce(${users.withdrawnAt}, ${timestamptz(now)})`,
      erasedAt: now,
      version: sql`${users.version} + 1`,
      updatedAt: sql`now()`,
    })
    .where(eq(users.id, id))
  await tx
    .update(privacyRequests)
    .set({ outcome: 'done', answeredAt: now, answeredBy: by, filePath: null })
    .where(and(eq(privacyRequests.memberId, id), isNull(privacyRequests.outcome)))
  await endLogin(tx, id)
  // The line stays on the published roll; its link to the person is deleted.
  await tx.update(roll).set({ salt: null, serial: null }).where(eq(roll.voterId, id))
  await forgetText(tx, id, member)
  return forgetFiles(tx, id, member)
}

async function endLogin(tx: Queryable, id: string): Promise<void> {
  for (const table of [sessions, passwords, twoFactors, passkeys, oneTimeCodes, viewers, administrators, accountMarks])
    await tx.delete(table).where(eq(table.userId, id))
  await endChallenges(tx, id)
}

/** Text about the person outside their own record. */
async function forgetText(tx: Queryable, id: string, { email }: LockedMember): Promise<void> {
  await tx
    .update(privacyRequests)
    .set({ details: '', value: '', answer: '', filePath: null })
    .where(eq(privacyRequests.memberId, id))
  await tx.delete(memberNotes).where(eq(memberNotes.memberId, id))
  await forgetRecipient(tx, id)
  await forgetDues(tx, id)
  await tx.update(nominees).set({ pendingReason: null }).where(eq(nominees.userId, id))
  if (email) await tx.delete(emails).where(eq(sql`lower(${emails.to})`, email))
}

async function forgetFiles(tx: Queryable, id: string, { paths }: LockedMember): Promise<string[]> {
  const forms = await proxyFormsOf(tx, id)
  await tx.delete(candidatesFiles).where(eq(candidatesFiles.userId, id))
  const nominations = tx.select({ id: nominees.id }).from(nominees).where(eq(nominees.userId, id))
  await tx.delete(candidateProfiles).where(inArray(candidateProfiles.nomineeId, nominations))
  await tx.delete(pendingProxies).where(eq(pendingProxies.voterId, id))
  // The fact of a proxy ballot stays. The words and the form that authorised it are the voter's, and go.
  await tx
    .update(ballots)
    .set({ authority: erasedAuthority, authorityPath: null })
    .where(and(eq(ballots.voterId, id), isNotNull(ballots.proxyBy)))
  return releaseUploads(tx, isHeldAbout(id, [...forms, ...paths.filter((path) => path !== null)]))
}
