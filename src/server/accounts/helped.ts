import { AppError } from '#shared/errors.ts'
import type { Queryable } from '#server/db/database.ts'
import { findHelped } from './queries.ts'

/** Administrators help members, not one another: nobody becomes another administrator through a kindness. */
export async function memberToHelp(db: Queryable, userId: string) {
  const member = await findHelped(db, userId)
  if (!member || !member.approved) throw new AppError('user-not-found')
  if (member.isAdmin) throw new AppError('not-allowed')
  return member
}
