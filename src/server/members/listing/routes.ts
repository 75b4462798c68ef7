import { Hono } from 'hono'
import { listQuerySchema } from '#shared/members/listing/listing-query.ts'
import type { Deps } from '#server/deps.ts'
import { query } from '#server/http/body.ts'
import type { Env } from '#server/http/context.ts'
import { requireMay } from '#server/http/guards.ts'
import { listMembers } from './list-members.ts'

/** Who the members are, and who would like to be. */
export function listingRoutes(deps: Deps) {
  return new Hono<Env>().get('/members', requireMay(deps, 'list members'), query(listQuerySchema), async (c) =>
    c.json(await listMembers(deps, c.var.person, c.req.valid('query'))),
  )
}
