import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { beginLoading, copiedTables, copyIn, endLoading, prepareText } from '#server/db/copy-tables.ts'
import { applyMigration, knownMigrations } from '#server/db/migration-journal.ts'
import { markDatabase, markInDatabase } from '#server/db/unfinished-restore.ts'
import { BackupError } from './backup-error.ts'
import type { ReadEntry } from './archive.ts'
import type { Manifest } from './manifest.ts'

/** Refuses a database that has tables, unless an unfinished restore of the same backup left them. */
export async function refuseFilledDatabase(client: pg.ClientBase, backupId: string): Promise<void> {
  const mark = await markInDatabase(client)
  if (mark === backupId) return
  if (mark !== null) throw new BackupError('other-restore-unfinished')
  const { rows } = await client.query<{ filled: boolean }>(`
    select to_regclass('drizzle.__drizzle_migrations') is not null
      or exists (select from pg_class where relnamespace = to_regnamespace('public') and relkind in ('r', 'p')) as filled`)
  if (rows[0]?.filled) throw new BackupError('target-not-empty', 'This database has tables already.')
}

/**
 * In the caller's transaction: what an unfinished restore left goes, and the tables come to be as the backup's site had them.
 * Refuses a backup that has others, or not all of them: whoever made it could reach into the database's own tables.
 */
export async function makeTables(
  client: pg.ClientBase,
  { id, migrations }: Manifest,
  held: readonly TableHeader[],
): Promise<void> {
  await client.query('set local client_min_messages = warning')
  await prepareText(client)
  if ((await markInDatabase(client)) !== null)
    await client.query('drop schema public cascade; create schema public; drop schema drizzle cascade')
  await markDatabase(client, id)
  for (const migration of knownMigrations().slice(0, migrations.length)) await applyMigration(client, migration)
  // What the migrations themselves wrote comes back with the backup.
  const tables = await copiedTables(client)
  const shape = (table: TableHeader) => JSON.stringify([table.name, table.columns])
  const wanted = tables.map(shape).toSorted()
  if (JSON.stringify(held.map(shape).toSorted()) !== JSON.stringify(wanted)) throw new BackupError('damaged')
  await beginLoading(client, tables)
}

interface TableHeader {
  name: string
  columns: readonly string[]
}

export async function fillTable(client: pg.Client, { header, body, footer }: ReadEntry): Promise<void> {
  if (header.type !== 'table') return
  const table = copyIn(client, header.name, header.columns)
  await pipeline(body, table)
  if (table.rowCount !== footer()?.rows)
    throw new Error(`${header.name} has ${table.rowCount} rows after it was restored`)
}

/** What was true only of the machine the backup was made on, and of the moment. */
export async function finishTables(client: pg.ClientBase): Promise<void> {
  if (await hasTable(client, 'nodes')) await client.query('delete from nodes')
  // A key under which no ballot was sealed need not be brought along: another is made. Without this nobody could vote.
  if (await hasTable(client, 'ballots'))
    await client.query(
      `delete from installation where key like 'vault %' and value <> 'destroyed' and not exists (
         select from ballots where 'vault ' || election_id = installation.key union all
         select from pending_proxies where 'vault ' || election_id = installation.key)`,
    )
  // The record of the very backup that is restored here.
  if (await hasTable(client, 'backups')) await client.query(`delete from backups where state = 'running'`)
  await endLoading(client, await copiedTables(client))
}

async function hasTable(client: pg.ClientBase, name: string): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>('select to_regclass($1) is not null as found', [
    `public.${name}`,
  ])
  return rows[0]?.found === true
}

/** Elections that are still to be voted in or counted, with ballots that only their key opens. */
export async function countSealedElections(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ elections: number }>(
    `select count(*)::int as elections from elections e join installation i on i.key = 'vault ' || e.id
     where e.count_closed_at is null and e.certified_at is null and i.value <> 'destroyed'`,
  )
  return rows[0]?.elections ?? 0
}
