import { Readable } from 'node:stream'
import { Hono, type Context } from 'hono'
import { z } from 'zod'
import { logFilterSchema } from '#shared/audit/filter.ts'
import type { Deps } from '#server/deps.ts'
import { query } from '#server/http/body.ts'
import { requireMay, type Env } from '#server/http/guards.ts'
import { checkLog } from './audit.ts'
import { logAsCsv, logInWords } from './log-csv.ts'
import { readLogPage } from './queries.ts'

const pageSchema = logFilterSchema.extend({
  before: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
})

export function auditRoutes(deps: Deps) {
  const reader = requireMay(deps, 'read audit log')
  return new Hono<Env>()
    .get('/audit', reader, query(pageSchema), async (c) => c.json(await readLogPage(deps.db, c.req.valid('query'))))
    .get('/audit/check', reader, async (c) => c.json(await checkLog(deps, c.var.person)))
    .get('/audit.csv', reader, query(logFilterSchema), (c) =>
      sendCsv(c, 'audit-log.csv', () => logAsCsv(deps.db, c.req.valid('query'))),
    )
    .get('/audit-in-words.csv', reader, query(logFilterSchema), (c) =>
      sendCsv(c, 'audit-log-in-words.csv', () => logInWords(deps.db, c.req.valid('query'))),
    )
}

function sendCsv(c: Context, name: string, write: () => AsyncIterable<string>) {
  const headers = {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${name}"`,
    'Cache-Control': 'no-store',
  }
  if (c.req.method === 'HEAD') return c.newResponse(null, { headers })
  const lines = Readable.from(write(), { objectMode: false })
  return c.newResponse(Readable.toWeb(lines) as ReadableStream, { headers })
}
