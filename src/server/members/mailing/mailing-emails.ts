import { sql } from 'drizzle-orm'
import type pg from 'pg'
import type { Database } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { isOneAddress } from '#server/email/address.ts'
import { describeFailure, sendFailureOf, noteRefused } from '#server/email/failures.ts'
import { msFromNow, longestSendMs, mostAttempts, type EmailSource } from '#server/email/send-due.ts'
import { isFull, readBudgets, takePoints } from '#server/http/rate-limit.ts'
import type { Addressee } from '#shared/members/mailing/mailing.ts'
import type { Instant } from '#shared/time.ts'
import { attachmentReader } from './mailing-files.ts'
import { requeueUntried, pause, recordOutcome, settleInterrupted, settleRefused, tryLater } from './outcomes.ts'
import { mayBeMailed } from './recipients.ts'
import { unsubscribeToken } from './subscription.ts'
import { mailingEmail } from './text.ts'

type SourceDeps = Pick<Deps, 'db' | 'storage' | 'log' | 'settings' | 'config' | 'siteKey'> & {
  pace: EmailPace
  signal: AbortSignal
}

interface Recipient extends Record<string, unknown>, Addressee {
  id: string
  mailingId: string
  memberId: string
  attempts: number
  subject: string
  body: string
  sentAt: Instant
  email: string | null
  /** Checked now, because it may have changed since the email was written. */
  mayBeMailed: boolean
}

/** The due emails to members, one at a time. The sending job reads them when nothing else waits. */
export function mailingEmails(deps: SourceDeps): EmailSource {
  const { db, log, settings, config, siteKey, pace, signal } = deps
  const attachmentsOf = attachmentReader(deps)
  let interrupted: Promise<void> | undefined
  return async () => {
    await (interrupted ??= settleInterrupted(db))
    // The loop may skip thousands who must no longer be mailed. A site that is stopping does not wait for that.
    while (!signal.aborted) {
      if (await pace.isSpent()) return null
      const recipient = await takeRecipient(db)
      if (!recipient) return null
      const { id, mailingId, memberId, attempts, subject, body, sentAt, email, rank, firstName, lastName } = recipient
      if (!recipient.mayBeMailed || email === null) {
        await recordOutcome(db, id, 'left out')
        continue
      }
      if (!isOneAddress(email)) {
        await recordOutcome(db, id, 'refused')
        await noteRefused(db, email)
        continue
      }
      const attachments = await attachmentsOf(mailingId).catch(async (error: unknown) => {
        // The storage is unreachable, not the mail server: nobody was sent anything.
        const reason = describeFailure(error)
        log.warn({ mailing: mailingId, reason }, 'the attachments of an email to members could not be read')
        await requeueUntried(db, id, reason)
        await pause(db, mailingId, reason)
        return null
      })
      if (!attachments) continue
      const { name, shortName, contactEmail } = await settings()
      const token = unsubscribeToken(siteKey, memberId)
      return {
        email: {
          id,
          to: email,
          createdAt: sentAt,
          ...(attachments.length > 0 && { attachments }),
          ...mailingEmail({
            name,
            shortName,
            contactEmail,
            subject,
            body,
            to: { rank, firstName, lastName },
            site: config.publicUrl,
            token,
          }),
        },
        sent: () => recordOutcome(db, id, 'sent'),
        async failed(error) {
          const failure = sendFailureOf(error)
          const reason = describeFailure(error)
          if (failure.addressRefused) return settleRefused(db, { id, mailingId, email, reason })
          log.warn({ mailing: mailingId, attempts, reason }, 'an email to a member could not be sent')
          if (failure.mayHaveArrived) await recordOutcome(db, id, 'unsure', reason)
          else if (!failure.aboutThisEmail) await requeueUntried(db, id, reason)
          else if (attempts < mostAttempts) await tryLater(db, id, { attempts, reason })
          else await recordOutcome(db, id, 'failed', reason)
          if (failure.serverTakesNothing) await pause(db, mailingId, reason)
        },
      }
    }
    return null
  }
}

/**
 * Takes a recipient of the oldest unfinished email. This is recorded before contacting the mail server: if the process dies, the
 * recipient may have the email, so the administrator is told instead of sending it again.
 */
async function takeRecipient(db: Database): Promise<Recipient | undefined> {
  const { rows } = await db.execute<Recipient>(sql`
    update mailing_recipients r set attempts = r.attempts + 1, handed_over = true, next_try_at = ${msFromNow(longestSendMs)}
    from mailings m, users u
    where r.id = (
      select due.id from mailings open cross join lateral (
        select id from mailing_recipients
        where mailing_id = open.id and outcome is null and not handed_over and next_try_at <= clock_timestamp()
        order by next_try_at limit 1 for update skip locked
      ) due
      where open.stopped_at is null
        and open.sent + open.failed + open.refused + open.left_out + open.unsure < open.recipients
        and (open.paused_until is null or open.paused_until <= clock_timestamp())
      order by open.sent_at limit 1
    ) and m.id = r.mailing_id and u.id = r.member_id
    returning r.id, r.mailing_id as "mailingId", r.member_id as "memberId", r.attempts, m.subject, m.body,
      (extract(epoch from m.sent_at) * 1000)::float8 as "sentAt", u.email,
      coalesce(u.rank, '') as rank, u.first_name as "firstName", u.last_name as "lastName", ${mayBeMailed('u')} as "mayBeMailed"`)
  const [taken] = rows
  return taken
}

/** How many emails may be sent, where the mail provider has a limit. */
interface EmailPace {
  /** Whether emails that can wait must wait now. */
  isSpent(): Promise<boolean>
  /** Every email counts, including those that do not wait. */
  count(): Promise<void>
}

const windowSeconds = 600
/** Practically unlimited: urgent emails are counted but never held back. */
const unlimited = 2_000_000_000
/** Any hour overlaps at most this many windows. */
const windowsAnHour = 7

/** Each window of ten minutes gets a seventh of `perHour`, so emails that can wait never exceed it in any hour. */
export function emailPace(pool: pg.Pool, perHour: number | undefined): EmailPace {
  if (perHour === undefined) return { isSpent: async () => false, count: async () => undefined }
  const budget = { key: 'emails sent', limit: Math.max(1, Math.floor(perHour / windowsAnHour)), seconds: windowSeconds }
  return {
    async isSpent() {
      const [spent] = await readBudgets(pool, [budget])
      return isFull(budget, spent)
    },
    async count() {
      await takePoints(pool, [{ ...budget, limit: unlimited }])
    },
  }
}
