import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Returns the secret in a file, or null if there is none. */
export async function readKeyFile(path: string): Promise<string | null> {
  const text = await readFile(path, 'utf8').catch(nullIfMissing)
  return text && text.trim()
}

/**
 * Creates the file with 256 random bits unless it exists; the secret survives a power failure once this returns. It is
 * written under another name first, so that a killed start or a second node never finds half a key. Two starts at the
 * same time end up with the same key.
 */
export async function ensureKeyFile(path: string): Promise<void> {
  await writeKeyFile(path, randomBytes(32).toString('hex'))
}

/** Like `ensureKeyFile`, with a known secret from a backup. Does not change an existing file. */
export async function writeKeyFile(path: string, secret: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  await writeDurably(draft, [Buffer.from(secret)])
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await unlink(draft)
  await syncFolder(dirname(path))
}

/** Overwrites the file durably before removing it: no more can be done from here to destroy the secret. */
export async function destroyKeyFile(path: string): Promise<void> {
  const file = await open(path, 'r+').catch(nullIfMissing)
  if (!file) return
  const { size } = await file.stat()
  await file.write(randomBytes(size), 0, size, 0)
  await file.sync()
  await file.close()
  await unlink(path)
  await syncFolder(dirname(path))
}

/** Writes a file that only its owner can read; it is on the disk when this returns. Returns the size. */
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

/** A new folder survives a power failure only once its parent is synced. */
export async function makeDurableFolder(path: string): Promise<void> {
  const made = await mkdir(path, { recursive: true, mode: 0o700 })
  if (!made) return
  const highest = dirname(made)
  let folder = path
  do {
    folder = dirname(folder)
    await syncFolder(folder)
  } while (folder !== highest)
}

/** A rename or a removal survives a power failure only once its folder is synced. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** For `catch`: returns null if the file does not exist, and rethrows any other error. */
export function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}
