import { crc32, deflateRawSync } from 'node:zlib'

export interface ZipOptions {
  /** Content as it is, not compressed. */
  stored?: boolean
  /** Sizes after the content, as a program writes them that does not know them before. */
  streamed?: boolean
  zip64?: boolean
}

/** A ZIP archive of the files, in their order; a name may stand there twice. */
export function writeZip(files: Iterable<readonly [string, Uint8Array]>, options: ZipOptions = {}): Buffer {
  const { stored = false, streamed = false, zip64 = false } = options
  const parts: Buffer[] = []
  const list: Buffer[] = []
  let at = 0
  const put = (part: Buffer) => {
    parts.push(part)
    at += part.length
  }
  for (const [name, content] of files) {
    const packed = stored ? Buffer.from(content) : deflateRawSync(content, { level: 1 })
    const sums = { crc: crc32(content), packed: packed.length, size: content.length }
    const [flags, method] = [0x800 | (streamed ? 8 : 0), stored ? 0 : 8]
    const label = Buffer.from(name)
    const headerAt = at
    const inHeader = streamed ? { crc: 0, packed: 0, size: 0 } : sums
    put(
      Buffer.concat([
        u32(0x04034b50),
        u16(20),
        u16(flags),
        u16(method),
        u32(0),
        sumsOf(inHeader, u32),
        u16(label.length),
        u16(0),
      ]),
    )
    put(label)
    put(packed)
    if (streamed) put(Buffer.concat([u32(0x08074b50), sumsOf(sums, zip64 ? u64 : u32)]))
    const extra = zip64
      ? Buffer.concat([u16(1), u16(24), u64(sums.size), u64(sums.packed), u64(headerAt)])
      : Buffer.alloc(0)
    const inList = zip64 ? { ...sums, packed: 0xffffffff, size: 0xffffffff } : sums
    list.push(
      Buffer.concat([u32(0x02014b50), u16(45), u16(20), u16(flags), u16(method), u32(0), sumsOf(inList, u32)]),
      Buffer.concat([u16(label.length), u16(extra.length), u16(0), u16(0), u16(0), u32(0)]),
      Buffer.concat([u32(zip64 ? 0xffffffff : headerAt), label, extra]),
    )
  }
  const listAt = at
  const count = list.length / 3
  put(Buffer.concat(list))
  const listSize = at - listAt
  if (zip64) {
    const endAt = at
    put(
      Buffer.concat([
        u32(0x06064b50),
        u64(44),
        u16(45),
        u16(45),
        u32(0),
        u32(0),
        u64(count),
        u64(count),
        u64(listSize),
        u64(listAt),
      ]),
    )
    put(Buffer.concat([u32(0x07064b50), u32(0), u64(endAt), u32(1)]))
  }
  const [inCount, inSize, inAt] = zip64 ? [0xffff, 0xffffffff, 0xffffffff] : [count, listSize, listAt]
  put(Buffer.concat([u32(0x06054b50), u16(0), u16(0), u16(inCount), u16(inCount), u32(inSize), u32(inAt), u16(0)]))
  return Buffer.concat(parts)
}

const sumsOf = (
  { crc, packed, size }: { crc: number; packed: number; size: number },
  wide: (value: number) => Buffer,
) => Buffer.concat([u32(crc), wide(packed), wide(size)])

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

function u64(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(BigInt(value))
  return bytes
}
