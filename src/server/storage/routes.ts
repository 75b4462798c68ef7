import { Hono } from 'hono'
import { z } from 'zod'
import type { Bucket } from '#shared/file-access.ts'
import type { Deps } from '#server/deps.ts'
import { params } from '#server/http/body.ts'
import type { Env } from '#server/http/context.ts'
import { anyoneMay, whoIs } from '#server/http/guards.ts'
import { sendStored } from './download.ts'
import { openFile } from './open-file.ts'

const fileId = z.object({ id: z.uuid() })

/** Documents are kept as they were sent, so they are saved by whoever opens them, never shown as a page of this site. */
const isKeptAsSent = ({ bucket, mime }: { bucket: Bucket; mime: string }) =>
  (bucket === 'candidate_documents' || bucket === 'announcements') && !mime.startsWith('image/')

/** Stored files, each through a check of who asks. */
export function fileRoutes(deps: Deps) {
  return new Hono<Env>().get('/files/:id', anyoneMay('read public pages'), params(fileId), async (c) => {
    const file = await openFile(deps, () => whoIs(deps, c), c.req.valid('param').id)
    const download = c.req.query('download') !== undefined || isKeptAsSent(file)
    return sendStored(c, deps, file, { download, cache: file.cache })
  })
}
