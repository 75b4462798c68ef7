import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { AppError } from '#shared/errors.ts'
import { appendAudit } from '#server/audit/audit.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { takeOrTell } from '#server/http/rate-limit.ts'
import type { Person } from '#server/http/session.ts'

/** The fact in `installation` by which the job that makes backups knows that one was asked for. */
const asked = 'backup asked for'

/** Those made by hand are never removed by themselves, so there is an end to them in a day. */
const mostADay = { key: 'backups asked for', limit: 10, seconds: 24 * 60 * 60 }

/** Has a backup made by the job that makes the nightly one, now. Asked twice before it has begun, it is one. */
export async function askForBackup(deps: Pick<Deps, 'config' | 'db' | 'pool' | 'clock'>, admin: Person): Promise<void> {
  if (!deps.config.backup.wanted) throw new AppError('no-backups-here')
  const taken = await takeOrTell(deps.pool, [mostADay], 'too-many-backups')
  const isNew = await inTransaction(deps, async (tx) => {
    const { rowCount } = await tx.execute(
      sql`insert into installation (key, value) values (${asked}, now()::text) on conflict do nothing`,
    )
    if (rowCount === 0) return false
    await tx.execute(sql`select pg_notify('site_changed', 'backups')`)
    await appendAudit(tx, deps.clock, { actor: admin.id, action: 'backup asked for' })
    return true
  })
  if (!isNew) await taken.giveBack()
}

export async function isBackupAsked(pool: Pick<pg.Pool, 'query'>): Promise<boolean> {
  const { rowCount } = await pool.query('select from installation where key = $1', [asked])
  return rowCount === 1
}

/** Whoever makes it takes the request first: one that fails is recorded as failed, and not made over and over. */
export async function takeBackupRequest(pool: Pick<pg.Pool, 'query'>): Promise<boolean> {
  const { rowCount } = await pool.query('delete from installation where key = $1', [asked])
  return rowCount === 1
}
