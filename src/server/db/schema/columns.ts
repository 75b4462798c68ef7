import { sql, type SQL } from 'drizzle-orm'
import { customType, uuid, type AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Instant } from '#shared/time.ts'

export const newId = () => uuid().primaryKey().defaultRandom()

/**
 * Milliseconds in the code, `timestamptz` in the database. The code reads exactly what it wrote. Times set by the
 * database (`now`) lose their microseconds, so a value that was read is never later than the stored one.
 */
export const instantColumn = customType<{ data: Instant; driverData: string }>({
  dataType: () => 'timestamp with time zone',
  toDriver: toTimestamp,
  fromDriver: fromTimestamp,
})
export const now = sql`now()`
export const createdAt = () => instantColumn('created_at').notNull().default(now)

/** An instant in plain SQL, where no column determines its type. */
export const timestamptz = (at: Instant): SQL => sql`${toTimestamp(at)}::timestamptz`

/** Parses the text in which the database returns a `timestamptz`. */
export function fromTimestamp(text: string): Instant {
  return Date.parse(text)
}

/** For statements that take text, such as those with rows in JSON. */
export function toTimestamp(at: Instant): string {
  return new Date(at).toISOString()
}

/** `column in ('a', 'b')` for a check constraint, from the same list that the rules use. */
export function oneOf(column: AnyPgColumn, values: readonly string[]): SQL {
  return sql`${column} in (${sql.raw(values.map((value) => `'${value.replaceAll("'", "''")}'`).join(', '))})`
}
