import { sql } from 'drizzle-orm'
import { users } from '#server/db/schema.ts'

/** `MARIA SANTOS DE LA PEÑA JR`: two people of one name are often told apart by the middle one. */
export const wholeName = sql<string>`concat_ws(' ', ${users.firstName}, nullif(${users.middleName}, ''), ${users.lastName}, nullif(${users.suffix}, ''))`
