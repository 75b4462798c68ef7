import { Hono } from 'hono'
import type { Deps } from '#server/deps.ts'
import { requireMay, type Env } from '#server/http/guards.ts'
import { askForBackup, readBackupOverview } from './overview.ts'

export function backupRoutes(deps: Deps) {
  const watcher = requireMay(deps, 'watch the site')
  return new Hono<Env>()
    .get('/operations/backups', watcher, async (c) => c.json(await readBackupOverview(deps)))
    .post('/operations/backups', watcher, async (c) => {
      await askForBackup(deps, c.var.person)
      return c.json(await readBackupOverview(deps), 202)
    })
}
