import { eq } from 'drizzle-orm'
import type pg from 'pg'
import { signatureOf } from '#server/accounts/administrator-queries.ts'
import { appendAudits } from '#server/audit/audit.ts'
import { confirmedTime } from '#server/clock.ts'
import { inTransaction } from '#server/db/database.ts'
import { elections } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { BoardMismatch } from '#server/elections/board/mismatch.ts'
import { lastStatement, makeStatement } from '#server/elections/board/statements.ts'
import { checkLastHead, makeHead } from '#server/elections/board/tree.ts'
import { lockElection } from '#server/elections/election-cache.ts'
import type { Person } from '#server/http/session.ts'
import { stageOf } from '#shared/elections/lifecycle.ts'
import { whyCannotCancel, type CancelForm } from '#shared/elections/settings/states.ts'
import { AppError, refuseIf } from '#shared/errors.ts'
import type { Instant } from '#shared/time.ts'
import { hasBallots, wipeRehearsal } from './queries.ts'

/** States how many ballots are given up. If the database differs from what was signed, the previous head is the last. */
async function makeLastHead({ signed }: Pick<Deps, 'signed'>, client: pg.PoolClient, id: string, now: Instant) {
  try {
    const standing = await checkLastHead(client, await signed.read(client, id))
    await makeHead(client, signed.key, standing, { now })
  } catch (error) {
    if (!(error instanceof BoardMismatch)) throw error
  }
}

/**
 * Ends an election for good, with a public reason and a signed statement. Holds the election and the counting lock: a ballot is
 * in the box before this or is refused after it, and no further batch is counted. Ballots stay sealed; `destroyBallotKey` makes
 * sure they always will.
 */
export async function cancelElection(
  deps: Deps,
  admin: Person,
  id: string,
  { version, reason, ballotsGivenUp }: CancelForm,
): Promise<void> {
  await inTransaction({ db: deps.db, lock: 'counting' }, async (tx, client) => {
    const election = await lockElection(tx, id)
    const now = await confirmedTime(deps.clock, client)
    refuseIf(whyCannotCancel(stageOf(election, now), { hasBallots: await hasBallots(tx, id), ballotsGivenUp }))
    if (election.version !== version) throw new AppError('edited-meanwhile')
    if (election.frozenAt !== null) await makeLastHead(deps, client, id, now)
    const head = await lastStatement(client, id, 'head/2')
    const by = signatureOf(admin)
    await tx
      .update(elections)
      .set({ cancelledAt: now, cancelledReason: reason, version: version + 1 })
      .where(eq(elections.id, id))
    await makeStatement(client, deps.signed.key, {
      type: 'cancellation/1',
      election: id,
      at: new Date(now).toISOString(),
      by,
      reason,
      head: head?.hash ?? null,
    })
    if (election.rehearsal) await wipeRehearsal(tx, id)
    await appendAudits(tx, now, [
      { actor: admin.id, subject: id, action: 'election cancelled', detail: { reason } },
      ...(election.rehearsal ? [{ actor: admin.id, subject: id, action: 'rehearsal wiped' as const }] : []),
    ])
  })
  deps.elections.invalidate()
}
