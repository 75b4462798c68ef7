import { sql, type SQL } from 'drizzle-orm'
import { may, type Who } from '#shared/permissions.ts'

/** Which records somebody may leaf through, in which order, and which of their text may be searched. */
export interface MemberList {
  listed: SQL
  order: SQL
  text: SQL
  /** Whether an email address or a phone number may be looked for. */
  contact?: boolean
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
/** With the administrators, or with the applicant, who was asked for a correction. */
export const waitingApplicants = sql`${applicants} and returned_at is null`
export const returnedApplicants = sql`${applicants} and returned_at is not null`
/** Since when an application is as it is now: "all" does not reach what was corrected after the button was pressed. */
export const lastSent = sql`coalesce(users.mended_at, users.created_at)`

/** Everybody, by all that administrators see of them. Who looks here has come by a guard of its own. */
export const allMembers: MemberList = { listed: members, order: byNumber, text: seenByAdmins }

export function membersFor(reader: Who): MemberList {
  if (may(reader, 'edit any profile')) return allMembers
  if (may(reader, 'read any profile')) return { listed: members, order: byNumber, text: seenByMembers }
  return { listed: sql`${members} and withdrawn_at is null`, order: byNumber, text: seenByMembers }
}

const listOf = (listed: SQL): MemberList => ({ listed, order: byApplication, text: seenByAdmins })
export const waitingList = listOf(waitingApplicants)
export const returnedList = listOf(returnedApplicants)
/** A search finds both. */
export const applicantList = listOf(applicants)
