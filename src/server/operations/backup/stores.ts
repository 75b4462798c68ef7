import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, readdir, readFile, rename, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Config, S3Settings } from '#server/config.ts'
import { makeDurableFolder, nullIfMissing, syncFolder, writeDurably } from '#server/durable-files.ts'
import { s3Storage } from '#server/storage/s3.ts'
import type { BackupPlace } from '#shared/operations/backup/backup.ts'
import { hourMs, type Instant } from '#shared/time.ts'
import { BackupError } from './archive.ts'

/** Stores backups in a folder or in S3. */
export interface BackupStore {
  place: BackupPlace
  /** The location of a backup, for the person at the terminal. */
  whereIs(name: string): string
  /**
   * Writes the bytes crash-safely, and lets `check` read them back from the start. Removes them if either fails.
   * Returns the number of bytes.
   */
  write(name: string, bytes: AsyncIterable<Buffer>, check: CheckWritten): Promise<number>
  open(name: string): Promise<AsyncIterable<Buffer> | null>
  /** The names of complete backups, oldest first. */
  names(): Promise<string[]>
  remove(name: string): Promise<void>
  /** Removes what killed processes of this site left. Call only with the lock `backup`. */
  removeUnfinished(site: string): Promise<void>
  /** The list of deleted members is read and replaced as a whole. */
  readErased(): Promise<string | null>
  writeErased(text: string): Promise<void>
  /** Renames an unreadable list, so that somebody can look at it. */
  setErasedAside(): Promise<void>
  /** Null if it is practically unlimited. */
  freeBytes(): Promise<number | null>
}

type CheckWritten = (written: AsyncIterable<Buffer>) => Promise<void>

export const erasedName = 'erased-members.json'

/** Time in UTC to the millisecond, and the site: names sort by time, never collide, and two sites may share a place. */
const backupName = /^site-\d{8}t\d{9}z-[0-9a-f]{8}\.backup$/

export const isBackupName = (name: string) => backupName.test(name)
export const siteOf = (name: string) => name.slice(-'00000000.backup'.length, -'.backup'.length)

export function newBackupName(at: Instant, site: string): string {
  const time = new Date(at).toISOString().replaceAll(/[-:.]/g, '').toLowerCase()
  return `site-${time}-${site}.backup`
}

/** If several nodes make backups, all must reach the same place: a bucket or a shared folder. */
export function openStore({ backup }: Pick<Config, 'backup'>, place: BackupPlace): BackupStore {
  if (place === 'folder') return folderStore(backup.folder)
  if (!backup.s3) throw new BackupError('bucket-missing')
  return s3Store(backup.s3)
}

const readSize = 256 * 1024
const unfinished = '.part'

export function folderStore(folder: string): BackupStore {
  const at = (name: string) => join(folder, name)
  return {
    place: 'folder',
    whereIs: at,

    async write(name, bytes, check) {
      await makeDurableFolder(folder)
      const part = at(name) + unfinished
      try {
        const size = await writeDurably(part, bytes)
        await check(readFrom(part))
        await rename(part, at(name))
        await syncFolder(folder)
        return size
      } catch (error) {
        await rm(part, { force: true })
        throw error
      }
    },

    open: (name) => openLocal(at(name)),

    async names() {
      return ((await readdir(folder).catch(nullIfMissing)) ?? []).filter(isBackupName).toSorted()
    },

    async remove(name) {
      await rm(at(name), { force: true })
    },

    async removeUnfinished(site) {
      for (const name of (await readdir(folder).catch(nullIfMissing)) ?? [])
        if (name.endsWith(unfinished) && isOf(site, name.slice(0, -unfinished.length)))
          await rm(at(name), { force: true })
    },

    readErased: () => readFile(at(erasedName), 'utf8').catch(nullIfMissing),

    async writeErased(text) {
      await makeDurableFolder(folder)
      // A unique name, because a backup and the job that updates the list may write at the same moment.
      const part = `${at(erasedName)}.${randomBytes(6).toString('hex')}${unfinished}`
      await writeDurably(part, [Buffer.from(text)])
      await rename(part, at(erasedName))
      await syncFolder(folder)
    },

    async setErasedAside() {
      await rename(at(erasedName), `${at(erasedName)}.unreadable`)
      await syncFolder(folder)
    },

    async freeBytes() {
      await makeDurableFolder(folder)
      const { bavail, bsize } = await statfs(folder)
      return bavail * bsize
    },
  }
}

/** Opens a backup by its path; null if there is none. */
export async function openLocal(path: string): Promise<AsyncIterable<Buffer> | null> {
  const found = await access(path).then(() => true, nullIfMissing)
  return found ? readFrom(path) : null
}

function isOf(site: string, name: string): boolean {
  const backup = name.replace(/\.ballot-keys$/, '.backup')
  return isBackupName(backup) && siteOf(backup) === site
}

const readFrom = (path: string): AsyncIterable<Buffer> => createReadStream(path, { highWaterMark: readSize })

const prefix = 'backups/'
const mime = 'application/octet-stream'
/** S3 allows ten thousand parts, so 320 GB. */
const partSize = 32 * 1024 * 1024

/**
 * An S3 object appears only when all its bytes have arrived, so there are no unfinished names here. It is read back
 * like a file, and removed if that fails.
 */
function s3Store(settings: S3Settings): BackupStore {
  const storage = s3Storage(settings, partSize)
  const open = async (name: string) =>
    ((await storage.open(prefix + name))?.stream ?? null) as AsyncIterable<Buffer> | null
  const put = (name: string, bytes: AsyncIterable<Buffer> | Iterable<Buffer>) =>
    storage.put(prefix + name, toAsync(bytes), { mime, maxBytes: Number.MAX_SAFE_INTEGER })
  return {
    place: 's3',
    whereIs: (name) => `s3:${name} (bucket ${settings.bucket})`,

    async write(name, bytes, check) {
      const { size } = await put(name, bytes)
      try {
        const written = await open(name)
        if (!written) throw new Error('the object is not there after it was written')
        await check(written)
      } catch (error) {
        await storage.remove(prefix + name)
        throw error
      }
      return size
    },

    open,

    async names() {
      const found: string[] = []
      for await (const { path } of storage.list(prefix)) found.push(path.slice(prefix.length))
      return found.filter(isBackupName).toSorted()
    },

    remove: (name) => storage.remove(prefix + name),
    removeUnfinished: (site) =>
      storage.removeUnfinished(hourMs, (path) => path.startsWith(prefix) && siteOf(path) === site),

    async readErased() {
      const stored = await open(erasedName)
      return stored && text(stored)
    },
    async writeErased(list) {
      await put(erasedName, [Buffer.from(list)])
    },
    async setErasedAside() {
      const stored = await open(erasedName)
      if (stored) await put(`${erasedName}.unreadable`, stored)
    },
    freeBytes: async () => null,
  }
}

async function* toAsync(bytes: AsyncIterable<Buffer> | Iterable<Buffer>): AsyncGenerator<Buffer> {
  yield* bytes
}
