import { sql } from 'drizzle-orm'
import { inTransaction, type Database, type Queryable } from '#server/db/database.ts'
import { noteRefused, noteSent } from '#server/email/failures.ts'
import { msFromNow, waitAfter } from '#server/email/send-due.ts'
import { refusesEverybody, type MailingOutcome } from '#shared/members/mailing/mailing.ts'

const countOf: Record<MailingOutcome, string> = {
  sent: 'sent',
  failed: 'failed',
  refused: 'refused',
  'left out': 'left_out',
  unsure: 'unsure',
}

/** One statement for the recipient and the count, so that they always agree. */
export async function recordOutcome(
  db: Queryable,
  id: string,
  outcome: MailingOutcome,
  reason: string | null = null,
): Promise<void> {
  const count = sql.raw(countOf[outcome])
  // The server accepted one, so it accepts emails again.
  const isSent = outcome === 'sent'
  const resumed = isSent ? sql`, pauses = 0, paused_until = null, last_error = null` : sql``
  await db.execute(sql`
    with ${isSent ? sql`${noteSent},` : sql``} settled as (
      update mailing_recipients set outcome = ${outcome}, settled_at = now(), handed_over = false, last_error = ${reason}
      where id = ${id} and outcome is null returning mailing_id
    )
    update mailings set ${count} = ${count} + 1 ${resumed} where id = (select mailing_id from settled)`)
}

/** Emails that a dead process was sending: nobody can know whether they arrived. */
export async function settleInterrupted(db: Queryable): Promise<void> {
  await db.execute(sql`
    with settled as (
      update mailing_recipients set outcome = 'unsure', settled_at = now(), handed_over = false
      where handed_over and outcome is null and next_try_at <= clock_timestamp() returning mailing_id
    )
    update mailings set unsure = unsure + people
    from (select mailing_id, count(*)::int as people from settled group by mailing_id) each where id = mailing_id`)
}

interface RefusedRecipient {
  id: string
  mailingId: string
  email: string
  reason: string
}

/**
 * The address does not exist, unless the mail server says so about everybody: then it refuses this site as a sender,
 * and the refused recipients wait again, behind those not tried yet.
 */
export async function settleRefused(db: Database, { id, mailingId, email, reason }: RefusedRecipient): Promise<void> {
  await inTransaction({ db }, async (tx) => {
    await recordOutcome(tx, id, 'refused', reason)
    const since = await noteRefused(tx, email)
    if (since === null) return
    await tx.execute(sql`
      with again as (
        update mailing_recipients set outcome = null, settled_at = null, attempts = 0, next_try_at = clock_timestamp()
        where mailing_id = ${mailingId} and outcome = 'refused' and settled_at >= ${since}::timestamptz returning 1
      )
      update mailings set refused = refused - (select count(*)::int from again) where id = ${mailingId}`)
    await pause(tx, mailingId, `${refusesEverybody} (${reason})`)
  })
}

export async function tryLater(
  db: Queryable,
  id: string,
  { attempts, reason }: { attempts: number; reason: string },
): Promise<void> {
  await db.execute(sql`
    update mailing_recipients set handed_over = false, next_try_at = ${msFromNow(waitAfter(attempts))}, last_error = ${reason}
    where id = ${id}`)
}

/** The server never looked at it: the attempt does not count. */
export async function requeueUntried(db: Queryable, id: string, reason: string): Promise<void> {
  await db.execute(sql`
    update mailing_recipients set attempts = attempts - 1, handed_over = false, next_try_at = clock_timestamp(),
      last_error = ${reason} where id = ${id}`)
}

/** Pauses for 1, 2, 4 … minutes, at most half an hour, so that ten thousand others are not tried in vain. */
export async function pause(db: Queryable, mailingId: string, reason: string): Promise<void> {
  await db.execute(sql`
    update mailings set pauses = pauses + 1, last_error = ${reason},
      paused_until = clock_timestamp() + least(interval '30 minutes', interval '1 minute' * power(2, least(pauses, 10)))
    where id = ${mailingId} and (paused_until is null or paused_until <= clock_timestamp())`)
}
