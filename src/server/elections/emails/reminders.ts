import { eq } from 'drizzle-orm'
import { appendAudit } from '#server/audit/audit.ts'
import { sureNow } from '#server/clock.ts'
import { inTransaction } from '#server/db/database.ts'
import { elections } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { lockElection, type Election } from '#server/elections/election-cache.ts'
import { emailsLeave } from '#server/email/queue.ts'
import type { Person } from '#server/http/session.ts'
import { votingOpen } from '#shared/elections/lifecycle.ts'
import { isSameRequest, reminderPauseMs, whyCannotRemind } from '#shared/elections/voting/reminding.ts'
import { AppError, mustExist, refuseIf } from '#shared/errors.ts'
import type { Instant } from '#shared/time.ts'
import { countVoterReminders, forgetEmails } from './queries.ts'

type ReminderDeps = Pick<Deps, 'db' | 'pool' | 'elections' | 'clock' | 'config'>

/** Reminds everybody who has not voted: while voting is open and emails can be sent, at most once a day. */
export async function requestReminders(deps: ReminderDeps, admin: Person, electionId: string) {
  const mailWorks = await emailsLeave(deps)
  await inTransaction(deps, async (tx) => {
    // Locked: if two ask at once, the second finds that it was done.
    const election = await lockElection(tx, electionId)
    if (election.draft) throw new AppError('not-found')
    const now = sureNow(deps.clock)
    if (isSameRequest(election, now)) return
    refuseIf(whyCannotRemind(election, mailWorks, now))
    await forgetEmails(tx, electionId, 'reminder')
    await tx.update(elections).set({ remindersRequestedAt: now }).where(eq(elections.id, electionId))
    await appendAudit(tx, deps.clock, { actor: admin.id, action: 'reminders sent', subject: electionId })
  })
  deps.elections.invalidate()
  return readReminders(deps, electionId)
}

export async function readReminders(deps: ReminderDeps, electionId: string) {
  const election = mustExist(await deps.elections.byId(electionId))
  const now = deps.clock.now()
  const { written, waiting } = await countVoterReminders(deps.db, electionId)
  const whyNot = whyCannotRemind(election, await emailsLeave(deps), now)
  return {
    askedAt: election.remindersRequestedAt,
    /** How many were reminded since. */
    written,
    /** How many will be reminded, or would be if it were requested now. */
    waiting: votingOpen(election, now) ? waiting : 0,
    /** Why they cannot be sent now; null if they can. */
    whyNot,
    /** When they can be sent again; null unless that is the reason. */
    nextAt: whyNot === 'reminded-lately' ? againBefore(election) : null,
  }
}

/** A day after the last reminders, if voting is still open then. */
function againBefore({ remindersRequestedAt: last, votingCloses }: Election): Instant | null {
  return last === null || last + reminderPauseMs >= votingCloses ? null : last + reminderPauseMs
}
