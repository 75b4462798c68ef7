import { and, count, desc, eq, isNotNull, notInArray, sql } from 'drizzle-orm'
import { AppError } from '#shared/errors.ts'
import { maskAddress, mayTryAgain, neverRetried } from '#shared/operations/status/failed-emails.ts'
import { dayInManila } from '#shared/time.ts'
import { appendAudit } from '#server/audit/audit.ts'
import type { Queryable } from '#server/db/database.ts'
import { emails } from '#server/db/schema.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import type { Person } from '#server/http/session.ts'

/** As many as the panel lists. */
const listed = 200

/**
 * Newest first, by the day: the hour at which an email about a ballot was given up would tell the hour of the vote. Neither
 * the text nor the whole address leaves the server.
 */
export async function listFailedEmails({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const rows = await db
    .select({ id: emails.id, to: emails.to, kind: emails.kind, lastError: emails.lastError, failedAt: emails.failedAt })
    .from(emails)
    .where(isNotNull(emails.failedAt))
    .orderBy(desc(sql`date_trunc('day', ${emails.failedAt} at time zone 'Asia/Manila')`), emails.id)
    .limit(listed)
  const found = rows.map(({ to, failedAt, ...row }) => ({
    ...row,
    to: maskAddress(to),
    failedOn: dayInManila(clock.shownFor(failedAt?.getTime() ?? 0)),
    mayTryAgain: mayTryAgain(row.kind),
  }))
  return { emails: found, count: await countFailedEmails(db) }
}

/** For whoever watches the site. */
export async function countFailedEmails(db: Queryable): Promise<number> {
  const [found] = await db.select({ all: count() }).from(emails).where(isNotNull(emails.failedAt))
  return found?.all ?? 0
}

type FailedEmailDeps = Pick<Deps, 'db' | 'clock'>
const which = ({ id }: { id?: string | undefined }) =>
  and(isNotNull(emails.failedAt), id ? eq(emails.id, id) : undefined)

/** They are due at once, and have three days again. */
export function retryFailedEmails(deps: FailedEmailDeps, admin: Person, form: { id?: string | undefined }) {
  return act(deps, admin, { action: 'failed emails retried', id: form.id }, async (tx) => {
    const retried = await tx
      .update(emails)
      .set({ failedAt: null, lastError: null, attempts: 0, nextTryAt: sql`clock_timestamp()` })
      .where(and(which(form), notInArray(emails.kind, [...neverRetried])))
    // As the trigger does for a new one: the job that sends does not wait for its next round.
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

/** The log keeps that it was done and to how many, not to whom. */
function act(
  { db, clock }: FailedEmailDeps,
  admin: Person,
  { action, id }: { action: 'failed emails retried' | 'failed emails discarded'; id: string | undefined },
  change: (tx: Queryable) => Promise<number>,
): Promise<{ count: number }> {
  return inTransaction({ db }, async (tx) => {
    const changed = await change(tx)
    // The only one that was asked for is there no more, or is none that can be sent.
    if (changed === 0 && id !== undefined) throw new AppError('not-found')
    if (changed > 0) await appendAudit(tx, clock, { actor: admin.id, action, detail: { emails: changed } })
    return { count: changed }
  })
}
