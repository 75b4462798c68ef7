import { randomUUID } from 'node:crypto'
import { mkdir, open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError, type ErrorCode } from '#shared/errors.ts'

export const waitingLimits = {
  /** As many bytes as may wait on the disk at a time, and as one lane may take of them. */
  inAll: 2 * 1024 ** 3,
  perLane: 1024 ** 3,
  /** 20 MB at a fifth of a megabit a second. Who drips longer than this keeps a place for nothing. */
  patienceMs: 15 * 60 * 1000,
}

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

/**
 * Keeps what is sent on the disk until its turn comes: slow senders hold no memory and no turn, however many there are. The
 * file is unlinked as soon as it is open and lives until it is closed, so nothing is left of it even when the process is
 * killed.
 */
export async function withUnlinkedTempFile<T>(
  folder: string,
  { stream, maxBytes, tooLarge, lane, signal }: Sending,
  use: (readAll: () => Promise<Buffer>) => Promise<T>,
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
    return await use(async () => {
      const bytes = Buffer.allocUnsafeSlow(size)
      const { bytesRead } = await file.read(bytes, 0, size, 0)
      if (bytesRead !== size) throw new Error('a waiting file was cut short')
      return bytes
    })
  } finally {
    count(lane, -size)
    await file.close()
  }
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
