import { eq } from 'drizzle-orm'
import { observerPasswordMin } from '#shared/accounts/password.ts'
import { observingIsOver } from '#shared/elections/observing/observing.ts'
import { AppError } from '#shared/errors.ts'
import type { Queryable } from '#server/db/database.ts'
import { elections, observers, users } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'

/** Called when the password was right, so that strangers learn nothing. */
export async function refuseEndedObserver({ db, clock }: Pick<Deps, 'db' | 'clock'>, userId: string): Promise<void> {
  const observed = await db
    .select({ certifiedAt: elections.certifiedAt })
    .from(observers)
    .innerJoin(elections, eq(elections.id, observers.electionId))
    .where(eq(observers.userId, userId))
  const now = clock.now()
  const under = observed.some(
    ({ certifiedAt }) => !observingIsOver({ certifiedAt: certifiedAt?.getTime() ?? null }, now),
  )
  if (!under) throw new AppError('observing-over')
}

/** Observers have no other protection than their password, and see what members do not. */
export async function refuseShortForObserver(db: Queryable, userId: string, password: string): Promise<void> {
  if (password.length >= observerPasswordMin) return
  const [found] = await db.select({ isObserver: users.isObserver }).from(users).where(eq(users.id, userId))
  if (found?.isObserver) throw new AppError('observer-password-too-short')
}
