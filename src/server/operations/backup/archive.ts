import { createHash } from 'node:crypto'
import { Readable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import pg from 'pg'
import { z } from 'zod'
import { backupFailures, type BackupFailure } from '#shared/operations/backup/backup.ts'

/** The header before the bytes of an entry. docs/backup-format.md explains each kind. */
const headerSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('manifest') }),
  z.object({ type: z.literal('secret'), name: z.string() }),
  z.object({ type: z.literal('settings') }),
  z.object({ type: z.literal('table'), name: z.string(), columns: z.array(z.string()) }),
  z.object({
    type: z.literal('file'),
    path: z.string(),
    mime: z.string(),
    /** As in the row of the upload; the footer says what was really read. */
    size: z.number(),
    sha256: z.string(),
  }),
  z.object({ type: z.literal('trailer') }),
])
type EntryHeader = z.infer<typeof headerSchema>

const footerSchema = z.object({ bytes: z.number(), sha256: z.string(), rows: z.number().optional() })
type EntryFooter = z.infer<typeof footerSchema>

export interface Entry {
  header: EntryHeader
  body: AsyncIterable<Buffer>
  /** Called after the body was read. */
  rows?: () => number
  /** Called with the entry's totals. */
  written?: (footer: EntryFooter) => void
}

/** Tables are text and compress well; pictures and videos would not. */
const isCompressed = ({ type }: EntryHeader) => type === 'table'

const longestBlock = 4 * 1024 * 1024
const longestJson = 64 * 1024 * 1024

/** Writes the entries as one stream, each followed by its length, checksum and number of rows. */
export async function* writeArchive(entries: AsyncIterable<Entry>): AsyncGenerator<Buffer> {
  for await (const { header, body, rows, written } of entries) {
    yield framed(jsonOf(header))
    const sum = createHash('sha256')
    let bytes = 0
    const measured = async function* () {
      for await (const chunk of body) {
        sum.update(chunk)
        bytes += chunk.length
        yield chunk
      }
    }
    const stored = isCompressed(header) ? through(measured(), createZstdCompress()) : measured()
    for await (const chunk of stored)
      for (let at = 0; at < chunk.length; at += longestBlock) yield framed(chunk.subarray(at, at + longestBlock))
    yield framed(Buffer.alloc(0))
    const footer: EntryFooter = { bytes, sha256: sum.digest('hex'), ...(rows && { rows: rows() }) }
    yield framed(jsonOf(footer))
    written?.(footer)
  }
}

export interface ReadEntry {
  header: EntryHeader
  /** Verified only once it is read to its end. A body that is not read is verified before the next entry. */
  body: AsyncGenerator<Buffer>
  /** Null until the body was read to its end. */
  footer: () => EntryFooter | null
}

/** Reads the entries of an archive one after the other. Refuses an entry whose bytes have changed. */
export async function* readArchive(archive: AsyncIterable<Buffer>): AsyncGenerator<ReadEntry> {
  const input = byteReader(archive)
  while (!(await input.isAtEnd())) {
    const header = headerSchema.parse(await readJson())
    let footer: EntryFooter | null = null
    const sum = createHash('sha256')
    let bytes = 0
    const body = (async function* () {
      const stored = blocks()
      for await (const chunk of isCompressed(header) ? through(stored, createZstdDecompress()) : stored) {
        sum.update(chunk)
        bytes += chunk.length
        yield chunk
      }
      const found = footerSchema.parse(await readJson())
      if (found.bytes !== bytes || found.sha256 !== sum.digest('hex')) throw new BackupError('damaged')
      footer = found
    })()
    yield { header, body, footer: () => footer }
    for await (const _rest of body);
  }

  async function* blocks(): AsyncGenerator<Buffer> {
    for (;;) {
      const length = await readLength(longestBlock)
      if (length === 0) return
      yield await input.read(length)
    }
  }

  async function readJson(): Promise<unknown> {
    return JSON.parse((await input.read(await readLength(longestJson))).toString())
  }

  async function readLength(longest: number): Promise<number> {
    const length = (await input.read(4)).readUInt32BE()
    if (length > longest) throw new BackupError('damaged')
    return length
  }
}

const jsonOf = (value: unknown) => Buffer.from(JSON.stringify(value))

function framed(bytes: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  return Buffer.concat([length, bytes])
}

/** Pipes the source through the transform, and reads no faster than the result is consumed. */
async function* through(source: AsyncIterable<Buffer>, transform: Transform): AsyncGenerator<Buffer> {
  const done = pipeline(Readable.from(source, { objectMode: false }), transform)
  done.catch(() => undefined)
  yield* transform as AsyncIterable<Buffer>
  await done
}

interface ByteReader {
  /** Returns exactly this many bytes, or fails because the backup is incomplete. */
  read(length: number): Promise<Buffer>
  isAtEnd(): Promise<boolean>
  /** Yields everything that was not read yet. */
  rest(): AsyncGenerator<Buffer>
}

export function byteReader(source: AsyncIterable<Buffer>): ByteReader {
  const chunks = source[Symbol.asyncIterator]()
  let buffered: Buffer[] = []
  let length = 0

  async function fill(wanted: number): Promise<boolean> {
    while (length < wanted) {
      const { value, done } = await chunks.next()
      if (done) return false
      buffered.push(value)
      length += value.length
    }
    return true
  }

  return {
    async read(wanted) {
      if (!(await fill(wanted))) throw new BackupError('damaged')
      const all = buffered.length === 1 && buffered[0] ? buffered[0] : Buffer.concat(buffered, length)
      buffered = all.length > wanted ? [all.subarray(wanted)] : []
      length -= wanted
      return all.subarray(0, wanted)
    },
    isAtEnd: async () => !(await fill(1)),
    async *rest() {
      yield* buffered
      buffered = []
      length = 0
      for (;;) {
        const { value, done } = await chunks.next()
        if (done) return
        yield value
      }
    },
  }
}

/** Why a backup or a restore failed, as a sentence for the person at the terminal. */
export class BackupError extends Error {
  readonly failure: BackupFailure

  constructor(failure: BackupFailure, detail = '', options?: ErrorOptions) {
    super([backupFailures[failure], detail].filter(Boolean).join(' '), options)
    this.name = 'BackupError'
    this.failure = failure
  }
}

/** The code to record: the kind of error, without any content. */
export function backupFailureOf(error: unknown): BackupFailure {
  if (error instanceof BackupError) return error.failure
  if (error instanceof pg.DatabaseError) return 'database-failed'
  const { code, syscall, $metadata } = error as NodeJS.ErrnoException & { $metadata?: unknown }
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'no-room'
  return syscall !== undefined || $metadata !== undefined ? 'place-failed' : 'unexpected'
}
