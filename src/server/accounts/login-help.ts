import { AppError } from '#shared/errors.ts'
import type { LoginHelp } from '#shared/accounts/login-help.ts'
import type { Queryable } from '#server/db/database.ts'
import { queueEmailToEach } from '#server/email/queue.ts'
import { loginHelpEmail } from './email-text.ts'
import { findHelped, markHelped } from './queries.ts'

/** Administrators help members, not one another: nobody becomes another administrator through a kindness. */
export async function memberToHelp(db: Queryable, userId: string) {
  const member = await findHelped(db, userId)
  if (!member || !member.approved) throw new AppError('user-not-found')
  if (member.isAdmin) throw new AppError('not-allowed')
  return member
}

interface GivenHelp {
  /** Who helped. */
  actor: string
  userId: string
  help: LoginHelp
  /** Every address of the member before and after the act. */
  emails: readonly (string | null)[]
  shortName: string
}

/** Tells the member and marks the login, in the transaction of the help itself: neither can be missing. */
export async function tellLoginHelp(tx: Queryable, { actor, userId, help, emails, shortName }: GivenHelp) {
  // Administrators who correct their own record let in nobody else.
  if (actor !== userId) await markHelped(tx, userId)
  const addresses = new Set(emails.filter((email) => email !== null))
  await queueEmailToEach(tx, [...addresses], loginHelpEmail({ shortName, help }))
}
