import { createHash, randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import type { SiteClock } from '#server/clock.ts'
import { ConfigError, type Config } from '#server/config.ts'
import { inTransaction, type Database, type PgClient } from '#server/db/database.ts'
import { ensureKeyFile, readKeyFile } from '#server/durable-files.ts'
import type { Log } from '#server/log.ts'
import { siteVersion } from '#server/site-version.ts'
import { goneAfterMs } from '#shared/operations/status/site-checks.ts'

const seenEveryMs = 10_000
/** A node not seen for this long counts as gone. */
export const goneAfter = `interval '${goneAfterMs / 1000} seconds'`

interface JoinDeps {
  config: Pick<Config, 'dataDir' | 's3' | 'vaultKey'>
  db: Database
  log: Log
  clock: Pick<SiteClock, 'health'>
}

export interface Membership {
  id: string
  /** Shows the other nodes and the status page that this one accepts no more work. */
  drain(): Promise<void>
  leave(): Promise<void>
}

/** What the nodes of one site must share. */
interface Shared {
  storage: string
  vault: string
}

/**
 * Registers the node. Two nodes that do not share files or ballot keys would each lose what the other stores, so the
 * second is refused.
 */
export async function joinNodes({ config, db, log, clock }: JoinDeps): Promise<Membership> {
  const pool = db.$client
  const id = randomUUID()
  const shared = await sharedIds(config)
  const version = siteVersion()
  await inTransaction({ db, lock: 'nodes' }, async (_tx, client) => {
    await warnOfPast(client, log)
    await refuseUnshared(client, shared)
    await client.query(`delete from nodes where seen_at < clock_timestamp() - interval '1 day'`)
    await upsert(client)
  })

  /** Inserts again each time, in case somebody removed the row. */
  async function upsert(queries: PgClient): Promise<void> {
    await queries.query(
      `insert into nodes (id, host, pid, version, storage, vault, clock_offset_ms) values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (id) do update set seen_at = clock_timestamp(), clock_offset_ms = excluded.clock_offset_ms`,
      [id, hostname(), process.pid, version, shared.storage, shared.vault, clock.health().offsetMs],
    )
  }

  const timer = setInterval(
    () => void upsert(pool).catch((err: unknown) => log.warn({ err }, 'this node could not say that it is running')),
    seenEveryMs,
  ).unref()
  return {
    id,
    drain: async () => void (await pool.query('update nodes set draining = true where id = $1', [id])),
    async leave() {
      clearInterval(timer)
      await pool.query('delete from nodes where id = $1', [id])
    },
  }
}

/** Identifies the files and keys, not their location: a folder has its own id, wherever it is mounted. */
async function sharedIds({ dataDir, s3, vaultKey }: JoinDeps['config']): Promise<Shared> {
  const path = join(dataDir, 'folder.id')
  await ensureKeyFile(path)
  const folder = `folder ${hashOf((await readKeyFile(path)) ?? '')}`
  return {
    storage: s3 ? `s3 ${hashOf(`${s3.endpoint ?? s3.region} ${s3.bucket}`)}` : folder,
    vault: vaultKey ? `key ${hashOf(vaultKey.toLowerCase())}` : folder,
  }
}

const hashOf = (text: string) => createHash('sha256').update(`shared by nodes\0${text}`).digest('hex').slice(0, 16)

const advice = {
  storage: 'other files than this one: give every node the same S3_BUCKET, or one shared data folder',
  vault: 'other keys for its ballots than this one: set the same VAULT_KEY on every node, or share one data folder',
}

async function refuseUnshared(client: pg.ClientBase, shared: Shared): Promise<void> {
  const { rows } = await client.query<Shared & { host: string; pid: number }>(
    `select host, pid, storage, vault from nodes
     where seen_at > clock_timestamp() - ${goneAfter} and (storage <> $1 or vault <> $2) limit 1`,
    [shared.storage, shared.vault],
  )
  const [other] = rows
  if (!other) return
  const what = other.storage === shared.storage ? 'vault' : 'storage'
  throw new ConfigError(
    `Another node of this site (on ${other.host}, process ${other.pid}) runs with ${advice[what]}. Or stop the other node, and start this one a minute later.`,
  )
}

/** A time in the future means that the database's clock was set back. */
async function warnOfPast(client: pg.ClientBase, log: Log): Promise<void> {
  const { rows } = await client.query<{ ahead: number }>(
    `select extract(epoch from max(seen_at) - clock_timestamp())::float8 as ahead from nodes`,
  )
  const seconds = Math.round(rows[0]?.ahead ?? 0)
  if (seconds <= 5) return
  log.warn({ seconds }, 'the database’s clock is behind what it was when a node was last seen: look at it')
  await client.query('delete from nodes where seen_at > clock_timestamp()')
}
