import { isUnsure } from '#server/clock.ts'
import { inTransaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { lastStatement } from '#server/elections/board/statements.ts'
import type { Election } from '#server/elections/election-cache.ts'
import { countUnsent, type EmailText, mostUnsent, queueEmailToEach } from '#server/email/queue.ts'
import { isEmailDue, remindersAreStale, type VoterEmailKind } from '#shared/elections/voting/reminding.ts'
import { addressesOf, markWritten, readRollbackReason, removeReminders } from './queries.ts'
import { cancelledEmail, castEmail, reminderEmail, rollbackEmail } from './text.ts'

type EmailDeps = Pick<Deps, 'db' | 'pool' | 'elections' | 'clock' | 'settings' | 'config' | 'log' | 'boardKey'>

const batchSize = 250

/**
 * The job that emails voters: everybody who voted, that their ballot was received; if an administrator asked for it, a reminder
 * to everybody who has not; and after a cancellation everybody who voted. A batch is one transaction with the emails and the rows
 * that record them, so everybody gets exactly one whatever is interrupted.
 */
export async function queueVoterEmails(deps: EmailDeps, signal: AbortSignal): Promise<void> {
  if (isUnsure(deps.clock)) return
  for (const { id } of await deps.elections.all()) {
    for (const kind of ['cast', 'reminder', 'cancelled', 'rollback'] as const) await writeAll(deps, id, kind, signal)
    await removeStaleReminders(deps, id)
  }
}

async function writeAll(deps: EmailDeps, electionId: string, kind: VoterEmailKind, signal: AbortSignal): Promise<void> {
  let dealtWith = 0
  while (!signal.aborted) {
    // Read again for each batch: voting may have closed meanwhile.
    const election = await deps.elections.byId(electionId)
    if (!election || !isEmailDue[kind](election, deps.clock.now())) break
    const room = mostUnsent - (await countUnsent(deps.db, mostUnsent))
    if (room <= 0) break
    const people = await writeBatch(deps, election, kind, Math.min(room, batchSize))
    if (people === 0) break
    dealtWith += people
  }
  if (dealtWith > 0) deps.log.info({ election: electionId, kind, people: dealtWith }, 'emails to voters were queued')
}

async function writeBatch(deps: EmailDeps, election: Election, kind: VoterEmailKind, limit: number): Promise<number> {
  const email = await emailOf[kind](deps, election)
  return inTransaction(deps, async (tx) => {
    const people = await markWritten(tx, kind, election.id, limit)
    await queueEmailToEach(tx, await addressesOf(tx, people), { ...email, electionId: election.id })
    return people.length
  })
}

const emailOf: Record<VoterEmailKind, (deps: EmailDeps, election: Election) => Promise<EmailText>> = {
  async cast(deps, { id, title }) {
    const { shortName, contactEmail } = await deps.settings()
    return castEmail({ shortName, election: title, contact: contactEmail, ...(await keptOf(deps, id)) })
  },
  async cancelled({ settings, config }, { title, cancelledReason }) {
    const { shortName } = await settings()
    return cancelledEmail({ shortName, election: title, reason: cancelledReason ?? '', site: config.publicUrl })
  },
  async rollback({ settings, config, pool }, { id, title, votingCloses }) {
    const { shortName } = await settings()
    const reason = await readRollbackReason(pool, id)
    return rollbackEmail({ shortName, election: title, reason, votingCloses, site: config.publicUrl })
  },
  async reminder(deps, { id, title, votingCloses }) {
    const { shortName } = await deps.settings()
    return reminderEmail({ shortName, election: title, votingCloses, ...(await keptOf(deps, id)) })
  },
}

async function keptOf({ pool, config, boardKey }: EmailDeps, electionId: string) {
  const head = await lastStatement(pool, electionId, 'head/2')
  const state = head && { number: head.content.number, hash: head.hash }
  return { site: config.publicUrl, fingerprint: boardKey.fingerprint, state }
}

async function removeStaleReminders(deps: EmailDeps, electionId: string): Promise<void> {
  const election = await deps.elections.byId(electionId)
  if (!election || !remindersAreStale(election, deps.clock.now())) return
  const emails = await removeReminders(deps.db, electionId)
  if (emails > 0) deps.log.info({ election: electionId, emails }, 'reminders came too late and were not sent')
}
