import { sql } from 'drizzle-orm'
import type { MailingOutcome } from '#shared/members/mailing/progress.ts'
import type { Database } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { isOneAddress } from '#server/email/address.ts'
import { describeFailure, failureOf } from '#server/email/failure.ts'
import { noteRefused } from '#server/email/refused-addresses.ts'
import { later, longestSendMs, mostAttempts, waitAfter, type EmailSource } from '#server/email/send-due.ts'
import { mailingEmail } from './email-text.ts'
import type { EmailPace } from './email-pace.ts'
import { mayBeMailed } from './recipients.ts'
import { unsubscribeToken } from './subscription.ts'

type SourceDeps = Pick<Deps, 'db' | 'log' | 'settings' | 'config' | 'siteKey'> & { pace: EmailPace }

interface Recipient extends Record<string, unknown> {
  id: string
  mailingId: string
  memberId: string
  attempts: number
  subject: string
  body: string
  sentAt: Date
  email: string | null
  /** Whether they may be sent it at this moment, not only when the email was written. */
  mayBeMailed: boolean
}

/** The emails to members that are due, one at a time. The job that sends asks here when nothing else waits. */
export function mailingEmails(deps: SourceDeps): EmailSource {
  const { db, log, settings, config, siteKey, pace } = deps
  return async () => {
    for (;;) {
      if (await pace.isSpent()) return null
      const recipient = await takeRecipient(db)
      if (!recipient) return null
      const { id, mailingId, memberId, attempts, subject, body, sentAt, email } = recipient
      if (!recipient.mayBeMailed || email === null) {
        await settle(db, id, 'left out')
        continue
      }
      if (!isOneAddress(email)) {
        await settle(db, id, 'refused')
        await noteRefused(db, email)
        continue
      }
      const { name, shortName, contactEmail } = await settings()
      const token = unsubscribeToken(siteKey, memberId)
      return {
        email: {
          id,
          to: email,
          createdAt: sentAt,
          ...mailingEmail({ name, shortName, contactEmail, subject, body, site: config.publicUrl, token }),
        },
        sent: () => settle(db, id, 'sent'),
        async failed(error) {
          const failure = failureOf(error)
          const reason = describeFailure(error)
          if (failure.addressRefused) {
            await settle(db, id, 'refused', reason)
            return noteRefused(db, email)
          }
          log.warn({ mailing: mailingId, attempts, reason }, 'an email to a member could not be sent')
          if (!failure.aboutThisEmail) await giveBack(db, id, reason)
          else if (attempts < mostAttempts) await tryLater(db, id, { attempts, reason })
          else await settle(db, id, 'failed', reason)
          if (failure.serverTakesNothing) await pause(db, mailingId, reason)
        },
      }
    }
  }
}

/**
 * Takes a recipient of the oldest email under way, as the queue takes its emails: for as long as sending can last. If this
 * process dies between the mail server's reply and `settle`, the email is sent again, with the same Message-ID.
 */
async function takeRecipient(db: Database): Promise<Recipient | undefined> {
  const { rows } = await db.execute<Recipient>(sql`
    update mailing_recipients r set attempts = r.attempts + 1, next_try_at = ${later(longestSendMs)}
    from mailings m, users u
    where r.id = (
      select due.id from mailings open cross join lateral (
        select id from mailing_recipients
        where mailing_id = open.id and outcome is null and next_try_at <= clock_timestamp()
        order by next_try_at limit 1 for update skip locked
      ) due
      where open.stopped_at is null and open.sent + open.failed + open.refused + open.left_out < open.recipients
        and (open.paused_until is null or open.paused_until <= clock_timestamp())
      order by open.sent_at limit 1
    ) and m.id = r.mailing_id and u.id = r.member_id
    returning r.id, r.mailing_id as "mailingId", r.member_id as "memberId", r.attempts, m.subject, m.body,
      m.sent_at as "sentAt", u.email, ${mayBeMailed('u')} as "mayBeMailed"`)
  const [taken] = rows
  return taken && { ...taken, sentAt: new Date(taken.sentAt) }
}

const countOf: Record<MailingOutcome, string> = {
  sent: 'sent',
  failed: 'failed',
  refused: 'refused',
  'left out': 'left_out',
}

/** One statement for the recipient and the count, so that they can never say different things. */
async function settle(db: Database, id: string, outcome: MailingOutcome, reason: string | null = null): Promise<void> {
  const count = sql.raw(countOf[outcome])
  // The server has taken one: it takes emails again.
  const resumed = outcome === 'sent' ? sql`, pauses = 0, paused_until = null, last_error = null` : sql``
  await db.execute(sql`
    with settled as (
      update mailing_recipients set outcome = ${outcome}, settled_at = now(), last_error = ${reason}
      where id = ${id} and outcome is null returning mailing_id
    )
    update mailings set ${count} = ${count} + 1 ${resumed} where id = (select mailing_id from settled)`)
}

async function tryLater(db: Database, id: string, { attempts, reason }: { attempts: number; reason: string }) {
  await db.execute(sql`
    update mailing_recipients set next_try_at = ${later(waitAfter(attempts))}, last_error = ${reason} where id = ${id}`)
}

/** The server never looked at it: the try does not count. */
async function giveBack(db: Database, id: string, reason: string): Promise<void> {
  await db.execute(sql`
    update mailing_recipients set attempts = attempts - 1, next_try_at = clock_timestamp(), last_error = ${reason}
    where id = ${id}`)
}

/** 1, 2, 4 … minutes, at most half an hour: ten thousand others are not tried in vain meanwhile. */
async function pause(db: Database, mailingId: string, reason: string): Promise<void> {
  await db.execute(sql`
    update mailings set pauses = pauses + 1, last_error = ${reason},
      paused_until = clock_timestamp() + least(interval '30 minutes', interval '1 minute' * power(2, least(pauses, 10)))
    where id = ${mailingId} and (paused_until is null or paused_until <= clock_timestamp())`)
}
