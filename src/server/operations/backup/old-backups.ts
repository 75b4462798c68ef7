import type pg from 'pg'
import { siteOf, type BackupStore } from './backup-store.ts'

/**
 * Removes the oldest scheduled backups of this site beyond the number to keep. One that somebody made by hand stays until somebody
 * removes it by hand, and so does everything that is not named like a backup of this site.
 */
export async function removeOldBackups(
  client: Pick<pg.ClientBase, 'query'>,
  store: BackupStore,
  newest: string,
  keep: number,
): Promise<void> {
  const { rows } = await client.query<{ name: string }>(`select name from backups where kind = 'manual'`)
  const manual = new Set(rows.map(({ name }) => name))
  const scheduled = (await store.names()).filter((name) => siteOf(name) === siteOf(newest) && !manual.has(name))
  for (const name of scheduled.slice(0, -keep)) if (name !== newest) await store.remove(name)
}
