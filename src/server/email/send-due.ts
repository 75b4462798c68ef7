import { and, asc, eq, isNull, lte, sql, type SQL } from 'drizzle-orm'
import type { Database } from '#server/db/database.ts'
import { emails } from '#server/db/schema/operations.ts'
import type { Log } from '#server/log.ts'
import type { EmailTransport } from './transport.ts'

const minuteMs = 60_000
const longestWaitMs = 6 * 60 * minuteMs
const mostAttempts = 20
/** Well above what the transport's own time limits allow. */
const longestSendMs = 5 * minuteMs
const sendersAtOnce = 2

/** 1, 2, 4 ... minutes, then every 6 hours: in all about three days. */
export function waitAfter(attempts: number): number {
  return Math.min(longestWaitMs, minuteMs * 2 ** (attempts - 1))
}

interface EmailDeps {
  db: Database
  log: Log
  transport: EmailTransport
}

/** Sends at most `limit` emails that are due and says how many it dealt with. */
export async function sendDueEmails(deps: EmailDeps, limit: number, signal?: AbortSignal): Promise<number> {
  let begun = 0
  let handled = 0
  const sender = async () => {
    while (!signal?.aborted && begun++ < limit && (await sendOne(deps))) handled += 1
  }
  const senders = await Promise.allSettled(Array.from({ length: sendersAtOnce }, sender))
  const failed = senders.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
  return handled
}

async function sendOne({ db, log, transport }: EmailDeps): Promise<boolean> {
  const mail = await takeOne(db)
  if (!mail) return false
  const { id, attempts } = mail
  const thisOne = eq(emails.id, id)
  try {
    await transport.send(mail)
  } catch (error) {
    const reason = describe(error)
    if (attempts < mostAttempts) {
      log.warn({ mail: id, attempts, reason }, 'an email could not be sent and will be tried again')
      await db
        .update(emails)
        .set({ nextTryAt: later(waitAfter(attempts)), lastError: reason })
        .where(thisOne)
      return true
    }
    log.error({ mail: id, attempts, reason }, 'an email could not be sent and is given up')
    await db
      .update(emails)
      .set({ ...givenUp, lastError: reason })
      .where(thisOne)
    return true
  }
  await db.delete(emails).where(thisOne)
  return true
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
  sql<Date>`case when ${emails.electionId} is null then ${column} else date_trunc('day', ${column}) end`
const givenUp = {
  failedAt: day(sql`now()`),
  nextTryAt: day(sql`now()`),
  createdAt: day(sql`${emails.createdAt}`),
}

const later = (ms: number) => sql`clock_timestamp() + ${ms} * interval '1 millisecond'`

/** Mail servers quote the recipient in their answers, so only the codes are kept. */
function describe(error: unknown): string {
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  return [code ?? 'unknown', responseCode].filter(Boolean).join(' ')
}
