import { and, asc, count, desc, eq, isNotNull, isNull, min, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Queryable } from '#server/db/database.ts'
import { privacyRequests, uploads, users } from '#server/db/schema.ts'
import { timestamptz } from '#server/db/schema/columns.ts'
import { picturePaths } from '#server/members/record-columns.ts'
import { uploadIdAt } from '#server/storage/uploads.ts'
import { memberFileKinds } from '#shared/members/files.ts'
import { isOverdue, privacyRequestsPerPage, type PrivacyOutcome } from '#shared/members/privacy/privacy.ts'
import { changeTextFields } from '#shared/members/profile/changes.ts'
import type { Instant } from '#shared/time.ts'

const requestColumns = {
  id: privacyRequests.id,
  kind: privacyRequests.kind,
  details: privacyRequests.details,
  field: privacyRequests.field,
  value: privacyRequests.value,
  file: uploadIdAt(privacyRequests.filePath),
  askedAt: privacyRequests.createdAt,
  dueAt: privacyRequests.dueAt,
  outcome: privacyRequests.outcome,
  answer: privacyRequests.answer,
  answeredAt: privacyRequests.answeredAt,
}

function withOverdue<Row extends { dueAt: Instant; outcome: PrivacyOutcome | null }>(row: Row, now: Instant) {
  return { ...row, overdue: row.outcome === null && isOverdue(row.dueAt, now) }
}

/** Leaves out who answered: that concerns only the association. */
export async function requestsOf(db: Queryable, memberId: string, now: Instant) {
  const rows = await db
    .select(requestColumns)
    .from(privacyRequests)
    .where(eq(privacyRequests.memberId, memberId))
    .orderBy(desc(privacyRequests.createdAt))
  return rows.map((row) => withOverdue(row, now))
}

const answerers = alias(users, 'answerers')

/** The present value of the field that an open request would change. */
const present = sql<
  string | null
>`case when ${privacyRequests.outcome} is null then case ${privacyRequests.field} ${sql.join(
  changeTextFields.map((field) => sql`when ${sql.raw(`'${field}'`)} then ${users[field]}`),
  sql` `,
)} end end`

const presentFile = sql<
  string | null
>`case when ${privacyRequests.outcome} is null then (select ${uploads.id} from ${uploads}
  where ${uploads.path} = case ${privacyRequests.field} ${sql.join(
    memberFileKinds.map((kind) => sql`when ${sql.raw(`'${kind}'`)} then ${users[`${kind}Path`]}`),
    sql` `,
  )} end) end`

/** Open requests by due date, answered ones newest first. */
export async function listRequests(
  db: Queryable,
  { state, page }: { state: 'open' | 'answered'; page: number },
  now: Instant,
) {
  const wanted = state === 'open' ? isNull(privacyRequests.outcome) : isNotNull(privacyRequests.outcome)
  const order = state === 'open' ? asc(privacyRequests.dueAt) : desc(privacyRequests.answeredAt)
  const rows = await db
    .select({
      ...requestColumns,
      answeredBy: answerers.fullName,
      present,
      presentFile,
      version: users.version,
      member: {
        id: users.id,
        idNumber: users.idNumber,
        name: users.fullName,
        isAdmin: users.isAdmin,
        erased: sql<boolean>`${users.erasedAt} is not null`,
        withdrawn: sql<boolean>`${users.withdrawnAt} is not null`,
      },
    })
    .from(privacyRequests)
    .innerJoin(users, eq(users.id, privacyRequests.memberId))
    .leftJoin(answerers, eq(answerers.id, privacyRequests.answeredBy))
    .where(wanted)
    .orderBy(order, asc(privacyRequests.id))
    .limit(privacyRequestsPerPage)
    .offset((page - 1) * privacyRequestsPerPage)
  const [counted] = await db.select({ all: count() }).from(privacyRequests).where(wanted)
  return { requests: rows.map((row) => withOverdue(row, now)), count: counted?.all ?? 0, page, now }
}

export async function requestsWaiting(db: Queryable, now: Instant) {
  const [found] = await db
    .select({
      open: count(),
      overdue: sql<number>`count(*) filter (where ${privacyRequests.dueAt} <= ${timestamptz(now)})`,
      nextDueAt: min(privacyRequests.dueAt),
    })
    .from(privacyRequests)
    .where(isNull(privacyRequests.outcome))
  return { open: found?.open ?? 0, overdue: found?.overdue ?? 0, nextDueAt: found?.nextDueAt ?? null }
}

/** Locked until the transaction ends: others who answer, edit or delete wait. */
export async function lockMember(tx: Queryable, id: string) {
  const [found] = await tx
    .select({
      email: users.email,
      isAdmin: users.isAdmin,
      paths: sql<(string | null)[]>`array[${sql.join(Object.values(picturePaths), sql`, `)}]`,
    })
    .from(users)
    .where(and(eq(users.id, id), isNull(users.erasedAt)))
    .for('update')
  return found ?? null
}

export type LockedMember = NonNullable<Awaited<ReturnType<typeof lockMember>>>
