import { Hono } from 'hono'
import { z } from 'zod'
import { addViewerSchema } from '#shared/members/viewers/viewers.ts'
import type { Deps } from '#server/deps.ts'
import { body, params, query } from '#server/http/body.ts'
import type { Env } from '#server/http/context.ts'
import { requireMay } from '#server/http/guards.ts'
import { addViewer, removeViewer } from './change-viewers.ts'
import { listViewers } from './queries.ts'
import { searchCandidates } from './search.ts'

export function viewerRoutes(deps: Deps) {
  const admin = requireMay(deps, 'name viewers')
  return new Hono<Env>()
    .get('/viewers', admin, async (c) => c.json({ viewers: await listViewers(deps.db) }))
    .get('/viewer-candidates', admin, query(z.object({ q: z.string().max(100).default('') })), async (c) =>
      c.json(await searchCandidates(deps, c.req.valid('query').q)),
    )
    .post('/viewers', admin, body(addViewerSchema), async (c) => {
      await addViewer(deps, c.var.person, c.req.valid('json').memberId)
      return c.json({ ok: true }, 201)
    })
    .delete('/viewers/:id', admin, params(z.object({ id: z.uuid() })), async (c) => {
      await removeViewer(deps, c.var.person, c.req.valid('param').id)
      return c.json({ ok: true })
    })
}
