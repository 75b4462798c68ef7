import { Hono } from 'hono'
import { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { query } from '#server/http/body.ts'
import { csvType, sendStream } from '#server/http/encoded.ts'
import { requireMay, type Env } from '#server/http/guards.ts'
import { logFilterSchema } from '#shared/audit/filter.ts'
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
      sendStream(c, { name: 'audit-log.csv', type: csvType }, () => logAsCsv(deps.db, c.req.valid('query'))),
    )
    .get('/audit-in-words.csv', reader, query(logFilterSchema), (c) =>
      sendStream(c, { name: 'audit-log-in-words.csv', type: csvType }, () => logInWords(deps.db, c.req.valid('query'))),
    )
}
