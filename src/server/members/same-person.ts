import { sql, type SQL } from 'drizzle-orm'

/** A name as it is compared, however it is typed. By `table` or its alias in the query; `users_same_person` is its index. */
export const comparedName = (table: string): SQL<string> =>
  sql.raw(`fold_text(${table}.first_name || ' ' || ${table}.last_name)`) as SQL<string>

/** Whether two records have the same name and birthday: for the desk and for a file of members alike. */
export const samePerson = (one: string, other: string): SQL<boolean> =>
  sql<boolean>`(${sql.raw(`${one}.birthday = ${other}.birthday`)} and ${comparedName(one)} = ${comparedName(other)})`
