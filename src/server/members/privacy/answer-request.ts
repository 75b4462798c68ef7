import { and, eq, isNull, not } from 'drizzle-orm'
import { AppError } from '#shared/errors.ts'
import type { PrivacyAnswer } from '#shared/members/privacy/privacy.ts'
import type { Person } from '#server/http/session.ts'
import { shareAccount } from '#server/accounts/queries.ts'
import { appendAudit } from '#server/audit/audit.ts'
import type { Queryable } from '#server/db/database.ts'
import { ballots, elections, privacyRequests } from '#server/db/schema.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { queueEmail } from '#server/email/queue.ts'
import { removeFiles } from '#server/storage/uploads.ts'
import { eraseMember } from './erase-member.ts'
import { requestAnsweredEmail } from './email-text.ts'
import { lockMember } from './queries.ts'

/** Once, by one administrator. "Done" on an erasure is the erasure. */
export async function answerRequest(
  deps: Pick<Deps, 'db' | 'clock' | 'settings' | 'storage' | 'log'>,
  admin: Person,
  requestId: string,
  { outcome, answer }: PrivacyAnswer,
): Promise<void> {
  const { shortName } = await deps.settings()
  const now = deps.clock.now()
  const unused = await inTransaction(deps, async (tx) => {
    const { memberId, kind } = await findRequest(tx, requestId)
    // Always the member before the request: an erasure touches all of a member's requests, whoever answers another one.
    // Two administrators who answer each other's request take their records in one order, too.
    if (admin.id < memberId) await shareAccount(tx, admin.id)
    const member = await lockMember(tx, memberId)
    await closeRequest(tx, requestId, { outcome, answer, answeredAt: new Date(now), answeredBy: admin.id })
    const erases = kind === 'erasure' && outcome === 'done'
    if (erases && member?.isAdmin) throw new AppError('administrator-not-erased')
    // Who voted could otherwise join again and vote once more.
    if (erases && (await hasUncertifiedBallot(tx, memberId))) throw new AppError('erasure-during-election')
    const paths = erases && member ? await eraseMember(tx, memberId, member, { by: admin.id, now }) : []
    if (member?.email)
      await queueEmail(tx, {
        to: member.email,
        ...requestAnsweredEmail({ shortName, kind, outcome, answer }),
      })
    const entry = { actor: admin.id, subject: memberId }
    await appendAudit(tx, deps.clock, { ...entry, action: 'privacy request answered', detail: { kind, outcome } })
    if (erases) await appendAudit(tx, deps.clock, { ...entry, action: 'member erased' })
    return paths
  })
  await removeFiles(deps, unused)
}

async function hasUncertifiedBallot(tx: Queryable, memberId: string): Promise<boolean> {
  const found = await tx
    .select({ id: elections.id })
    .from(ballots)
    .innerJoin(elections, eq(elections.id, ballots.electionId))
    .where(and(eq(ballots.voterId, memberId), not(ballots.rehearsal), isNull(elections.certifiedAt)))
    .limit(1)
  return found.length > 0
}

async function findRequest(tx: Queryable, id: string) {
  const [found] = await tx
    .select({ memberId: privacyRequests.memberId, kind: privacyRequests.kind })
    .from(privacyRequests)
    .where(eq(privacyRequests.id, id))
  if (!found) throw new AppError('not-found')
  return found
}

type Closing = PrivacyAnswer & { answeredAt: Date; answeredBy: string }

async function closeRequest(tx: Queryable, id: string, closing: Closing): Promise<void> {
  const closed = await tx
    .update(privacyRequests)
    .set(closing)
    .where(and(eq(privacyRequests.id, id), isNull(privacyRequests.outcome)))
  if (closed.rowCount !== 1) throw new AppError('request-already-answered')
}
