import { and, count, desc, eq, isNotNull, notInArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { appendAudit } from '#server/audit/audit.ts'
import { inTransaction, type Queryable } from '#server/db/database.ts'
import { emails } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { takePoints } from '#server/http/rate-limit.ts'
import type { Person } from '#server/http/session.ts'
import { AppError } from '#shared/errors.ts'
import { dayInManila, hourSeconds } from '#shared/time.ts'
import { testEmail } from './text.ts'

/** One failed email, or all if no id is sent. */
export const failedEmailSchema = z.object({ id: z.uuid().optional() })

/** An expired link helps nobody, so whoever still needs one requests another. A digest of days ago is no use either. */
const neverRetried = [
  'password link',
  'administrator invitation',
  'observer invitation',
  'digest',
  'proxy waiting',
] as const

export const mayTryAgain = (kind: string): boolean => !neverRetried.some((never) => never === kind)

/** `j…@example.com`: enough to see which provider fails, or to recognise a person who asks about it. */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@')
  const [first = ''] = address
  return at > 0 ? `${first}…${address.slice(at)}` : '…'
}

/** The panel lists at most this many. */
const maxListed = 200

/**
 * Newest first, by day: the hour at which an email about a ballot failed would reveal the hour of the vote. Neither the
 * text nor the whole address leaves the server.
 */
export async function listFailedEmails({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const rows = await db
    .select({ id: emails.id, to: emails.to, kind: emails.kind, lastError: emails.lastError, failedAt: emails.failedAt })
    .from(emails)
    .where(isNotNull(emails.failedAt))
    .orderBy(desc(sql`date_trunc('day', ${emails.failedAt} at time zone 'Asia/Manila')`), emails.id)
    .limit(maxListed)
  const found = rows.map(({ to, failedAt, ...row }) => ({
    ...row,
    to: maskAddress(to),
    failedOn: dayInManila(clock.shownFor(failedAt ?? 0)),
    mayTryAgain: mayTryAgain(row.kind),
  }))
  const [all] = await db.select({ count: count() }).from(emails).where(isNotNull(emails.failedAt))
  return { emails: found, count: all?.count ?? 0 }
}

type FailedEmailDeps = Pick<Deps, 'db' | 'clock'>
const which = ({ id }: { id?: string | undefined }) =>
  and(isNotNull(emails.failedAt), id ? eq(emails.id, id) : undefined)

/** Makes the emails due at once, with three more days of attempts. */
export function retryFailedEmails(deps: FailedEmailDeps, admin: Person, form: { id?: string | undefined }) {
  return act(deps, admin, { action: 'failed emails retried', id: form.id }, async (tx) => {
    const retried = await tx
      .update(emails)
      .set({ failedAt: null, lastError: null, attempts: 0, nextTryAt: sql`clock_timestamp()` })
      .where(and(which(form), notInArray(emails.kind, [...neverRetried])))
    // The trigger does this for a new email only. The sending job starts at once instead of at its next run.
    await tx.execute(sql`select pg_notify('site_changed', 'emails')`)
    return retried.rowCount ?? 0
  })
}

export function discardFailedEmails(deps: FailedEmailDeps, admin: Person, form: { id?: string | undefined }) {
  return act(
    deps,
    admin,
    { action: 'failed emails discarded', id: form.id },
    async (tx) => (await tx.delete(emails).where(which(form))).rowCount ?? 0,
  )
}

/** The log records the act and the number of emails, but no addresses. */
function act(
  { db, clock }: FailedEmailDeps,
  admin: Person,
  { action, id }: { action: 'failed emails retried' | 'failed emails discarded'; id: string | undefined },
  change: (tx: Queryable) => Promise<number>,
): Promise<{ count: number }> {
  return inTransaction({ db }, async (tx) => {
    const changed = await change(tx)
    // The requested email no longer exists, or may not be retried.
    if (changed === 0 && id !== undefined) throw new AppError('not-found')
    if (changed > 0) await appendAudit(tx, clock, { actor: admin.id, action, detail: { emails: changed } })
    return { count: changed }
  })
}

const mostAnHour = 10

/** Only to the administrator's own address. It goes through the queue like any other email. */
export async function sendTestEmail(
  deps: Pick<Deps, 'db' | 'pool' | 'settings'>,
  { id, email }: Pick<Person, 'id' | 'email'>,
): Promise<{ id: string }> {
  if (!email) throw new AppError('no-own-address')
  const isLeft = await takePoints(deps.pool, [{ key: `test email ${id}`, limit: mostAnHour, seconds: hourSeconds }])
  if (!isLeft) throw new AppError('too-many-test-emails', { retryAfter: hourSeconds })
  const { shortName } = await deps.settings()
  return inTransaction(deps, async (tx) => {
    const [queued] = await tx
      .insert(emails)
      .values({ to: email, ...testEmail({ shortName }) })
      .returning({ id: emails.id })
    if (!queued) throw new Error('an insert returned no row')
    return queued
  })
}

/** The outcome of a test email. `error` is a code of the mail server or the network, never their text. */
type TestEmailState = { status: 'waiting' | 'sent' | 'in outbox' } | { status: 'failed'; error: string }

/** A sent email is no longer in the queue. */
export async function testEmailState(deps: Pick<Deps, 'db' | 'config'>, id: string): Promise<TestEmailState> {
  const [waiting] = await deps.db
    .select({ attempts: emails.attempts, error: emails.lastError })
    .from(emails)
    .where(and(eq(emails.id, id), eq(emails.kind, 'test')))
  if (!waiting) return { status: deps.config.smtpUrl ? 'sent' : 'in outbox' }
  return waiting.error === null ? { status: 'waiting' } : { status: 'failed', error: waiting.error }
}
