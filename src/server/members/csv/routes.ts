import { Hono } from 'hono'
import { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { query, takesFile, uploadedFile } from '#server/http/body.ts'
import { csvType, sendStream } from '#server/http/encoded.ts'
import { requireMay, type Env } from '#server/http/guards.ts'
import { isExportColumn, usualColumns, type ExportColumn } from '#shared/members/csv/columns.ts'
import { doubleModes, existingModes, dateOrders } from '#shared/members/csv/member-file.ts'
import { memberFilterShape } from '#shared/members/listing/listing-query.ts'
import { dayInManila } from '#shared/time.ts'
import { exportMembers } from './export-members.ts'
import { importLimit, importMembers, previewImport } from './import-members.ts'
import { receiveBytes } from './read-file.ts'

const exportQuery = z.object({
  ...memberFilterShape,
  approved: z.enum(['true', 'false']).default('true'),
  /** Comma-separated; the usual ones without it. */
  columns: z
    .string()
    .max(2000)
    .transform((names) => names.split(','))
    .pipe(z.array(z.custom<ExportColumn>((name) => isExportColumn(String(name)))))
    .optional(),
})
/** With the hash of a preview: write what it showed. Without: show. */
const importQuery = z.object({
  confirm: z.string().min(1).max(100).optional(),
  existing: z.enum(existingModes).default('leave'),
  doubles: z.enum(doubleModes).default('leave'),
  dates: z.enum(dateOrders).optional(),
})

export function csvRoutes(deps: Deps) {
  const admin = requireMay(deps, 'export and import members')
  return new Hono<Env>()
    .get('/members.csv', admin, query(exportQuery), async (c) => {
      const { approved: wanted, columns = usualColumns, ...filter } = c.req.valid('query')
      const approved = wanted === 'true'
      const name = `${approved ? 'members' : 'applicants'}-${dayInManila(deps.clock.now())}.csv`
      return sendStream(c, { name, type: csvType }, () =>
        exportMembers(deps, c.var.person, { approved, filter, columns }),
      )
    })
    .put('/member-imports', admin, takesFile, query(importQuery), async (c) => {
      const { confirm, ...wish } = c.req.valid('query')
      const sent = uploadedFile(c)
      const bytes = await receiveBytes(sent)
      return importLimit(
        async () =>
          confirm === undefined
            ? c.json(await previewImport(deps, bytes, wish))
            : c.json(await importMembers(deps, c.var.person, bytes, { ...wish, confirmed: confirm }), 201),
        { signal: sent.signal },
      )
    })
}
