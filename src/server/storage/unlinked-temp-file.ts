import { randomUUID } from 'node:crypto'
import { mkdir, open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { concurrencyLimit } from '#server/concurrency-limit.ts'
import { AppError, type ErrorCode } from '#shared/errors.ts'

export const waitingLimits = {
  /** How many bytes may wait on the disk in total, and per lane. */
  inAll: 2 * 1024 ** 3,
  perLane: 1024 ** 3,
  /** Enough for 20 MB at a fifth of a megabit per second. A slower sender would only block a place. */
  maxSendMs: 15 * 60 * 1000,
}

/** One file is in memory at a time: a decoded picture takes a hundred megabytes. All others wait on the disk. */
const memoryLimit = concurrencyLimit(1, 400)

let waiting = 0
const waitingByLane = new Map<string, number>()

export interface Sending {
  stream: AsyncIterable<Uint8Array>
  maxBytes: number
  tooLarge: ErrorCode
  /** Senders who share a limit: one crowded lane leaves room for the others. */
  lane: string
  signal?: AbortSignal | undefined
}

interface WaitingFile {
  /** Calls `work` with the bytes when it is this file's turn, and frees their memory afterwards. */
  inMemory<T>(work: (bytes: Buffer) => Promise<T> | T): Promise<T>
  /** Reads the file from its start, one chunk at a time. */
  stream(): AsyncIterable<Uint8Array>
}

/**
 * Keeps an upload on the disk until its turn comes, so that slow senders hold neither memory nor a turn, however many
 * there are. The file is unlinked as soon as it is open and lives until it is closed, so nothing is left even if the
 * process is killed.
 */
export async function withUnlinkedTempFile<T>(
  folder: string,
  { stream, maxBytes, tooLarge, lane, signal }: Sending,
  use: (file: WaitingFile) => Promise<T>,
  limits = waitingLimits,
): Promise<T> {
  const deadline = Date.now() + limits.maxSendMs
  const file = await openUnlinked(folder)
  let size = 0
  try {
    for await (const chunk of stream) {
      signal?.throwIfAborted()
      if (size + chunk.length > maxBytes) throw new AppError(tooLarge)
      if (Date.now() > deadline || !hasRoom(lane, chunk.length, limits))
        throw new AppError('site-busy', { retryAfter: 30 })
      addWaiting(lane, chunk.length)
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
        memoryLimit(
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
    addWaiting(lane, -size)
    await file.close()
  }
}

/** Frees the memory at once: it is outside the heap, so hundreds of megabytes hardly hurry the garbage collector. */
export function freeBuffer({ buffer, byteLength }: Buffer): void {
  // Small buffers may share their memory with others.
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

function addWaiting(lane: string, bytes: number): void {
  waiting += bytes
  const inLane = (waitingByLane.get(lane) ?? 0) + bytes
  if (inLane > 0) waitingByLane.set(lane, inLane)
  else waitingByLane.delete(lane)
}
