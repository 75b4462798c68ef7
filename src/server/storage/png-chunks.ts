const packed = new Set(['zTXt', 'iTXt', 'iCCP'])

const mostChunks = 20_000

/** How many packed texts and profiles a PNG holds beside its pixels. Each is unpacked to be read, and may be a bomb. */
export function countPacked(png: Buffer): number {
  let found = 0
  let chunks = 0
  for (let at = 8; at + 8 <= png.length; at += 12 + png.readUInt32BE(at)) {
    // A picture has a few thousand chunks at most; millions of empty ones would take their time to walk.
    if (++chunks > mostChunks) return Infinity
    if (packed.has(png.toString('latin1', at + 4, at + 8))) found++
  }
  return found
}
