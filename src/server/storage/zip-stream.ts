import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import type { Instant } from '#shared/time.ts'

export interface ZipEntry {
  name: string
  /** False for pictures, which are compressed already. */
  compress: boolean
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
}

/** Streams a ZIP archive; only the current chunk of a file is in memory. */
export async function* zipStream(
  entries: AsyncIterable<ZipEntry>,
  madeAt: Instant,
): AsyncGenerator<Uint8Array, void, undefined> {
  const ready: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    if (chunk.length > 0) ready.push(chunk)
  })
  for await (const { name, compress, chunks } of entries) {
    const file = compress ? new ZipDeflate(name) : new ZipPassThrough(name)
    file.mtime = madeAt
    zip.add(file)
    for await (const chunk of chunks) {
      file.push(chunk)
      yield* ready.splice(0)
    }
    file.push(new Uint8Array(0), true)
    yield* ready.splice(0)
  }
  zip.end()
  yield* ready.splice(0)
}
