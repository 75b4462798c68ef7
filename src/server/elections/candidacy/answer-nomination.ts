import { eq } from 'drizzle-orm'
import { statusAfterAnswer, whyCannotAnswer, type NomineeAnswer } from '#shared/elections/candidacy/candidacy.ts'
import { AppError } from '#shared/errors.ts'
import { appendAudit } from '#server/audit/audit.ts'
import { inTransaction } from '#server/db/database.ts'
import { nominees } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import type { Person } from '#server/http/session.ts'
import { holdForNominees } from '#server/elections/lock-windows.ts'
import { onceVotingBegan } from '#server/elections/once-voting-began.ts'
import { findOwnNomination } from './own-nomination.ts'

/** A nominee accepts or declines; the last answer before voting opens counts. The same answer sent again changes nothing. */
export async function answerNomination(
  deps: Pick<Deps, 'db' | 'clock'>,
  member: Person,
  electionId: string,
  answer: NomineeAnswer,
): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const nominee = await holdForNominees(tx, electionId, async (election) => {
      const found = await findOwnNomination(tx, electionId, member.id)
      if (!found) throw new AppError('not-found')
      const why = whyCannotAnswer(election, found, deps.clock.now())
      if (why) throw new AppError(why)
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
  }).catch((error: unknown) => onceVotingBegan(error, 'answer-not-now'))
}
