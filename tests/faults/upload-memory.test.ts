import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { pictureMaxBytes } from '#shared/uploads.ts'
import { scratchDatabase } from '#tests/support/database.ts'
import { startNode } from '#tests/support/processes.ts'
import { Visitor } from '#tests/support/site.ts'
import { processSettings } from '../../scripts/site-process.mjs'

/** A server of 1 GB has to hold the system and the database as well. */
const mostMb = 300

const scratch = await scratchDatabase()
const dataDir = await mkdtemp(join(tmpdir(), 'upload-memory-'))
const login = { email: 'admin@example.org', password: 'a long password' }
const site = await startNode({
  databaseUrl: scratch.url,
  dataDir,
  // Without a name, nothing but the name is open to them.
  env: { ...processSettings, ADMIN_EMAIL: login.email, ADMIN_PASSWORD: login.password, ADMIN_NAME: 'Pilar Peña' },
})
afterAll(async () => {
  await site.stop()
  await scratch.drop()
  await rm(dataDir, { recursive: true })
})
const admin = new Visitor(site.url)
await admin.logIn(login.email, login.password)

async function residentMb(): Promise<number> {
  const status = await readFile(`/proc/${site.pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024
}

async function watched<T>(work: () => Promise<T>): Promise<{ result: T; peak: number }> {
  let peak = await residentMb()
  const watch = setInterval(() => void residentMb().then((mb) => (peak = Math.max(peak, mb))), 10)
  const result = await work().finally(() => clearInterval(watch))
  return { result, peak }
}

const registration = '/api/registration-files/commissionDocument'
const solid = (side: number) => sharp({ create: { width: side, height: side, channels: 3, background: 'teal' } })
const noise = (side: number) => sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } })

const kinds: [string, { path: string; count: number; bytes: () => Promise<Buffer> }][] = [
  [
    'documents of 20 MB',
    {
      path: '/api/announcement-documents?of=announcements',
      count: 20,
      bytes: async () => {
        const [begin, end] = [Buffer.from('%PDF-1.4\n'), Buffer.from('\n%%EOF\n')]
        return Buffer.concat([begin, randomBytes(pictureMaxBytes - begin.length - end.length), end])
      },
    },
  ],
  [
    'photos of 26 megapixels',
    {
      path: registration,
      count: 20,
      // As a photo is: not a line of it like another, but smooth.
      bytes: async () =>
        sharp(await noise(645).png().toBuffer())
          .resize(5160)
          .jpeg({ quality: 92 })
          .toBuffer(),
    },
  ],
  // It has to be in memory as a whole; this is as large as one may be.
  [
    'progressive pictures',
    { path: registration, count: 10, bytes: () => solid(5150).jpeg({ progressive: true }).toBuffer() },
  ],
  // Pixels that cannot be packed: as many bytes as may be sent, less than one in a hundred.
  [
    'pictures of 20 MB',
    { path: registration, count: 10, bytes: () => noise(2572).png({ compressionLevel: 1 }).toBuffer() },
  ],
  // Encoded twice, one of them in the costliest way.
  [
    'pictures of announcements',
    { path: '/api/announcement-pictures', count: 2, bytes: () => solid(5160).jpeg().toBuffer() },
  ],
]

test.each(kinds)('%s at once', async (name, { path, count, bytes }) => {
  const sent = await bytes()
  const before = await residentMb()
  const { result, peak } = await watched(() =>
    Promise.all(Array.from({ length: count }, async () => (await admin.put(path, sent)).status)),
  )
  const mb = (value: number) => value.toFixed(0)
  process.stdout.write(
    `${count} ${name}: ${mb(before)} MB before, at most ${mb(peak)} MB, then ${mb(await residentMb())} MB\n`,
  )
  expect(result).toEqual(Array(count).fill(201))
  expect(peak).toBeLessThan(mostMb)
})
