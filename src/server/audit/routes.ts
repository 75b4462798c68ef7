import { Readable } from 'node:stream'
import { Hono } from 'hono'
import { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { query } from '#server/http/body.ts'
import type { Env } from '#server/http/context.ts'
import { requireMay } from '#server/http/guards.ts'
import { auditActions } from '#shared/audit/actions.ts'
import { verifyAudit } from './audit.ts'
import { logAsCsv } from './log-csv.ts'
import { readLogPage } from './log-queries.ts'

const filter = z.object({
  before: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
  action: z.enum(auditActions).optional(),
  actor: z.union([z.literal('system'), z.uuid()]).optional(),
})

export function auditRoutes(deps: Deps) {
  const reader = requireMay(deps, 'read audit log')
  return new Hono<Env>()
    .get('/audit', reader, query(filter), async (c) => c.json(await readLogPage(deps.db, c.req.valid('query'))))
    .get('/audit/check', reader, async (c) => c.json(await verifyAudit(deps.db)))
    .get('/audit.csv', reader, (c) => {
      const headers = {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': 'attachment; filename="audit-log.csv"',
        'Cache-Control': 'no-store',
      }
      if (c.req.method === 'HEAD') return c.newResponse(null, { headers })
      const lines = Readable.from(logAsCsv(deps.db), { objectMode: false })
      return c.newResponse(Readable.toWeb(lines) as ReadableStream, { headers })
    })
}
