import { AppError } from '#shared/errors.ts'
import type { Service } from '#shared/members/enums.ts'
import type { Person } from '#server/accounts/session.ts'
import { appendAudit } from '#server/audit/audit.ts'
import { tieDecisions } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { outcomeOf } from '#shared/elections/standings.ts'
import { readCounted } from '../voting/results.ts'

/** Records who was chosen among those with equal votes, and how. It can be put right until the election is certified. */
export async function decideTie(
  deps: Deps,
  admin: Person,
  electionId: string,
  decision: { ms: Service; nomineeIds: string[]; reason: string },
): Promise<void> {
  const election = await deps.elections.byId(electionId)
  if (!election) throw new AppError('not-found')
  if (election.certifiedAt !== null) throw new AppError('election-certified')
  if (election.shuffledAt === null) throw new AppError('voting-not-over')
  const { standings } = await readCounted(deps, election, false)
  const before = outcomeOf(election.seats, standings)
  const after = outcomeOf(election.seats, standings, { [decision.ms]: decision.nomineeIds })
  const isOpen = (ties: typeof before.ties) => ties.some((tie) => tie.ms === decision.ms)
  if (!isOpen(before.ties) || isOpen(after.ties)) throw new AppError('tie-not-there')
  const values = { ...decision, decidedBy: admin.id, decidedAt: new Date(deps.clock.now()) }
  await deps.db.transaction(async (tx) => {
    await tx
      .insert(tieDecisions)
      .values({ electionId, ...values })
      .onConflictDoUpdate({ target: [tieDecisions.electionId, tieDecisions.ms], set: values })
    await appendAudit(tx, deps.clock, {
      actor: admin.id,
      action: 'tie decided',
      subject: electionId,
      detail: { ms: decision.ms, reason: decision.reason },
    })
  })
}
