import { whyNotDecided, type TieDecisionForm } from '#shared/elections/closing/closing.ts'
import { AppError } from '#shared/errors.ts'
import type { Service } from '#shared/members/enums.ts'
import { stageOf } from '#shared/elections/lifecycle.ts'
import type { Person } from '#server/http/session.ts'
import { appendAudit } from '#server/audit/audit.ts'
import { tieDecisions } from '#server/db/schema.ts'
import { inTransaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { lockToClose, readFinalCount } from './final-count.ts'

/**
 * Records who was chosen among those with equal votes, and how. It can be put right until the election is certified; the
 * log keeps every decision.
 */
export async function decideTie(
  deps: Pick<Deps, 'db' | 'clock'>,
  admin: Person,
  electionId: string,
  { ms, nomineeIds, reason }: TieDecisionForm & { ms: Service },
): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const election = await lockToClose(tx, electionId)
    const now = deps.clock.now()
    const stage = stageOf(election, now)
    if (stage === 'certified') throw new AppError('election-certified')
    const count = await readFinalCount(tx, election)
    if (stage !== 'counted' || count.cast !== count.counted) throw new AppError('voting-not-over')
    const tie = count.ties.find((one) => one.ms === ms)
    const why = whyNotDecided(tie, nomineeIds)
    if (why) throw new AppError(why, tie && { values: { n: tie.seats } })
    const decision = { nomineeIds, reason, decidedBy: admin.id, decidedAt: now }
    await tx
      .insert(tieDecisions)
      .values({ electionId, ms, ...decision })
      .onConflictDoUpdate({ target: [tieDecisions.electionId, tieDecisions.ms], set: decision })
    // The same time in both: the recount compares them.
    await appendAudit(
      tx,
      { now: () => now },
      {
        actor: admin.id,
        action: 'tie decided',
        subject: electionId,
        detail: { ms, chosen: nomineeIds.join(', '), reason },
      },
    )
  })
}
