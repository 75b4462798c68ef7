import { eq } from 'drizzle-orm'
import { observingIsOver } from '#shared/elections/observing/observing.ts'
import { AppError } from '#shared/errors.ts'
import { elections, observers } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'

/** Called when the password was right, so that strangers learn nothing. */
export async function refuseEndedObserver({ db, clock }: Pick<Deps, 'db' | 'clock'>, userId: string): Promise<void> {
  const observed = await db
    .select({ certifiedAt: elections.certifiedAt, cancelledAt: elections.cancelledAt })
    .from(observers)
    .innerJoin(elections, eq(elections.id, observers.electionId))
    .where(eq(observers.userId, userId))
  const now = clock.now()
  const under = observed.some(
    ({ certifiedAt, cancelledAt }) =>
      !observingIsOver(
        { certifiedAt: certifiedAt?.getTime() ?? null, cancelledAt: cancelledAt?.getTime() ?? null },
        now,
      ),
  )
  if (!under) throw new AppError('observing-over')
}
