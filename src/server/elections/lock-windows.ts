import { and, eq } from 'drizzle-orm'
import { type Queryable, databaseRefusal } from '#server/db/database.ts'
import { elections } from '#server/db/schema.ts'
import { eachTime } from '#shared/elections/schedule.ts'
import { AppError, type ErrorCode } from '#shared/errors.ts'

const selectWindows = (db: Queryable, id: string) =>
  db
    .select({
      ...eachTime((field) => elections[field]),
      title: elections.title,
      draft: elections.draft,
      cancelledAt: elections.cancelledAt,
      candidacyFiling: elections.candidacyFiling,
      nomineesAccept: elections.nomineesAccept,
    })
    .from(elections)
    .where(and(eq(elections.id, id), eq(elections.kind, 'election')))

type Row = Awaited<ReturnType<typeof selectWindows>>[number]

/** A draft has no windows yet, and a cancelled election no longer has any. */
function asWindows(row: Row | undefined) {
  if (!row || row.draft) throw new AppError('not-found')
  if (row.cancelledAt !== null) throw new AppError('election-cancelled')
  return row
}
export type Windows = ReturnType<typeof asWindows>

/**
 * An election's present windows, whatever was read before. Locked, so that nobody moves a closing time or cancels it while
 * something is let in.
 */
export async function lockWindows(tx: Queryable, id: string): Promise<Windows> {
  const [row] = await selectWindows(tx, id).for('share')
  return asWindows(row)
}

/**
 * For changes to the nominees. Calls `check` once before locking the election, because anybody may send any number of requests
 * that are refused, and again with the lock; null means there is nothing to do. Ballots checked before this are checked again,
 * also in a rehearsal: none can name somebody who is no longer a candidate.
 */
export async function holdForNominees<Found>(
  tx: Queryable,
  id: string,
  check: (election: Windows) => Promise<Found>,
): Promise<Found> {
  const [row] = await selectWindows(tx, id)
  const found = await check(asWindows(row))
  if (found === null) return found
  for (const which of [elections.id, elections.rehearsalOf])
    await tx.update(elections).set({ version: elections.version }).where(eq(which, id))
  return check(await lockWindows(tx, id))
}

/** The database refuses too, in case the election is frozen or a ballot arrives at that very moment. */
export function asNomineesSettled(error: unknown, code: ErrorCode = 'nominees-settled'): never {
  if (databaseRefusal(error)?.constraint === 'nominees_stay_once_voting_began') throw new AppError(code)
  throw error
}
