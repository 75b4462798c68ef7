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
 * Once every ballot is counted, rewrites board and ballots in one transaction. Until then the database shows which ballots were
 * counted together; afterwards every vote hides among all others. `rewriteTables` then sorts the rows and removes the old ones
 * from the disk. No ballot is accepted after this, so the database's own clock must agree that the time has come. Does nothing
 * while a ballot is uncounted, or if the voting hours were moved meanwhile.
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

/** Locks the election: a ballot on its way into the box is waited for, and the next one finds the box closed. */
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

/** An election nobody voted in may be started again, so its board is not closed. */
async function anybodyVoted(client: pg.PoolClient, electionId: string): Promise<boolean> {
  return (await client.query(`select from ballots where ${ballotsOf} limit 1`, [electionId])).rowCount === 1
}

const ballotsOf = 'election_id = $1'

/** Same values, but new rows: every row of the election now belongs to this one transaction, whenever it was counted. */
async function writeAnew(client: pg.PoolClient, electionId: string, now: Instant): Promise<void> {
  await client.query('set local statement_timeout = 0')
  const rewrite = (text: string) =>
    client.query({ text, values: [electionId], query_timeout: longestMs } as pg.QueryConfig)
  // Concatenating nothing makes a new value: an unchanged one would stay where it is on the disk.
  await rewrite(`update board_tiles set leaves = leaves || '' where ${ballotsOf}`)
  await rewrite(`update ballots set receipt_mark = null where ${ballotsOf}`)
  // These emails went out soon after each ballot, so their order is nearly the order of voting.
  await rewrite('update voter_emails set kind = kind where election_id = $1')
  await client.query('update elections set count_closed_at = $2 where id = $1', [electionId, toTimestamp(now)])
}

/**
 * Closing the count left the old rows on the disk, though invisible. Here they are removed; nothing is certified before. Does
 * nothing before the count is closed, or once it is done.
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

/** The tables of an election, each with the index that gives its new order: random ids, or positions on the board. */
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
/** A hundred thousand ballots take a minute on a small machine; nobody waits for it. */
const longestMs = 30 * minuteMs

/**
 * Rewrites tables, so that no file of the database holds an old row, or the order in which rows arrived or were counted. Returns
 * false and does nothing while a transaction runs that may still see the old rows, because they would be copied for it. Try again
 * later; it may be called any number of times.
 */
async function rewriteTables(db: Database, tables: readonly ElectionTable[], patienceMs = 10_000): Promise<boolean> {
  if (!(await untilUnseen(db.$client, patienceMs))) return false
  for (const table of tables) await rewrite(db, table)
  return true
}

/** One transaction per table: readers of one do not wait for the others. */
async function rewrite(db: Database, table: ElectionTable): Promise<void> {
  await inTransaction({ db }, async (_tx, client) => {
    // While this waits for the table lock everybody else queues behind it, so it must not take long.
    await client.query(`set local lock_timeout = '5s'; set local statement_timeout = 0`)
    const text = `cluster ${table} using ${orders[table]}`
    await client.query({ text, query_timeout: longestMs } as pg.QueryConfig)
  })
}

/**
 * Waits a moment for older transactions: readers of this database, and writers of any. While any writer on the server is active,
 * old rows are kept for new readers here.
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

/** A wrong clock is noticed within a minute. A destroyed key cannot be restored. */
export const afterCertificationMs = minuteMs

/** As long as the roll keeps its salts: until then somebody who contests the cancellation can take the box to court. */
export const afterCancellingMs = saltsKeptMs

/**
 * After certification, or some time after a cancellation, destroys the ballot key and clears the sealed ballots, in the table and
 * on the disk: either alone would be enough. It stays recorded who voted. Every step may be interrupted; the counting job comes
 * back until `key_destroyed_at` says all is done. The key goes first: that takes a moment and cannot be undone.
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
 * Write access to the database must not be enough to get rid of the last proof of what was cast: the key is destroyed only after
 * the site has signed the election's certificate or its cancellation.
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

/** Logged once: the job runs every few seconds. */
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
 * This machine's write-ahead log still holds the ballots from when they were cast and cleared. Those segments are complete and
 * not needed after a crash, so the database may recycle them. On a managed database we cannot ask for this.
 */
async function leaveJournal(pool: pg.Pool): Promise<void> {
  for (const text of ['select pg_switch_wal()', 'checkpoint'])
    await pool.query({ text, query_timeout: longestMs } as pg.QueryConfig).catch((error: unknown) => {
      if (databaseRefusal(error)?.code !== notAllowed) throw error
    })
}
const notAllowed = '42501'

/** There may be any number: the site's time limits are meant for statements somebody waits for. */
async function emptyBallots(db: Database, electionId: string): Promise<void> {
  await inTransaction({ db }, async (_tx, client) => {
    await client.query('set local statement_timeout = 0')
    const text = `update ballots set sealed = '' where election_id = $1 and sealed <> ''`
    await client.query({ text, values: [electionId], query_timeout: longestMs } as pg.QueryConfig)
  })
}
