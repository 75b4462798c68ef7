import { and, eq } from 'drizzle-orm'
import { birthdayPassword, type PlainDate } from '#shared/members/birthday.ts'
import type { Queryable } from '#server/db/database.ts'
import { accounts } from '#server/db/schema.ts'
import { hashPassword, passwordLimit } from './passwords.ts'

/** Whether there is a password yet. Held until the transaction ends; hold the person first, as everybody does. */
export async function lockPassword(tx: Queryable, userId: string): Promise<boolean> {
  const found = await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.userId, userId), eq(accounts.providerId, 'credential')))
    .for('update')
  return found.length > 0
}

/** The password of a member who still has their birthdate, ready to be written when the birthday is corrected. */
export const hashBirthday = (birthday: PlainDate, lane: string): Promise<string> =>
  passwordLimit(() => hashPassword(birthdayPassword(birthday)), { lane })
