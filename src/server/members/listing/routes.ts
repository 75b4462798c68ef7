import { Hono } from 'hono'
import { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { body, params, query, byId } from '#server/http/body.ts'
import { csvType, sendStream } from '#server/http/encoded.ts'
import { requireMay, type Env } from '#server/http/guards.ts'
import { whileDues } from '#server/members/dues/routes.ts'
import { payerQuerySchema } from '#shared/members/dues/schemas.ts'
import { manyChangeSchema } from '#shared/members/listing/change-many.ts'
import { listQuerySchema, memberFilterSchema, payersQuerySchema } from '#shared/members/listing/listing-query.ts'
import { changeMany } from './change-many.ts'
import { listMembers, readCounts } from './list-members.ts'
import { listPayers, payersCsv, searchPayers } from './payers.ts'
import { searchSchema } from './search.ts'
import { addViewer, listViewers, removeViewer, searchCandidates } from './viewers.ts'

/** Routes for listing members, applicants, members who pay dues, and viewers. */
export function listingRoutes(deps: Deps) {
  const mayNameViewers = requireMay(deps, 'name viewers')
  const treasury = whileDues(deps, 'handle dues')
  return new Hono<Env>()
    .get('/members', requireMay(deps, 'list members'), query(listQuerySchema), async (c) =>
      c.json(await listMembers(deps, c.var.person, c.req.valid('query'))),
    )
    .post(
      '/members/changes',
      requireMay(deps, 'edit any profile', 'profile-edit-not-allowed'),
      query(memberFilterSchema),
      body(manyChangeSchema),
      async (c) => c.json(await changeMany(deps, c.var.person, c.req.valid('query'), c.req.valid('json'))),
    )
    .get('/admin/counts', requireMay(deps, 'see dashboard counts'), async (c) => c.json(await readCounts(deps)))
    .get('/dues/payers', treasury, query(payerQuerySchema), async (c) =>
      c.json(await searchPayers(deps, c.req.valid('query').typed)),
    )
    .get('/dues/members', treasury, query(payersQuerySchema), async (c) =>
      c.json(await listPayers(deps, c.req.valid('query'))),
    )
    .get('/dues/members.csv', treasury, query(payersQuerySchema), async (c) =>
      sendStream(c, { name: 'dues-members.csv', type: csvType }, () => payersCsv(deps, c.req.valid('query'))),
    )
    .get('/viewers', mayNameViewers, async (c) => c.json({ viewers: await listViewers(deps.db) }))
    .get('/viewer-candidates', mayNameViewers, query(searchSchema), async (c) =>
      c.json(await searchCandidates(deps, c.req.valid('query').q)),
    )
    .post('/viewers', mayNameViewers, body(z.object({ memberId: z.uuid() })), async (c) => {
      await addViewer(deps, c.var.person, c.req.valid('json').memberId)
      return c.json({ ok: true }, 201)
    })
    .delete('/viewers/:id', mayNameViewers, params(byId), async (c) => {
      await removeViewer(deps, c.var.person, c.req.valid('param').id)
      return c.json({ ok: true })
    })
}
