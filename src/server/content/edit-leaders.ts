import { asc, count, eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import { appendAudit } from '#server/audit/audit.ts'
import { inTransaction, type Queryable } from '#server/db/database.ts'
import { leaders, uploads } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import type { Person } from '#server/http/session.ts'
import { removeFiles, receivePagePicture, releasePaths } from '#server/storage/uploads.ts'
import type { editLeaderSchema, LeaderGroup, leaderSchema } from '#shared/content/schemas.ts'
import { AppError, mustExist } from '#shared/errors.ts'
import { pictureMaxBytes } from '#shared/uploads.ts'
import { claimPicture, pictureAddresses } from './claim-picture.ts'
import { closeGap, putInOrder } from './row-order.ts'

type LeaderForm = z.output<typeof leaderSchema>
type EditDeps = Pick<Deps, 'db' | 'clock' | 'storage' | 'log'>

const avif = alias(uploads, 'avif')
const webp = alias(uploads, 'webp')

/** The people of the leadership page, by group and position. */
export async function readLeaders(db: Queryable) {
  const rows = await db
    .select({
      id: leaders.id,
      group: leaders.group,
      name: leaders.name,
      rank: leaders.rank,
      position: leaders.position,
      order: leaders.order,
      version: leaders.version,
      avifId: avif.id,
      webpId: webp.id,
    })
    .from(leaders)
    .leftJoin(avif, eq(avif.path, leaders.photoAvifPath))
    .leftJoin(webp, eq(webp.path, leaders.photoWebpPath))
    .orderBy(asc(leaders.group), asc(leaders.order))
  return {
    leaders: rows.map(({ avifId, webpId, ...leader }) => ({ ...leader, photo: pictureAddresses(avifId, webpId) })),
  }
}

export async function addLeader(deps: EditDeps, admin: Person, form: LeaderForm) {
  await inTransaction({ db: deps.db, lock: 'leaders' }, async (tx) => {
    const photo = form.photo ? await claimPhoto(tx, admin, form.photo) : {}
    const { photo: _photo, ...values } = form
    const [leader] = await tx
      .insert(leaders)
      .values({ ...values, ...photo, order: (await countGroup(tx, form.group)) + 1 })
      .returning({ id: leaders.id })
    await appendAudit(tx, deps.clock, {
      actor: admin.id,
      action: 'leader added',
      subject: leader?.id ?? '',
      detail: { position: form.position },
    })
  })
  return readLeaders(deps.db)
}

export async function editLeader(deps: EditDeps, admin: Person, id: string, form: z.output<typeof editLeaderSchema>) {
  const gone = await inTransaction({ db: deps.db, lock: 'leaders' }, async (tx) => {
    const before = await find(tx, id)
    if (before.version !== form.version) throw new AppError('edited-meanwhile')
    const moved = before.group !== form.group
    const newPhoto =
      form.photo === undefined
        ? {}
        : form.photo === null
          ? { photoAvifPath: null, photoWebpPath: null }
          : await claimPhoto(tx, admin, form.photo)
    const order = moved ? (await countGroup(tx, form.group)) + 1 : before.order
    const { photo: _photo, version: _version, ...values } = form
    await tx
      .update(leaders)
      .set({ ...values, ...newPhoto, order, version: before.version + 1 })
      .where(eq(leaders.id, id))
    if (moved) await closeGap(tx, leaders, eq(leaders.group, before.group), before.order)
    const forgotten = form.photo === undefined ? [] : await forgetPhoto(tx, before)
    const detail = { position: form.position }
    await appendAudit(tx, deps.clock, { actor: admin.id, action: 'leader edited', subject: id, detail })
    return forgotten
  })
  await removeFiles(deps, gone)
  return readLeaders(deps.db)
}

export async function deleteLeader(deps: EditDeps, admin: Person, id: string) {
  const gone = await inTransaction({ db: deps.db, lock: 'leaders' }, async (tx) => {
    const before = await find(tx, id)
    await tx.delete(leaders).where(eq(leaders.id, id))
    await closeGap(tx, leaders, eq(leaders.group, before.group), before.order)
    const forgotten = await forgetPhoto(tx, before)
    const detail = { position: before.position }
    await appendAudit(tx, deps.clock, { actor: admin.id, action: 'leader deleted', subject: id, detail })
    return forgotten
  })
  await removeFiles(deps, gone)
  return readLeaders(deps.db)
}

/** The ids must be exactly those of the group, so that nobody's change is undone unnoticed. */
export async function orderLeaders(deps: EditDeps, admin: Person, group: LeaderGroup, ids: string[]) {
  await inTransaction({ db: deps.db, lock: 'leaders' }, async (tx) => {
    if (!(await putInOrder(tx, leaders, eq(leaders.group, group), ids))) throw new AppError('edited-meanwhile')
    await appendAudit(tx, deps.clock, { actor: admin.id, action: 'leaders reordered', subject: group })
  })
  return readLeaders(deps.db)
}

interface NewLeader {
  name: string
  rank: string
  position: string
  photo: { avifId: string; webpId: string } | null
}

/**
 * Replaces everybody in a group, in a transaction that holds the lock `leaders`. `expected` are the ids of those removed, so that
 * nobody is removed unnoticed. Returns the files to remove after the commit.
 */
export async function replaceGroup(
  tx: Queryable,
  admin: Person,
  group: LeaderGroup,
  { expected, people }: { expected: readonly string[]; people: readonly NewLeader[] },
): Promise<string[]> {
  const gone = await tx
    .delete(leaders)
    .where(eq(leaders.group, group))
    .returning({ id: leaders.id, photoAvifPath: leaders.photoAvifPath, photoWebpPath: leaders.photoWebpPath })
  if (gone.length !== expected.length || gone.some(({ id }) => !expected.includes(id)))
    throw new AppError('edited-meanwhile')
  const forgotten: string[] = []
  for (const leader of gone) forgotten.push(...(await forgetPhoto(tx, leader)))
  for (const [place, { photo, ...values }] of people.entries()) {
    const claimed = photo ? await claimPhoto(tx, admin, photo) : {}
    await tx.insert(leaders).values({ ...values, ...claimed, group, order: place + 1 })
  }
  return forgotten
}

async function find(tx: Queryable, id: string) {
  const [found] = await tx
    .select({
      group: leaders.group,
      position: leaders.position,
      order: leaders.order,
      version: leaders.version,
      photoAvifPath: leaders.photoAvifPath,
      photoWebpPath: leaders.photoWebpPath,
    })
    .from(leaders)
    .where(eq(leaders.id, id))
    .for('update')
  return mustExist(found)
}

async function countGroup(tx: Queryable, group: LeaderGroup): Promise<number> {
  const [{ people = 0 } = {}] = await tx.select({ people: count() }).from(leaders).where(eq(leaders.group, group))
  return people
}

/** Displayed at up to 240 px, with double density. */
const width = 480

/** A photo is uploaded before its person is saved; unclaimed uploads are deleted. */
export async function receiveLeaderPhoto(
  deps: Deps,
  admin: Person,
  sent: { stream: AsyncIterable<Uint8Array>; signal: AbortSignal },
) {
  const { avif, webp } = await receivePagePicture(deps, {
    ...sent,
    maxBytes: pictureMaxBytes,
    width,
    bucket: 'media',
    ownerId: admin.id,
  })
  return { avifId: avif.id, webpId: webp.id }
}

async function claimPhoto(tx: Queryable, admin: Person, photo: { avifId: string; webpId: string }) {
  const { avifPath, webpPath } = await claimPicture(tx, admin, 'media', photo)
  return { photoAvifPath: avifPath, photoWebpPath: webpPath }
}

/** Returns the paths to remove from the storage after the commit. */
const forgetPhoto = (tx: Queryable, of: { photoAvifPath: string | null; photoWebpPath: string | null }) =>
  releasePaths(tx, of.photoAvifPath, of.photoWebpPath)
