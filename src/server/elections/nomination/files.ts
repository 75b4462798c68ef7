import { and, eq, isNotNull, sql, type SQLWrapper } from 'drizzle-orm'
import { appendAudit } from '#server/audit/audit.ts'
import { concurrencyLimit } from '#server/concurrency-limit.ts'
import type { Queryable } from '#server/db/database.ts'
import { candidatesFiles, nominees, uploads, candidateProfiles, users } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { refuseExchanged } from '#server/elections/candidacy/materials.ts'
import type { Person } from '#server/http/session.ts'
import { squareOf } from '#server/members/card/open-card.ts'
import type { StoredPicture } from '#server/members/card/queries.ts'
import { AppError, mustExist } from '#shared/errors.ts'
import { may } from '#shared/permissions.ts'

type FileDeps = Pick<Deps, 'db' | 'pool' | 'storage' | 'boardKey'>

async function findDocument(db: Queryable, nomineeId: string) {
  const [found] = await db
    .select({
      electionId: nominees.electionId,
      status: nominees.status,
      userId: nominees.userId,
      id: uploads.id,
      path: uploads.path,
      mime: uploads.mime,
      size: uploads.size,
      sha256: uploads.sha256,
      originalName: uploads.originalName,
    })
    .from(nominees)
    .innerJoin(
      candidatesFiles,
      and(eq(candidatesFiles.electionId, nominees.electionId), eq(candidatesFiles.userId, nominees.userId)),
    )
    .innerJoin(uploads, eq(uploads.path, candidatesFiles.filepath))
    .where(and(eq(nominees.id, nomineeId), eq(uploads.state, 'stored'), isNotNull(uploads.sha256)))
  return found ?? null
}

/**
 * The document a candidate filed, for every voter. It is not recorded which voter read whose document, but it is if an
 * administrator did. Before approval only the candidate can see it.
 */
export async function documentOfNominee(deps: FileDeps & Pick<Deps, 'clock'>, asker: Person, id: string) {
  const found = await findDocument(deps.db, id)
  const manages = may(asker, 'manage nominees')
  const own = found?.userId === asker.id
  if (!found || !(found.status === 'approved' || manages || own)) throw new AppError('not-found')
  if (found.status === 'approved')
    await refuseExchanged(deps, { electionId: found.electionId, nomineeId: id }, { document: found.path })
  if (asker.role === 'admin' && !own)
    await appendAudit(deps.db, deps.clock, {
      actor: asker.id,
      action: 'document opened',
      subject: found.id,
      detail: { owner: found.userId },
    })
  return found
}

/** Twice the largest size it is displayed in, for sharp screens. */
const side = 160
/** About 6 KB each: enough for the nominees of a few elections. */
const mostKept = 400

const storedAt = (path: SQLWrapper) =>
  sql<StoredPicture | null>`(select json_build_object('path', ${uploads.path}, 'sha256', ${uploads.sha256}) from ${uploads} where ${uploads.path} = ${path} and ${uploads.state} = 'stored')`

async function findPhoto(db: Queryable, nomineeId: string) {
  const [found] = await db
    .select({
      electionId: nominees.electionId,
      status: nominees.status,
      userId: nominees.userId,
      erasedAt: users.erasedAt,
      nominated: storedAt(sql`${nominees.data} ->> 'profile_picture_path'`),
      present: storedAt(users.profilePicturePath),
      chosen: storedAt(
        sql`case ${candidateProfiles.photo} when 'own' then ${candidateProfiles.ownPhotoPath} when 'photo upload' then ${users.photoUploadPath} end`,
      ),
    })
    .from(nominees)
    .innerJoin(users, eq(users.id, nominees.userId))
    .leftJoin(candidateProfiles, eq(candidateProfiles.nomineeId, nominees.id))
    .where(eq(nominees.id, nomineeId))
  return found ?? null
}

/**
 * The picture the candidate chose, else the one they were nominated with, or their present one. Not found if the reader may not
 * see it.
 */
export async function photoOfNominee(deps: FileDeps, asker: Person, id: string): Promise<StoredPicture> {
  const found = await findPhoto(deps.db, id)
  const mayBeSeen =
    found &&
    (found.status === 'approved' || may(asker, 'manage nominees') || found.userId === asker.id) &&
    !found.erasedAt
  const photo = mustExist(mayBeSeen ? (found.chosen ?? found.nominated ?? found.present) : null)
  if (found?.status === 'approved')
    await refuseExchanged(deps, { electionId: found.electionId, nomineeId: id }, { picture: photo.path })
  return photo
}

/** One at a time: a page full of nominees needs no more memory than a single one. */
const drawings = concurrencyLimit(1, 1000)
/** By the original's hash; the least recently used goes first. */
const drawn = new Map<string, Promise<Buffer>>()

/** The picture, small and square. Drawn once; everybody who asks meanwhile waits for the same drawing. */
export function smallPhoto(deps: Pick<Deps, 'storage' | 'log'>, photo: StoredPicture): Promise<Buffer> {
  const kept = drawn.get(photo.sha256) ?? draw(deps, photo)
  drawn.delete(photo.sha256)
  drawn.set(photo.sha256, kept)
  const [longestUnused] = drawn.keys()
  if (drawn.size > mostKept && longestUnused) drawn.delete(longestUnused)
  return kept
}

function draw(deps: Pick<Deps, 'storage' | 'log'>, photo: StoredPicture): Promise<Buffer> {
  const drawing = drawings(async () => (await squareOf(deps, photo, side)).webp({ quality: 80 }).toBuffer())
  return drawing.catch((err: unknown) => {
    drawn.delete(photo.sha256)
    if (err instanceof AppError) throw err
    deps.log.error({ err, path: photo.path }, 'a stored picture is missing or damaged')
    throw new AppError('not-found')
  })
}
