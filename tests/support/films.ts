import { randomBytes } from 'node:crypto'

/** Video files as their parts say they are. The pictures in them are noise: nothing of this is ever decoded. */

export function box(type: string, ...data: Buffer[]): Buffer {
  const content = Buffer.concat(data)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + content.length)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, content])
}

const zeros = (bytes: number) => Buffer.alloc(bytes)
const letters = (text: string) => Buffer.from(text, 'latin1')
export const fileType = (brand: string) => box('ftyp', letters(`${brand}\0\0\x02\0${brand}isom`))

/** A sample entry: for pictures with the profile of H.264, where it is that. */
const entry = (codec: string, profile: number) =>
  box(codec, zeros(78), ...(codec.startsWith('avc') ? [box('avcC', Buffer.from([1, profile, 0, 31, 0xff]))] : []))

export const track = (handler: string, codec: string, profile = 100) =>
  box(
    'trak',
    box('tkhd', zeros(84)),
    box(
      'mdia',
      box('mdhd', zeros(24)),
      box('hdlr', zeros(8), letters(handler), zeros(13)),
      box('minf', box('stbl', box('stsd', Buffer.from([0, 0, 0, 0, 0, 0, 0, 1]), entry(codec, profile)))),
    ),
  )

interface Mp4 {
  brand?: string
  tracks?: Buffer[]
  /** A camera writes what is in the film behind the film. */
  movieLast?: boolean
}

/** Everything before the pictures and sounds, which may go on for `size` bytes. */
export function mp4Head(size: number, { brand = 'isom', tracks = [track('vide', 'avc1')] }: Mp4 = {}): Buffer {
  const media = Buffer.alloc(8)
  media.writeUInt32BE(8 + size)
  media.write('mdat', 4)
  return Buffer.concat([fileType(brand), movie(tracks), media])
}
const movie = (tracks: Buffer[]) => box('moov', box('mvhd', zeros(100)), ...tracks)

export function anMp4(size = 5000, { movieLast, ...given }: Mp4 = {}): Buffer {
  if (!movieLast) return Buffer.concat([mp4Head(size, given), randomBytes(size)])
  const { brand = 'isom', tracks = [track('vide', 'avc1')] } = given
  return Buffer.concat([fileType(brand), box('mdat', randomBytes(size)), movie(tracks)])
}

/** `unknown` is how a live recording says that it does not know its length yet. */
export function element(id: string, content: Buffer, unknown = false): Buffer {
  const size = Buffer.alloc(8)
  size.writeBigUInt64BE(BigInt(content.length))
  size[0] = 0x01
  return Buffer.concat([Buffer.from(id, 'hex'), unknown ? Buffer.from([0xff]) : size, content])
}

interface Webm {
  docType?: string
  codecs?: { type: number; codec: string; more?: Buffer }[]
  /** As browsers record. */
  live?: boolean
}

export function aWebm({ docType = 'webm', codecs = [{ type: 1, codec: 'V_VP9' }], live = false }: Webm = {}): Buffer {
  const entries = codecs.map(({ type, codec, more = zeros(0) }) =>
    element('ae', Buffer.concat([element('83', Buffer.from([type])), element('86', letters(codec)), more])),
  )
  const inside = [
    element('1549a966', zeros(10)),
    element('1654ae6b', Buffer.concat(entries)),
    element('1f43b675', randomBytes(500), live),
  ]
  return Buffer.concat([
    element('1a45dfa3', element('4282', letters(docType))),
    element('18538067', Buffer.concat(inside), live),
  ])
}
