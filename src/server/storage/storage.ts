import { createHash } from 'node:crypto'
import { Transform, type Readable } from 'node:stream'
import { AppError } from '#shared/errors.ts'
import type { Instant } from '#shared/time.ts'

/** Inclusive at both ends, as in HTTP. */
export interface ByteRange {
  start: number
  end: number
}

export interface PutOptions {
  mime: string
  maxBytes: number
  signal?: AbortSignal | undefined
}

/** Stores the bytes of uploads. `disk.ts` and `s3.ts` behave alike; the same test suite runs against both. */
export interface Storage {
  /**
   * Resolves once the file is complete and survives a crash. A failure before that leaves nothing under `path`. Throws
   * `body-too-large` beyond `maxBytes`.
   */
  put(path: string, stream: AsyncIterable<Uint8Array>, options: PutOptions): Promise<{ size: number; sha256: string }>
  /** `size` is that of the whole file, whatever the range. The caller reads the stream to its end or destroys it. */
  open(path: string, range?: ByteRange): Promise<{ stream: Readable; size: number } | null>
  stat(path: string): Promise<StoredFile | null>
  /** Removes a file for good, also from the trash. A missing file is not an error. */
  remove(path: string): Promise<void>
  /** Lists the files that are not in the trash. */
  list(prefix?: string): AsyncIterable<StoredFile>
  /** Moves a file to where only `restore`, `remove` and `listTrash` find it. A missing file is not an error. */
  trash(path: string): Promise<void>
  /** Brings a file back from the trash, if it is there. */
  restore(path: string): Promise<void>
  /** Lists the trash by the original paths; `modifiedAt` is the time when a file was trashed. */
  listTrash(): AsyncIterable<StoredFile>
  /** Removes incomplete files that killed processes left. */
  removeUnfinished(olderThanMs: number, isOurs?: (path: string) => boolean): Promise<void>
  /** Writes and removes a few bytes under a name of its own. Throws the error that an upload would fail with. */
  tryWriting(signal: AbortSignal): Promise<void>
}

export interface StoredFile {
  path: string
  size: number
  modifiedAt: Instant
}

const storedPath = /^[a-z0-9][a-z0-9_-]*\/[a-z0-9][a-z0-9_-]*(\.[a-z0-9]+)?$/

export const isStoredPath = (path: string): boolean => path.length <= 200 && storedPath.test(path)

/** `newPath` makes all paths. Any other shape is a bug or an attack, and must not reach a disk or a bucket. */
export function checkPath(path: string): string {
  if (!isStoredPath(path)) throw new Error('not a storage path')
  return path
}

/** Passes bytes on, counts and hashes them, and fails at the first byte over the limit. */
export function meter(maxBytes: number): { stream: Transform; result(): { size: number; sha256: string } } {
  const hash = createHash('sha256')
  let size = 0
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      if (size > maxBytes) return done(new AppError('body-too-large'))
      hash.update(chunk)
      done(null, chunk)
    },
  })
  return { stream, result: () => ({ size, sha256: hash.digest('hex') }) }
}
