import { and, eq, isNull } from 'drizzle-orm'
import { administrators } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import type { Person } from '#server/http/session.ts'

const own = ({ id }: Person) => and(eq(administrators.userId, id), isNull(administrators.removedAt))

export async function readOwnDigest({ db }: Pick<Deps, 'db'>, person: Person): Promise<{ on: boolean }> {
  const [found] = await db.select({ on: administrators.digest }).from(administrators).where(own(person))
  return { on: found?.on ?? false }
}

/** Nobody's business but their own, so the log does not keep it. */
export async function changeOwnDigest(
  { db }: Pick<Deps, 'db'>,
  person: Person,
  { on }: { on: boolean },
): Promise<{ on: boolean }> {
  await db.update(administrators).set({ digest: on }).where(own(person))
  return { on }
}
