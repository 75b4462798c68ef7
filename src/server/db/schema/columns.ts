import { sql, type SQL } from 'drizzle-orm'
import { customType, uuid, type AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Instant } from '#shared/time.ts'

export const newId = () => uuid().primaryKey().defaultRandom()

/**
 * Milliseconds in the code, `timestamptz` in the database. What the code writes it reads back as it was; of what the database
 * dated itself (`now`), the microseconds are cut off, so a value that was read is never later than the one that is stored.
 */
export const instant = customType<{ data: Instant; driverData: string }>({
  dataType: () => 'timestamp with time zone',
  toDriver: toTimestamp,
  fromDriver: fromTimestamp,
})
export const now = sql`now()`
export const createdAt = () => instant('created_at').notNull().default(now)

/** An instant in a statement of plain SQL, where no column says what it is. */
export const timestamptz = (at: Instant): SQL => sql`${toTimestamp(at)}::timestamptz`

/** Of the text in which the database gives a `timestamptz`. */
export function fromTimestamp(text: string): Instant {
  return Date.parse(text)
}

/** For a statement that takes a text, as one with rows in JSON. */
export function toTimestamp(at: Instant): string {
  return new Date(at).toISOString()
}

/** `column in ('a', 'b')` for a check constraint, from the list the rules use. */
export function oneOf(column: AnyPgColumn, values: readonly string[]): SQL {
  return sql`${column} in (${sql.raw(values.map((value) => `'${value.replaceAll("'", "''")}'`).join(', '))})`
}
