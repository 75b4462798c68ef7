import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import { appendAudit } from '#server/audit/audit.ts'
import { replaceGroup, receiveLeaderPhoto } from '#server/content/edit-leaders.ts'
import { inTransaction, type Queryable } from '#server/db/database.ts'
import { elections, leaders, nominees, uploads, users } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { lockElection } from '#server/elections/election-cache.ts'
import { findCertificate } from '#server/elections/results/queries.ts'
import type { Person } from '#server/http/session.ts'
import { removeFiles } from '#server/storage/uploads.ts'
import type { CertifiedStanding } from '#shared/elections/closing/certificate.ts'
import { publishedAs } from '#shared/elections/closing/closing.ts'
import { mustExist } from '#shared/errors.ts'
import { type Instant, minuteMs } from '#shared/time.ts'

/**
 * Puts the elected on the leadership page as the board, most votes first, in one step. `replaces` are the people the
 * administrator was told would be removed. A repeated request changes nothing.
 */
export async function publish(
  deps: Deps,
  admin: Person,
  electionId: string,
  { replaces }: { replaces: readonly string[] },
): Promise<{ publishedAt: Instant }> {
  const elected = await electedOf(deps, electionId)
  const drawn = await drawPhotos(deps, admin, elected)
  let forgotten: string[] = []
  let used = false
  try {
    return await inTransaction({ db: deps.db, lock: 'leaders' }, async (tx) => {
      const { publishedAt } = await lockElection(tx, electionId)
      if (publishedAt !== null) return { publishedAt }
      forgotten = await replaceGroup(tx, admin, publishedAs.group, {
        expected: replaces,
        people: elected.map(({ nomineeId, name, rank }) => ({
          name,
          rank,
          position: publishedAs.position,
          photo: drawn.get(nomineeId) ?? null,
        })),
      })
      const now = deps.clock.now()
      await tx.update(elections).set({ publishedAt: now }).where(eq(elections.id, electionId))
      await appendAudit(tx, deps.clock, {
        actor: admin.id,
        action: 'election published',
        subject: electionId,
        detail: { came: elected.length, went: replaces.length },
      })
      used = true
      return { publishedAt: now }
    })
  } finally {
    // Either the photos of those removed, or new ones that turned out not to be needed.
    await removeFiles(deps, used ? forgotten : await pathsOf(deps.db, [...drawn.values()]))
  }
}

/** Who would be added and who removed. */
export async function previewPublication(db: Queryable, elected: readonly CertifiedStanding[]) {
  const goes = await db
    .select({ id: leaders.id, name: leaders.name, rank: leaders.rank, position: leaders.position })
    .from(leaders)
    .where(eq(leaders.group, publishedAs.group))
    .orderBy(asc(leaders.order))
  const people = await withPictures(db, elected)
  return {
    goes,
    comes: people.map(({ nomineeId, name, rank, picture }) => ({ nomineeId, name, rank, hasPhoto: picture !== null })),
  }
}

async function electedOf(deps: Pick<Deps, 'db' | 'pool' | 'boardKey' | 'elections'>, electionId: string) {
  const election = mustExist(await deps.elections.byId(electionId))
  const certificate = mustExist(await findCertificate(deps, electionId), 'not-certified')
  // After publication no photos are needed again.
  return election.publishedAt === null ? withPictures(deps.db, certificate.elected) : []
}

/** The elected with their present picture. Somebody whose data was deleted since does not appear on a public page. */
async function withPictures(db: Queryable, elected: readonly CertifiedStanding[]) {
  if (elected.length === 0) return []
  const ids = elected.map(({ nomineeId }) => nomineeId)
  const rows = await db
    .select({ nomineeId: nominees.id, picture: users.profilePicturePath })
    .from(nominees)
    .innerJoin(users, eq(users.id, nominees.userId))
    .where(and(inArray(nominees.id, ids), isNull(users.erasedAt)))
  const pictureOf = new Map(rows.map(({ nomineeId, picture }) => [nomineeId, picture]))
  return elected
    .filter(({ nomineeId }) => pictureOf.has(nomineeId))
    .map((one) => ({ ...one, picture: pictureOf.get(one.nomineeId) ?? null }))
}

type DrawnPhoto = Awaited<ReturnType<typeof receiveLeaderPhoto>>

/** A member's picture is private; this act alone makes a public copy. If it cannot be read, there is none. */
async function drawPhotos(
  deps: Deps,
  admin: Person,
  elected: readonly { nomineeId: string; picture: string | null }[],
): Promise<Map<string, DrawnPhoto>> {
  const drawn = new Map<string, DrawnPhoto>()
  for (const { nomineeId, picture } of elected) {
    if (picture === null) continue
    try {
      const file = await deps.storage.open(picture)
      if (!file) throw new Error('a stored file is missing')
      const stream = Readable.from([await buffer(file.stream)])
      drawn.set(nomineeId, await receiveLeaderPhoto(deps, admin, { stream, signal: AbortSignal.timeout(minuteMs) }))
    } catch (err) {
      deps.log.warn({ err, nominee: nomineeId }, 'an elected member is published without a photo')
    }
  }
  return drawn
}

async function pathsOf(db: Queryable, drawn: readonly DrawnPhoto[]): Promise<string[]> {
  if (drawn.length === 0) return []
  const ids = drawn.flatMap(({ avifId, webpId }) => [avifId, webpId])
  const rows = await db.select({ path: uploads.path }).from(uploads).where(inArray(uploads.id, ids))
  return rows.map(({ path }) => path)
}
