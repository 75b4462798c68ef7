import { Hono } from 'hono'
import type { Deps } from '#server/deps.ts'
import type { Env } from '#server/http/context.ts'
import { requireMay } from '#server/http/guards.ts'
import { readOverview } from './queries.ts'

export function backupRoutes(deps: Deps) {
  return new Hono<Env>().get('/operations/backups', requireMay(deps, 'watch the site'), async (c) =>
    c.json(await readOverview(deps)),
  )
}
