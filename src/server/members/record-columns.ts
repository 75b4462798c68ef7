import { sql, type SQL } from 'drizzle-orm'
import { users } from '#server/db/schema.ts'
import { memberFileKinds } from '#shared/members/files.ts'
import { fieldNames } from '#shared/members/member-fields.ts'
import { pick } from '#shared/objects.ts'

/** A member's record as its owner and administrators read it. */
export const recordColumns = {
  id: users.id,
  ...pick(users, fieldNames),
  approved: users.approved,
  isAdmin: users.isAdmin,
}

/** Where the member's pictures are: never shown to anybody. */
export const picturePathNames = memberFileKinds.map((kind) => `${kind}Path` as const)
export const picturePaths = pick(users, picturePathNames)

type NotEmpty<Form> = {
  [Name in keyof Form]: Form[Name] extends string ? Exclude<Form[Name], ''> | null : Form[Name]
}

/** A form's values as stored: an empty string becomes null, except in the names, which everybody has. */
export function asColumns<Form extends { firstName: string; lastName: string }>(form: Form) {
  const known = Object.entries(form).map(([name, value]) => [name, value === '' ? null : value])
  return { ...(Object.fromEntries(known) as NotEmpty<Form>), firstName: form.firstName, lastName: form.lastName }
}

/** A name for comparison, however it is typed. `table` may be an alias; the index is `users_same_person`. */
export const comparedName = (table: string): SQL<string> =>
  sql.raw(`fold_text(${table}.first_name || ' ' || ${table}.last_name)`) as SQL<string>

/** Whether two records have the same name and birthday: used by the desk and the import. */
export const samePerson = (one: string, other: string): SQL<boolean> =>
  sql<boolean>`(${sql.raw(`${one}.birthday = ${other}.birthday`)} and ${comparedName(one)} = ${comparedName(other)})`

/** Whether two serial numbers look the same. The null check is worded as in the index `users_folded_serial`. */
export const sameSerial = (one: string, other: string): SQL<boolean> =>
  sql.raw(
    `(${one}.military_serial is not null and fold_serial(${one}.military_serial) = nullif(fold_serial(${other}.military_serial), ''))`,
  ) as SQL<boolean>

/** Records are in capitals: `JUAN CARLOS` becomes `Juan Carlos` for a greeting. Other names stay as they are. */
export function givenName(recorded: string): string {
  const name = recorded.trim()
  if (name !== name.toUpperCase()) return name
  return name.toLowerCase().replaceAll(/(?<![\p{L}\p{M}’'])\p{L}/gu, (letter) => letter.toUpperCase())
}
