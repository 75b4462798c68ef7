import { and, eq, isNotNull, sql, type SQL } from 'drizzle-orm'
import { Hono } from 'hono'
import { appendAudit } from '#server/audit/audit.ts'
import type { Queryable } from '#server/db/database.ts'
import { links, publishedAt, uploads } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { params, byId } from '#server/http/body.ts'
import { anyoneMay, whoIs, type Env } from '#server/http/guards.ts'
import type { Person } from '#server/http/session.ts'
import type { LinkSection } from '#shared/content/defaults.ts'
import { AppError, mustExist } from '#shared/errors.ts'
import { isOthersDocument, mayOpenFile, type Bucket } from '#shared/file-access.ts'
import type { Instant } from '#shared/time.ts'
import { sendStored } from './download.ts'

/** Documents are stored as sent, so they are downloaded, never displayed as a page of this site. */
const isKeptAsSent = ({ bucket, mime }: { bucket: Bucket; mime: string }) =>
  ['candidate_documents', 'announcements', 'media', 'mailings'].includes(bucket) && !mime.startsWith('image/')

/** Serves stored files, after checking that the reader may see them. */
export function fileRoutes(deps: Deps) {
  return new Hono<Env>().get('/files/:id', anyoneMay('read public pages'), params(byId), async (c) => {
    const file = await findReadableFile(deps, () => whoIs(deps, c), c.req.valid('param').id)
    const download = c.req.query('download') !== undefined || isKeptAsSent(file)
    return sendStored(c, deps, file, { download, cache: file.cache })
  })
}

/** A value of the announcement that shows the file; null for a file of any other kind. */
const ofEntry = <Value>(
  value: SQL | typeof links.section,
) => sql<Value | null>`case when ${uploads.bucket} = 'announcements' then (
  select ${value} from ${links}
  where ${uploads.path} in (${links.documentPath}, ${links.pictureAvifPath}, ${links.pictureWebpPath})
    or links.id = (select link_id from link_files where link_files.path = uploads.path)) end`

async function findStored(db: Queryable, id: string, now: Instant) {
  const [found] = await db
    .select({
      path: uploads.path,
      bucket: uploads.bucket,
      ownerId: uploads.ownerId,
      claimed: sql<boolean>`${uploads.claimedAt} is not null`,
      mime: uploads.mime,
      size: uploads.size,
      sha256: sql<string>`${uploads.sha256}`,
      originalName: uploads.originalName,
      section: ofEntry<LinkSection>(links.section),
      hidden: ofEntry<boolean>(sql`not ${publishedAt(now)}`),
    })
    .from(uploads)
    .where(and(eq(uploads.id, id), eq(uploads.state, 'stored'), isNotNull(uploads.sha256)))
  return found ?? null
}

/** Returns the file if the reader may see it; otherwise fails as if it did not exist. */
async function findReadableFile(deps: Pick<Deps, 'db' | 'clock'>, getUser: () => Promise<Person | null>, id: string) {
  const file = mustExist(await findStored(deps.db, id, deps.clock.now()))
  if (mayOpenFile(file, null)) {
    const isForAll = file.bucket !== 'announcements'
    return { ...file, cache: isForAll ? ('public' as const) : ('public for now' as const) }
  }
  const person = await getUser()
  if (!mayOpenFile(file, person)) throw new AppError('not-found')
  if (person && isOthersDocument(file, person.id))
    await appendAudit(deps.db, deps.clock, {
      actor: person.id,
      action: 'document opened',
      subject: id,
      // The owner can see who opened the document even after another document has replaced it.
      ...(file.ownerId !== null && { detail: { owner: file.ownerId } }),
    })
  return { ...file, cache: 'private' as const }
}
