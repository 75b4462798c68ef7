import { existsSync, readFileSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { ConfigError } from '#server/config.ts'
import { syncFolder, writeDurably } from '#server/durable-files.ts'
import { makeDataFolder } from './embedded-cluster.ts'

/**
 * Marks an unfinished restore, in the data folder and in the database, with the id of the backup. The mark is made
 * first and removed last. A marked site starts nothing but a restore of the same backup.
 */
const markFile = (dataDir: string) => join(dataDir, 'restore-unfinished')
const markTable = 'drizzle.unfinished_restore'
const restoredFrom = 'restored from'
const lastRestoration = 'last restoration'

const refusal = () =>
  new ConfigError(
    'A backup was being restored here and that was not finished. Run npm run restore again with the same backup, or begin with an empty data folder and database.',
  )

/** Call this before opening a site: a half restored one must not be mistaken for a whole one. */
export async function refuseUnfinishedRestore(dataDir: string, client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  if (markInFolder(dataDir) !== null || (await markInDatabase(client)) !== null) throw refusal()
}

export function markInFolder(dataDir: string): string | null {
  return existsSync(markFile(dataDir)) ? readFileSync(markFile(dataDir), 'utf8') : null
}

export async function markFolder(dataDir: string, backupId: string): Promise<void> {
  makeDataFolder(dataDir)
  if (markInFolder(dataDir) === backupId) return
  // Written under another name first: a mark that is cut off would look like another backup's.
  const draft = `${markFile(dataDir)}.new`
  await writeDurably(draft, [Buffer.from(backupId)])
  await rename(draft, markFile(dataDir))
  await syncFolder(dataDir)
}

export async function unmarkFolder(dataDir: string): Promise<void> {
  await rm(markFile(dataDir), { force: true })
  await syncFolder(dataDir)
}

export async function markInDatabase(client: Pick<pg.ClientBase, 'query'>): Promise<string | null> {
  const { rows: found } = await client.query<{ there: string | null }>(`select to_regclass($1) as there`, [markTable])
  if (!found[0]?.there) return null
  const { rows } = await client.query<{ backup: string }>(`select backup from ${markTable}`)
  return rows[0]?.backup ?? ''
}

export async function markDatabase(client: Pick<pg.ClientBase, 'query'>, backupId: string): Promise<void> {
  await client.query('create schema if not exists drizzle')
  await client.query(`create table ${markTable} as select $1::text as backup`, [backupId])
}

/** When a backup replaced the database, and the number of the last rollback of each election in it. */
export interface Restoration {
  at: string
  rollbacks?: Record<string, number>
}

export async function describeRestoration(client: Pick<pg.ClientBase, 'query'>): Promise<Restoration> {
  const { rows } = await client.query<{ rollbacks: Record<string, number> }>(
    `select coalesce(json_object_agg(election_id, last), '{}') as rollbacks from (
       select election_id, max(number) as last from signed_statements where type = 'rollback/1' group by 1) held`,
  )
  return { at: new Date().toISOString(), rollbacks: rows[0]?.rollbacks ?? {} }
}

/**
 * Call this when the database is complete. The id of the backup stays, for a restore that was interrupted before it
 * unmarked the folder; other nodes read the rest.
 */
export async function unmarkDatabase(
  client: Pick<pg.ClientBase, 'query'>,
  backupId: string,
  restoration: Restoration,
): Promise<void> {
  await client.query(`begin; drop table ${markTable}`)
  await client.query(
    `insert into installation (key, value) values ($1, $2), ($3, $4)
     on conflict (key) do update set value = excluded.value`,
    [restoredFrom, backupId, lastRestoration, JSON.stringify(restoration)],
  )
  await client.query('commit')
}

export async function isRestoredFrom(client: Pick<pg.ClientBase, 'query'>, backupId: string): Promise<boolean> {
  const { rows: found } = await client.query<{ there: string | null }>(
    `select to_regclass('public.installation') as there`,
  )
  if (!found[0]?.there || (await markInDatabase(client)) !== null) return false
  const { rowCount } = await client.query('select from installation where key = $1 and value = $2', [
    restoredFrom,
    backupId,
  ])
  return rowCount === 1
}

/** Returns the last restoration; null if there was none. */
export async function readRestoration(client: Pick<pg.ClientBase, 'query'>): Promise<Restoration | null> {
  const { rows } = await client.query<{ value: string }>('select value from installation where key = $1', [
    lastRestoration,
  ])
  return rows[0] ? (JSON.parse(rows[0].value) as Restoration) : null
}
