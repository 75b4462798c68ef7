import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BackupError, type Entry } from './archive.ts'
import {
  decryptStream,
  encryptStream,
  headerSize,
  readBackupFile,
  writeBackupFile,
  type BackupKey,
} from './backup-file.ts'

const piece = 128 * 1024
const key = { bytes: randomBytes(32) }

interface Sample {
  header: Entry['header']
  body: Buffer
}
const rows = Buffer.from('1\tJuan\n2\tMaría\n'.repeat(2000))
const samples: Sample[] = [
  { header: { type: 'manifest' }, body: Buffer.from('{}') },
  { header: { type: 'table', name: 'users', columns: ['id', 'name'] }, body: rows },
  { header: { type: 'table', name: 'empty', columns: ['id'] }, body: Buffer.alloc(0) },
  {
    header: { type: 'file', path: 'files/a.pdf', mime: 'application/pdf', size: 300_000, sha256: '' },
    body: randomBytes(300_000),
  },
]

async function* entriesOf(given: Sample[]): AsyncGenerator<Entry> {
  for (const { header, body } of given)
    yield {
      header,
      body: (async function* () {
        for (let at = 0; at < body.length; at += 7777) yield body.subarray(at, at + 7777)
      })(),
    }
}

const written = async (given = samples, by: BackupKey = key) =>
  buffer(writeBackupFile(entriesOf(given), by, 'site') as AsyncIterable<Uint8Array>)

async function read(file: Buffer, by: BackupKey = key, pieces = 50_000): Promise<Sample[]> {
  async function* source() {
    for (let at = 0; at < file.length; at += pieces) yield file.subarray(at, at + pieces)
  }
  const found: Sample[] = []
  for await (const { header, body } of readBackupFile(source(), async () => by, 'site'))
    found.push({ header, body: await buffer(body as AsyncIterable<Uint8Array>) })
  return found
}

const failureOf = (file: Buffer, by: BackupKey = key) =>
  read(file, by).then(
    () => 'none',
    (error: unknown) => (error instanceof BackupError ? error.failure : String(error)),
  )

describe('a backup file', () => {
  test('gives back what was written, however it arrives', async () => {
    const file = await written()
    for (const pieces of [1000, 50_000, 131_088, 10_000_000]) expect(await read(file, key, pieces)).toEqual(samples)
  })

  test('never looks the same twice, and nothing of it can be read', async () => {
    const [first, second] = [await written(), await written()]
    expect(first.subarray(20).equals(second.subarray(20))).toBe(false)
    for (const secret of ['Juan', 'users', 'files/a.pdf', 'manifest']) expect(first.includes(secret)).toBe(false)
  })

  test.each([0, 1, piece - 1, piece, piece + 1, 3 * piece])(
    'a stream of %i bytes comes back as it was',
    async (size) => {
      const plain = randomBytes(size)
      async function* source() {
        for (let at = 0; at < size; at += 100_000) yield plain.subarray(at, at + 100_000)
      }
      const encrypted = encryptStream(source(), randomBytes(32).fill(1))
      const back = decryptStream(encrypted, randomBytes(32).fill(1))
      expect((await buffer(back as AsyncIterable<Uint8Array>)).equals(plain)).toBe(true)
    },
  )

  test('opens by its passphrase, and by no other', async () => {
    const by = { passphrase: 'ang puno ng mangga' }
    const small = samples.slice(0, 1)
    const file = await written(small, by)
    expect(await read(file, by)).toEqual(small)
    expect(await failureOf(file, { passphrase: 'ang puno ng niyog' })).toBe('wrong-passphrase')
  })

  test('is refused with another key', async () =>
    expect(await failureOf(await written(), { bytes: randomBytes(32) })).toBe('wrong-key'))

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['a word', Buffer.from('hello')],
    ['a picture', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), randomBytes(5000)])],
  ])('%s is not a backup', async (_what, file) => expect(await failureOf(file)).toBe('foreign'))

  test('one of ballot keys is not taken for one of the site', async () => {
    const file = await buffer(writeBackupFile(entriesOf([]), key, 'ballot keys') as AsyncIterable<Uint8Array>)
    expect(await failureOf(file)).toBe('other-content')
  })

  test('a later format is told as such', async () => {
    const file = await written()
    file[9] = 2
    expect(await failureOf(file)).toBe('newer')
  })

  test('cut off anywhere it is refused', async () => {
    const file = await written(samples.slice(0, 2))
    for (let length = 0; length < file.length; length++)
      expect(['foreign', 'damaged']).toContain(await failureOf(file.subarray(0, length)))
  })

  test('cut off between two pieces it is refused', async () => {
    const file = await written()
    for (const pieces of [0, 1, 2])
      expect(await failureOf(file.subarray(0, headerSize + pieces * (piece + 16)))).toBe('damaged')
  })

  test('with pieces swapped, repeated or something behind it, it is refused', async () => {
    const file = await written()
    const at = (n: number) => headerSize + n * (piece + 16)
    const [head, one, two, rest] = [
      file.subarray(0, at(0)),
      file.subarray(at(0), at(1)),
      file.subarray(at(1), at(2)),
      file.subarray(at(2)),
    ]
    for (const parts of [
      [head, two, one, rest],
      [head, one, one, two, rest],
      [head, two, rest],
      [file, Buffer.from('x')],
      [file, file],
    ])
      expect(await failureOf(Buffer.concat(parts))).toBe('damaged')
  })

  test('with any bit changed it is refused', async () => {
    const file = await written()
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.nat(headerSize - 1), fc.nat(file.length - 1)), fc.nat(7), async (at, bit) => {
        const changed = Buffer.from(file)
        changed[at] = (changed[at] ?? 0) ^ (1 << bit)
        expect(await failureOf(changed)).not.toBe('none')
      }),
      { numRuns: 200 },
    )
  })
})
