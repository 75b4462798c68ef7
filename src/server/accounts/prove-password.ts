import { ownAccountText } from '#shared/accounts/administrators-text.ts'
import { AppError } from '#shared/errors.ts'
import type { Deps } from '#server/deps.ts'
import type { Person } from '#server/http/session.ts'
import { passwordLimit, verifyPassword } from './passwords.ts'
import { findPasswordHash } from './queries.ts'

/**
 * That whoever sits at the screen, which may have been left open, is who logged in there. Returns the hash that was checked:
 * checking takes a while, and another password may be chosen meanwhile. The caller counts the tries.
 */
export async function provePassword(
  { db }: Pick<Deps, 'db'>,
  { id }: Person,
  typed: { field: 'password' | 'present'; password: string },
): Promise<string> {
  const hash = await findPasswordHash(db, id)
  const check = { hash: hash ?? '', password: typed.password }
  const proved = hash !== null && (await passwordLimit(() => verifyPassword(check), { lane: id }))
  if (!proved) throw new AppError('wrong-credentials', { fields: { [typed.field]: ownAccountText.wrongPassword } })
  return hash
}
