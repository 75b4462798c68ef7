import { Hono } from 'hono'
import { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { body, query, takesFile, takesRows } from '#server/http/body.ts'
import { csvType, sendStream } from '#server/http/encoded.ts'
import { requireMay, type Env } from '#server/http/guards.ts'
import { isExportColumn, completeColumns, type ExportColumn } from '#shared/members/csv/columns.ts'
import { importPartSchema } from '#shared/members/csv/member-file.ts'
import { memberFilterShape } from '#shared/members/listing/listing-query.ts'
import { dayInManila } from '#shared/time.ts'
import { exportMembers } from './export-members.ts'
import { importPart } from './import-members.ts'

const exportQuery = z.object({
  ...memberFilterShape,
  approved: z.enum(['true', 'false']).default('true'),
  /** Comma-separated. All that an import needs, if missing. */
  columns: z
    .string()
    .max(2000)
    .transform((names) => names.split(','))
    .pipe(z.array(z.custom<ExportColumn>((name) => isExportColumn(String(name)))))
    .optional(),
  /** For the log: on paper instead of as a file. */
  how: z.literal('print').optional(),
})
export function csvRoutes(deps: Deps) {
  const admin = requireMay(deps, 'export and import members')
  return new Hono<Env>()
    .get('/members.csv', admin, query(exportQuery), async (c) => {
      const { approved: wanted, columns = completeColumns, how, ...filter } = c.req.valid('query')
      const approved = wanted === 'true'
      const name = `${approved ? 'members' : 'applicants'}-${dayInManila(deps.clock.now())}.csv`
      return sendStream(c, { name, type: csvType }, () =>
        exportMembers(deps, c.var.person, { approved, filter, columns, how }),
      )
    })
    .post('/member-imports', admin, takesFile, takesRows, body(importPartSchema), async (c) =>
      c.json({ rows: await importPart(deps, c.var.person, c.req.valid('json'), c.req.raw.signal) }),
    )
}
