import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { appendAudit } from '#server/audit/audit.ts'
import { inTransaction, type Database, databaseRefusal } from '#server/db/database.ts'
import { toTimestamp } from '#server/db/schema/columns.ts'
import type { Deps } from '#server/deps.ts'
import { makeHead, checkLastHead } from '#server/elections/board/tree.ts'
import { lastBallotsMs } from '#shared/elections/lifecycle.ts'
import { saltsKeptMs } from '#shared/elections/roll/roll.ts'
import { type Instant, minuteMs } from '#shared/time.ts'

/**
 * Once every ballot is counted, board and ballots are written anew in one transaction. Until then the database still shows
 * which ballots were counted together; afterwards everybody's votes hide among everybody's. `rewriteTables` then sorts them
 * and takes the rows as they were off the disk. No ballot is taken any more, for good: so the database itself must say that
 * the time has come. Does nothing while a ballot is uncounted, or when the hours of voting were moved meanwhile.
 */
export async function closeCount(
  { db, clock, log, signed }: Pick<Deps, 'db' | 'clock' | 'log' | 'signed'>,
  electionId: string,
): Promise<boolean> {
  const closed = await inTransaction({ db, lock: 'counting' }, async (tx, client) => {
    const now = await clock.confirmedNow(client)
    if (!(await isDue(client, electionId, now - lastBallotsMs)) || (await anyUncounted(client, electionId)))
      return false
    log.info({ election: electionId, now: toTimestamp(now) }, 'closing the count: from here on no ballot is taken')
    const voted = await anybodyVoted(client, electionId)
    const standing = voted ? await checkLastHead(client, await signed.read(client, electionId)) : null
    await writeAnew(client, electionId, now)
    if (standing) await makeHead(client, signed.key, standing, { now, closed: true })
    await appendAudit(tx, now, { actor: 'system', action: 'count closed', subject: electionId })
    return true
  })
  if (closed) log.info({ election: electionId }, 'the count is closed')
  return closed
}

/** Holds the election: a ballot on its way into the box is waited for, and the next one finds the box shut. */
async function isDue(client: pg.PoolClient, electionId: string, closedBefore: Instant): Promise<boolean> {
  const { rowCount } = await client.query(
    'select from elections where id = $1 and count_closed_at is null and voting_closes <= $2 for update',
    [electionId, toTimestamp(closedBefore)],
  )
  return rowCount === 1
}

async function anyUncounted(client: pg.PoolClient, electionId: string): Promise<boolean> {
  const uncounted = `select from ballots where ${ballotsOf} and not counted limit 1`
  return (await client.query(uncounted, [electionId])).rowCount !== 0
}

/** An election that nobody voted in may be begun anew: its board is not closed. */
async function anybodyVoted(client: pg.PoolClient, electionId: string): Promise<boolean> {
  return (await client.query(`select from ballots where ${ballotsOf} limit 1`, [electionId])).rowCount === 1
}

const ballotsOf = 'election_id = $1'

/** Equal values, but new rows: every row of the election is of this one transaction, whichever it was counted in. */
async function writeAnew(client: pg.PoolClient, electionId: string, now: Instant): Promise<void> {
  await client.query('set local statement_timeout = 0')
  const rewrite = (text: string) =>
    client.query({ text, values: [electionId], query_timeout: longestMs } as pg.QueryConfig)
  // Joined with nothing, it is a new value: one that is only copied would stay on the disk where it is.
  await rewrite(`update board_tiles set leaves = leaves || '' where ${ballotsOf}`)
  await rewrite(`update ballots set receipt_mark = null where ${ballotsOf}`)
  // They went out soon after each ballot, so their order is nearly that of voting.
  await rewrite('update voter_emails set kind = kind where election_id = $1')
  await client.query('update elections set count_closed_at = $2 where id = $1', [electionId, toTimestamp(now)])
}

/**
 * The close of the count left the rows as they were on the disk, unseen. Here they go; nothing is certified before. Does
 * nothing before the count is closed, nor once it is done.
 */
export async function purgeTraces(
  { db, pool, clock, log }: Pick<Deps, 'db' | 'pool' | 'clock' | 'log'>,
  electionId: string,
  patienceMs?: number,
): Promise<boolean> {
  const due = 'id = $1 and count_closed_at is not null and traces_purged_at is null'
  const { rowCount } = await pool.query(`select from elections where ${due}`, [electionId])
  if (rowCount === 0) return false
  if (!(await rewriteTables(db, electionTables, patienceMs))) {
    log.warn({ election: electionId }, 'the count is not cleared from the disk yet: an older transaction is still open')
    return false
  }
  await pool.query(`update elections set traces_purged_at = $2 where ${due}`, [electionId, toTimestamp(clock.now())])
  return true
}

/** The tables of an election, each with the index in whose order it is written afresh: by random ids and by places on the board. */
const orders = {
  ballots: 'ballots_voter_id_election_id_pk',
  board_tiles: 'board_tiles_election_id_tile_pk',
  tallies: 'tallies_election_id_nominee_id_pk',
  turnout: 'turnout_election_id_region_pk',
  pending_proxies: 'pending_proxies_election_id_voter_id_pk',
  voter_emails: 'voter_emails_voter_id_election_id_kind_pk',
} as const
type ElectionTable = keyof typeof orders
const electionTables = Object.keys(orders) as ElectionTable[]

const lookAgainMs = 100
/** Of a hundred thousand ballots it takes a minute on a small machine; nobody waits for it. */
export const longestMs = 30 * minuteMs

/**
 * Writes tables afresh, so that no file of the database holds a row as it was, nor the order in which rows came or were
 * counted. Returns false, with nothing done, while a transaction still runs that may look at the rows as they were: for its
 * sake they would be copied too. Try again later. May be called any number of times.
 */
export async function rewriteTables(
  db: Database,
  tables: readonly ElectionTable[],
  patienceMs = 10_000,
): Promise<boolean> {
  if (!(await untilUnseen(db.$client, patienceMs))) return false
  for (const table of tables) await rewrite(db, table)
  return true
}

/** A transaction for each: who reads one table does not wait for the others. */
async function rewrite(db: Database, table: ElectionTable): Promise<void> {
  await inTransaction({ db }, async (_tx, client) => {
    // Everybody else waits behind who waits for the whole table, so that must not take long.
    await client.query(`set local lock_timeout = '5s'; set local statement_timeout = 0`)
    const text = `cluster ${table} using ${orders[table]}`
    await client.query({ text, query_timeout: longestMs } as pg.QueryConfig)
  })
}

/**
 * Waits a moment for the transactions that began before this one: for readers of this database, and for writers of any. As
 * long as a writer is under way anywhere on the server, what a new reader here may see reaches back to it, and old rows are kept.
 */
async function untilUnseen(pool: pg.Pool, patienceMs: number): Promise<boolean> {
  const { rows } = await pool.query<{ now: string }>('select pg_current_xact_id()::text as now')
  for (let waited = 0; waited < patienceMs; waited += lookAgainMs) {
    const looking = await pool.query(
      `select from pg_stat_activity
       where pid <> pg_backend_pid() and (age(backend_xid) >= age($1::xid8::xid)
         or (datname = current_database() or datname is null) and age(backend_xmin) >= age($1::xid8::xid))
       limit 1`,
      [rows[0]?.now],
    )
    if (looking.rowCount === 0) return true
    await pause(lookAgainMs)
  }
  return false
}

/** A wrong clock is noticed within a minute. The key, once destroyed, cannot be brought back. */
export const afterCertificationMs = minuteMs

/** As long as salts stay on the roll: whoever doubts that it was right to cancel can go to court with the box until then. */
export const afterCancellingMs = saltsKeptMs

/**
 * After certification, or a while after an election was cancelled, the key to the ballots is destroyed and the sealed ballots are emptied, in the table and on the disk:
 * either alone would do. That somebody voted stays. Each step may be interrupted; the counting job comes back until
 * `key_destroyed_at` says that all is done. The key goes first, for that takes a moment and cannot be undone.
 */
export async function destroyBallotKey(
  deps: Pick<Deps, 'db' | 'pool' | 'vault' | 'signed' | 'clock' | 'log'>,
  electionId: string,
): Promise<void> {
  const { db, pool, vault, log } = deps
  if (!(await isDestructionDue(deps, electionId)) || !(await isEndedBySite(deps, electionId))) return
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

async function isDestructionDue({ db, clock }: Pick<Deps, 'db' | 'clock'>, electionId: string): Promise<boolean> {
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
async function isEndedBySite({ signed, log }: Pick<Deps, 'signed' | 'log'>, electionId: string): Promise<boolean> {
  if (await signed.isEnded(electionId)) return true
  if (!reported.has(electionId))
    log.error(
      { election: electionId },
      'an election counts as certified or cancelled, and nothing signed says so: its key is kept',
    )
  reported.add(electionId)
  return false
}

/** Once: the job comes by every few seconds. */
const reported = new Set<string>()

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
