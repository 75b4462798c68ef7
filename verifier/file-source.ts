import { createReadStream } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import type { CollectedFile } from './check.ts'
import { Unusable } from './unusable.ts'
import type { Source } from './zip.ts'

/** A file on the disk, read in parts. */
export async function openFile(path: string): Promise<Source & { close: () => Promise<void> }> {
  const handle = await open(path).catch((error: unknown) => {
    throw cannotRead(path, error)
  })
  const status = await handle.stat()
  if (!status.isFile()) {
    await handle.close()
    throw new Unusable(`${path} is not a file.`)
  }
  return { size: status.size, read: (at, length) => readPart(handle, at, length), close: () => handle.close() }
}

async function readPart(handle: FileHandle, at: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
  const part = new Uint8Array(length)
  let done = 0
  while (done < length) {
    const { bytesRead } = await handle.read(part, done, length - done, at + done)
    if (bytesRead === 0) throw new Unusable('The file became shorter while it was read.')
    done += bytesRead
  }
  return part
}

export const collectedFile = (path: string): CollectedFile => ({
  name: path,
  chunks: async function* () {
    try {
      yield* createReadStream(path)
    } catch (error) {
      throw cannotRead(path, error)
    }
  },
})

function cannotRead(path: string, error: unknown): Unusable {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  if (code === 'ENOENT') return new Unusable(`There is no file ${path}.`)
  return new Unusable(`${path} cannot be read (${String(code)}).`)
}
