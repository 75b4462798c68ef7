import type pg from 'pg'
import { isFreezeDue, rollFreezes } from '#shared/elections/lifecycle.ts'
import { AppError } from '#shared/errors.ts'
import { toTimestamp } from '#server/db/schema/columns.ts'
import { appendAudit } from '#server/audit/audit.ts'
import { ClockUnsure } from '#server/clock.ts'
import { inTransaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { makeHead } from '#server/elections/board/heads.ts'
import { lockElection, type Election } from '#server/elections/election-cache.ts'
import { signFreezeRecord } from './freeze-record.ts'
import { drawUpRoll } from './draw-up.ts'

type FreezeDeps = Pick<Deps, 'db' | 'pool' | 'clock' | 'log' | 'elections' | 'boardKey'>

/** The job that freezes what is due. */
export async function freezeElections(deps: FreezeDeps): Promise<void> {
  for (const election of await deps.elections.all())
    if (isFreezeDue(election, deps.clock.now()))
      await freezeOnce(deps, election.id).catch((err: unknown) => {
        if (!(err instanceof ClockUnsure))
          deps.log.error({ err, election: election.id }, 'an election could not be frozen')
      })
}

/** So that the first voter need not wait for the job; refused, to be tried again, while the time is not certain. */
export async function ensureFrozen(deps: FreezeDeps, election: Election): Promise<void> {
  if (election.frozenAt !== null || !isFreezeDue(election, deps.clock.now())) return
  try {
    await freezeOnce(deps, election.id)
  } catch (error) {
    if (error instanceof ClockUnsure) throw new AppError('voting-being-opened', { retryAfter: 20 })
    throw error
  }
}

/** Everybody who votes in the first second waits for one freezing, not each for their own. */
function freezeOnce(deps: FreezeDeps, electionId: string): Promise<void> {
  const ofSite = underWay.get(deps.pool) ?? new Map<string, Promise<void>>()
  underWay.set(deps.pool, ofSite)
  const running = ofSite.get(electionId) ?? freeze(deps, electionId).finally(() => void ofSite.delete(electionId))
  ofSite.set(electionId, running)
  return running
}
const underWay = new WeakMap<pg.Pool, Map<string, Promise<void>>>()

/**
 * Draws up the roll and signs the freeze record, each when it is due: one after the other, or, without an eligibility date,
 * together. It cannot be undone, so the database itself must say that the time has come. An election that nobody stands in is
 * not frozen: it would stay so.
 */
async function freeze(deps: FreezeDeps, electionId: string): Promise<void> {
  const { db, pool, clock, boardKey, log } = deps
  const known = await deps.elections.byId(electionId)
  // All day long, if need be: nobody is held up for it.
  if (known && known.votingOpens <= clock.now() && !(await anybodyStands(pool, electionId))) return
  const done = await inTransaction({ db, lock: 'counting' }, async (tx, client) => {
    const now = await clock.confirmedNow(client)
    const election = await lockElection(tx, electionId)
    if (!election || !isFreezeDue(election, now)) return []
    const at = { now: () => now }
    const steps: string[] = []
    if (election.rollFrozenAt === null && (election.votingOpens > now || (await anybodyStands(client, electionId)))) {
      const size = await drawUpRoll(client, boardKey, { electionId, approvedBy: rollFreezes(election) })
      await client.query('update elections set roll_frozen_at = $2 where id = $1', [electionId, toTimestamp(now)])
      await appendAudit(tx, at, { actor: 'system', action: 'roll frozen', subject: electionId, detail: { size } })
      election.rollFrozenAt = now
      steps.push('the roll is frozen')
    }
    if (election.votingOpens <= now && election.rollFrozenAt !== null && (await anybodyStands(client, electionId))) {
      const hash = await signFreezeRecord(client, boardKey, { ...election, rollFrozenAt: election.rollFrozenAt }, now)
      await client.query('update elections set frozen_at = $2 where id = $1', [electionId, toTimestamp(now)])
      await makeHead(client, boardKey, { electionId, now })
      await appendAudit(tx, at, { actor: 'system', action: 'election frozen', subject: electionId, detail: { hash } })
      steps.push('the freeze record is signed')
    }
    return steps
  })
  for (const step of done) log.info({ election: electionId }, step)
  // Also when nothing was left to do: another node was faster, and this one has not heard of it yet.
  deps.elections.invalidate()
}

async function anybodyStands(client: Pick<pg.Pool, 'query'>, electionId: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from nominees where election_id = $1 and status = 'approved' limit 1`,
    [electionId],
  )
  return rowCount === 1
}
