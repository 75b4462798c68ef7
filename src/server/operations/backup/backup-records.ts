import type pg from 'pg'
import type { BackupPlace, BackupFailure } from '#shared/operations/backup/backup.ts'

interface Begun {
  kind: 'scheduled' | 'manual'
  place: BackupPlace
  name: string
}

/** The table `backups`, by plain SQL: a backup has a connection of its own and no pool. Times are the database's. */
export function recordBackup(client: Pick<pg.ClientBase, 'query'>) {
  return {
    async begin({ kind, place, name }: Begun): Promise<string> {
      const { rows } = await client.query<{ id: string }>(
        'insert into backups (kind, place, name) values ($1, $2, $3) returning id',
        [kind, place, name],
      )
      if (!rows[0]) throw new Error('the backup was not recorded')
      return rows[0].id
    },

    async finish(id: string, { bytes, rows, files }: { bytes: number; rows: number; files: number }): Promise<void> {
      await client.query(
        `update backups set state = 'done', finished_at = now(), bytes = $2, rows = $3, files = $4 where id = $1`,
        [id, bytes, rows, files],
      )
      await client.query(`delete from backups where started_at < now() - interval '1 year'`)
    },

    async fail(id: string, failure: BackupFailure): Promise<void> {
      await client.query(`update backups set state = 'failed', finished_at = now(), error = $2 where id = $1`, [
        id,
        failure,
      ])
    },

    /** Only for who holds the lock `backup`: then nobody else makes one. */
    async failInterrupted(): Promise<void> {
      await client.query(
        `update backups set state = 'failed', finished_at = now(), error = 'interrupted' where state = 'running'`,
      )
    },

    /** How many bytes the last complete one has. */
    async lastSize(): Promise<number> {
      const { rows } = await client.query<{ bytes: string }>(
        `select bytes::text from backups where state = 'done' order by finished_at desc limit 1`,
      )
      return Number(rows[0]?.bytes ?? 0)
    },
  }
}
