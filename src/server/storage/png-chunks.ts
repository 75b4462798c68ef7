import { inflateSync } from 'node:zlib'

/**
 * What a PNG's pixels, their colours and which way up they are need. Everything else is text, time and the wishes of editing
 * programs; some of it is packed, and a few kilobytes of it unfold into hundreds of megabytes when a reader looks.
 */
const needed = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'sBIT', 'eXIf', 'iCCP'])
/** A camera's is a few kilobytes. */
const largestExif = 64 * 1024
/** Of colours: screens have a few kilobytes, printers half a megabyte. */
const largestProfile = 1024 * 1024

const mostChunks = 20_000

/**
 * The picture without what its pixels do not need, before any decoder has seen it; null when it is not put together like a
 * PNG. The very same bytes where there is nothing to leave out.
 */
export function withoutExtras(png: Buffer): Buffer | null {
  const kept = [png.subarray(0, 8)]
  const once = new Set<string>()
  let keptBytes = 8
  for (let at = 8, chunks = 0; at + 12 <= png.length; chunks++) {
    // A picture has a few thousand chunks at most; millions of empty ones would take their time to walk.
    if (chunks === mostChunks) return null
    const length = png.readUInt32BE(at)
    const type = png.toString('latin1', at + 4, at + 8)
    const chunk = png.subarray(at, at + 12 + length)
    if (isNeeded(type, chunk.subarray(8, 8 + length)) && !once.has(type)) {
      if (type !== 'IDAT') once.add(type)
      kept.push(chunk)
      keptBytes += chunk.length
    }
    at += 12 + length
    if (type === 'IEND') break
  }
  return keptBytes === png.length ? png : Buffer.concat(kept)
}

function isNeeded(type: string, data: Buffer): boolean {
  if (type === 'eXIf') return data.length <= largestExif
  return type === 'iCCP' ? isProfile(data) : needed.has(type)
}

/** A name, how it is packed, and a profile that stays within bounds: unpacked here no further than that. */
function isProfile(data: Buffer): boolean {
  const name = data.subarray(0, 80).indexOf(0)
  if (name < 1 || data[name + 1] !== 0) return false
  try {
    inflateSync(data.subarray(name + 2), { maxOutputLength: largestProfile })
    return true
  } catch {
    return false
  }
}
