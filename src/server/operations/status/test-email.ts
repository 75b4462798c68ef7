import { and, eq } from 'drizzle-orm'
import { AppError } from '#shared/errors.ts'
import type { TestEmailState } from '#shared/operations/status/test-email.ts'
import { emails } from '#server/db/schema/operations.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { take } from '#server/http/rate-limit.ts'
import type { Person } from '#server/http/session.ts'
import { testEmail } from './email-text.ts'

const mostAnHour = 10

/** To the administrator's own address and no other: it goes the way that every email goes. */
export async function sendTestEmail(
  deps: Pick<Deps, 'db' | 'pool' | 'settings'>,
  { id, email }: Pick<Person, 'id' | 'email'>,
): Promise<{ id: string }> {
  if (!email) throw new AppError('no-own-address')
  const isLeft = await take(deps.pool, [{ key: `test email ${id}`, limit: mostAnHour, seconds: 3600 }])
  if (!isLeft) throw new AppError('too-many-test-emails', { retryAfter: 3600 })
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

/** An email is gone from the queue once it was sent. */
export async function testEmailState(deps: Pick<Deps, 'db' | 'config'>, id: string): Promise<TestEmailState> {
  const [waiting] = await deps.db
    .select({ attempts: emails.attempts, error: emails.lastError })
    .from(emails)
    .where(and(eq(emails.id, id), eq(emails.kind, 'test')))
  if (!waiting) return { status: deps.config.smtpUrl ? 'sent' : 'in outbox' }
  return waiting.error === null ? { status: 'waiting' } : { status: 'failed', error: waiting.error }
}
