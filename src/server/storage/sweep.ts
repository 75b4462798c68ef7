import { buckets } from '#shared/file-access.ts'
import { eq } from 'drizzle-orm'
import { uploads } from '#server/db/schema/files.ts'
import { noteStrays, strayFilesNow, tooManyStrays } from './stray-files.ts'
import { emptyTrash, restoreClaimed, trashStrays } from './trash.ts'
import { forEachPath, type SweepTimes } from './sweeping.ts'
import { removeUpload, type UploadDeps } from './uploads.ts'

const dayMs = 24 * 60 * 60 * 1000

export const sweepTimes: SweepTimes = { unclaimedMs: dayMs, strayMs: dayMs, trashMs: 30 * dayMs }

/**
 * Removes at once what was let go of on purpose. What merely nobody claims may be claimed by a database that is put back from
 * a backup tomorrow: it is noted, moved to the trash a day later and removed after 30 more, all by the database's clock.
 * Safe to be killed at any point and to run again.
 */
export async function sweepUploads(deps: UploadDeps, times = sweepTimes, signal?: AbortSignal): Promise<void> {
  const removed = await removeDiscarded(deps, signal)
  const { restored, unnoted } = await restoreClaimed(deps, signal)
  const found = await strayFilesNow(deps, signal)
  // These are not the files of this database, or it is not theirs: nothing is swept until a person has looked.
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

/** A bucket may be shared with others, and with backups. */
export const isUpload = (path: string) => buckets.some((bucket) => path.startsWith(`${bucket}/`))
