import { desc, eq, sql } from 'drizzle-orm'
import { emailsOfJob } from '#server/accounts/administrator-queries.ts'
import type { Deps } from '#server/deps.ts'
import { backups } from '#server/db/schema.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { queueEmailToEach } from '#server/email/queue.ts'
import { backupsFailEmail } from './email-text.ts'
import type { BackupFailure } from '#shared/operations/backup/backup.ts'

/** The fact in `installation` by which every node knows when the administrators were last told. */
const warnedAt = 'backup warning sent'

/**
 * Once a night may go wrong; two in a row will not mend themselves. Once a day at most, however often it is tried: told every
 * hour, people stop reading.
 */
export async function warnAfterFailures({ db, settings }: Pick<Deps, 'db' | 'settings'>): Promise<void> {
  const { shortName } = await settings()
  await inTransaction({ db }, async (tx) => {
    const lastTwo = await tx
      .select({ state: backups.state, error: backups.error })
      .from(backups)
      .where(eq(backups.kind, 'scheduled'))
      .orderBy(desc(backups.startedAt))
      .limit(2)
    const [last, before] = lastTwo
    if (last?.state !== 'failed' || before?.state !== 'failed') return
    const { rowCount } = await tx.execute(sql`
      insert into installation (key, value) values (${warnedAt}, now()::text)
      on conflict (key) do update set value = excluded.value
      where installation.value::timestamptz < now() - interval '1 day'`)
    if (rowCount !== 1) return
    const failure = (last.error ?? 'unexpected') as BackupFailure
    await queueEmailToEach(tx, await emailsOfJob(tx, 'settings'), backupsFailEmail({ shortName, failure }))
  })
}
