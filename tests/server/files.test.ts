import { Readable } from 'node:stream'
import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { auditLog, uploads } from '#server/db/schema.ts'
import { receiveUpload } from '#server/storage/uploads.ts'
import type { Bucket } from '#shared/file-access.ts'
import { testSite } from '#tests/support/site.ts'

const site = await testSite()
afterAll(() => site.stop())

async function aFile(bucket: Bucket, ownerId: string | null): Promise<string> {
  const file = {
    bucket,
    ownerId,
    originalName: 'proof.png',
    mime: 'image/png',
    maxBytes: 1000,
    stream: Readable.from([Buffer.from('a small picture')]),
  }
  return (await receiveUpload(site, file)).id
}

// Shows audit-04, files-02
test('a document opens for its owner and the administrators, and is not there for anybody else', async () => {
  const owner = await site.aMember()
  const id = await aFile('files', owner.id)
  const address = `/api/files/${id}`
  expect((await site.visitor().get(address)).status).toBe(404)
  expect((await (await site.asMember()).get(address)).status).toBe(404)
  expect((await (await site.asViewer()).get(address)).status).toBe(404)
  expect((await (await site.signedIn(owner)).get(address)).text).toBe('a small picture')
  expect(await site.db.select({ seq: auditLog.seq }).from(auditLog).where(eq(auditLog.subject, id))).toEqual([])

  const admin = await site.asAdmin()
  const response = await admin.get(address)
  expect([response.status, response.headers.get('content-type'), response.headers.get('cache-control')]).toEqual([
    200,
    'image/png',
    'private, no-cache',
  ])
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  const seen = await site.db.select({ action: auditLog.action }).from(auditLog).where(eq(auditLog.subject, id))
  expect(seen).toEqual([{ action: 'document opened' }])
})

// Shows videos-31, files-05
test('a public file opens for everyone, in parts too', async () => {
  const id = await aFile('media', null)
  const part = await site.visitor().get(`/api/files/${id}`, { range: 'bytes=2-6' })
  expect([part.status, part.text, part.headers.get('content-range')]).toEqual([206, 'small', 'bytes 2-6/15'])
  expect((await site.visitor().get(`/api/files/${id}`, { range: 'bytes=99-' })).status).toBe(416)
})

// Shows files-06
test('an unfinished or unknown file is not there', async () => {
  const admin = await site.asAdmin()
  const id = await aFile('media', null)
  await site.update(uploads, { id }, { state: 'receiving' })
  expect((await admin.get(`/api/files/${id}`)).status).toBe(404)
  expect((await admin.get('/api/files/00000000-0000-4000-8000-000000000000')).status).toBe(404)
  expect((await admin.get('/api/files/..%2f..%2fsite.key')).status).toBe(400)
})
