import { sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { appendAudit } from '#server/audit/audit.ts'
import { inTransaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { requireMay, type Env } from '#server/http/guards.ts'
import { takeOrRefuse } from '#server/http/rate-limit.ts'
import type { Person } from '#server/http/session.ts'
import { AppError } from '#shared/errors.ts'
import { insertBackupRequest, readOverview } from './queries.ts'

export function backupRoutes(deps: Deps) {
  const watcher = requireMay(deps, 'watch the site')
  return new Hono<Env>()
    .get('/operations/backups', watcher, async (c) => c.json(await readOverview(deps)))
    .post('/operations/backups', watcher, async (c) => {
      await askForBackup(deps, c.var.person)
      return c.json(await readOverview(deps), 202)
    })
}

/** Those made by hand are never removed by themselves, so there is an end to them in a day. */
const mostADay = { key: 'backups asked for', limit: 10, seconds: 24 * 60 * 60 }

/** Has a backup made by the job that makes the nightly one, now. Asked twice before it has begun, it is one. */
export async function askForBackup(deps: Pick<Deps, 'config' | 'db' | 'pool' | 'clock'>, admin: Person): Promise<void> {
  if (!deps.config.backup.wanted) throw new AppError('no-backups-here')
  const taken = await takeOrRefuse(deps.pool, [mostADay], 'too-many-backups')
  const isNew = await inTransaction(deps, async (tx) => {
    if (!(await insertBackupRequest(tx))) return false
    await tx.execute(sql`select pg_notify('site_changed', 'backups')`)
    await appendAudit(tx, deps.clock, { actor: admin.id, action: 'backup asked for' })
    return true
  })
  if (!isNew) await taken.giveBack()
}
