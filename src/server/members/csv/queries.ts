import { and, asc, count, eq, gt, isNull, sql, type SQL } from 'drizzle-orm'
import type { Queryable } from '#server/db/database.ts'
import { assignedNumbers, idNumbering, users } from '#server/db/schema.ts'
import { toTimestamp } from '#server/db/schema/columns.ts'
import type { Deps } from '#server/deps.ts'
import { changeAccounts } from '#server/http/account-mark.ts'
import { lockNumbering } from '#server/members/approval/approve.ts'
import { recordColumns, comparedName, wholeName } from '#server/members/record-columns.ts'
import { columnNames, fieldOfColumn } from '#shared/members/csv/columns.ts'
import type { ComparedRow, Taken } from '#shared/members/csv/import.ts'
import type { ImportedPerson } from '#shared/members/csv/imported-person.ts'
import type { NumberedPerson } from '#shared/members/csv/member-file.ts'
import type { Instant } from '#shared/time.ts'

/** Applicants who wait for approval; members are described by a filter. */
export const exportedApplicants = sql`not approved and military_serial is not null and withdrawn_at is null`

export async function countExported(db: Queryable, which: SQL): Promise<number> {
  const [found] = await db.select({ people: count() }).from(users).where(which)
  return found?.people ?? 0
}

const exportedColumns = {
  ...recordColumns,
  /** As text, for a date of the language would lose its last three figures. */
  appliedAt: sql<string>`${users.createdAt}::text`,
  withdrawnAt: users.withdrawnAt,
  approvedAt: users.approvedAt,
  ownPassword: users.ownPassword,
} as const

export type ExportedMember = Awaited<ReturnType<typeof readNumbered>>[number]
/** Where the reading stands. */
type Place = Pick<typeof users.$inferSelect, 'id' | 'idNumber'> & { appliedAt: string }
const batch = 1000

/** The next members by ID number, after the one given. */
export function readNumbered(db: Queryable, which: SQL, after: Place | undefined) {
  return db
    .select(exportedColumns)
    .from(users)
    .where(and(which, gt(users.idNumber, after?.idNumber ?? '')))
    .orderBy(asc(users.idNumber))
    .limit(batch)
}

/** The next people without a number, in the order in which they applied. */
export function readUnnumbered(db: Queryable, which: SQL, after: Place | undefined) {
  const beyond = after && sql`(${users.createdAt}, ${users.id}) > (${after.appliedAt}::timestamptz, ${after.id}::uuid)`
  return db
    .select(exportedColumns)
    .from(users)
    .where(and(which, isNull(users.idNumber), beyond))
    .orderBy(asc(users.createdAt), asc(users.id))
    .limit(batch)
}

/** Which of these people's serial numbers, addresses and ID numbers somebody on the site has. */
export async function findTaken(db: Queryable, people: readonly NumberedPerson[]): Promise<Taken> {
  const held = async (column: 'military_serial' | 'email') => {
    const field = fieldOfColumn[column]
    const values = people.flatMap(({ person }) => person[field] ?? [])
    const rows = await db
      .select({ value: users[field] })
      .from(users)
      .where(sql`${users[field]} = any(${sql.param(values)}::text[])`)
    return new Set(rows.flatMap(({ value }) => value ?? []))
  }
  return {
    military_serial: await held('military_serial'),
    email: await held('email'),
    id_number: await givenBefore(db, people),
  }
}

/** Also to somebody who has another number now, or left. */
async function givenBefore(db: Queryable, people: readonly NumberedPerson[]): Promise<ReadonlySet<string>> {
  const numbers = people.flatMap(({ person }) => person.idNumber ?? [])
  const rows = await db
    .select({ idNumber: assignedNumbers.idNumber })
    .from(assignedNumbers)
    .where(sql`${assignedNumbers.idNumber} = any(${sql.param(numbers)}::text[])`)
  return new Set(rows.map(({ idNumber }) => idNumber))
}

/**
 * Each row by the name and birthday that the desk would compare, with whoever has the same: of several a member first, then
 * who has been there longest. Each name is looked for once, by the index: joined to all rows at once, they are compared one by
 * one, which takes a minute for the longest file.
 */
export async function compareNames(db: Queryable, people: readonly NumberedPerson[]): Promise<ComparedRow[]> {
  if (people.length === 0) return []
  const rows = people.map(({ row, person: { firstName, lastName, birthday } }) => ({
    row,
    first_name: firstName,
    last_name: lastName,
    birthday,
  }))
  const found = await db.execute<ComparedRow & Record<string, unknown>>(sql`
    with typed as (
      select typed.row, typed.birthday, ${comparedName('typed')} as name
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as typed (row int, first_name text, last_name text, birthday date)
    ), person as materialized (
      select birthday, name, array_agg(row) as rows from typed group by birthday, name
    )
    select unnest(person.rows) as row, person.birthday || ' ' || person.name as person, alike.record as "onRecord"
    from person left join lateral (
      select jsonb_build_object('id', users.id, 'name', ${wholeName}, 'militarySerial', users.military_serial,
        'idNumber', users.id_number) as record
      from users
      where users.birthday = person.birthday and ${comparedName('users')} = person.name
        and users.military_serial is not null and users.erased_at is null
      order by users.approved desc, users.created_at limit 1
    ) as alike on true`)
  return found.rows
}

/** The numbers go on behind the greatest of these. Approvals wait here until the import is through. */
export async function raiseNumbering(tx: Queryable, idNumbers: readonly string[]): Promise<void> {
  const greatest = new Map<string, string>()
  for (const number of idNumbers.toSorted()) greatest.set(number.split('-')[0] ?? '', number)
  for (const [prefix, last] of greatest)
    if (last > (await lockNumbering(tx, prefix)))
      await tx.update(idNumbering).set({ last }).where(eq(idNumbering.prefix, prefix))
}

interface NewPerson {
  id: string
  person: ImportedPerson
  approvedAt: Instant | null
  /** As text, finer than a date of the language: who comes first in the file applied first. */
  createdAt: string
}

/** A column of the file is a column of the table. */
const written = sql.raw(['id', ...columnNames, 'approved', 'approved_at', 'created_at'].join(', '))

/**
 * Sent as one value, for a statement with a parameter for each cell takes longer to write than to run. Their accounts have
 * no password yet: the login takes the birthdate and stores its hash then.
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
