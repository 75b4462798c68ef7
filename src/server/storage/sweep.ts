import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { inTransaction, type Queryable } from '#server/db/database.ts'
import { uploads } from '#server/db/schema/files.ts'
import { strayFiles } from '#server/db/schema/operations.ts'
import { buckets } from '#shared/file-access.ts'
import { dayMs, type Instant } from '#shared/time.ts'
import { inBatches, isUnclaimed, noteStrays, statesOf, strayFilesNow, tooManyStrays } from './stray-files.ts'
import { removeUpload, replaceUnused, type UploadDeps } from './uploads.ts'

export const sweepTimes: SweepTimes = { unclaimedMs: dayMs, strayMs: dayMs, trashMs: 30 * dayMs }

/**
 * Removes released files at once. A file that nobody claims may be claimed by a database restored tomorrow, so it is
 * noted, moved to the trash a day later and removed after 30 more days, by the database's clock. The sweep may be
 * killed at any point and run again.
 */
export async function sweepUploads(deps: UploadDeps, times = sweepTimes, signal?: AbortSignal): Promise<void> {
  const removed = await removeDiscarded(deps, signal)
  const { restored, unnoted } = await restoreClaimed(deps, signal)
  const found = await strayFilesNow(deps, signal)
  // Too many strays: these files belong to another database. Nothing is removed until a person has looked.
  if (await tooManyStrays(deps, found)) return
  await noteStrays(deps.db, { ...found, unnoted }, times)
  const trashed = await trashStrays(deps, times, signal)
  const emptied = await emptyTrash(deps, times, signal)
  await deps.storage.removeUnfinished(times.unclaimedMs, isUpload)
  if (removed + restored + trashed + emptied > 0)
    deps.log.info({ removed, restored, trashed, emptied }, 'stored files were swept')
}

async function removeDiscarded(deps: UploadDeps, signal?: AbortSignal): Promise<number> {
  const found = await deps.db
    .select({ path: uploads.path })
    .from(uploads)
    .where(eq(uploads.state, 'discarded'))
    .limit(10_000)
  return forEachPath(deps, found, signal, async (path) => {
    await removeUpload(deps, path)
    return true
  })
}

/** The S3 bucket may also hold backups and other people's files. */
export const isUpload = (path: string) => buckets.some((bucket) => path.startsWith(`${bucket}/`))

export interface SweepTimes {
  /** How long an upload may wait for a record to claim it. */
  unclaimedMs: number
  /** How long a stray file stays in place, after it is first noticed, before it is moved to the trash. */
  strayMs: number
  trashMs: number
}

/** A failure on one file does not stop the others. Returns how many files were handled. */
async function forEachPath(
  { log }: Pick<UploadDeps, 'log'>,
  found: readonly { path: string }[],
  signal: AbortSignal | undefined,
  act: (path: string) => Promise<boolean>,
): Promise<number> {
  let done = 0
  for (const { path } of found) {
    signal?.throwIfAborted()
    try {
      if (await act(path)) done += 1
    } catch (err) {
      log.error({ err, path }, 'a stored file could not be swept')
    }
  }
  return done
}

const isSince = (column: typeof strayFiles.firstSeenAt | typeof strayFiles.trashedAt, ms: number) =>
  sql`${column} <= now() - ${ms} * interval '1 millisecond'`

/** When the database was created. It leaves older files alone: it is probably a new database beside old files. */
async function databaseCreatedAt(db: Queryable): Promise<Instant> {
  const { rows } = await db.execute<{ ms: number }>(sql`select extract(epoch from coalesce(
    (select value::timestamptz from installation where key = 'born'), now()))::float8 * 1000 as ms`)
  return rows[0]?.ms ?? Date.now()
}

/**
 * Brings back the files that a record claims again because an older database was restored. Also returns the files in
 * the trash that this database has no note of: their 30 days begin when they are noted.
 */
async function restoreClaimed(
  { db, storage, log }: UploadDeps,
  signal?: AbortSignal,
): Promise<{ restored: number; unnoted: string[] }> {
  const born = await databaseCreatedAt(db)
  const found = { restored: 0, unnoted: [] as string[] }
  for await (const files of inBatches(storage.listTrash())) {
    const paths = files.map(({ path }) => path)
    const states = await statesOf(db, paths)
    const claimed = files.filter(({ path }) => states.get(path) === 'stored')
    found.restored += await forEachPath({ log }, claimed, signal, async (path) => {
      await storage.restore(path)
      await db.delete(strayFiles).where(eq(strayFiles.path, path))
      return true
    })
    const noted = await db.select({ path: strayFiles.path }).from(strayFiles).where(inArray(strayFiles.path, paths))
    const known = new Set([...claimed, ...noted].map(({ path }) => path))
    const others = files.filter(({ path, modifiedAt }) => !known.has(path) && modifiedAt >= born)
    found.unnoted.push(...others.map(({ path }) => path))
  }
  return found
}

/** Moves files that have been strays for long enough to the trash. Returns how many. */
async function trashStrays(deps: UploadDeps, times: SweepTimes, signal?: AbortSignal): Promise<number> {
  const { db, storage } = deps
  const born = await databaseCreatedAt(db)
  const due = await db
    .select({ path: strayFiles.path })
    .from(strayFiles)
    .where(and(isNull(strayFiles.trashedAt), isSince(strayFiles.firstSeenAt, times.strayMs)))
  return forEachPath(deps, due, signal, async (path) => {
    const file = await storage.stat(path)
    if (file && file.modifiedAt < born) return false
    if (!(await markTrashed(db, path, { unclaimedMs: times.unclaimedMs, exists: file !== null }))) return false
    await storage.trash(path)
    return true
  })
}

/**
 * Returns false if the file was claimed meanwhile. From here on nobody can open or claim the upload. Its row stays as
 * long as its file, so that its owner is known and a deletion finds it. A row that never got its file is deleted.
 */
function markTrashed(
  db: UploadDeps['db'],
  path: string,
  { unclaimedMs, exists }: { unclaimedMs: number; exists: boolean },
): Promise<boolean> {
  return inTransaction({ db }, async (tx) => {
    const unclaimed = and(eq(uploads.path, path), isUnclaimed(unclaimedMs))
    const wasUnclaimed = await replaceUnused(tx, unclaimed, exists ? { state: 'receiving' } : null)
    if (!wasUnclaimed && (await statesOf(tx, [path])).size > 0) return false
    const stray = eq(strayFiles.path, path)
    if (exists)
      await tx
        .update(strayFiles)
        .set({ trashedAt: sql`now()` })
        .where(stray)
    else await tx.delete(strayFiles).where(stray)
    return exists
  })
}

/** The limit for files in the trash from visitors who never registered. As much again may wait outside the trash. */
const maxVisitorBytes = 8 * 1024 ** 3

/**
 * Removes for good the files that have been in the trash for long enough, and visitors' files beyond the limit, oldest
 * first, so that nobody can fill the disk by sending files endlessly. Returns how many.
 */
export async function emptyTrash(
  deps: UploadDeps,
  { trashMs }: SweepTimes,
  signal?: AbortSignal,
  maxBytes = maxVisitorBytes,
): Promise<number> {
  const { db, storage } = deps
  const overLimit = sql`${strayFiles.path} in (select path from (
    select path, sum(size) over (order by trashed_at desc, path) as bytes from stray_files join uploads using (path)
    where trashed_at is not null and owner_id is null and state = 'receiving') as sent where bytes > ${maxBytes})`
  const due = await db
    .select({ path: strayFiles.path })
    .from(strayFiles)
    .where(or(isSince(strayFiles.trashedAt, trashMs), overLimit))
  return forEachPath(deps, due, signal, async (path) => {
    const state = (await statesOf(db, [path])).get(path)
    if (state === 'stored') return false
    await storage.remove(path)
    await db.delete(uploads).where(and(eq(uploads.path, path), eq(uploads.state, 'receiving')))
    await db.delete(strayFiles).where(eq(strayFiles.path, path))
    return true
  })
}
