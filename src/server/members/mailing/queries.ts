import { and, desc, eq, isNull, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Queryable } from '#server/db/database.ts'
import { emails, mailingRecipients, mailings, users } from '#server/db/schema.ts'

/** Some recipients are still to come. */
export const isUnfinished: SQL = sql`${mailings.sent} + ${mailings.failed} + ${mailings.refused} + ${mailings.leftOut} + ${mailings.unsure} < ${mailings.recipients}`

const stoppers = alias(users, 'stoppers')

const mailingColumns = {
  id: mailings.id,
  subject: mailings.subject,
  audience: mailings.audience,
  sentAt: mailings.sentAt,
  sentBy: users.fullName,
  recipients: mailings.recipients,
  sent: mailings.sent,
  failed: mailings.failed,
  refused: mailings.refused,
  leftOut: mailings.leftOut,
  unsure: mailings.unsure,
  stoppedAt: mailings.stoppedAt,
  stoppedBy: stoppers.fullName,
  /** By the database's clock, like the times of the next attempts. */
  paused: sql<boolean>`coalesce(${mailings.pausedUntil} > clock_timestamp(), false)`,
  pausedUntil: mailings.pausedUntil,
  lastError: mailings.lastError,
}

/** With the administrators who sent and stopped it. */
export const selectMailings = <More extends object>(db: Queryable, more: More) =>
  db
    .select({ ...mailingColumns, ...more })
    .from(mailings)
    .leftJoin(users, eq(users.id, mailings.sentBy))
    .leftJoin(stoppers, eq(stoppers.id, mailings.stoppedBy))

/** The emails that were or should have been sent to a member, also for their own data. */
export const mailingsTo = (db: Queryable, memberId: string) =>
  db
    .select({
      subject: mailings.subject,
      at: mailings.sentAt,
      outcome: mailingRecipients.outcome,
      outcomeAt: mailingRecipients.settledAt,
      stopped: sql<boolean>`${mailings.stoppedAt} is not null`,
    })
    .from(mailingRecipients)
    .innerJoin(mailings, eq(mailings.id, mailingRecipients.mailingId))
    .where(eq(mailingRecipients.memberId, memberId))
    .orderBy(desc(mailings.sentAt))

/** Unsent or failed emails to this address. Emails to voters are left out: they would reveal that somebody voted. */
export const waitingTo = (db: Queryable, address: string) =>
  db
    .select({ subject: emails.subject, at: emails.createdAt, failedAt: emails.failedAt })
    .from(emails)
    .where(and(eq(sql`lower(${emails.to})`, address.toLowerCase()), isNull(emails.electionId)))
    .orderBy(desc(emails.createdAt))

/** An erased member gets no more emails, and their rows are deleted. The counts stay. */
export async function forgetRecipient(tx: Queryable, memberId: string): Promise<void> {
  await tx.execute(sql`
    with gone as (delete from mailing_recipients where member_id = ${memberId} returning mailing_id, outcome)
    update mailings m set left_out = left_out + 1, unsure = unsure - (gone.outcome is not null)::int
    from gone where m.id = gone.mailing_id and (gone.outcome = 'unsure' or (gone.outcome is null and m.stopped_at is null))`)
}
