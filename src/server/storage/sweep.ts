import { and, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import { buckets } from '#shared/file-access.ts'
import { uploads } from '#server/db/schema/files.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { isStoredPath } from './storage.ts'
import type { UploadDeps } from './uploads.ts'

const dayMs = 24 * 60 * 60 * 1000

/** Removes what was let go of, what nobody claimed in time and what killed processes left behind. Safe to cut short and to run again. */
export async function sweepUploads(deps: UploadDeps, olderThanMs = dayMs, signal?: AbortSignal): Promise<void> {
  const rows = await sweepUnclaimed(deps, olderThanMs, signal)
  const files = await sweepFilesWithoutRow(deps, olderThanMs, signal)
  await deps.storage.removeUnfinished(olderThanMs)
  if (rows + files > 0) deps.log.info({ rows, files }, 'unclaimed uploads were removed')
}

async function sweepUnclaimed(deps: UploadDeps, olderThanMs: number, signal?: AbortSignal): Promise<number> {
  const old = lt(uploads.createdAt, sql`now() - ${olderThanMs} * interval '1 millisecond'`)
  const stale = and(isNull(uploads.claimedAt), or(eq(uploads.state, 'discarded'), old))
  const found = await deps.db.select({ id: uploads.id, path: uploads.path }).from(uploads).where(stale).limit(10_000)
  let removed = 0
  for (const { id, path } of found) {
    signal?.throwIfAborted()
    try {
      removed += await inTransaction(deps, async (tx) => {
        // Asked again per row: it may have been claimed since the list was read.
        const { rowCount } = await tx.delete(uploads).where(and(eq(uploads.id, id), stale))
        if (rowCount !== 1) return 0
        // If this fails the row comes back, so that the file is found the next time.
        await deps.storage.remove(path)
        return 1
      })
    } catch (err) {
      deps.log.error({ err, path }, 'an unclaimed upload could not be removed')
    }
  }
  return removed
}

async function sweepFilesWithoutRow(deps: UploadDeps, olderThanMs: number, signal?: AbortSignal): Promise<number> {
  const strays: string[] = []
  let seen = 0
  for await (const paths of oldFiles(deps, olderThanMs)) {
    signal?.throwIfAborted()
    seen += paths.length
    const known = await deps.db.select({ path: uploads.path }).from(uploads).where(inArray(uploads.path, paths))
    const kept = new Set(known.map(({ path }) => path))
    strays.push(...paths.filter((path) => !kept.has(path)))
  }
  // Strays are what crashes leave: a handful. So many mean that this database is not the one these files belong to.
  if (strays.length > 100 && strays.length > seen / 10) {
    deps.log.error({ strays: strays.length, seen }, 'most stored files are unknown to this database; none was removed')
    return 0
  }
  for (const path of strays) {
    signal?.throwIfAborted()
    await deps.storage.remove(path)
  }
  return strays.length
}

/** In handfuls, each old enough, each named as an upload would be: a shared bucket may hold files that are not ours. */
async function* oldFiles(deps: UploadDeps, olderThanMs: number): AsyncGenerator<string[]> {
  let paths: string[] = []
  for (const bucket of buckets)
    for await (const { path, modifiedAt } of deps.storage.list(`${bucket}/`)) {
      if (!isStoredPath(path) || Date.now() - modifiedAt.getTime() < olderThanMs) continue
      if (paths.push(path) < 1000) continue
      yield paths
      paths = []
    }
  if (paths.length > 0) yield paths
}
