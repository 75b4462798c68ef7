import { and, eq, sql } from 'drizzle-orm'
import { appendAudit } from '#server/audit/audit.ts'
import { sureNow } from '#server/clock.ts'
import { type Queryable, inTransaction } from '#server/db/database.ts'
import { candidateProfiles, candidatesFiles, nominees, uploads, users } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { lockWindows } from '#server/elections/lock-windows.ts'
import { asNominee, fullNameOf } from '#server/elections/nominees.ts'
import { queueEmail } from '#server/email/queue.ts'
import type { Person } from '#server/http/session.ts'
import {
  whyCannotCorrectStatement,
  whyCannotWriteProfile,
  type StatementCorrection,
} from '#shared/elections/candidacy/profile.ts'
import { AppError, mustExist, refuseIf } from '#shared/errors.ts'
import { may } from '#shared/permissions.ts'
import { refuseExchanged } from './materials.ts'
import { statementCorrectedEmail } from './text.ts'
import { asProfileSettled } from './write-profile.ts'

/**
 * What every voter can read about a candidate. Somebody who is not on the ballot is visible only to themselves and the
 * administrators. It is not recorded which voter read about whom.
 */
export async function readCandidate(
  deps: Pick<Deps, 'db' | 'pool' | 'storage' | 'boardKey' | 'elections' | 'clock'>,
  reader: Person,
  id: string,
) {
  const found = await findCandidate(deps.db, id)
  const manages = may(reader, 'manage nominees')
  if (!found || !(found.status === 'approved' || manages || found.userId === reader.id)) throw new AppError('not-found')
  const election = mustExist(await deps.elections.byId(found.electionId))
  // Refused if they are not the frozen nominees.
  await deps.elections.approved(election.id)
  if (found.statement && found.status === 'approved')
    await refuseExchanged(deps, { electionId: election.id, nomineeId: id }, { statement: found.statement })
  const erased = found.erasedAt !== null
  const nominee = asNominee(id, found.data, found.photo)
  return {
    ...nominee,
    hasPhoto: nominee.hasPhoto && !erased,
    fullName: fullNameOf(found.data),
    statement: found.statement ?? '',
    hasDocument: found.hasDocument,
    /** What an administrator can do about the statement now. */
    ...(manages && { correctable: correctableAt(election, deps.clock.now()) }),
  }
}

function correctableAt(election: Parameters<typeof whyCannotCorrectStatement>[0], now: number) {
  if (whyCannotCorrectStatement(election, 'another', now) === null) return 'change' as const
  return whyCannotCorrectStatement(election, '', now) === null ? ('remove' as const) : null
}

async function findCandidate(db: Queryable, id: string) {
  const [found] = await db
    .select({
      electionId: nominees.electionId,
      userId: nominees.userId,
      status: nominees.status,
      data: nominees.data,
      erasedAt: users.erasedAt,
      statement: candidateProfiles.statement,
      photo: candidateProfiles.photo,
      hasDocument: sql<boolean>`${uploads.id} is not null`,
    })
    .from(nominees)
    .innerJoin(users, eq(users.id, nominees.userId))
    .leftJoin(candidateProfiles, eq(candidateProfiles.nomineeId, nominees.id))
    .leftJoin(
      candidatesFiles,
      and(eq(candidatesFiles.electionId, nominees.electionId), eq(candidatesFiles.userId, nominees.userId)),
    )
    .leftJoin(uploads, and(eq(uploads.path, candidatesFiles.filepath), eq(uploads.state, 'stored')))
    .where(eq(nominees.id, id))
  return found ?? null
}

/** An administrator changes or removes an improper statement. The candidate is told why; the log has the reason, not the text. */
export async function correctStatement(
  deps: Pick<Deps, 'db' | 'clock' | 'settings' | 'config'>,
  admin: Person,
  nomineeId: string,
  { statement, seen, reason }: StatementCorrection,
): Promise<void> {
  const { shortName } = await deps.settings()
  await inTransaction(deps, async (tx) => {
    const [row] = await tx
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
    const nominee = mustExist(row)
    const election = await lockWindows(tx, nominee.electionId)
    const now = sureNow(deps.clock)
    refuseIf(whyCannotCorrectStatement(election, statement, now))
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
  }).catch(asProfileSettled)
}
