import { desc, eq, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Queryable } from '#server/db/database.ts'
import { mailingRecipients, mailings, users } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#shared/errors.ts'
import { mailingState } from '#shared/members/mailing/mailing.ts'
import type { Instant } from '#shared/time.ts'

/** Somebody's turn is still to come. */
export const isUnfinished: SQL = sql`${mailings.sent} + ${mailings.failed} + ${mailings.refused} + ${mailings.leftOut} + ${mailings.unsure} < ${mailings.recipients}`

const perPage = 30
const stoppers = alias(users, 'stoppers')

const listed = {
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
  /** By the database's clock, like the times at which to try again. */
  paused: sql<boolean>`coalesce(${mailings.pausedUntil} > clock_timestamp(), false)`,
  pausedUntil: mailings.pausedUntil,
  lastError: mailings.lastError,
}

const select = <More extends object>(db: Queryable, more: More) =>
  db
    .select({ ...listed, ...more })
    .from(mailings)
    .leftJoin(users, eq(users.id, mailings.sentBy))
    .leftJoin(stoppers, eq(stoppers.id, mailings.stoppedBy))

interface Dated {
  sentAt: Instant
  stoppedAt: Instant | null
  pausedUntil: Instant | null
  paused: boolean
  recipients: number
  sent: number
  failed: number
  refused: number
  leftOut: number
  unsure: number
}

function serializeMailing<Row extends Dated>(
  { sentAt, stoppedAt, pausedUntil, paused, ...row }: Row,
  clock: Deps['clock'],
) {
  const onSiteClock = (at: Instant | null) => at && clock.shownFor(at)
  const state = mailingState({ ...row, stopped: stoppedAt !== null, paused })
  return {
    ...row,
    state,
    sentAt: clock.shownFor(sentAt),
    stoppedAt: onSiteClock(stoppedAt),
    pausedUntil: state === 'paused' ? onSiteClock(pausedUntil) : null,
  }
}

/** Newest first. */
export async function listMailings({ db, clock }: Pick<Deps, 'db' | 'clock'>, before?: string) {
  const place = db
    .select({ sentAt: mailings.sentAt, id: mailings.id })
    .from(mailings)
    .where(eq(mailings.id, before ?? ''))
  const rows = await select(db, {})
    .where(before === undefined ? undefined : sql`(${mailings.sentAt}, ${mailings.id}) < (${place})`)
    .orderBy(desc(mailings.sentAt), desc(mailings.id))
    .limit(perPage + 1)
  const serialized = rows.slice(0, perPage).map((row) => serializeMailing(row, clock))
  return { mailings: serialized, next: rows.length > perPage ? (serialized.at(-1)?.id ?? null) : null }
}

export async function findMailing({ db, clock }: Pick<Deps, 'db' | 'clock'>, id: string) {
  const [found] = await select(db, { body: mailings.body }).where(eq(mailings.id, id))
  if (!found) throw new AppError('not-found')
  return serializeMailing(found, clock)
}

/** What a member was sent, or was to be, for their own data. */
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

/** Who is erased gets nothing more, and nothing says any longer what they got. The counts stay. */
export async function forgetRecipient(tx: Queryable, memberId: string): Promise<void> {
  await tx.execute(sql`
    with gone as (delete from mailing_recipients where member_id = ${memberId} returning mailing_id, outcome)
    update mailings m set left_out = left_out + 1, unsure = unsure - (gone.outcome is not null)::int
    from gone where m.id = gone.mailing_id and (gone.outcome = 'unsure' or (gone.outcome is null and m.stopped_at is null))`)
}
