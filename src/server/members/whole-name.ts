import { sql } from 'drizzle-orm'
import { users } from '#server/db/schema.ts'

/** `MARIA SANTOS DE LA PEÑA JR`: two people of one name are often told apart by the middle one. */
export const wholeName = sql<string>`concat_ws(' ', ${users.firstName}, nullif(${users.middleName}, ''), ${users.lastName}, nullif(${users.suffix}, ''))`

/** `JUAN CARLOS` as one is greeted, `Juan Carlos`: records are kept in capitals. A name that is not all capitals stays as it is. */
export function givenName(recorded: string): string {
  const name = recorded.trim()
  if (name !== name.toUpperCase()) return name
  return name.toLowerCase().replaceAll(/(?<![\p{L}\p{M}’'])\p{L}/gu, (letter) => letter.toUpperCase())
}
