import { pipeline } from 'node:stream/promises'
import { asc, eq } from 'drizzle-orm'
import type pg from 'pg'
import { appendAudit } from '#server/audit/audit.ts'
import type { Clock } from '#server/clock.ts'
import { beginLoading, copiedTables, copyIn, endLoading, prepareText } from '#server/db/copy-tables.ts'
import { inTransaction, type Database } from '#server/db/database.ts'
import { applyMigration, knownMigrations } from '#server/db/migrate.ts'
import { users } from '#server/db/schema.ts'
import { markDatabase, markInDatabase } from '#server/db/unfinished-restore.ts'
import { eraseMember } from '#server/members/privacy/erase-member.ts'
import { lockMember } from '#server/members/privacy/queries.ts'
import { BackupError, type ReadEntry } from './archive.ts'
import type { Manifest } from './check-backup.ts'
import type { ErasedMember } from './erased-members.ts'

/** Refuses a database with tables, unless an unfinished restore of the same backup left them. */
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
 * Removes what an unfinished restore left, and creates the tables of the backup's version, in the caller's transaction.
 * Refuses a backup with other or missing tables: a crafted one could write to PostgreSQL's own tables.
 */
export async function makeTables(
  client: pg.ClientBase,
  { id, migrations }: Manifest,
  backupTables: readonly TableHeader[],
): Promise<void> {
  await client.query('set local client_min_messages = warning')
  await prepareText(client)
  if ((await markInDatabase(client)) !== null)
    await client.query('drop schema public cascade; create schema public; drop schema drizzle cascade')
  await markDatabase(client, id)
  for (const migration of knownMigrations().slice(0, migrations.length)) await applyMigration(client, migration)
  // `beginLoading` deletes the rows that the migrations wrote; they are in the backup too.
  const tables = await copiedTables(client)
  const shape = (table: TableHeader) => JSON.stringify([table.name, table.columns])
  const wanted = tables.map(shape).toSorted()
  if (JSON.stringify(backupTables.map(shape).toSorted()) !== JSON.stringify(wanted)) throw new BackupError('damaged')
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

/** Deletes what was true only on the backup's machine. `backupsHere` are the backups in this machine's folder. */
export async function finishTables(client: pg.ClientBase, backupsHere: readonly string[]): Promise<void> {
  if (await hasTable(client, 'nodes')) await client.query('delete from nodes')
  // A key that sealed no ballot and made no roll is not restored but made again; otherwise nobody could vote.
  if (await hasTable(client, 'ballots'))
    await client.query(
      `delete from installation where key like 'vault %' and value <> 'destroyed' and not exists (
         select from ballots where 'vault ' || election_id = installation.key union all
         select from pending_proxies where 'vault ' || election_id = installation.key union all
         select from roll where 'vault ' || election_id || ' roll' = installation.key)`,
    )
  // Nobody should rely on the rows of this very backup, or of those in the old machine's folder.
  if (await hasTable(client, 'backups'))
    await client.query(`delete from backups where state = 'running' or (place = 'folder' and name <> all ($1))`, [
      backupsHere,
    ])
  await endLoading(client, await copiedTables(client))
}

async function hasTable(client: pg.ClientBase, name: string): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>('select to_regclass($1) is not null as found', [
    `public.${name}`,
  ])
  return rows[0]?.found === true
}

export interface Erased {
  members: number
  administrators: number
  paths: Set<string>
}

/**
 * Deletes members again whose data was deleted after the backup. Returns how many, and their files, which need not be
 * restored. A second run finds nobody. It skips administrators; `administrators` counts those on the list.
 */
export async function eraseAgain(
  { db, clock }: { db: Database; clock: Clock },
  erased: readonly ErasedMember[],
): Promise<Erased> {
  const done: Erased = { members: 0, administrators: 0, paths: new Set() }
  // The backup does not say who answered the requests, but the row needs somebody.
  const [admin] = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.isAdmin, true))
    .orderBy(asc(users.createdAt))
    .limit(1)
  for (const { id, erasedAt } of erased)
    await inTransaction({ db }, async (tx) => {
      const member = await lockMember(tx, id)
      if (!member) return
      if (member.isAdmin) return void (done.administrators += 1)
      const now = Math.min(Math.max(Date.parse(erasedAt), 0), clock.now())
      const released = await eraseMember(tx, id, member, { by: admin?.id ?? id, now })
      await appendAudit(tx, clock, { actor: 'system', action: 'member erased', subject: id })
      for (const path of released) done.paths.add(path)
      done.members += 1
    })
  return done
}
