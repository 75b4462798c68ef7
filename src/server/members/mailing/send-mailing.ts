import { and, eq, sql } from 'drizzle-orm'
import { AppError } from '#shared/errors.ts'
import { filterWords } from '#shared/members/listing/filter-text.ts'
import type { MailingForm } from '#shared/members/mailing/mailing.ts'
import { appendAudit } from '#server/audit/audit.ts'
import type { Queryable } from '#server/db/database.ts'
import { mailings } from '#server/db/schema.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { hasMailServer } from '#server/email/emails-leave.ts'
import { takeOrTell } from '#server/http/rate-limit.ts'
import type { Person } from '#server/http/session.ts'
import { audienceConditions, mayBeMailed } from './recipients.ts'

/** For the whole site: who takes over an administrator's account cannot write to everybody all day. */
const mostADay = { key: 'emails to members', limit: 20, seconds: 24 * 60 * 60 }

/**
 * Writes the email and all its recipients down in one transaction; the job that sends takes it from there. They are chosen
 * by one statement, however many, and are as many as were confirmed, or nothing is sent. The id comes with the request:
 * whoever presses twice, or whose connection broke, sends one email.
 */
export async function sendMailing(
  deps: Pick<Deps, 'db' | 'pool' | 'clock' | 'settings' | 'config'>,
  admin: Person,
  { id, subject, body, filter, recipients }: MailingForm,
): Promise<{ id: string }> {
  if (!hasMailServer(deps.config)) throw new AppError('no-mail-server')
  const { idPrefix } = await deps.settings()
  const taken = await takeOrTell(deps.pool, [mostADay], 'too-many-mailings')
  const audience = filterWords(filter)
  try {
    const isNew = await inTransaction(deps, async (tx) => {
      const written = await tx
        .insert(mailings)
        .values({ id, subject, body, audience, sentBy: admin.id, sentAt: sql`now()`, recipients })
        .onConflictDoNothing({ target: mailings.id })
      if (written.rowCount === 0) {
        await refuseUnlessSame(tx, admin, { id, subject, body })
        return false
      }
      // In any order: a handful of old addresses in a row must not look as if the mail server refused everybody.
      const which = await audienceConditions(tx, { filter, reader: admin, idPrefix })
      const { rowCount } = await tx.execute(sql`
        insert into mailing_recipients (mailing_id, member_id)
        select ${id}, id from users where ${which} and ${mayBeMailed('users')} order by random()`)
      if (rowCount !== recipients) throw new AppError('recipients-changed', { values: { n: rowCount ?? 0 } })
      // As the trigger of the queue does: the job that sends does not wait for its next round.
      await tx.execute(sql`select pg_notify('site_changed', 'emails')`)
      // Last, for nobody else appends to the log until this is committed.
      const detail = { recipients }
      await appendAudit(tx, deps.clock, { actor: admin.id, action: 'email to members sent', subject: id, detail })
      return true
    })
    if (!isNew) await taken.giveBack()
  } catch (error) {
    await taken.giveBack()
    throw error
  }
  return { id }
}

/** The id of another email is no email to send. */
async function refuseUnlessSame(
  tx: Queryable,
  admin: Person,
  { id, subject, body }: Pick<MailingForm, 'id' | 'subject' | 'body'>,
): Promise<void> {
  const [same] = await tx
    .select({ id: mailings.id })
    .from(mailings)
    .where(
      and(eq(mailings.id, id), eq(mailings.sentBy, admin.id), eq(mailings.subject, subject), eq(mailings.body, body)),
    )
  if (!same) throw new AppError('invalid-input')
}
