import { text } from 'node:stream/consumers'
import type { S3Settings } from '#server/config.ts'
import { s3Storage } from '#server/storage/s3.ts'
import { erasedName, isBackupName, siteOf, type BackupStore } from './backup-store.ts'

const prefix = 'backups/'
const mime = 'application/octet-stream'
/** Ten thousand of them are 320 GB. */
const partSize = 32 * 1024 * 1024
const hourMs = 60 * 60 * 1000

/**
 * An object appears under its name only when all of its bytes have arrived, so there is no unfinished name here. It is read back
 * like a file, and removed again if that fails.
 */
export function s3Store(settings: S3Settings): BackupStore {
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
