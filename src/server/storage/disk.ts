import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { makeDurableFolder, nullIfMissing, syncFolder } from '#server/durable-files.ts'
import { checkPath, meter, type Storage, type StoredFile } from './storage.ts'

/** Half-written files are here, under names no storage path can have. */
const incoming = '.incoming'
/** Has the same subfolders as its parent, under a name that no storage path can have. */
const trash = '.trash'

export function diskStorage(folder: string): Storage {
  const at = (path: string) => join(folder, checkPath(path))
  const trashed = (path: string) => join(folder, trash, checkPath(path))

  return {
    async put(path, source, { maxBytes, signal }) {
      const target = at(path)
      const partial = join(folder, incoming, randomUUID())
      await makeDurableFolder(join(folder, incoming))
      await makeDurableFolder(dirname(target))
      const measured = meter(maxBytes)
      try {
        const file = createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true })
        await pipeline(source, measured.stream, file, { signal })
        await rename(partial, target)
      } catch (error) {
        await rm(partial, { force: true })
        throw error
      }
      await syncFolder(dirname(target))
      return measured.result()
    },

    async open(path, range) {
      const file = await open(at(path), 'r').catch(nullIfMissing)
      if (!file) return null
      const { size } = await file.stat()
      return { stream: file.createReadStream({ ...range, highWaterMark: 128 * 1024 }), size }
    },

    async stat(path) {
      const found = await stat(at(path)).catch(nullIfMissing)
      return found && { path, size: found.size, modifiedAt: found.mtimeMs }
    },

    async remove(path) {
      for (const file of [at(path), trashed(path)]) {
        await rm(file, { force: true })
        await syncFolder(dirname(file)).catch(nullIfMissing)
      }
    },

    async *list(prefix = '') {
      const bucket = prefix.includes('/') ? prefix.split('/')[0] : undefined
      for (const name of await bucketsIn(folder))
        if ((bucket ?? name) === name)
          for await (const file of filesIn(folder, name)) if (file.path.startsWith(prefix)) yield file
    },

    async trash(path) {
      const now = new Date()
      // Before the move, so that every file in the trash has the time when it was trashed.
      await utimes(at(path), now, now).catch(nullIfMissing)
      await move({ from: at(path), to: trashed(path) })
    },

    async restore(path) {
      await move({ from: trashed(path), to: at(path) })
    },

    async *listTrash() {
      const inside = join(folder, trash)
      for (const name of await bucketsIn(inside)) yield* filesIn(inside, name)
    },

    async removeUnfinished(olderThanMs) {
      for await (const file of filesIn(folder, incoming))
        if (Date.now() - file.modifiedAt > olderThanMs) await rm(join(folder, file.path), { force: true })
    },

    async tryWriting() {
      const trial = join(folder, incoming, randomUUID())
      await makeDurableFolder(join(folder, incoming))
      try {
        await writeFile(trial, 'written to see whether it can be', { flag: 'wx', mode: 0o600, flush: true })
      } finally {
        await rm(trial, { force: true })
      }
    },
  }
}

async function* filesIn(folder: string, name: string): AsyncGenerator<StoredFile> {
  for (const entry of await readFolder(join(folder, name))) {
    const path = `${name}/${entry.name}`
    const found = entry.isFile() ? await stat(join(folder, path)).catch(nullIfMissing) : null
    if (found) yield { path, size: found.size, modifiedAt: found.mtimeMs }
  }
}

async function bucketsIn(folder: string): Promise<string[]> {
  const entries = await readFolder(folder)
  return entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.')).map(({ name }) => name)
}

async function readFolder(folder: string) {
  return (await readdir(folder, { withFileTypes: true }).catch(nullIfMissing)) ?? []
}

async function move({ from, to }: { from: string; to: string }): Promise<void> {
  if (!(await stat(from).catch(nullIfMissing))) return
  await makeDurableFolder(dirname(to))
  await rename(from, to).catch(nullIfMissing)
  for (const file of [to, from]) await syncFolder(dirname(file))
}
