import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, mkdir, open, readdir, readFile, rename, rm, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncFolder } from '#server/key-file.ts'
import { erasedName, isBackupName, siteOf, type BackupStore } from './backup-store.ts'

const readSize = 256 * 1024
const unfinished = '.part'

export function folderStore(folder: string): BackupStore {
  const at = (name: string) => join(folder, name)
  return {
    place: 'folder',
    whereIs: at,

    async write(name, bytes, check) {
      await makeFolder(folder)
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
      return (await readdir(folder).catch(noneIfMissing)).filter(isBackupName).toSorted()
    },

    async remove(name) {
      await rm(at(name), { force: true })
    },

    async removeUnfinished(site) {
      for (const name of await readdir(folder).catch(noneIfMissing))
        if (name.endsWith(unfinished) && isOf(site, name.slice(0, -unfinished.length)))
          await rm(at(name), { force: true })
    },

    readErased: () => readFile(at(erasedName), 'utf8').catch(nullIfMissing),

    async writeErased(text) {
      await makeFolder(folder)
      // By a name of its own: a backup and the job that keeps the list may write at the same moment.
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
      await makeFolder(folder)
      const { bavail, bsize } = await statfs(folder)
      return bavail * bsize
    },
  }
}

/** A backup that somebody named by its path, or null where nothing is. */
export async function openLocal(path: string): Promise<AsyncIterable<Buffer> | null> {
  const found = await access(path).then(
    () => true,
    () => false,
  )
  return found ? readFrom(path) : null
}

function isOf(site: string, name: string): boolean {
  const backup = name.replace(/\.ballot-keys$/, '.backup')
  return isBackupName(backup) && siteOf(backup) === site
}

const readFrom = (path: string): AsyncIterable<Buffer> => createReadStream(path, { highWaterMark: readSize })

async function makeFolder(folder: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (made) await syncFolder(dirname(made))
}

/** Only its owner can read it; on the disk when this returns. Returns its size. */
export async function writeDurably(path: string, bytes: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<number> {
  const file = await open(path, 'w', 0o600)
  try {
    let size = 0
    for await (const chunk of bytes) {
      await file.writeFile(chunk)
      size += chunk.length
    }
    await file.sync()
    return size
  } finally {
    await file.close()
  }
}

function noneIfMissing(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return []
  throw error
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}
