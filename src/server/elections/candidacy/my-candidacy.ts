import { eq, sql } from 'drizzle-orm'
import { appendAudit } from '#server/audit/audit.ts'
import { sureNow } from '#server/clock.ts'
import { type Queryable, inTransaction } from '#server/db/database.ts'
import { candidateProfiles, nominees, users } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { holdForNominees, asNomineesSettled } from '#server/elections/lock-windows.ts'
import type { Person } from '#server/http/session.ts'
import {
  isAskedToAccept,
  statusAfterAnswer,
  whyCannotWithdraw,
  type NomineeAnswer,
} from '#shared/elections/candidacy/candidacy.ts'
import { whyCannotWriteProfile } from '#shared/elections/candidacy/profile.ts'
import { mustExist, refuseIf } from '#shared/errors.ts'
import { findOwnNomination } from './queries.ts'

/** A nominee's own view: whether they are asked to accept, what they wrote, and which pictures they can choose. */
export async function readMyCandidacy(
  deps: Pick<Deps, 'db' | 'elections' | 'clock'>,
  member: Person,
  electionId: string,
) {
  const election = mustExist(await deps.elections.byId(electionId))
  const nominee = mustExist(await findOwnNomination(deps.db, electionId, member.id))
  const now = deps.clock.now()
  const cancelled = election.cancelledAt !== null
  return {
    ...nominee,
    ...(await findProfile(deps.db, nominee.nomineeId)),
    asked: isAskedToAccept(election, nominee),
    mayWithdraw: !cancelled && whyCannotWithdraw(election, now) === null,
    mayWrite: !cancelled && whyCannotWriteProfile(election, now) === null,
    votingOpens: election.votingOpens,
  }
}

async function findProfile(db: Queryable, nomineeId: string) {
  const [found] = await db
    .select({
      statement: sql<string>`coalesce(${candidateProfiles.statement}, '')`,
      photo: sql<
        (typeof candidateProfiles.$inferSelect)['photo']
      >`coalesce(${candidateProfiles.photo}, 'profile picture')`,
      hasProfilePicture: sql<boolean>`${users.profilePicturePath} is not null`,
      hasPhotoUpload: sql<boolean>`${users.photoUploadPath} is not null`,
    })
    .from(nominees)
    .innerJoin(users, eq(users.id, nominees.userId))
    .leftJoin(candidateProfiles, eq(candidateProfiles.nomineeId, nominees.id))
    .where(eq(nominees.id, nomineeId))
  return mustExist(found)
}

/** A nominee accepts, or declines and so withdraws; the last answer before voting opens counts. A repeated answer changes nothing. */
export async function answerNomination(
  deps: Pick<Deps, 'db' | 'clock'>,
  member: Person,
  electionId: string,
  answer: NomineeAnswer,
): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const nominee = await holdForNominees(tx, electionId, async (election) => {
      const found = mustExist(await findOwnNomination(tx, electionId, member.id))
      refuseIf(whyCannotWithdraw(election, sureNow(deps.clock)))
      return found.answer === answer ? null : found
    })
    if (!nominee) return
    const status = statusAfterAnswer(nominee.status, answer)
    await tx
      .update(nominees)
      .set({
        answer,
        answeredAt: deps.clock.now(),
        status,
        ...(status !== 'pending' && { pendingReason: null }),
      })
      .where(eq(nominees.id, nominee.nomineeId))
    await appendAudit(tx, deps.clock, {
      actor: member.id,
      action: answer === 'accepted' ? 'nomination accepted' : 'nomination declined',
      subject: nominee.nomineeId,
      detail: { election: electionId, member: member.id },
    })
  }).catch((error: unknown) => asNomineesSettled(error, 'answer-not-now'))
}
