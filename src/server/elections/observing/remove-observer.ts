import { AppError } from '#shared/errors.ts'
import { endInvitedAccount, lockInvitedAccount } from '#server/accounts/invited-account.ts'
import { endChallenges, endSessions } from '#server/accounts/queries.ts'
import { appendAudit } from '#server/audit/audit.ts'
import { inTransaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import type { Person } from '#server/http/session.ts'
import { dropObserver, electionsObservedBy } from './queries.ts'

/** Ends their sessions at once, and with their last election the account. */
export async function removeObserver(
  deps: Pick<Deps, 'db' | 'clock'>,
  admin: Person,
  electionId: string,
  userId: string,
): Promise<void> {
  await inTransaction(deps, async (tx) => {
    await lockInvitedAccount(tx, 'observer', userId)
    if (!(await dropObserver(tx, electionId, userId))) throw new AppError('not-found')
    await endSessions(tx, userId)
    await endChallenges(tx, userId)
    if ((await electionsObservedBy(tx, userId)).size === 0) await endInvitedAccount(tx, 'observer', userId)
    const detail = { election: electionId }
    await appendAudit(tx, deps.clock, { actor: admin.id, action: 'observer removed', subject: userId, detail })
  })
}
