import { sql, type SQL } from 'drizzle-orm'
import { nameWithEmail } from '#shared/accounts/administrators.ts'
import { administratorsEmail } from '#server/db/administrators-email.ts'
import type { Person } from '#server/http/session.ts'

/** How what is signed or certified names whoever did it: an administrator with the address, anybody else by name alone. */
export const signatureOf = ({ role, name, email }: Pick<Person, 'role' | 'name' | 'email'>): string =>
  role === 'admin' ? nameWithEmail(name, email) : name

/** As `signatureOf`, in SQL: also of an administrator who was removed since. */
export function signatureIn(user: string): string {
  const email = administratorsEmail(user)
  return `(${user}.full_name || case when position(${email} in ${user}.full_name) > 0 then '' else coalesce(' (' || ${email} || ')', '') end)`
}

export const signatureColumn = (user: string): SQL<string> => sql<string>`${sql.raw(signatureIn(user))}`
