import { sql, type SQL } from 'drizzle-orm'
import { may, type Role } from '#shared/permissions.ts'

/** Which records somebody may leaf through, in which order, and which of their text may be searched. */
export interface MemberList {
  listed: SQL
  order: SQL
  text: SQL
}

// Worded as the indexes `users_listed_*` are: administrators without a serial number are not members, and who was erased
// is nobody any more.
const members = sql`approved and military_serial is not null and erased_at is null`
const byNumber = sql`id_number`
const seenByMembers = sql`member_search`
const seenByAdmins = sql`admin_search`

/** In the order in which they applied. The partial indexes of applicants want the condition in these words. */
export const applicants = sql`not approved and military_serial is not null and withdrawn_at is null and erased_at is null and not is_admin`
export const byApplication = sql`created_at, id`

export function membersFor(role: Role): MemberList {
  if (may(role, 'edit any profile')) return { listed: members, order: byNumber, text: seenByAdmins }
  if (may(role, 'read any profile')) return { listed: members, order: byNumber, text: seenByMembers }
  return { listed: sql`${members} and withdrawn_at is null`, order: byNumber, text: seenByMembers }
}

export const applicantList: MemberList = { listed: applicants, order: byApplication, text: seenByAdmins }
