import { randomUUID } from 'node:crypto'
import { mkdir, open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { concurrencyLimit } from '#server/concurrency-limit.ts'
import { AppError, type ErrorCode } from '#shared/errors.ts'

export const waitingLimits = {
  /** How many bytes may wait on the disk in total, and per lane. */
  inAll: 2 * 1024 ** 3,
  perLane: 1024 ** 3,
  /** 20 MB at a fifth of a megabit per second. Slower senders block a place for nothing. */
  patienceMs: 15 * 60 * 1000,
}

/** One is in memory at a time: decoded, it takes a hundred megabytes. The others wait on the disk, so a hall full of people can. */
const turns = concurrencyLimit(1, 400)

let waiting = 0
const waitingByLane = new Map<string, number>()

export interface Sending {
  stream: AsyncIterable<Uint8Array>
  maxBytes: number
  tooLarge: ErrorCode
  /** Who sends together: one crowded lane leaves room for the others. */
  lane: string
  signal?: AbortSignal | undefined
}

export interface WaitingFile {
  /** Its bytes, once it is their turn; their memory is freed when the work is done. */
  inMemory<T>(work: (bytes: Buffer) => Promise<T> | T): Promise<T>
  /** From its start, a piece at a time. */
  stream(): AsyncIterable<Uint8Array>
}

/**
 * Keeps what is sent on the disk until its turn comes: slow senders hold no memory and no turn, however many there are. The
 * file is unlinked as soon as it is open and lives until it is closed, so nothing is left of it even when the process is
 * killed.
 */
export async function withUnlinkedTempFile<T>(
  folder: string,
  { stream, maxBytes, tooLarge, lane, signal }: Sending,
  use: (file: WaitingFile) => Promise<T>,
  limits = waitingLimits,
): Promise<T> {
  const deadline = Date.now() + limits.patienceMs
  const file = await openUnlinked(folder)
  let size = 0
  try {
    for await (const chunk of stream) {
      signal?.throwIfAborted()
      if (size + chunk.length > maxBytes) throw new AppError(tooLarge)
      if (Date.now() > deadline || !hasRoom(lane, chunk.length, limits))
        throw new AppError('site-busy', { retryAfter: 30 })
      count(lane, chunk.length)
      size += chunk.length
      await file.writeFile(chunk)
    }
    const readAll = async () => {
      signal?.throwIfAborted()
      const bytes = Buffer.allocUnsafeSlow(size)
      const { bytesRead } = await file.read(bytes, 0, size, 0)
      if (bytesRead !== size) throw new Error('a waiting file was cut short')
      return bytes
    }
    return await use({
      inMemory: (work) =>
        turns(
          async () => {
            const bytes = await readAll()
            try {
              return await work(bytes)
            } finally {
              freeBuffer(bytes)
            }
          },
          { lane, signal },
        ),
      stream: () => file.createReadStream({ start: 0, autoClose: false }),
    })
  } finally {
    count(lane, -size)
    await file.close()
  }
}

/** At once, rather than by garbage collection: it is outside the heap, where hundreds of megabytes count for little. */
export function freeBuffer({ buffer, byteLength }: Buffer): void {
  // Small ones may share their memory with others.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength && byteLength > 1_000_000) buffer.transfer(0)
}

async function openUnlinked(folder: string) {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `.sent-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  try {
    await unlink(path)
    return file
  } catch (error) {
    await file.close()
    throw error
  }
}

const hasRoom = (lane: string, more: number, { inAll, perLane }: typeof waitingLimits) =>
  waiting + more <= inAll && (waitingByLane.get(lane) ?? 0) + more <= perLane

function count(lane: string, bytes: number): void {
  waiting += bytes
  const inLane = (waitingByLane.get(lane) ?? 0) + bytes
  if (inLane > 0) waitingByLane.set(lane, inLane)
  else waitingByLane.delete(lane)
}
