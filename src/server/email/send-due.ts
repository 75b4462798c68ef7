import { and, asc, eq, isNull, lte, sql, type SQL } from 'drizzle-orm'
import type { Instant } from '#shared/time.ts'
import type { Database } from '#server/db/database.ts'
import { emails } from '#server/db/schema/operations.ts'
import type { Log } from '#server/log.ts'
import { describeFailure, failureOf } from './failure.ts'
import { noteAccepted, noteRefused } from './refused-addresses.ts'
import type { EmailTransport, OutgoingEmail } from './transport.ts'

const minuteMs = 60_000
const longestWaitMs = 6 * 60 * minuteMs
export const mostAttempts = 20
/** Well above what the transport's own time limits allow. */
export const longestSendMs = 5 * minuteMs
const sendersAtOnce = 2

/** 1, 2, 4 ... minutes, then every 6 hours: in all about three days. */
export function waitAfter(attempts: number): number {
  return Math.min(longestWaitMs, minuteMs * 2 ** (attempts - 1))
}

/** An email that nobody else will take for now, and what to do once it is known how it fared. */
export interface TakenEmail {
  email: OutgoingEmail
  sent(): Promise<void>
  failed(error: unknown): Promise<void>
}

/** The next email that is due; null when there is none. */
export type EmailSource = () => Promise<TakenEmail | null>

interface EmailDeps {
  db: Database
  log: Log
  transport: EmailTransport
  /** Where to look when the queue is empty: what is not about anybody's own account stands behind what is. */
  behind?: EmailSource
}

/** Sends at most `limit` emails that are due and says how many it dealt with. */
export async function sendDueEmails(deps: EmailDeps, limit: number, signal?: AbortSignal): Promise<number> {
  const { db, log, transport, behind = async () => null } = deps
  const queue = queuedEmails(db, log)
  let begun = 0
  let handled = 0
  const sender = async () => {
    while (!signal?.aborted && begun++ < limit) {
      // The queue first, every time: a code that somebody waits for passes ten thousand others.
      const taken = (await queue()) ?? (await behind())
      if (!taken) return
      await send(transport, taken)
      handled += 1
    }
  }
  const senders = await Promise.allSettled(Array.from({ length: sendersAtOnce }, sender))
  const failed = senders.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
  return handled
}

async function send(transport: EmailTransport, { email, sent, failed }: TakenEmail): Promise<void> {
  try {
    await transport.send(email)
  } catch (error) {
    return failed(error)
  }
  await sent()
}

function queuedEmails(db: Database, log: Log): EmailSource {
  return async () => {
    const mail = await takeOne(db)
    if (!mail) return null
    const { id, attempts, to } = mail
    const thisOne = eq(emails.id, id)
    return {
      email: mail,
      async sent() {
        await db.delete(emails).where(thisOne)
        await noteAccepted(db, to)
      },
      async failed(error) {
        const reason = describeFailure(error)
        if (failureOf(error).addressRefused) await noteRefused(db, to)
        if (attempts < mostAttempts) {
          log.warn({ mail: id, attempts, reason }, 'an email could not be sent and will be tried again')
          await db
            .update(emails)
            .set({ nextTryAt: later(waitAfter(attempts)), lastError: reason })
            .where(thisOne)
          return
        }
        log.error({ mail: id, attempts, reason }, 'an email could not be sent and is given up')
        await db
          .update(emails)
          .set({ ...givenUp, lastError: reason })
          .where(thisOne)
      },
    }
  }
}

/**
 * Takes an email for as long as sending can last, so that no second sender has it and no connection to the database waits
 * for a mail server. If this process dies, the email is due again afterwards: it may arrive twice, never not at all.
 */
async function takeOne(db: Database) {
  const next = db
    .select({ id: emails.id })
    .from(emails)
    .where(and(isNull(emails.failedAt), lte(emails.nextTryAt, sql`clock_timestamp()`)))
    .orderBy(asc(emails.nextTryAt))
    .limit(1)
    .for('update', { skipLocked: true })
  const [mail] = await db
    .update(emails)
    .set({ attempts: sql`${emails.attempts} + 1`, nextTryAt: later(longestSendMs) })
    .where(eq(emails.id, sql`(${next})`))
    .returning()
  return mail
}

/** Of an email to a voter only the days are kept for so long: the hour would tell when they voted. */
const day = (column: SQL) =>
  sql<Instant>`case when ${emails.electionId} is null then ${column} else date_trunc('day', ${column}) end`
const givenUp = {
  failedAt: day(sql`now()`),
  nextTryAt: day(sql`now()`),
  createdAt: day(sql`${emails.createdAt}`),
}

export const later = (ms: number) => sql`clock_timestamp() + ${ms} * interval '1 millisecond'`
