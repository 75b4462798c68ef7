import { AppError } from '#shared/errors.ts'
import type { Queryable } from '#server/db/database.ts'
import { findHelped, noteHelp } from './queries.ts'

/**
 * Administrators help members, not one another: nobody becomes another administrator through a kindness. That it happened is
 * noted, for whoever comes in afterwards may be the helper: a ballot is not opened again for them.
 */
export async function memberToHelp(db: Queryable, userId: string) {
  const member = await findHelped(db, userId)
  if (!member || !member.approved) throw new AppError('user-not-found')
  if (member.isAdmin) throw new AppError('not-allowed')
  await noteHelp(db, userId)
  return member
}
