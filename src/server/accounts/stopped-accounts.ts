import { and, eq, gt, sql } from 'drizzle-orm'
import { manyStoppedAccounts } from '#shared/accounts/guess-limits.ts'
import { throttles } from '#server/db/schema.ts'
import type { Queryable } from '#server/db/database.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { queueEmailToEach } from '#server/email/queue.ts'
import type { Budget } from '#server/http/rate-limit.ts'
import { emailsOfJob } from './administrator-queries.ts'
import { accountsStoppedEmail } from './email-text.ts'

const hour = 60 * 60

/** Counts the accounts that wrong guesses stopped, for an hour from the first. It names nobody. */
export const stoppedAccounts: Budget = { key: 'stopped accounts', limit: 1_000_000, seconds: hour }

/** While it counts, the administrators were told. */
const toldKey = 'stopped accounts told'

/** How many were stopped within the hour. */
export async function countStoppedAccounts(db: Queryable): Promise<number> {
  const [found] = await db
    .select({ accounts: throttles.points })
    .from(throttles)
    .where(and(eq(throttles.key, stoppedAccounts.key), gt(throttles.expire, Date.now())))
  return found?.accounts ?? 0
}

/** A job: tells the administrators when many accounts were stopped, at most once an hour. */
export async function warnOfStoppedAccounts({ db, settings }: Pick<Deps, 'db' | 'settings'>): Promise<void> {
  const accounts = await countStoppedAccounts(db)
  if (accounts < manyStoppedAccounts) return
  const { shortName } = await settings()
  await inTransaction({ db }, async (tx) => {
    const now = Date.now()
    const { rowCount } = await tx.execute(sql`
      insert into throttles (key, points, expire) values (${toldKey}, 1, ${now + hour * 1000})
      on conflict (key) do update set expire = excluded.expire where throttles.expire <= ${now}`)
    if (rowCount !== 1) return
    // Whoever can help with a login.
    await queueEmailToEach(tx, await emailsOfJob(tx, 'membership'), accountsStoppedEmail({ shortName, accounts }))
  })
}
