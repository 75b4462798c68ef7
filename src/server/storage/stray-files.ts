import { and, eq, inArray, isNotNull, isNull, lt, ne, sql } from 'drizzle-orm'
import type { Queryable } from '#server/db/database.ts'
import { uploads } from '#server/db/schema/files.ts'
import { installation, strayFiles } from '#server/db/schema/operations.ts'
import { buckets } from '#shared/file-access.ts'
import type { Instant } from '#shared/time.ts'
import { isStoredPath, type StoredFile } from './storage.ts'
import type { UploadDeps } from './uploads.ts'

interface StrayFiles {
  /** Files this database has no record of. */
  unknown: string[]
  /** Files marked as trashed by a process that was killed before it moved them. */
  halfTrashed: string[]
  seen: number
}

/** Checks every stored file. Each upload has its record before its first byte, so a record is never late. */
export async function strayFilesNow({ db, storage }: UploadDeps, signal?: AbortSignal): Promise<StrayFiles> {
  const found: StrayFiles = { unknown: [], halfTrashed: [], seen: 0 }
  for (const bucket of buckets)
    for await (const files of inBatches(storage.list(`${bucket}/`))) {
      signal?.throwIfAborted()
      const paths = files.map(({ path }) => path)
      const states = await statesOf(db, paths)
      const marked = await db
        .select({ path: strayFiles.path })
        .from(strayFiles)
        .where(and(inArray(strayFiles.path, paths), isNotNull(strayFiles.trashedAt)))
      found.seen += paths.length
      found.unknown.push(...paths.filter((path) => !states.has(path)))
      found.halfTrashed.push(...marked.map(({ path }) => path).filter((path) => states.get(path) !== 'stored'))
    }
  return found
}

export async function statesOf(db: Queryable, paths: string[]) {
  const rows = await db
    .select({ path: uploads.path, state: uploads.state })
    .from(uploads)
    .where(inArray(uploads.path, paths))
  return new Map(rows.map(({ path, state }) => [path, state]))
}

/** Skips names that no upload has: a shared bucket may hold files that are not ours. */
export async function* inBatches(files: AsyncIterable<StoredFile>): AsyncGenerator<StoredFile[]> {
  let batch: StoredFile[] = []
  for await (const file of files) {
    if (!isStoredPath(file.path) || batch.push(file) < 1000) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** A key in `installation`. */
const warning = 'stray files'

/**
 * Crashes leave a handful of strays. Many strays mean that these files do not belong to this database. Unclaimed
 * uploads do not count, because this database knows them.
 */
export async function tooManyStrays({ db, log }: UploadDeps, { unknown, seen }: StrayFiles): Promise<boolean> {
  const strays = unknown.length
  if (strays <= 20 || strays <= seen / 10) {
    await db.delete(installation).where(eq(installation.key, warning))
    return false
  }
  log.error({ strays, seen }, 'many stored files are unknown to this database; none was moved or removed')
  const value = sql`json_build_object('strays', ${strays}::int, 'seen', ${seen}::int, 'since', coalesce(
    (select (value::json ->> 'since')::numeric from installation where key = ${warning}), floor(extract(epoch from now()) * 1000)))::text`
  await db
    .insert(installation)
    .values({ key: warning, value })
    .onConflictDoUpdate({ target: installation.key, set: { value: sql`excluded.value` } })
  return true
}

/** For monitoring: how many files this database does not know, while there are so many that cleaning up has stopped. */
export async function strayFileWarning(
  db: Queryable,
): Promise<{ strays: number; seen: number; since: Instant } | null> {
  const [row] = await db.select({ value: installation.value }).from(installation).where(eq(installation.key, warning))
  if (!row) return null
  return JSON.parse(row.value) as { strays: number; seen: number; since: Instant }
}

/** Not released, but no record claimed it in time. */
export const isUnclaimed = (unclaimedMs: number) =>
  and(
    isNull(uploads.claimedAt),
    ne(uploads.state, 'discarded'),
    lt(uploads.createdAt, sql`now() - ${unclaimedMs} * interval '1 millisecond'`),
  )

interface StraysToNote extends Pick<StrayFiles, 'unknown' | 'halfTrashed'> {
  /** Files in the trash that this database did not put there. */
  unnoted: string[]
}

/** Notes since when each file is a stray. One that is claimed or gone is forgotten; its time starts again later. */
export async function noteStrays(
  db: Queryable,
  { unknown, halfTrashed, unnoted }: StraysToNote,
  { unclaimedMs }: { unclaimedMs: number },
): Promise<void> {
  const paths = (list: string[]) => sql`select unnest(${sql.param(list)}::text[])`
  await db.execute(sql`update stray_files set trashed_at = null where path in (${paths(halfTrashed)})`)
  await db.execute(sql`
    with strays (path) as (
      ${paths(unknown)} union select path from uploads where ${isUnclaimed(unclaimedMs)} union ${paths(halfTrashed)}
    ), forgotten as (
      delete from stray_files where trashed_at is null and path not in (select path from strays)
    )
    insert into stray_files (path) select path from strays on conflict do nothing`)
  await db.execute(sql`
    insert into stray_files (path, trashed_at) select path, now() from (${paths(unnoted)}) as found (path)
    on conflict (path) do update set trashed_at = coalesce(stray_files.trashed_at, excluded.trashed_at)`)
}
