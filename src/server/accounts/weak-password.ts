import { readFileSync } from 'node:fs'
import { isCommonPassword } from '#shared/accounts/common-password.ts'
import { emailLoginPasswordMin, whyNotPassword } from '#shared/accounts/password.ts'
import { whyPersonalPassword } from '#shared/accounts/personal-password.ts'
import { AppError } from '#shared/errors.ts'
import { eq } from 'drizzle-orm'
import type { Queryable } from '#server/db/database.ts'
import { users } from '#server/db/schema.ts'
import { findPasswordOwner } from './queries.ts'

/** What the form itself could have told: asked first, for it costs nothing. */
export function refuseMismatch(form: { password: string; confirm: string }): void {
  const refusal = whyNotPassword(form.password, form.confirm)
  if (refusal) throw new AppError(refusal)
}

/** Refuses a password that a stranger would try: one that many people have, or what others know of its owner. */
export async function refuseWeak(db: Queryable, userId: string, password: string): Promise<void> {
  await refuseShort(db, userId, password)
  const owner = await findPasswordOwner(db, userId)
  const refusal = owner && whyPersonalPassword(password, owner)
  if (refusal) throw new AppError(refusal)
  if (isCommon(password)) throw new AppError('password-is-common')
}

/** Who logs in by email needs a longer one than a member. */
async function refuseShort(db: Queryable, userId: string, password: string): Promise<void> {
  if (password.length >= emailLoginPasswordMin) return
  const [found] = await db
    .select({ isObserver: users.isObserver, isAdmin: users.isAdmin })
    .from(users)
    .where(eq(users.id, userId))
  if (found?.isObserver || found?.isAdmin) throw new AppError('password-under-twelve')
}

export const isCommon = (password: string): boolean => isCommonPassword(password, commonPasswords())

let read: ReadonlySet<string> | undefined

/** Read when the first password is chosen, and kept: it is a hundred kilobytes. */
function commonPasswords(): ReadonlySet<string> {
  const lines = () => readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8').split('\n')
  return (read ??= new Set(lines().filter((line) => line !== '' && !line.startsWith('#'))))
}
