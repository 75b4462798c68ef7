import { afterAll, describe, expect, test } from 'vitest'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { profileSchema } from '#shared/members/profile/profile.ts'
import { uploads } from '#server/db/schema.ts'
import { saveProfile } from '#server/members/profile/save-profile.ts'
import { aMember, anAdmin } from '#tests/support/factories.ts'
import { profileEditing, type Answer } from '#tests/support/profile-editing.ts'
import { testSite } from '#tests/support/site.ts'

const site = await testSite()
const someone = await anAdmin(site.deps)
const adminId = someone.id
const admin = await site.signedIn(someone)
const by = profileEditing(site, admin)
afterAll(() => site.stop())

describe('pictures', () => {
  // Shows profile-32
  test('a new one takes the place of the old file, which is gone', async () => {
    const { id } = await aMember(site.deps)
    const first = await by.sendPicture()
    expect((await by.save(id, { files: { profilePicture: first } })).member?.['profilePicture']).toBe(first)
    const old = (await by.recordOf(id)).profilePicturePath!
    const second = await by.sendPicture('profilePicture', 'blue')
    expect((await by.save(id, { files: { profilePicture: second } })).status).toBe(200)
    expect(await site.deps.storage.stat(old)).toBeNull()
    expect((await admin.get(`/api/files/${first}`)).status).toBe(404)
    const stored = Buffer.from(await (await admin.get(`/api/files/${second}`)).arrayBuffer())
    const { width, exif } = await sharp(stored).metadata()
    expect([width, exif]).toEqual([900, undefined])
    const [row] = await site.deps.db.select({ ownerId: uploads.ownerId }).from(uploads).where(eq(uploads.id, second))
    expect(row?.ownerId).toBe(id)
  })

  // Shows audit-04
  test('documents may be large; the log says when somebody else opens one', async () => {
    const { id } = await aMember(site.deps)
    const files = {
      commissionDocument: await by.sendPicture('commissionDocument'),
      signature: await by.sendPicture('signature'),
    }
    expect((await by.save(id, { files })).status).toBe(200)
    expect((await admin.get(`/api/files/${files.signature}`)).status).toBe(200)
    expect(await by.logOf(files.signature)).toMatchObject([{ action: 'document opened', actor: adminId }])
  })

  // Shows profile-30, profile-31, files-19
  test('what is no picture, or too large, is refused in the association’s words and leaves nothing', async () => {
    const before = await site.deps.db.select({ id: uploads.id }).from(uploads)
    const words = async (kind: string, bytes: Buffer) =>
      ((await (await admin.send('PUT', `/api/member-files/${kind}`, bytes)).json()) as Answer).message
    expect(await words('profilePicture', Buffer.from('<svg onload="alert(1)"/>'))).toBe(
      'Please upload a valid image file (JPEG, JPG, PNG)',
    )
    expect(await words('profilePicture', Buffer.alloc(5_242_881, 1))).toBe('File size should not exceed 5MB')
    expect(await words('signature', Buffer.from('%PDF-1.7'))).toBe('Only JPEG, JPG, and PNG files are allowed')
    expect(await words('signature', Buffer.alloc(20_971_521, 1))).toBe('Image size should be less than 20MB')
    expect((await admin.send('PUT', '/api/member-files/diary', Buffer.from('x'))).status).toBe(400)
    expect(await site.deps.db.select({ id: uploads.id }).from(uploads)).toHaveLength(before.length)
  })

  test('a picture is used once, by whoever sent it, in its own place', async () => {
    const { id } = await aMember(site.deps)
    const mine = await by.sendPicture()
    const otherAdmin = await site.signedIn(await anAdmin(site.deps))
    expect((await by.put(otherAdmin, id, await by.formOf(id, { files: { profilePicture: mine } }))).fields).toEqual({
      'files.profilePicture': 'Failed to upload profile picture',
    })
    expect((await by.save(id, { files: { signature: mine } })).status).toBe(400)
    expect((await by.save(id, { rank: 'MAJ', files: { profilePicture: mine, photoUpload: mine } })).status).toBe(400)
    expect((await by.recordOf(id)).rank).toBe('CPT')
    expect((await by.save(id, { files: { profilePicture: mine } })).status).toBe(200)
    expect((await by.save((await aMember(site.deps)).id, { files: { profilePicture: mine } })).status).toBe(400)
  })
})

test('a file that cannot be removed after the save is left to the sweeper, and the save holds', async () => {
  const { id } = await aMember(site.deps)
  await by.save(id, { files: { profilePicture: await by.sendPicture() } })
  const form = profileSchema.parse(await by.formOf(id, { files: { profilePicture: await by.sendPicture() } }))
  const broken = {
    ...site.deps,
    storage: { ...site.deps.storage, remove: () => Promise.reject(new Error('disk away')) },
  }
  const person = { id: adminId, role: 'admin' } as Parameters<typeof saveProfile>[1]
  await expect(saveProfile(broken, person, id, form)).resolves.toMatchObject({ version: 3 })
})
