import { and, eq, isNull } from 'drizzle-orm'
import { votingOpen } from '#shared/elections/voting/eligibility.ts'
import { AppError } from '#shared/errors.ts'
import type { Instant } from '#shared/time.ts'
import type { Person } from '#server/http/session.ts'
import { appendAudit } from '#server/audit/audit.ts'
import { elections } from '#server/db/schema.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { countReminders } from './queries.ts'

type ReminderDeps = Pick<Deps, 'db' | 'elections' | 'clock' | 'config'>

interface Reminders {
  askedAt: Instant | null
  /** How many were reminded. */
  written: number
  /** How many are still to be, or would be, were it asked for at this moment. */
  waiting: number
  /** Without a mail server emails stay in a folder of this one. */
  mailServer: boolean
}

/** Once per election, while one can vote. Asked for again, it was asked for already. */
export async function requestReminders(deps: ReminderDeps, admin: Person, electionId: string): Promise<Reminders> {
  const election = await deps.elections.byId(electionId)
  if (!election) throw new AppError('not-found')
  const now = deps.clock.now()
  if (!votingOpen(election, now)) throw new AppError('voting-not-open')
  await inTransaction(deps, async (tx) => {
    const requested = await tx
      .update(elections)
      .set({ remindersRequestedAt: new Date(now) })
      .where(and(eq(elections.id, electionId), isNull(elections.remindersRequestedAt)))
    if (requested.rowCount === 0) return
    await appendAudit(tx, deps.clock, { actor: admin.id, action: 'reminders sent', subject: electionId })
  })
  return readReminders(deps, electionId)
}

export async function readReminders(deps: ReminderDeps, electionId: string): Promise<Reminders> {
  const [found] = await deps.db
    .select({ askedAt: elections.remindersRequestedAt })
    .from(elections)
    .where(eq(elections.id, electionId))
  const election = await deps.elections.byId(electionId)
  if (!found || !election) throw new AppError('not-found')
  const { written, waiting } = await countReminders(deps.db, electionId)
  const open = votingOpen(election, deps.clock.now())
  return {
    askedAt: found.askedAt?.getTime() ?? null,
    written,
    waiting: open ? waiting : 0,
    mailServer: deps.config.smtpUrl !== undefined,
  }
}
