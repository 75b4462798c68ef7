import { eq, sql, and, isNull } from 'drizzle-orm'
import { appendAudit } from '#server/audit/audit.ts'
import { inTransaction, type Queryable } from '#server/db/database.ts'
import { mailings, users } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { hasMailServer, queueEmail } from '#server/email/queue.ts'
import { takeOrRefuse } from '#server/http/rate-limit.ts'
import type { Person } from '#server/http/session.ts'
import { memberConditions } from '#server/members/listing/member-conditions.ts'
import { AppError, mustExist } from '#shared/errors.ts'
import { filterWords } from '#shared/members/listing/member-filter.ts'
import { waitingIn } from '#shared/members/mailing/mailing.ts'
import type { MailingForm } from '#shared/members/mailing/schemas.ts'
import { mailingText } from '#shared/members/mailing/text.ts'
import { hourSeconds, daySeconds } from '#shared/time.ts'
import { attachFiles } from './mailing-files.ts'
import { isUnfinished } from './queries.ts'
import { mayBeMailed } from './recipients.ts'
import { mailingEmail } from './text.ts'

/** For the whole site: somebody who takes over an administrator's account cannot email everybody all day. */
const mostADay = { key: 'emails to members', limit: 20, seconds: daySeconds }

/**
 * Stores the email and all its recipients in one transaction; the sending job does the rest. One statement selects them, however
 * many; if they are not as many as were confirmed, nothing is sent. The id comes with the request: pressing twice, or a broken
 * connection, sends one email.
 */
export async function sendMailing(
  deps: Pick<Deps, 'db' | 'pool' | 'clock' | 'settings' | 'config'>,
  admin: Person,
  { id, subject, body, filter, recipients, files }: MailingForm,
): Promise<{ id: string }> {
  if (!hasMailServer(deps.config)) throw new AppError('no-mail-server')
  const settings = await deps.settings()
  // Before checking the daily budget: a repeated request is not another email.
  if (await refuseUnlessSame(deps.db, admin, { id, subject, body })) return { id }
  const taken = await takeOrRefuse(deps.pool, [mostADay], 'too-many-mailings')
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
      await attachFiles(tx, admin, id, files)
      // In random order: a few old addresses in a row must not look as if the mail server refused everybody.
      const which = await memberConditions(tx, filter, { reader: admin, settings, now: deps.clock.now() })
      const { rowCount } = await tx.execute(sql`
        insert into mailing_recipients (mailing_id, member_id)
        select ${id}, id from users where ${which} and ${mayBeMailed('users')} order by random()`)
      if (rowCount !== recipients) throw new AppError('recipients-changed', { values: { n: rowCount ?? 0 } })
      // Notifies as the queue's trigger does, so that the sending job does not wait for its next run.
      await tx.execute(sql`select pg_notify('site_changed', 'emails')`)
      // Last, because nobody else can append to the log until the commit.
      const detail = { recipients }
      await appendAudit(tx, deps.clock, { actor: admin.id, action: 'email to members sent', subject: id, detail })
      return true
    })
    if (!isNew) await taken.refund()
  } catch (error) {
    await taken.refund()
    throw error
  }
  return { id }
}

/** Whether this very email exists already. The id of a different email is refused. */
async function refuseUnlessSame(
  db: Queryable,
  admin: Person,
  { id, subject, body }: Pick<MailingForm, 'id' | 'subject' | 'body'>,
): Promise<boolean> {
  const [found] = await db
    .select({ subject: mailings.subject, body: mailings.body, sentBy: mailings.sentBy })
    .from(mailings)
    .where(eq(mailings.id, id))
  if (!found) return false
  if (found.sentBy !== admin.id || found.subject !== subject || found.body !== body) throw new AppError('invalid-input')
  return true
}

/** To the administrator's own address only, exactly as members would see it. */
export async function sendTestMailing(
  deps: Pick<Deps, 'db' | 'pool' | 'settings' | 'config'>,
  { id, email }: Pick<Person, 'id' | 'email'>,
  { subject, body }: { subject: string; body: string },
): Promise<{ to: string }> {
  if (!hasMailServer(deps.config)) throw new AppError('no-mail-server')
  if (!email) throw new AppError('no-own-address')
  await takeOrRefuse(
    deps.pool,
    [{ key: `test mailing ${id}`, limit: 20, seconds: hourSeconds }],
    'too-many-test-emails',
  )
  const { name, shortName, contactEmail } = await deps.settings()
  const [to] = await deps.db
    .select({ rank: sql<string>`coalesce(${users.rank}, '')`, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(eq(users.id, id))
  const written = mailingEmail({
    name,
    shortName,
    contactEmail,
    subject,
    body,
    to: mustExist(to),
    site: deps.config.publicUrl,
  })
  const { body: text, html } = written
  await inTransaction(deps, (tx) =>
    queueEmail(tx, { to: email, kind: 'test', subject: mailingText.testSubject(written.subject), body: text, html }),
  )
  return { to: email }
}

/** Stops everything not sent yet. An email being handed over right now still goes out. Stopping twice is harmless. */
export async function stopMailing(deps: Pick<Deps, 'db' | 'clock'>, admin: Person, id: string): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const [stopped] = await tx
      .update(mailings)
      .set({ stoppedAt: sql`now()`, stoppedBy: admin.id })
      .where(and(eq(mailings.id, id), isNull(mailings.stoppedAt), isUnfinished))
      .returning()
    if (!stopped) return
    const detail = { unsent: waitingIn(stopped) }
    await appendAudit(tx, deps.clock, { actor: admin.id, action: 'email to members stopped', subject: id, detail })
  })
}

/** After a restore, because people who got an email since the backup would get it again. */
export async function stopAllMailings(db: Queryable): Promise<void> {
  await db
    .update(mailings)
    .set({ stoppedAt: sql`now()` })
    .where(and(isNull(mailings.stoppedAt), isUnfinished))
}

/**
 * Sends an email again to those who may not have got it: an administrator decided that twice is better than never. A
 * stopped email is not sent to anybody. Requesting it twice is the same as once.
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
