import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { deflateSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { chunk, fourCorners, header, pngSignature, withChunks, withSegment } from '#tests/support/crafted-pictures.ts'

/** Decoders take their memory where the process that asks cannot see it, so each file is read by one of its own. */
const reader = `
  import { createReadStream } from 'node:fs'
  import { reencode } from '#server/storage/reencode.ts'
  const terms = { maxBytes: 30_000_000, fits: { width: 800, height: 800 }, accept: ['jpeg', 'png', 'webp'], lane: '' }
  const refusals = { notAPicture: 'picture-not-a-picture', tooLarge: 'picture-too-large' }
  const read = (path) => reencode({}, { ...terms, refusals, stream: createReadStream(path) }, (drawing) => drawing().jpeg().toBuffer())
  const outcome = await read(process.argv[1]).then(() => 'stored', (error) => error.code ?? String(error))
  const mostKb = process.resourceUsage().maxRSS
  console.log(JSON.stringify({ outcome, megabytes: Math.round(mostKb / 1024) }))
`

const folder = await mkdtemp(join(tmpdir(), 'picture-memory-'))
afterAll(() => rm(folder, { recursive: true }))

async function readingOf(bytes: Buffer): Promise<{ outcome: string; megabytes: number }> {
  const path = join(folder, 'picture')
  await writeFile(path, bytes)
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', reader, path])
  return JSON.parse(stdout) as { outcome: string; megabytes: number }
}

const packed = (megabytes: number) => deflateSync(Buffer.alloc(megabytes * 1_000_000, 'a'), { level: 9 })
const text = (type: 'zTXt' | 'iTXt', data: Buffer) =>
  chunk(type, Buffer.concat([Buffer.from(type === 'zTXt' ? 'a\0\0' : 'a\0\x01\0\0\0', 'latin1'), data]))
const many = <T>(count: number, made: T): T[] => Array.from({ length: count }, () => made)

const plain = fourCorners()
const photo = await plain.jpeg().toBuffer()
const drawing = await plain.png().toBuffer()
const profilePart = (n: number) =>
  Buffer.concat([Buffer.from(`ICC_PROFILE\0`, 'latin1'), Buffer.from([n, 255]), Buffer.alloc(65_000)])

test.each<[string, Buffer, string]>([
  ['sixteen texts of 8 MB', withChunks(drawing, ...many(16, text('zTXt', packed(7.9)))), 'stored'],
  ['sixteen texts of 60 MB', withChunks(drawing, ...many(16, text('zTXt', packed(60)))), 'stored'],
  ['two hundred words of 8 MB', withChunks(drawing, ...many(200, text('iTXt', packed(7.9)))), 'stored'],
  [
    'a profile of 400 MB',
    withChunks(drawing, chunk('iCCP', Buffer.concat([Buffer.from('a\0\0'), packed(400)]))),
    'stored',
  ],
  [
    'texts behind the pixels',
    Buffer.concat([drawing.subarray(0, -12), ...many(16, text('zTXt', packed(60))), chunk('IEND')]),
    'stored',
  ],
  ['a thousand chunks nobody knows', withChunks(drawing, ...many(1000, chunk('evIl', Buffer.alloc(10_000)))), 'stored'],
  [
    'more pixels than anybody has',
    Buffer.concat([pngSignature, header({ width: 60_000, height: 60_000 }), chunk('IDAT', packed(100)), chunk('IEND')]),
    'picture-too-large',
  ],
  [
    'a photo with 16 MB of profile',
    Array.from({ length: 255 }, (_, n) => 255 - n).reduce<Buffer>(
      (jpeg, n) => withSegment(jpeg, 0xe2, profilePart(n)),
      photo,
    ),
    'stored',
  ],
])('%s', async (_name, bytes, outcome) => {
  const usual = await readingOf(drawing)
  const found = await readingOf(bytes)
  expect(found.outcome).toBe(outcome)
  // The file itself is in memory twice at most, beside what any small picture takes.
  expect(found.megabytes - usual.megabytes).toBeLessThan(40 + (4 * bytes.length) / 1_000_000)
})
