import type pg from 'pg'
import { AppError } from '#shared/errors.ts'
import { toTimestamp } from '#server/db/schema/columns.ts'
import { appendAudit } from '#server/audit/audit.ts'
import { databaseRefusal, inTransaction, type Database } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { lastStatement } from '#server/elections/board/statements.ts'
import { findSignedCertificate } from '#server/elections/results/queries.ts'
import { longestMs, rewriteTables } from './rewrite-tables.ts'
import { saltsKeptMs } from '#shared/elections/roll/roll.ts'

/** A wrong clock is noticed within a minute. The key, once destroyed, cannot be brought back. */
export const afterCertificationMs = 60_000

/** As long as salts stay on the roll: whoever doubts that it was right to cancel can go to court with the box until then. */
export const afterCancellingMs = saltsKeptMs

/**
 * After certification, or a while after an election was cancelled, the key to the ballots is destroyed and the sealed ballots are emptied, in the table and on the disk:
 * either alone would do. That somebody voted stays. Each step may be interrupted; the counting job comes back until
 * `key_destroyed_at` says that all is done. The key goes first, for that takes a moment and cannot be undone.
 */
export async function destroyBallotKey(
  deps: Pick<Deps, 'db' | 'pool' | 'vault' | 'boardKey' | 'clock' | 'log'>,
  electionId: string,
): Promise<void> {
  const { db, pool, vault, log } = deps
  if (!(await isDue(deps, electionId)) || !(await isEndedBySite(deps, electionId))) return
  log.info({ election: electionId }, 'destroying the key to the ballots of an election that is over')
  await vault.destroy(electionId)
  await emptyBallots(db, electionId)
  if (!(await rewriteTables(db, ['ballots']))) {
    log.warn({ election: electionId }, 'ballots are not cleared from the disk yet: an older transaction is still open')
    return
  }
  await leaveJournal(pool)
  if (await markDestroyed(deps, electionId)) log.info({ election: electionId }, 'the key to the ballots is destroyed')
}

const due = 'id = $1 and num_nonnulls(certified_at, cancelled_at) > 0 and key_destroyed_at is null'

async function isDue({ db, clock }: Pick<Deps, 'db' | 'clock'>, electionId: string): Promise<boolean> {
  return inTransaction({ db }, async (_tx, client) => {
    const isOver = await client.query(`select from elections where ${due}`, [electionId])
    if (isOver.rowCount === 0) return false
    const now = await clock.confirmedNow(client)
    const { rowCount } = await client.query(
      `select from elections where ${due} and (certified_at <= $2 or cancelled_at <= $3)`,
      [electionId, toTimestamp(now - afterCertificationMs), toTimestamp(now - afterCancellingMs)],
    )
    return rowCount === 1
  })
}

/**
 * Whoever can write to the database alone must not get rid of the last proof of what was cast: the key goes when the site has
 * signed a certificate of this election, or its cancellation, and never otherwise.
 */
async function isEndedBySite(deps: Pick<Deps, 'pool' | 'boardKey' | 'log'>, electionId: string): Promise<boolean> {
  const signed = await findSignedCertificate(deps, electionId).catch((error: unknown) => {
    if (error instanceof AppError) return null
    throw error
  })
  if (signed) return true
  const cancelled = await lastStatement(deps.pool, { electionId }, 'cancellation/1')
  if (cancelled && deps.boardKey.isSigned('cancellation/1', cancelled.signed) && cancelled.said.election === electionId)
    return true
  if (!told.has(electionId))
    deps.log.error(
      { election: electionId },
      'an election counts as certified or cancelled, and nothing signed says so: its key is kept',
    )
  told.add(electionId)
  return false
}

/** Once: the job comes by every few seconds. */
const told = new Set<string>()

async function markDestroyed({ db, clock }: Pick<Deps, 'db' | 'clock'>, electionId: string): Promise<boolean> {
  return inTransaction({ db }, async (tx, client) => {
    const marked = await client.query(`update elections set key_destroyed_at = $2 where ${due}`, [
      electionId,
      toTimestamp(clock.now()),
    ])
    if (marked.rowCount === 0) return false
    await appendAudit(tx, clock, { actor: 'system', action: 'ballot key destroyed', subject: electionId })
    return true
  })
}

/**
 * The journal on this machine still holds the ballots as they were cast and emptied. No piece that does is written to any
 * more, and none is needed after a crash, so the database may use them anew. On a managed database that is not for us to ask.
 */
async function leaveJournal(pool: pg.Pool): Promise<void> {
  for (const text of ['select pg_switch_wal()', 'checkpoint'])
    await pool.query({ text, query_timeout: longestMs } as pg.QueryConfig).catch((error: unknown) => {
      if (databaseRefusal(error)?.code !== notAllowed) throw error
    })
}
const notAllowed = '42501'

/** However many there are: the site's limits are made for statements that somebody waits for. */
async function emptyBallots(db: Database, electionId: string): Promise<void> {
  await inTransaction({ db }, async (_tx, client) => {
    await client.query('set local statement_timeout = 0')
    const text = `update ballots set sealed = '' where election_id = $1 and sealed <> ''`
    await client.query({ text, values: [electionId], query_timeout: longestMs } as pg.QueryConfig)
  })
}
