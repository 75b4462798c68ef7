import { eq } from 'drizzle-orm'
import { appendAudit } from '#server/audit/audit.ts'
import { inTransaction } from '#server/db/database.ts'
import { elections } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { lockElection } from '#server/elections/election-cache.ts'
import type { Person } from '#server/http/session.ts'
import { stageOf } from '#shared/elections/lifecycle.ts'
import { whyCannotAnnounce, whyCannotDelete } from '#shared/elections/settings/states.ts'
import { AppError, refuseIf } from '#shared/errors.ts'
import { wipeRehearsal } from './queries.ts'

/** Publishes a draft as the administrator saw it. This cannot be undone: people have read it. */
export async function announceElection(
  deps: Pick<Deps, 'db' | 'clock'>,
  admin: Person,
  id: string,
  version: number,
): Promise<{ version: number }> {
  return inTransaction(deps, async (tx) => {
    const election = await lockElection(tx, id)
    const now = deps.clock.now()
    const why = whyCannotAnnounce(stageOf(election, now), election, now)
    if (why) throw typeof why === 'string' ? new AppError(why) : new AppError('invalid-input', { fields: { ...why } })
    if (election.version !== version) throw new AppError('edited-meanwhile')
    await tx
      .update(elections)
      .set({ draft: false, version: version + 1 })
      .where(eq(elections.id, id))
    await appendAudit(tx, deps.clock, { actor: admin.id, action: 'election announced', subject: id })
    return { version: version + 1 }
  })
}

/** Only those who run elections have seen it, and nothing depends on it. */
export async function deleteDraft(deps: Pick<Deps, 'db' | 'clock'>, admin: Person, id: string): Promise<void> {
  await inTransaction({ db: deps.db, lock: 'counting' }, async (tx) => {
    const election = await lockElection(tx, id)
    refuseIf(whyCannotDelete(stageOf(election, deps.clock.now())))
    await wipeRehearsal(tx, id)
    await tx.delete(elections).where(eq(elections.id, id))
    const detail = { title: election.title }
    await appendAudit(tx, deps.clock, { actor: admin.id, action: 'election draft deleted', subject: id, detail })
  })
}
