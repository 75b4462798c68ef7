import { and, eq } from 'drizzle-orm'
import {
  whyCannotCorrectStatement,
  whyCannotWriteProfile,
  type StatementCorrection,
} from '#shared/elections/candidacy/profile.ts'
import { AppError } from '#shared/errors.ts'
import { appendAudit } from '#server/audit/audit.ts'
import { candidateProfiles, nominees, users } from '#server/db/schema.ts'
import { inTransaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { queueEmail } from '#server/email/queue.ts'
import type { Person } from '#server/http/session.ts'
import { lockWindows } from '#server/elections/lock-windows.ts'
import { statementCorrectedEmail } from './email-text.ts'
import { onceFrozen } from './write-profile.ts'

/** An administrator changes or takes away an improper statement. The candidate is told why; the log has the reason, not the text. */
export async function correctStatement(
  deps: Pick<Deps, 'db' | 'clock' | 'settings' | 'config'>,
  admin: Person,
  nomineeId: string,
  { statement, seen, reason }: StatementCorrection,
): Promise<void> {
  const { shortName } = await deps.settings()
  await inTransaction(deps, async (tx) => {
    const [nominee] = await tx
      .select({
        electionId: nominees.electionId,
        userId: nominees.userId,
        email: users.email,
        statement: candidateProfiles.statement,
      })
      .from(nominees)
      .innerJoin(users, eq(users.id, nominees.userId))
      .leftJoin(candidateProfiles, eq(candidateProfiles.nomineeId, nominees.id))
      .where(eq(nominees.id, nomineeId))
    if (!nominee) throw new AppError('not-found')
    const election = await lockWindows(tx, nominee.electionId)
    const now = deps.clock.now()
    const why = whyCannotCorrectStatement(election, statement, now)
    if (why) throw new AppError(why)
    // Sent again after a lost reply.
    if (nominee.statement === statement) return
    const changed = await tx
      .update(candidateProfiles)
      .set({ statement, updatedAt: now })
      .where(and(eq(candidateProfiles.nomineeId, nomineeId), eq(candidateProfiles.statement, seen)))
    if (changed.rowCount === 0) throw new AppError('edited-meanwhile')
    const removed = statement === ''
    await appendAudit(tx, deps.clock, {
      actor: admin.id,
      action: 'statement corrected',
      subject: nomineeId,
      detail: { election: nominee.electionId, member: nominee.userId, removed, reason },
    })
    if (nominee.email)
      await queueEmail(tx, {
        to: nominee.email,
        ...statementCorrectedEmail({
          shortName,
          title: election.title,
          removed,
          reason,
          mayChange: whyCannotWriteProfile(election, now) === null,
          site: deps.config.publicUrl,
        }),
      })
  }).catch(onceFrozen)
}
