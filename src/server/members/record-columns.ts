import { sql, type SQL } from 'drizzle-orm'
import { users } from '#server/db/schema.ts'
import { fieldNames } from '#shared/members/member-fields.ts'
import { pick } from '#shared/objects.ts'

/** The record of a member, as its owner and administrators read it. */
export const recordColumns = {
  id: users.id,
  ...pick(users, fieldNames),
  approved: users.approved,
  isAdmin: users.isAdmin,
}

type NotEmpty<Form> = {
  [Name in keyof Form]: Form[Name] extends string ? Exclude<Form[Name], ''> | null : Form[Name]
}

/** A form as the table keeps it: what was left empty is not known. (Nobody is without a name.) */
export function asColumns<Form extends { firstName: string; lastName: string }>(form: Form) {
  const known = Object.entries(form).map(([name, value]) => [name, value === '' ? null : value])
  return { ...(Object.fromEntries(known) as NotEmpty<Form>), firstName: form.firstName, lastName: form.lastName }
}

/** A name as it is compared, however it is typed. By `table` or its alias in the query; `users_same_person` is its index. */
export const comparedName = (table: string): SQL<string> =>
  sql.raw(`fold_text(${table}.first_name || ' ' || ${table}.last_name)`) as SQL<string>

/** Whether two records have the same name and birthday: for the desk and for a file of members alike. */
export const samePerson = (one: string, other: string): SQL<boolean> =>
  sql<boolean>`(${sql.raw(`${one}.birthday = ${other}.birthday`)} and ${comparedName(one)} = ${comparedName(other)})`

/** Whether two serial numbers read the same. That there is one is said in the words of the index `users_folded_serial`. */
export const sameSerial = (one: string, other: string): SQL<boolean> =>
  sql.raw(
    `(${one}.military_serial is not null and fold_serial(${one}.military_serial) = nullif(fold_serial(${other}.military_serial), ''))`,
  ) as SQL<boolean>

/** `MARIA SANTOS DE LA PEÑA JR`: two people of one name are often told apart by the middle one. */
export const wholeName = sql<string>`concat_ws(' ', ${users.firstName}, nullif(${users.middleName}, ''), ${users.lastName}, nullif(${users.suffix}, ''))`

/** `JUAN CARLOS` as one is greeted, `Juan Carlos`: records are kept in capitals. A name that is not all capitals stays as it is. */
export function givenName(recorded: string): string {
  const name = recorded.trim()
  if (name !== name.toUpperCase()) return name
  return name.toLowerCase().replaceAll(/(?<![\p{L}\p{M}’'])\p{L}/gu, (letter) => letter.toUpperCase())
}
