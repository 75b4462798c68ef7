import { fieldNames } from '#shared/members/member-fields.ts'
import { pick } from '#shared/objects.ts'
import { users } from '#server/db/schema.ts'

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
