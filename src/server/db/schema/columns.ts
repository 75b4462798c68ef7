import { sql, type SQL } from 'drizzle-orm'
import { timestamp, uuid, type AnyPgColumn } from 'drizzle-orm/pg-core'

export const newId = () => uuid().primaryKey().defaultRandom()
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
export const createdAt = () => instant('created_at').notNull().defaultNow()

/** `column in ('a', 'b')` for a check constraint, from the list the rules use. */
export function oneOf(column: AnyPgColumn, values: readonly string[]): SQL {
  return sql`${column} in (${sql.raw(values.map((value) => `'${value.replaceAll("'", "''")}'`).join(', '))})`
}
