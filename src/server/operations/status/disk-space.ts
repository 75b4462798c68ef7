import { existsSync } from 'node:fs'
import { realpath, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { DiskSpace } from '#shared/operations/status/node-checks.ts'
import type { Config } from '#server/config.ts'

type Space = Omit<DiskSpace, 'place'>
export type ReadSpace = (folder: string) => Promise<Space>

/** What this user may still write; the last blocks of a disk are often root's alone. */
export const readSpace: ReadSpace = async (folder) => {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
}

/** The disk of the data folder, and that of the site's own database where it lies on another. */
export async function readDisks(
  { dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>,
  read: ReadSpace = readSpace,
): Promise<DiskSpace[]> {
  const folder = nearestFolder(dataDir)
  const disks: DiskSpace[] = [{ place: 'data folder', ...(await read(folder)) }]
  const cluster = join(dataDir, 'pg')
  if (databaseUrl || !existsSync(cluster)) return disks
  const database = await realpath(cluster)
  if ((await stat(database)).dev !== (await stat(folder)).dev)
    disks.push({ place: 'database', ...(await read(database)) })
  return disks
}

/** A data folder that is not made yet will lie on the disk of the folder above it. */
function nearestFolder(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : nearestFolder(dirname(folder))
}
