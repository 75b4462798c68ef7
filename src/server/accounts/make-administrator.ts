import { unnamed } from '#shared/accounts/administrators.ts'
import type { Job } from '#shared/permissions.ts'
import type { Clock } from '#server/clock.ts'
import type { Queryable } from '#server/db/database.ts'
import { users } from '#server/db/schema.ts'
import { addAdministrator } from './administrator-queries.ts'
import { writePassword } from './queries.ts'

interface NewAdministrator {
  email: string
  /** Null when nobody told: then the person is asked at the first login. */
  name: { firstName: string; lastName: string } | null
  jobs: readonly Job[]
  hash: string
}

/** Without an invitation: by the first start, or at the server's keyboard. Null when the address is somebody's. */
export async function makeAdministrator(
  tx: Queryable,
  clock: Clock,
  { email, name, jobs, hash }: NewAdministrator,
): Promise<string | null> {
  const now = clock.now()
  const [made] = await tx
    .insert(users)
    .values({ ...(name ?? unnamed(email)), email, isAdmin: true, approved: true, approvedAt: new Date(now) })
    .onConflictDoNothing()
    .returning({ id: users.id })
  if (!made) return null
  await addAdministrator(tx, { userId: made.id, jobs, named: name !== null, invitedBy: null, invitedAt: now })
  await writePassword(tx, made.id, { hash, own: true })
  return made.id
}
