import { AppError } from '#shared/errors.ts'
import { dueAt, type PrivacyRequestForm } from '#shared/members/privacy/privacy.ts'
import type { Person } from '#server/http/session.ts'
import { appendAudit } from '#server/audit/audit.ts'
import { privacyRequests } from '#server/db/schema.ts'
import { inTransaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { queueEmail } from '#server/email/queue.ts'
import { spendRequest } from '#server/members/member-limits.ts'
import { requestArrivedEmail } from './email-text.ts'
import { lockMember } from './queries.ts'

/** A member asks; the index allows one open request of each kind. */
export async function makeRequest(
  deps: Pick<Deps, 'db' | 'pool' | 'siteKey' | 'clock' | 'settings'>,
  member: Person,
  { kind, details }: PrivacyRequestForm,
): Promise<{ id: string; dueAt: number }> {
  const { id: memberId, email } = member
  await spendRequest(deps, member)
  const { shortName } = await deps.settings()
  const now = deps.clock.now()
  const due = dueAt(now)
  return inTransaction(deps, async (tx) => {
    // Somebody who is being erased at this moment leaves no words behind.
    if (!(await lockMember(tx, memberId))) throw new AppError('not-signed-in')
    const [made] = await tx
      .insert(privacyRequests)
      .values({ memberId, kind, details, createdAt: now, dueAt: due })
      .onConflictDoNothing()
      .returning({ id: privacyRequests.id })
    if (!made) throw new AppError('request-already-open')
    if (email) await queueEmail(tx, { to: email, ...requestArrivedEmail({ shortName, kind, dueAt: due }) })
    await appendAudit(tx, deps.clock, {
      actor: memberId,
      action: 'privacy request made',
      subject: memberId,
      detail: { kind },
    })
    return { id: made.id, dueAt: due }
  })
}
