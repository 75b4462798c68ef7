import sharp from 'sharp'

/**
 * A small film that browsers play and seek in, without a video encoder: a lossy WebP picture is a VP8 key frame, and a WebM
 * file of key frames is a video.
 */
export async function stillVideo(pictures: Buffer[], secondsEach: number): Promise<Buffer> {
  const { width = 0, height = 0 } = await sharp(pictures[0]).metadata()
  const frames = await Promise.all(pictures.map(keyFrame))
  const millis = (place: number) => Math.round(place * secondsEach * 1000)

  const info = element('1549a966', [
    element('2ad7b1', uint(1_000_000)),
    element('4489', float(millis(frames.length))),
    element('4d80', Buffer.from('still-video')),
    element('5741', Buffer.from('still-video')),
  ])
  const track = element('ae', [
    element('d7', uint(1)),
    element('73c5', uint(1)),
    element('83', uint(1)),
    element('86', Buffer.from('V_VP8')),
    element('e0', [element('b0', uint(width)), element('ba', uint(height))]),
  ])
  const tracks = element('1654ae6b', track)
  const clusters = frames.map((frame, place) =>
    element('1f43b675', [
      element('e7', uint(millis(place))),
      element('a3', [Buffer.from([0x81, 0, 0, 0x80]), frame]), // track 1, at the cluster's time, key frame
    ]),
  )
  const segment = [info, tracks, cuesOf(clusters, info.length + tracks.length, millis), ...clusters]
  const header = element('1a45dfa3', [
    element('4282', Buffer.from('webm')),
    element('4287', uint(4)),
    element('4285', uint(2)),
  ])
  return Buffer.concat([header, element('18538067', segment)])
}

/** Where each cluster begins, counted from the first byte of the segment. All numbers have one width, so the length is known. */
function cuesOf(clusters: Buffer[], before: number, millis: (place: number) => number): Buffer {
  const write = (start: number) => {
    let at = start
    const points = clusters.map((cluster, place) => {
      const position = [element('f7', uint(1)), element('f1', uint(at))]
      at += cluster.length
      return element('bb', [element('b3', uint(millis(place))), element('b7', position)])
    })
    return element('1c53bb6b', points)
  }
  return write(before + write(0).length)
}

async function keyFrame(picture: Buffer): Promise<Buffer> {
  const webp = await sharp(picture).flatten().webp({ quality: 70 }).toBuffer()
  const at = webp.indexOf('VP8 ')
  return webp.subarray(at + 8, at + 8 + webp.readUInt32LE(at + 4))
}

/** An EBML element: id, eight bytes of size, content. */
function element(id: string, content: Buffer | Buffer[]): Buffer {
  const body = Array.isArray(content) ? Buffer.concat(content) : content
  const size = Buffer.alloc(8)
  size.writeBigUInt64BE(BigInt(body.length))
  size[0] = 0x01
  return Buffer.concat([Buffer.from(id, 'hex'), size, body])
}

function uint(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(value))
  return bytes
}

function float(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleBE(value)
  return bytes
}
