import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'

/** The secret kept in a file, or null where there is none. */
export async function readKeyFile(path: string): Promise<string | null> {
  const text = await readFile(path, 'utf8').catch(nullIfMissing)
  return text && text.trim()
}

/**
 * Sees to it that the file is there, with a secret of 256 random bits, safe from a power cut when this returns. It is made
 * whole under another name first: a killed start or a second node never finds half a key, and of two that begin at once
 * both end up with the same.
 */
export async function ensureKeyFile(path: string): Promise<void> {
  await writeKeyFile(path, randomBytes(32).toString('hex'))
}

/** As `ensureKeyFile`, with a secret that is known: one from a backup. A file that is there stays as it is. */
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

/** Overwritten before it is removed, and both made to last: what can be done from here so that the secret is gone. */
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

/** A new folder survives a power cut only once the one above it is synced. */
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

/** A rename or a removal is on disk only when its folder is. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** For `catch`: what is not there is null; anything else still fails. */
export function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}
