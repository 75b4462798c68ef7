import { Hono } from 'hono'
import { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { params } from '#server/http/body.ts'
import { requireMay, type Env } from '#server/http/guards.ts'
import { readMonitor } from './read-monitor.ts'

const byId = z.object({ id: z.uuid() })

/** How election day goes, for those who run it. */
export function monitorRoutes(deps: Deps) {
  return new Hono<Env>().get('/elections/:id/monitor', requireMay(deps, 'run elections'), params(byId), async (c) =>
    c.json(await readMonitor(deps, c.req.valid('param').id)),
  )
}
