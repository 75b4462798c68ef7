import { sql } from 'drizzle-orm'
import { AppError } from '#shared/errors.ts'
import { appendAudit } from '#server/audit/audit.ts'
import { inTransaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { hasMailServer } from '#server/email/emails-leave.ts'
import type { Person } from '#server/http/session.ts'

/**
 * Sends an email again to those who may not have got it: somebody decided that twice is better than not at all. Of an email that
 * was stopped nobody is sent anything more. Asked twice, it is asked once.
 */
export async function resendUnsure(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  admin: Person,
  id: string,
): Promise<void> {
  if (!hasMailServer(deps.config)) throw new AppError('no-mail-server')
  await inTransaction(deps, async (tx) => {
    const { rows } = await tx.execute<{ recipients: number }>(sql`
      with again as (
        update mailing_recipients set outcome = null, settled_at = null, next_try_at = now()
        where mailing_id = ${id} and outcome = 'unsure'
          and exists (select from mailings where id = ${id} and stopped_at is null) returning 1
      )
      update mailings set unsure = unsure - (select count(*)::int from again)
      where id = ${id} and exists (select from again) returning (select count(*)::int from again) as recipients`)
    const [again] = rows
    if (!again) return
    await tx.execute(sql`select pg_notify('site_changed', 'emails')`)
    const detail = { recipients: again.recipients }
    await appendAudit(tx, deps.clock, { actor: admin.id, action: 'email to members sent again', subject: id, detail })
  })
}
