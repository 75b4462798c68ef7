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

/** A draft has no windows yet, and a cancelled election none any more. */
function asWindows(row: Row | undefined) {
  if (!row || row.draft) throw new AppError('not-found')
  if (row.cancelledAt !== null) throw new AppError('election-cancelled')
  return row
}
export type Windows = ReturnType<typeof asWindows>

/**
 * What an election's windows are at this moment, whatever was read of them before. Held, so that nobody moves a closing, or
 * cancels it, while something is let in.
 */
export async function lockWindows(tx: Queryable, id: string): Promise<Windows> {
  const [row] = await selectWindows(tx, id).for('share')
  return asWindows(row)
}

/**
 * For who changes the nominees. Asks `check` once before the election is touched, for anybody may ask for any number of changes
 * that are refused, and again once it is held; null says that there is nothing to do.
 *
 * A ballot that was checked before this is checked again, also one of a rehearsal: none names somebody who is no longer a
 * candidate.
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

/** The database refuses as well, should the election be frozen, or a ballot come in, at that very moment. */
export function asNomineesSettled(error: unknown, code: ErrorCode = 'nominees-settled'): never {
  if (databaseRefusal(error)?.constraint === 'nominees_stay_once_voting_began') throw new AppError(code)
  throw error
}
