/**
 * Whether browsers can play a video file, from its content: the boxes of an MP4 or the elements of a WebM, and the codecs they
 * name. Nothing is decoded, and only parts of a file are read, however large or hostile it is. The browser checks before sending,
 * the server when it has the file.
 */
interface VideoFile {
  size: number
  /** This many bytes from `start` on; fewer at the end of the file. */
  read: (start: number, length: number) => Promise<Uint8Array>
}

type VideoRefusal =
  | { code: 'video-is-a-picture' | 'video-not-a-video' | 'video-not-whole' }
  /** `codec` is its common name. */
  | { code: 'video-codec-unknown'; codec: string }

type VideoMime = 'video/mp4' | 'video/webm' | 'video/quicktime'

/** The kind of video by its first bytes. Its name and declared type are ignored. */
export function containerOf(head: Uint8Array): VideoMime | null {
  if (head.length < 16) return null
  const bytes = new DataView(head.buffer, head.byteOffset, head.length)
  if (bytes.getUint32(0) === ids.header) return 'video/webm'
  const length = bytes.getUint32(0)
  if (lettersAt(bytes, 4) !== 'ftyp' || length < 16 || length > 4096 || length % 4 !== 0) return null
  return lettersAt(bytes, 8) === 'qt  ' ? 'video/quicktime' : 'video/mp4'
}

/** AVIF, HEIC and HEIF pictures begin like an MP4. A phone or a download may give them its name. */
const pictureBrands = /^(?:avi[fs]|he[iv][cmsx]|m[is]f1)$/

/** Why it cannot be played, or null. */
export async function whyNotPlayable(file: VideoFile): Promise<VideoRefusal | null> {
  try {
    const bytes = readerOf(file)
    const head = await file.read(0, 16)
    const container = containerOf(head)
    if (!container) return { code: 'video-not-a-video' }
    if (container === 'video/mp4' && pictureBrands.test(String.fromCharCode(...head.subarray(8, 12))))
      return { code: 'video-is-a-picture' }
    return whyNotTracks(await (container === 'video/webm' ? webmTracks(bytes) : mp4Tracks(bytes)))
  } catch (error) {
    if (error instanceof Refused) return { code: error.code }
    throw error
  }
}

interface Track {
  kind: 'video' | 'audio'
  codec: string
}

/** What Chrome, Safari and Firefox play on phones and computers alike. */
const played = {
  video: new Set(['H.264', 'vp08', 'vp09', 'av01', 'V_VP8', 'V_VP9', 'V_AV1']),
  audio: new Set(['mp4a', '.mp3', 'Opus', 'fLaC', 'A_VORBIS', 'A_OPUS']),
}
const commonNames: Record<string, string> = { hev1: 'HEVC', hvc1: 'HEVC', dvh1: 'HEVC', dvhe: 'HEVC', mp4v: 'MPEG-4' }

/** A phone may add a second audio track of its own kind, so one playable track is enough. */
function whyNotTracks(tracks: Track[]): VideoRefusal | null {
  for (const kind of ['video', 'audio'] as const) {
    const codecs = tracks.filter((track) => track.kind === kind).map(({ codec }) => codec)
    const [first] = codecs
    if (first === undefined) {
      if (kind === 'video') return { code: 'video-not-a-video' }
    } else if (!codecs.some((codec) => played[kind].has(codec)))
      return { code: 'video-codec-unknown', codec: commonNames[first] ?? first.trim() }
  }
  return null
}

class Refused extends Error {
  readonly code: 'video-not-a-video' | 'video-not-whole'
  constructor(code: Refused['code']) {
    super(code)
    this.code = code
  }
}

const windowBytes = 64 * 1024
/** A whole film takes about ten; anything that needs more is hostile. */
const mostReads = 64
const mostLooks = 20_000

type Reader = ReturnType<typeof readerOf>

/** Reads bytes through a window that moves over the file. */
function readerOf({ size, read }: VideoFile) {
  let start = 0
  let bytes: Uint8Array = new Uint8Array()
  let reads = 0
  let looks = 0
  return {
    size,
    async at(position: number, length: number): Promise<DataView> {
      if (position + length > size) throw new Refused('video-not-whole')
      if (position < start || position + length > start + bytes.length) {
        if (++reads > mostReads) throw new Refused('video-not-a-video')
        bytes = await read(position, Math.min(windowBytes, size - position))
        start = position
        if (bytes.length < length) throw new Refused('video-not-whole')
      }
      if (++looks > mostLooks) throw new Refused('video-not-a-video')
      return new DataView(bytes.buffer, bytes.byteOffset + position - start, length)
    },
  }
}

/** The range of a box's or an element's content. */
interface Part {
  body: number
  end: number
}

const lettersAt = (bytes: DataView, at: number) =>
  String.fromCharCode(...Array.from({ length: 4 }, (_, place) => bytes.getUint8(at + place)))

async function* boxesIn(file: Reader, { body, end }: Part): AsyncGenerator<Part & { type: string }, void, undefined> {
  for (let at = body; at < end;) {
    const head = await file.at(at, 8)
    const type = lettersAt(head, 4)
    if (!/^[\x20-\x7e©]{4}$/.test(type)) throw new Refused('video-not-a-video')
    let size = head.getUint32(0)
    const long = size === 1
    if (long) size = Number((await file.at(at + 8, 8)).getBigUint64(0))
    if (size === 0) size = end - at
    const inside = at + (long ? 16 : 8)
    if (at + size < inside) throw new Refused('video-not-a-video')
    // A box must not exceed its parent; the outermost ends where the complete file would.
    if (at + size > end) throw new Refused(end === file.size ? 'video-not-whole' : 'video-not-a-video')
    yield { type, body: inside, end: at + size }
    at += size
  }
}

/** The innermost of nested boxes, by type; null if one is missing. */
async function boxWithin(file: Reader, outer: Part, ...types: string[]): Promise<Part | null> {
  const [type, ...rest] = types
  if (type === undefined) return outer
  for await (const box of boxesIn(file, outer)) if (box.type === type) return boxWithin(file, box, ...rest)
  return null
}

/** The tracks are in `moov`, before or after the media itself. */
async function mp4Tracks(file: Reader): Promise<Track[]> {
  let tracks: Track[] | null = null
  let hasMedia = false
  for await (const box of boxesIn(file, { body: 0, end: file.size })) {
    if (box.type === 'moov') tracks = await tracksInMovie(file, box)
    if ((box.type === 'mdat' && box.end > box.body) || box.type === 'moof') hasMedia = true
    if (tracks && hasMedia) return tracks
  }
  // A camera writes `moov` last, when recording stops.
  throw new Refused(tracks || hasMedia ? 'video-not-whole' : 'video-not-a-video')
}

async function tracksInMovie(file: Reader, movie: Part): Promise<Track[]> {
  const tracks: Track[] = []
  for await (const box of boxesIn(file, movie)) {
    if (box.type !== 'trak') continue
    const media = await boxWithin(file, box, 'mdia')
    const handler = media && (await boxWithin(file, media, 'hdlr'))
    const entries = media && (await boxWithin(file, media, 'minf', 'stbl', 'stsd'))
    if (!handler || !entries) throw new Refused('video-not-a-video')
    const type = lettersAt(await file.at(handler.body, 12), 8)
    if (type === 'vide') tracks.push({ kind: 'video', codec: await videoCodec(file, entries) })
    if (type === 'soun') tracks.push({ kind: 'audio', codec: lettersAt(await file.at(entries.body, 16), 12) })
  }
  return tracks
}

const pictureHeaderBytes = 78
/** Baseline, Main, Extended and High; others have more colours than phones can show. */
const commonProfiles = new Set([66, 77, 88, 100])

async function videoCodec(file: Reader, entries: Part): Promise<string> {
  for await (const entry of boxesIn(file, { ...entries, body: entries.body + 8 })) {
    if (entry.type !== 'avc1' && entry.type !== 'avc3') return entry.type
    const inside = { body: entry.body + pictureHeaderBytes, end: entry.end }
    const configuration = await boxWithin(file, inside, 'avcC')
    if (!configuration) throw new Refused('video-not-a-video')
    const profile = (await file.at(configuration.body, 2)).getUint8(1)
    return commonProfiles.has(profile) ? 'H.264' : `H.264 profile ${profile}`
  }
  throw new Refused('video-not-a-video')
}

const ids = {
  header: 0x1a45dfa3,
  docType: 0x4282,
  segment: 0x18538067,
  tracks: 0x1654ae6b,
  track: 0xae,
  trackType: 0x83,
  codec: 0x86,
  encodings: 0x6d80,
  cluster: 0x1f43b675,
} as const

/** A number whose first byte gives its length; null if all bits are set, meaning an unknown size. */
async function numberAt(file: Reader, at: number, most: 4 | 8, keepsMark: boolean) {
  const first = (await file.at(at, 1)).getUint8(0)
  const length = Math.clz32(first) - 23
  if (length > most) throw new Refused('video-not-a-video')
  const bytes = await file.at(at, length)
  let value = keepsMark ? first : first & (0xff >> length)
  let isUnknown = !keepsMark && value === 0xff >> length
  for (let place = 1; place < length; place++) {
    const byte = bytes.getUint8(place)
    isUnknown &&= byte === 0xff
    value = value * 256 + byte
  }
  return { value: isUnknown ? null : value, length }
}

/** An element of unknown size extends to the end of its parent. */
async function* elementsIn(file: Reader, { body, end }: Part): AsyncGenerator<Part & { id: number }, void, undefined> {
  for (let at = body; at < end;) {
    const id = await numberAt(file, at, 4, true)
    const size = await numberAt(file, at + id.length, 8, false)
    const inside = at + id.length + size.length
    const next = size.value === null ? end : inside + size.value
    if (next > end) throw new Refused(end === file.size ? 'video-not-whole' : 'video-not-a-video')
    yield { id: id.value ?? 0, body: inside, end: next }
    at = next
  }
}

async function webmTracks(file: Reader): Promise<Track[]> {
  let isWebm = false
  for await (const element of elementsIn(file, { body: 0, end: file.size })) {
    if (element.id === ids.header)
      for await (const inside of elementsIn(file, element))
        if (inside.id === ids.docType) isWebm = (await textOf(file, inside)) === 'webm'
    if (element.id === ids.segment && isWebm) return tracksInSegment(file, element)
  }
  throw new Refused('video-not-a-video')
}

async function tracksInSegment(file: Reader, segment: Part): Promise<Track[]> {
  const tracks: Track[] = []
  for await (const element of elementsIn(file, segment)) {
    if (element.id === ids.tracks)
      for await (const inside of elementsIn(file, element))
        if (inside.id === ids.track) tracks.push(...(await trackIn(file, inside)))
    if (element.id === ids.cluster && element.end > element.body) return tracks
  }
  throw new Refused(tracks.length > 0 ? 'video-not-whole' : 'video-not-a-video')
}

async function trackIn(file: Reader, entry: Part): Promise<Track[]> {
  let type = 0
  let codec = ''
  for await (const element of elementsIn(file, entry)) {
    if (element.id === ids.trackType) type = (await file.at(element.end - 1, 1)).getUint8(0)
    if (element.id === ids.codec) codec = await textOf(file, element)
    // Compressed or encrypted again, which no WebM is.
    if (element.id === ids.encodings) throw new Refused('video-not-a-video')
  }
  return type === 1 || type === 2 ? [{ kind: type === 1 ? 'video' : 'audio', codec }] : []
}

async function textOf(file: Reader, { body, end }: Part): Promise<string> {
  const length = end - body
  if (length > 40) throw new Refused('video-not-a-video')
  const bytes = await file.at(body, length)
  const codes = Array.from({ length }, (_, place) => bytes.getUint8(place))
  return String.fromCharCode(...codes).replaceAll(/[^\x20-\x7e]/g, '')
}
