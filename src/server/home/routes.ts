import { Hono } from 'hono'
import type { Deps } from '#server/deps.ts'
import { requireMay, type Env } from '#server/http/guards.ts'
import { readMine } from './mine.ts'

export function homeRoutes(deps: Deps) {
  return new Hono<Env>().get('/home/mine', requireMay(deps, 'use own account'), async (c) =>
    c.json(await readMine(deps, c.var.person)),
  )
}
