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

/** Where the bytes of uploads are. `disk.ts` and `s3.ts` keep the same promises, tested by the same suite. */
export interface Storage {
  /**
   * Resolves once the file is complete and crash-safe. Any failure before leaves nothing under `path`. Throws `body-too-large`
   * beyond `maxBytes`.
   */
  put(path: string, stream: AsyncIterable<Uint8Array>, options: PutOptions): Promise<{ size: number; sha256: string }>
  /** `size` is that of the whole file, whatever the range. The caller reads the stream to its end or destroys it. */
  open(path: string, range?: ByteRange): Promise<{ stream: Readable; size: number } | null>
  stat(path: string): Promise<StoredFile | null>
  /** For good, also from the trash. Removing a missing file is fine. */
  remove(path: string): Promise<void>
  /** What is not in the trash. */
  list(prefix?: string): AsyncIterable<StoredFile>
  /** Moves a file to where only `restore`, `remove` and `listTrash` find it. Moving a missing file is fine. */
  trash(path: string): Promise<void>
  /** Brings a file back from the trash, if it is there. */
  restore(path: string): Promise<void>
  /** By their original paths; `modifiedAt` is when they were trashed. */
  listTrash(): AsyncIterable<StoredFile>
  /** Removes incomplete files that killed processes left. */
  removeUnfinished(olderThanMs: number, isOurs?: (path: string) => boolean): Promise<void>
  /** Writes and removes a few bytes under a separate name; throws what an upload would fail with. */
  tryWriting(signal: AbortSignal): Promise<void>
}

export interface StoredFile {
  path: string
  size: number
  modifiedAt: Instant
}

const storedPath = /^[a-z0-9][a-z0-9_-]*\/[a-z0-9][a-z0-9_-]*(\.[a-z0-9]+)?$/

export const isStoredPath = (path: string): boolean => path.length <= 200 && storedPath.test(path)

/** Paths are made by `uploads.ts`; any other shape is a bug or an attack, and never reaches a disk or a bucket. */
export function checkPath(path: string): string {
  if (!isStoredPath(path)) throw new Error('not a storage path')
  return path
}

/** Passes bytes on, counts and hashes them, and stops at the first one too many. */
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
