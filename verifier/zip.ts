import { crc32 } from '#platform'
import { toText } from './bytes.ts'
import { printable, UnusableInput } from './problems.ts'

/**
 * Reads ZIP archives as docs/audit-package.md allows them: stored or deflated, with ZIP64. Every byte of the file must belong
 * to one of its parts, so that two programs cannot read two different packages out of one file.
 */

/** A file of which any part can be read: on a disk, or chosen in a browser. */
export interface Source {
  readonly size: number
  read(at: number, length: number): Promise<Uint8Array<ArrayBuffer>>
}

export interface Entry {
  readonly name: string
  /** The size of its content according to the archive; reading stops if there is more. */
  readonly size: number
  readonly chunks: () => AsyncGenerator<Uint8Array>
}

interface Listed {
  name: string
  flags: number
  method: number
  crc: number
  packedSize: number
  size: number
  headerAt: number
}

const mostFiles = 100
const mostListBytes = 64 * 1024
const pieceSize = 256 * 1024
const encrypted = 0x1
const sizesFollow = 0x8
/** Also allowed: flags for the compression level and for UTF-8 names. */
const harmlessFlags = 0x806

export async function readArchive(source: Source): Promise<Map<string, Entry>> {
  const { listAt, listSize, count } = await findList(source)
  const listed = readList(await source.read(listAt, listSize), count).toSorted((a, b) => a.headerAt - b.headerAt)
  const entries = new Map<string, Entry>()
  let expected = 0
  for (const [i, one] of listed.entries()) {
    if (one.headerAt !== expected)
      throw new UnusableInput('The archive has bytes between its files that belong to none.')
    if (entries.has(one.name)) throw new UnusableInput(`The archive holds two files named "${printable(one.name)}".`)
    const end = listed[i + 1]?.headerAt ?? listAt
    const dataAt = await checkHeader(source, one, end)
    expected = end
    entries.set(one.name, { name: one.name, size: one.size, chunks: () => chunksOf(source, one, dataAt) })
  }
  if (expected !== listAt) throw new UnusableInput('The archive has bytes that belong to none of its files.')
  return entries
}

/** The end of the archive says where its list of files is. */
async function findList(source: Source): Promise<{ listAt: number; listSize: number; count: number }> {
  if (source.size < 22) throw new UnusableInput('This is not an audit package: it is too short.')
  const start = view(await source.read(0, 4)).getUint32(0, true)
  if (start !== 0x04034b50) throw new UnusableInput('This is not an audit package: it is not a ZIP archive.')
  const end = view(await source.read(source.size - 22, 22))
  if (end.getUint32(0, true) !== 0x06054b50)
    throw new UnusableInput('The end of the archive is missing, or something follows it. Was the download cut off?')
  if (end.getUint16(20, true) !== 0) throw new UnusableInput('The archive ends in a comment, which a package has not.')
  let [count, listSize, listAt] = [end.getUint16(10, true), end.getUint32(12, true), end.getUint32(16, true)]
  let listEnd = source.size - 22
  if (count === 0xffff || listSize === 0xffff_ffff || listAt === 0xffff_ffff) {
    listEnd -= 76
    const large = listEnd >= 0 ? view(await source.read(listEnd, 76)) : null
    if (large?.getUint32(0, true) !== 0x06064b50 || large.getUint32(56, true) !== 0x07064b50)
      throw new UnusableInput('The end of the archive is damaged (ZIP64).')
    ;[count, listSize, listAt] = [wide(large, 32), wide(large, 40), wide(large, 48)]
  }
  if (count > mostFiles || listSize > mostListBytes) throw new UnusableInput('The archive holds too many files.')
  if (listAt + listSize !== listEnd) throw new UnusableInput('The list of files of the archive is damaged.')
  return { listAt, listSize, count }
}

function readList(bytes: Uint8Array<ArrayBuffer>, count: number): Listed[] {
  const list = view(bytes)
  const files: Listed[] = []
  let at = 0
  while (at < bytes.length) {
    if (at + 46 > bytes.length || list.getUint32(at, true) !== 0x02014b50)
      throw new UnusableInput('The list of files of the archive is damaged.')
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((field) => list.getUint16(at + field, true))
    const nameEnd = at + 46 + (nameLength ?? 0)
    const end = nameEnd + (extraLength ?? 0)
    if (end > bytes.length || commentLength !== 0)
      throw new UnusableInput('The list of files of the archive is damaged.')
    const sizes = {
      size: list.getUint32(at + 24, true),
      packedSize: list.getUint32(at + 20, true),
      headerAt: list.getUint32(at + 42, true),
    }
    const file: Listed = {
      name: nameOf(bytes.subarray(at + 46, nameEnd)),
      flags: list.getUint16(at + 8, true),
      method: list.getUint16(at + 10, true),
      crc: list.getUint32(at + 16, true),
      ...widened(sizes, bytes.subarray(nameEnd, end)),
    }
    refuseStrange(file)
    files.push(file)
    at = end
  }
  if (files.length !== count) throw new UnusableInput('The archive does not hold as many files as it says.')
  return files
}

function refuseStrange({ name, flags, method }: Listed): void {
  if (flags & encrypted) throw new UnusableInput(`"${printable(name)}" in the archive is encrypted.`)
  if (flags & ~(harmlessFlags | sizesFollow))
    throw new UnusableInput(`"${printable(name)}" is packed in an unknown way.`)
  if (method !== 0 && method !== 8) throw new UnusableInput(`"${printable(name)}" is packed in an unknown way.`)
}

/** Values too large for their place are in an extra field, in this order. */
function widened<Sizes extends Record<string, number>>(sizes: Sizes, extra: Uint8Array<ArrayBuffer>): Sizes {
  const large = Object.keys(sizes).filter((key) => sizes[key] === 0xffff_ffff)
  if (large.length === 0) return sizes
  const fields = view(extra)
  for (let at = 0; at + 4 <= extra.length; at += 4 + fields.getUint16(at + 2, true)) {
    const length = fields.getUint16(at + 2, true)
    if (fields.getUint16(at, true) !== 1) continue
    if (length < 8 * large.length || at + 4 + length > extra.length) break
    return { ...sizes, ...Object.fromEntries(large.map((key, i) => [key, wide(fields, at + 4 + 8 * i)])) }
  }
  throw new UnusableInput('The list of files of the archive is damaged (ZIP64).')
}

/** Compares a file's own header with the list; returns where its data begins. `end` is where the next part begins. */
async function checkHeader(source: Source, file: Listed, end: number): Promise<number> {
  const damaged = () =>
    new UnusableInput(`The archive is damaged at "${printable(file.name)}", or is not what it says.`)
  if (file.headerAt + 30 > end) throw damaged()
  const header = view(await source.read(file.headerAt, 30))
  const [nameLength, extraLength] = [header.getUint16(26, true), header.getUint16(28, true)]
  const dataAt = file.headerAt + 30 + nameLength + extraLength
  if (header.getUint32(0, true) !== 0x04034b50 || dataAt + file.packedSize > end) throw damaged()
  if (header.getUint16(6, true) !== file.flags || header.getUint16(8, true) !== file.method) throw damaged()
  if (nameOf(await source.read(file.headerAt + 30, nameLength)) !== file.name) throw damaged()
  const after = end - dataAt - file.packedSize
  if (!(file.flags & sizesFollow)) {
    if (after !== 0 || header.getUint32(14, true) !== file.crc) throw damaged()
    return dataAt
  }
  if (![12, 16, 20, 24].includes(after)) throw damaged()
  const follows = view(await source.read(end - after, after))
  const at = after % 8 === 0 ? 4 : 0
  const [packedSize, size] =
    after >= 20
      ? [wide(follows, at + 4), wide(follows, at + 12)]
      : [follows.getUint32(at + 4, true), follows.getUint32(at + 8, true)]
  if (at === 4 && follows.getUint32(0, true) !== 0x08074b50) throw damaged()
  if (follows.getUint32(at, true) !== file.crc || packedSize !== file.packedSize || size !== file.size) throw damaged()
  return dataAt
}

async function* chunksOf(source: Source, file: Listed, dataAt: number): AsyncGenerator<Uint8Array> {
  let [crc, size] = [0, 0]
  for await (const chunk of file.method === 0 ? piecesOf(source, file, dataAt) : inflated(source, file, dataAt)) {
    size += chunk.length
    if (size > file.size) throw new UnusableInput(`"${printable(file.name)}" is larger than the archive says.`)
    crc = crc32(chunk, crc)
    yield chunk
  }
  if (size !== file.size || crc !== file.crc)
    throw new UnusableInput(`"${printable(file.name)}" in the archive is damaged. Please download the package again.`)
}

async function* piecesOf(
  source: Source,
  { packedSize }: Listed,
  dataAt: number,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (let done = 0; done < packedSize; done += pieceSize)
    yield await source.read(dataAt + done, Math.min(pieceSize, packedSize - done))
}

async function* inflated(source: Source, file: Listed, dataAt: number): AsyncGenerator<Uint8Array> {
  const pieces = piecesOf(source, file, dataAt)
  const packed = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const { done, value } = await pieces.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
  })
  const reader = packed.pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        if (error instanceof UnusableInput) throw error
        throw new UnusableInput(
          `"${printable(file.name)}" in the archive is damaged. Please download the package again.`,
        )
      })
      if (done) return
      yield value
    }
  } finally {
    // The reader may stop early; errors of the unread rest do not matter.
    await reader.cancel().catch(() => undefined)
  }
}

const nameOf = (bytes: Uint8Array): string =>
  toText(bytes, () => new UnusableInput('The archive holds a file whose name is not text.'))

const view = (bytes: Uint8Array<ArrayBuffer>): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** A 64-bit number, exact for every file that exists. */
const wide = (bytes: DataView, at: number): number => Number(bytes.getBigUint64(at, true))
