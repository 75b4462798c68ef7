import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aWebm, anMp4, box, element, fileType, track } from '#tests/support/films.ts'
import { containerOf, whyNotPlayable } from './playable-video.ts'

/** How it is judged, and how much of it was read for that. */
async function judge(bytes: Buffer, size = bytes.length) {
  let reads = 0
  const why = await whyNotPlayable({
    size,
    async read(start, length) {
      reads++
      return bytes.subarray(start, start + length)
    },
  })
  return { why, reads }
}
const whyNot = async (bytes: Buffer) => (await judge(bytes)).why

const sound = (codec: string) => track('soun', codec)
const picture = (codec: string, profile?: number) => track('vide', codec, profile)

/** A number of boxes in one another, and another number beside one another. */
const nested = (depth: number) =>
  Array.from({ length: depth }).reduce<Buffer>((inner) => box('moov', inner), box('free'))
const many = (count: number) => Buffer.concat(Array.from({ length: count }, () => box('free')))
const sized = (size: number, type: string) => {
  const head = box(type)
  head.writeUInt32BE(size)
  return head
}
/** A box whose size has eight bytes, as a film of more than four gigabytes needs it. */
const long = (type: string, content: Buffer) => {
  const size = Buffer.alloc(8)
  size.writeBigUInt64BE(BigInt(16 + content.length))
  return Buffer.concat([sized(1, type), size, content])
}

describe('what browsers play', () => {
  test.each([
    ['H.264 without sound', anMp4()],
    ['H.264 with AAC', anMp4(10, { tracks: [picture('avc1'), sound('mp4a')] })],
    ['what a camera wrote, its table last', anMp4(300_000, { movieLast: true })],
    ['VP9 in MP4', anMp4(10, { tracks: [picture('vp09'), sound('Opus')] })],
    ['H.264 with its settings in the film', anMp4(10, { tracks: [picture('avc3')] })],
    [
      'a box of more than four gigabytes',
      Buffer.concat([fileType('isom'), box('moov', picture('avc1')), long('mdat', Buffer.alloc(9))]),
    ],
    [
      'a last box without a size',
      Buffer.concat([fileType('isom'), box('moov', picture('avc1')), sized(0, 'mdat'), Buffer.alloc(9)]),
    ],
    ['AV1', anMp4(10, { tracks: [picture('av01')] })],
    [
      'a film of a phone, with notes beside it',
      anMp4(10, { brand: 'qt  ', tracks: [picture('avc1'), track('meta', 'mebx')] }),
    ],
    [
      'a second sound that is not played everywhere',
      anMp4(10, { tracks: [picture('avc1'), sound('apac'), sound('mp4a')] }),
    ],
    ['a film in fragments', Buffer.concat([fileType('iso5'), box('moov', picture('avc1')), box('moof'), box('mdat')])],
    [
      'WebM',
      aWebm({
        codecs: [
          { type: 1, codec: 'V_VP8' },
          { type: 2, codec: 'A_VORBIS' },
        ],
      }),
    ],
    ['WebM as a browser records it', aWebm({ live: true })],
    [
      'WebM with subtitles',
      aWebm({
        codecs: [
          { type: 1, codec: 'V_AV1' },
          { type: 17, codec: 'S_TEXT/UTF8' },
        ],
      }),
    ],
  ])('%s', async (_what, bytes) => {
    expect(await whyNot(bytes)).toBeNull()
  })
})

describe('what they do not play', () => {
  test.each([
    ['HEVC', anMp4(10, { tracks: [picture('hvc1'), sound('mp4a')] }), 'HEVC'],
    ['ProRes', anMp4(10, { brand: 'qt  ', tracks: [picture('apcn')] }), 'apcn'],
    ['H.264 with ten bits', anMp4(10, { tracks: [picture('avc1', 110)] }), 'H.264 profile 110'],
    ['pictures as they are', anMp4(10, { tracks: [picture('raw ')] }), 'raw'],
    ['a name of forty letters', aWebm({ codecs: [{ type: 1, codec: 'V'.repeat(40) }] }), 'V'.repeat(40)],
    ['a film under lock', anMp4(10, { tracks: [picture('encv')] }), 'encv'],
    ['the sound of a disc', anMp4(10, { tracks: [picture('avc1'), sound('ac-3')] }), 'ac-3'],
    ['H.264 in a WebM', aWebm({ codecs: [{ type: 1, codec: 'V_MPEG4/ISO/AVC' }] }), 'V_MPEG4/ISO/AVC'],
    [
      'AAC in a WebM',
      aWebm({
        codecs: [
          { type: 1, codec: 'V_VP9' },
          { type: 2, codec: 'A_AAC' },
        ],
      }),
      'A_AAC',
    ],
  ])('%s', async (_what, bytes, codec) => {
    expect(await whyNot(bytes)).toEqual({ code: 'video-codec-unknown', codec })
  })
})

const whole = anMp4(5000)
const webm = aWebm()

describe('what is not whole', () => {
  test.each([
    ['an MP4 cut within its pictures', whole.subarray(0, -1)],
    ['an MP4 of a camera that was not stopped', Buffer.concat([fileType('isom'), box('mdat', Buffer.alloc(50, 7))])],
    ['an MP4 without pictures', Buffer.concat([fileType('isom'), box('moov', picture('avc1'))])],
    ['an MP4 with nothing in them', Buffer.concat([fileType('isom'), box('moov', picture('avc1')), box('mdat')])],
    [
      'a text that begins like a film',
      Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isommp42 and so on, and so on', 'latin1'),
    ],
    ['boxes in boxes', Buffer.concat([fileType('isom'), nested(1000), whole.subarray(0, 30)])],
    ['a WebM that was cut', webm.subarray(0, -1)],
    ['a WebM recording that was cut before its first picture', aWebm({ live: true }).subarray(0, -502)],
  ])('%s', async (_what, bytes) => {
    expect(await whyNot(bytes)).toEqual({ code: 'video-not-whole' })
  })
})

test.each(['avif', 'avis', 'heic', 'heix', 'hevc', 'mif1', 'msf1'])('a picture of the brand %s', async (brand) => {
  const bytes = Buffer.concat([fileType(brand), box('meta', Buffer.alloc(50, 7)), box('mdat', Buffer.alloc(50, 7))])
  expect(await whyNot(bytes)).toEqual({ code: 'video-is-a-picture' })
  expect(await whyNot(bytes.subarray(0, -1))).toEqual({ code: 'video-is-a-picture' })
})

describe('what is no video', () => {
  test.each([
    ['nothing', Buffer.alloc(0)],
    ['music', anMp4(10, { brand: 'M4A ', tracks: [sound('mp4a')] })],
    ['a track that says nothing', anMp4(10, { tracks: [box('trak')] })],
    ['H.264 that does not say which', anMp4(10, { tracks: [track('vide', 'avc1').subarray(0, -13)] })],
    ['a box that ends before it begins', Buffer.concat([fileType('isom'), sized(7, 'moov'), whole])],
    ['a box that leaves the one around it', Buffer.concat([fileType('isom'), box('moov', sized(900, 'trak')), whole])],
    ['boxes without end', Buffer.concat([fileType('isom'), many(30_000), whole])],
    ['a box whose name does not begin with a letter', Buffer.concat([fileType('isom'), box('\x01oov'), whole])],
    ['a box whose name does not end with a letter', Buffer.concat([fileType('isom'), box('moo\x01'), whole])],
    ['a name of forty-one letters', aWebm({ codecs: [{ type: 1, codec: 'V'.repeat(41) }] })],
    ['Matroska', aWebm({ docType: 'matroska' })],
    ['a WebM without tracks', aWebm({ codecs: [] })],
    ['a WebM under lock', aWebm({ codecs: [{ type: 1, codec: 'V_VP9', more: element('6d80', Buffer.alloc(4)) }] })],
    ['a WebM whose numbers are too long', Buffer.concat([webm.subarray(0, 30), Buffer.alloc(600)])],
  ])('%s', async (_what, bytes) => {
    expect(await whyNot(bytes)).toEqual({ code: 'video-not-a-video' })
  })
})

test('two gigabytes are judged by a few readings', async () => {
  const head = anMp4(10)
  head.writeUInt32BE(2 ** 31 - 1, head.length - 18)
  expect(await judge(head, 2 ** 31 + head.length)).toMatchObject({ why: null, reads: 2 })
})

test('a file that makes every step a long one is given up', async () => {
  // Boxes of 100 KB, one after the other.
  let reads = 0
  const why = await whyNotPlayable({
    size: 2 ** 40,
    async read(at) {
      reads++
      return at === 0 ? Buffer.concat([fileType('isom'), sized(100_000, 'free')]) : sized(100_000, 'free')
    },
  })
  expect(why).toEqual({ code: 'video-not-a-video' })
  expect(reads).toBeLessThan(100)
})

test('whatever bytes are changed, it is judged and never fails', async () => {
  const changed = fc.array(fc.tuple(fc.nat(400), fc.nat(255)), { maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(whole, webm), changed, async (film, changes) => {
      const bytes = Buffer.from(film)
      for (const [place, value] of changes) bytes[place % bytes.length] = value
      expect((await judge(bytes)).reads).toBeLessThan(100)
    }),
  )
})

/** The first bytes of a file whose first box says to have this size. */
const typed = (size: number, name = 'ftyp') => Buffer.concat([sized(size, name), Buffer.alloc(16)])

test.each([
  [anMp4(), 'video/mp4'],
  [anMp4(10, { brand: 'qt  ' }), 'video/quicktime'],
  [aWebm(), 'video/webm'],
  [Buffer.from('<!--ftypisom--><script>alert(1)</script>'), null],
  [typed(16), 'video/mp4'],
  [typed(4096), 'video/mp4'],
  [typed(12), null],
  [typed(18), null],
  [typed(4100), null],
  [typed(16, 'styp'), null],
  [typed(16).subarray(0, 15), null],
])('the kind is known by the first bytes (%#)', (bytes, kind) => {
  expect(containerOf(bytes)).toBe(kind)
})
