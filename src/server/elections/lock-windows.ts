import { eq } from 'drizzle-orm'
import { eachTime } from '#shared/elections/schedule.ts'
import { AppError } from '#shared/errors.ts'
import type { Queryable } from '#server/db/database.ts'
import { elections } from '#server/db/schema.ts'

/**
 * What an election's windows are at this moment, whatever was read of them before. Held, so that nobody moves a closing, or
 * cancels it, while something is let in. A draft has no windows yet, and a cancelled election none any more.
 */
export async function lockWindows(tx: Queryable, id: string) {
  const [row] = await tx
    .select({
      ...eachTime((field) => elections[field]),
      title: elections.title,
      draft: elections.draft,
      cancelledAt: elections.cancelledAt,
      candidacyFiling: elections.candidacyFiling,
      nomineesAccept: elections.nomineesAccept,
    })
    .from(elections)
    .where(eq(elections.id, id))
    .for('share')
  if (!row || row.draft) throw new AppError('not-found')
  if (row.cancelledAt !== null) throw new AppError('election-cancelled')
  return { ...row, ...eachTime((field) => row[field].getTime()) }
}
