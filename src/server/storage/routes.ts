import { eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { z } from 'zod'
import { AppError } from '#shared/errors.ts'
import { isOthersDocument, mayOpenFile } from '#shared/files.ts'
import { appendAudit } from '#server/audit/audit.ts'
import { uploads } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { params } from '#server/http/body.ts'
import type { Env } from '#server/http/context.ts'
import { anyoneMay, whoIs } from '#server/http/guards.ts'
import { sendStored } from './download.ts'

/** Stored files, each through a check of who asks. One that is not theirs looks like one that is not there. */
export function fileRoutes(deps: Deps) {
  return new Hono<Env>().get(
    '/files/:id',
    anyoneMay('read public pages'),
    params(z.object({ id: z.uuid() })),
    async (c) => {
      const { id } = c.req.valid('param')
      const [file] = await deps.db
        .select({
          path: uploads.path,
          bucket: uploads.bucket,
          ownerId: uploads.ownerId,
          state: uploads.state,
          mime: uploads.mime,
          size: uploads.size,
          sha256: uploads.sha256,
          originalName: uploads.originalName,
        })
        .from(uploads)
        .where(eq(uploads.id, id))
      const person = await whoIs(deps, c)
      if (!file || file.state !== 'stored' || file.sha256 === null || !mayOpenFile(file, person))
        throw new AppError('not-found')
      if (person && isOthersDocument(file, person.id) && !c.req.header('range'))
        await appendAudit(deps.db, deps.clock, { actor: person.id, action: 'document opened', subject: id })
      const isPublic = mayOpenFile(file, null)
      return sendStored(
        c,
        deps,
        { ...file, sha256: file.sha256 },
        { download: c.req.query('download') !== undefined, cache: isPublic ? 'public' : 'private' },
      )
    },
  )
}
