import { and, asc, count, eq, gt, isNull, sql, type SQL } from 'drizzle-orm'
import type { Queryable } from '#server/db/database.ts'
import { assignedNumbers, idNumbering, users, wholeName } from '#server/db/schema.ts'
import { toTimestamp } from '#server/db/schema/columns.ts'
import type { Deps } from '#server/deps.ts'
import { changeAccounts } from '#server/http/account-mark.ts'
import { assignIdNumbers, lockNumbering } from '#server/members/approval/approve.ts'
import { standingColumns } from '#server/members/dues/standing.ts'
import { recordColumns, comparedName } from '#server/members/record-columns.ts'
import { columnNames, fieldOfColumn } from '#shared/members/csv/columns.ts'
import type { ImportedPerson } from '#shared/members/csv/imported-person.ts'
import type { RecordedPerson } from '#shared/members/csv/member-file.ts'
import type { DuesPlan } from '#shared/members/dues/plan.ts'
import type { Instant } from '#shared/time.ts'

/** Applicants who wait for approval. Members are selected by a filter instead. */
export const exportedApplicants = sql`not approved and military_serial is not null and withdrawn_at is null`

export async function countExported(db: Queryable, which: SQL): Promise<number> {
  const [found] = await db.select({ people: count() }).from(users).where(which)
  return found?.people ?? 0
}

const exportedColumns = (plan: DuesPlan | null) => ({
  ...recordColumns,
  /** As text: a JavaScript Date would drop the microseconds. */
  appliedAt: sql<string>`${users.createdAt}::text`,
  withdrawnAt: users.withdrawnAt,
  ownPassword: users.ownPassword,
  duesPaidUntil: users.duesPaidUntil,
  ...standingColumns(plan),
})

export type ExportedMember = Awaited<ReturnType<typeof readNumbered>>[number]
/** The last row read; the next batch starts after it. */
type Place = Pick<typeof users.$inferSelect, 'id' | 'idNumber'> & { appliedAt: string }
const batch = 1000

/** The next batch of members, by ID number. */
export function readNumbered(db: Queryable, plan: DuesPlan | null, which: SQL, after: Place | undefined) {
  return db
    .select(exportedColumns(plan))
    .from(users)
    .where(and(which, gt(users.idNumber, after?.idNumber ?? '')))
    .orderBy(asc(users.idNumber))
    .limit(batch)
}

/** The next batch of people without an ID number, in the order in which they applied. */
export function readUnnumbered(db: Queryable, plan: DuesPlan | null, which: SQL, after: Place | undefined) {
  const beyond = after && sql`(${users.createdAt}, ${users.id}) > (${after.appliedAt}::timestamptz, ${after.id}::uuid)`
  return db
    .select(exportedColumns(plan))
    .from(users)
    .where(and(which, isNull(users.idNumber), beyond))
    .orderBy(asc(users.createdAt), asc(users.id))
    .limit(batch)
}

const personColumns = {
  id: users.id,
  name: wholeName,
  militarySerial: users.militarySerial,
  idNumber: users.idNumber,
}

/** People with these serial numbers, with every field that a file may change. */
export function findRecordsBySerials(db: Queryable, serials: readonly string[]) {
  return db
    .select({
      ...recordColumns,
      name: wholeName,
      version: users.version,
      ownPassword: users.ownPassword,
      duesPaidUntil: users.duesPaidUntil,
    })
    .from(users)
    .where(sql`${users.militarySerial} = any(${sql.param(serials)}::text[])`)
}

export function findRecordsByEmails(db: Queryable, emails: readonly string[]) {
  return db
    .select({
      ...personColumns,
      email: users.email,
      firstName: users.firstName,
      lastName: users.lastName,
      birthday: users.birthday,
    })
    .from(users)
    .where(sql`${users.email} = any(${sql.param(emails)}::text[])`)
}

/** The numbers that were ever assigned, even if the holder now has another number or has left. */
export async function findGivenNumbers(db: Queryable, numbers: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ idNumber: assignedNumbers.idNumber })
    .from(assignedNumbers)
    .where(sql`${assignedNumbers.idNumber} = any(${sql.param(numbers)}::text[])`)
  return new Set(rows.map(({ idNumber }) => idNumber))
}

/** Serial numbers that read like a member's, as `readsLikeAMembers` checks for applicants. */
export async function findLookAlikes(db: Queryable, serials: readonly string[]): Promise<ReadonlySet<string>> {
  const found = await db.execute<{ serial: string }>(sql`
    select serial from unnest(${sql.param(serials)}::text[]) serial where exists (
      select from users where approved and erased_at is null and military_serial is not null
        and fold_serial(military_serial) = nullif(fold_serial(serial), ''))`)
  return new Set(found.rows.map(({ serial }) => serial))
}

interface ComparedPerson {
  row: number
  person: ImportedPerson
  /** Serial numbers of people known to be someone else. */
  differentFrom: readonly string[]
}

/**
 * The person on record with the same name and birthday as each row, compared as for an approval: members first, then the oldest
 * record. The lateral join looks up each name by the index; a plain join would compare every pair.
 */
export async function findByName(
  db: Queryable,
  people: readonly ComparedPerson[],
): Promise<ReadonlyMap<number, RecordedPerson>> {
  if (people.length === 0) return new Map()
  const rows = people.map(({ row, person: { firstName, lastName, birthday }, differentFrom }) => ({
    row,
    first_name: firstName,
    last_name: lastName,
    birthday,
    different_from: differentFrom,
  }))
  const found = await db.execute<{ row: number; record: RecordedPerson }>(sql`
    select typed.row, alike.record
    from (
      select row, birthday, different_from, ${comparedName('typed')} as name
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as typed (row int, first_name text, last_name text, birthday date, different_from text[])
      offset 0
    ) as typed cross join lateral (
      select jsonb_build_object('id', users.id, 'name', ${wholeName}, 'militarySerial', users.military_serial,
        'idNumber', users.id_number) as record
      from users
      where users.birthday = typed.birthday and ${comparedName('users')} = typed.name
        and users.military_serial <> all(typed.different_from) and users.erased_at is null
      order by users.approved desc, users.created_at limit 1
    ) as alike`)
  return new Map(found.rows.map(({ row, record }) => [row, record]))
}

/**
 * Assigns the next numbers, after the highest one in the file. Approvals wait until the part is committed. Prefixes are locked in
 * a fixed order, so that two imports never deadlock.
 */
export async function assignNumbers(
  tx: Queryable,
  { prefix, brought, needed }: { prefix: string; brought: readonly string[]; needed: number },
): Promise<string[]> {
  const greatest = new Map<string, string>(needed > 0 ? [[prefix, '']] : [])
  for (const number of brought.toSorted()) greatest.set(number.split('-')[0] ?? '', number)
  for (const [held, last] of [...greatest].toSorted(([one], [other]) => (one < other ? -1 : 1)))
    if (last > (await lockNumbering(tx, held)))
      await tx.update(idNumbering).set({ last }).where(eq(idNumbering.prefix, held))
  return needed === 0 ? [] : assignIdNumbers(tx, prefix, await lockNumbering(tx, prefix), needed)
}

interface NewPerson {
  id: string
  person: ImportedPerson
  approvedAt: Instant | null
  /** As text, since a JavaScript Date has no microseconds. They keep the order of the file. */
  createdAt: string
}

/** The columns of the file have the same names as those of the table. */
const written = sql.raw(['id', ...columnNames, 'approved', 'approved_at', 'created_at'].join(', '))

/**
 * Sent as one JSON value: building a statement with a parameter per cell takes longer than running it. The accounts have no
 * password hash yet; the first login accepts the birthday and stores its hash.
 */
export async function insertPeople(
  deps: Pick<Deps, 'siteKey'>,
  tx: Queryable,
  people: readonly NewPerson[],
): Promise<void> {
  const rows = people.map(({ id, person, approvedAt, createdAt }) => ({
    id,
    ...Object.fromEntries(columnNames.map((name) => [name, person[fieldOfColumn[name]]])),
    approved: approvedAt !== null,
    approved_at: approvedAt === null ? null : toTimestamp(approvedAt),
    created_at: createdAt,
  }))
  const ids = people.map(({ id }) => id)
  await changeAccounts(deps, tx, ids, () =>
    tx.execute(
      sql`insert into users (${written}) select ${written} from jsonb_populate_recordset(null::users, ${JSON.stringify(rows)})`,
    ),
  )
  await tx.execute(sql`insert into passwords (user_id) select id from unnest(${sql.param(ids)}::uuid[]) id`)
}
