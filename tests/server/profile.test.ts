import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { inTransaction } from '#server/db/database.ts'
import { passwords, users, uploads } from '#server/db/schema.ts'
import { saveProfile } from '#server/members/profile/save-profile.ts'
import { profileSchema } from '#shared/members/profile/profile.ts'
import { contact, profileEditing } from '#tests/support/profile-editing.ts'
import { testSite } from '#tests/support/site.ts'

const site = await testSite()
const someone = await site.anAdmin()
const adminId = someone.id
const admin = await site.signedIn(someone)
const by = profileEditing(site, admin)
afterAll(() => site.stop())

describe('saving a profile', () => {
  // Shows audit-08
  test('writes what was changed, and the log names the fields and nothing of their content', async () => {
    const { id } = await site.aMember()
    const answer = await by.save(id, { rank: 'maj', unitAssignment: 'New Unit', middleName: 'reyes' })
    expect([answer.status, answer.member?.['rank'], answer.member?.['middleName'], answer.member?.['version']]).toEqual(
      [200, 'MAJ', 'REYES', 2],
    )
    const [entry] = await by.logOf(id)
    expect(entry).toMatchObject({ action: 'member edited', actor: adminId })
    expect(String(entry?.detail?.['changed']).split(', ').toSorted()).toEqual(
      ['middleName', 'rank', 'unitAssignment', ...Object.keys(contact)].toSorted(),
    )
    expect(JSON.stringify(entry)).not.toMatch(/MAJ|New Unit|REYES|0918\d{7}/)
  })

  // Shows profile-34, profile-35, profile-39, profile-40, profile-41, profile-42
  test('refuses what the rules refuse, all of it at once, and keeps the record as it was', async () => {
    const { id } = await site.aMember(contact)
    const answer = await by.save(id, {
      idNumber: '',
      firstName: 'J',
      lastName: '',
      email: 'nowhere',
      rank: '',
      militarySerial: ' ',
      unitAssignment: '',
      birthday: '',
      cellphoneNumber: '12345',
      contactPersonNumber: '123456789012',
      contactPersonFirstName: '',
      contactPersonLastName: '',
      contactPersonRelationship: '',
    })
    expect(answer).toMatchObject({ status: 400, message: 'Please correct the following errors:' })
    expect(answer.fields).toEqual({
      idNumber: 'ID Number is required and cannot be empty',
      firstName: 'First Name must be at least 2 characters long',
      lastName: 'Last Name must be at least 2 characters long',
      email: 'Please enter a valid email address',
      rank: 'Rank is required',
      militarySerial: 'Military serial is required',
      unitAssignment: 'Unit Assignment is required',
      birthday: 'Birthday is required',
      cellphoneNumber: 'Please enter a valid 10-11 digit phone number',
      contactPersonNumber: 'Please enter a valid 10-11 digit phone number',
      contactPersonFirstName: 'Contact Person First Name is required',
      contactPersonLastName: 'Contact Person Last Name is required',
      contactPersonRelationship: 'Contact Person Relationship is required',
    })
    expect((await by.recordOf(id)).version).toBe(1)
  })

  // Shows profile-46
  test('an empty body, a vanished member and a birthday still to come have sentences of their own', async () => {
    const { id } = await site.aMember()
    for (const nothing of [{}, '', 'null', ' { } '])
      expect(await by.put(admin, id, nothing)).toMatchObject({
        status: 400,
        message: 'User ID and update data are required',
      })
    expect(await by.put(admin, '00000000-0000-4000-8000-000000000000', await by.formOf(id))).toMatchObject({
      status: 404,
      message: 'No user data returned after update',
    })
    expect((await by.save(id, { birthday: '2031-01-01' })).fields).toEqual({
      birthday: 'Birthday cannot be in the future',
    })
  })

  test('an e-mail, serial or number that another member has is refused by its field', async () => {
    const { id } = await site.aMember()
    const other = await site.aMember()
    const { idNumber } = await by.recordOf(other.id)
    expect(await by.save(id, { email: other.email.toUpperCase() })).toMatchObject({
      status: 409,
      code: 'email-taken',
      fields: { email: 'Email is already registered' },
    })
    expect(await by.save(id, { militarySerial: ` ${other.serial.toLowerCase()}` })).toMatchObject({
      status: 409,
      fields: { militarySerial: 'Military serial number already exists' },
    })
    expect(await by.save(id, { idNumber })).toMatchObject({
      status: 409,
      fields: { idNumber: 'ID Number is already in use' },
    })
  })

  test('who gets another e-mail address is told so at the one before', async () => {
    const member = await site.aMember()
    expect((await by.save(member.id, { email: `new-${member.email}` })).status).toBe(200)
    await expect
      .poll(() => by.emailsTo(`To: ${member.email}`), { timeout: 10_000 })
      .toEqual(['ARRAPI: your email address was changed'])
  })

  test('an edit over somebody else’s is refused, also when both come at once', async () => {
    const { id } = await site.aMember()
    const forms = await Promise.all(['LTC', 'COL'].map((rank) => by.formOf(id, { rank })))
    const answers = await Promise.all(forms.map((form) => by.put(admin, id, form)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.message).toBe(
      'This was changed somewhere else while you were editing. Nothing was overwritten.',
    )
    const won = answers.find(({ status }) => status === 200)?.member?.['rank']
    expect((await by.recordOf(id)).rank).toBe(won)
  })

  test('an applicant can be edited and gets no number by hand', async () => {
    const { id } = await site.anApplicant()
    expect((await by.save(id, { rank: 'MAJ' })).status).toBe(200)
    expect((await by.save(id, { idNumber: 'ARRAPI-000-777' })).fields).toEqual({
      idNumber: 'ID numbers are given at approval',
    })
    expect((await by.recordOf(id)).idNumber).toBeNull()
    const member = await site.aMember()
    expect((await by.save(member.id, { idNumber: null })).fields).toEqual({
      idNumber: 'ID Number is required and cannot be empty',
    })
  })

  // Shows profile-16
  test('is for administrators: members, viewers and visitors are told so', async () => {
    const member = await site.aMember()
    const form = await by.formOf(member.id, { rank: 'GEN' })
    for (const person of [member, await site.aViewer()])
      expect(await by.put(await site.signedIn(person), member.id, form)).toMatchObject({
        status: 403,
        message: 'You do not have permission to edit this profile',
      })
    expect(await by.put(site.visitor(), member.id, form)).toMatchObject({
      status: 401,
      message: 'User not authenticated',
    })
    expect((await by.recordOf(member.id)).rank).toBe('CPT')
  })

  test('an administrator does not edit another one, whose login it would change', async () => {
    const other = await site.anAdmin({ militarySerial: 'O-ADMIN-1', birthday: '1970-01-01' })
    expect(await by.save(other.id, { email: 'mine@example.org' })).toMatchObject({
      status: 403,
      message: 'You do not have permission to edit this profile',
    })
    expect((await by.recordOf(other.id)).email).toBe(other.email)
  })

  test('hostile input is refused or kept as text', async () => {
    const { id } = await site.aMember()
    expect((await by.save(id, { unitAssignment: `'); drop table users; --` })).status).toBe(200)
    expect((await by.recordOf(id)).unitAssignment).toBe(`'); drop table users; --`)
    expect((await by.save(id, { unitAddress: 'a\u0000b' })).status).toBe(400)
    expect((await by.save(id, { unitAddress: 'x'.repeat(70_000) })).status).toBe(413)
    const sneaky = { ...(await by.formOf(id)), isAdmin: true, approved: false, ownPassword: true, withdrawnAt: null }
    expect((await by.put(admin, id, sneaky)).status).toBe(200)
    expect(await by.recordOf(id)).toMatchObject({ isAdmin: false, approved: true, ownPassword: false })
  })
})

describe('the login follows', () => {
  const logInAs = (serial: string, password: string) => site.visitor().logIn(serial, password)

  // Shows session-04, session-05
  test('a changed serial, and the sessions end', async () => {
    const theirs = await site.asMember()
    expect((await by.save(theirs.id, { militarySerial: 'o 900 001' })).status).toBe(200)
    expect((await theirs.get('/api/accounts/me')).status).toBe(401)
    expect(await logInAs(theirs.serial, theirs.password)).toMatchObject({ message: 'User not found' })
    expect((await logInAs('O900001', theirs.password)).status).toBe(200)
  })

  // Shows session-05
  test('a changed birthday, and an account that guesses had stopped is open again', async () => {
    const member = await site.aMember()
    await site.signedIn(member)
    for (let n = 0; n < 6; n++) await logInAs(member.serial, '01Jan1901')
    expect((await logInAs(member.serial, member.password)).code).toBe('login-stopped')
    expect((await by.save(member.id, { birthday: '1965-09-07' })).status).toBe(200)
    expect(await by.sessionsOf(member.id)).toBe(0)
    expect((await logInAs(member.serial, member.password)).status).toBe(401)
    expect((await logInAs(member.serial, '7sep1965')).status).toBe(200)
    expect((await by.recordOf(member.id)).ownPassword).toBe(false)
  })

  test('a password of one’s own stays when the birthday is corrected', async () => {
    const member = await site.aMember({}, 'my own long password')
    expect((await by.save(member.id, { birthday: '1965-09-07' })).status).toBe(200)
    expect((await logInAs(member.serial, '07Sep1965')).status).toBe(401)
    expect((await logInAs(member.serial, 'my own long password')).status).toBe(200)
  })

  test('a member who chooses a password while the birthday is corrected keeps the password', async () => {
    const theirs = await site.asMember()
    const form = await by.formOf(theirs.id, { birthday: '1965-09-07' })
    const chosen = { password: 'chosen meanwhile 1', confirm: 'chosen meanwhile 1' }
    const [saved, changed] = await Promise.all([
      by.put(admin, theirs.id, form),
      theirs.post('/api/accounts/password', chosen),
    ])
    expect(saved.status).toBe(200)
    // Whichever comes first: a password that was taken is the one that counts.
    const counts = changed.status === 200 ? chosen.password : '07Sep1965'
    expect((await logInAs(theirs.serial, counts)).status).toBe(200)
  })

  test('a save that fails changes no password', async () => {
    const member = await site.aMember()
    const other = await site.aMember()
    expect((await by.save(member.id, { birthday: '1965-09-07', email: other.email })).status).toBe(409)
    expect((await logInAs(member.serial, member.password)).status).toBe(200)
  })

  test.each(['a save', 'a new password'])(
    '%s waits for whoever has the person in hand, never in a circle',
    async (what) => {
      const theirs = await site.asMember()
      const form = await by.formOf(theirs.id, { birthday: '1965-09-07' })
      const chosen = { password: 'chosen meanwhile 1', confirm: 'chosen meanwhile 1' }
      let waiting: Promise<unknown> = Promise.resolve()
      // As a rejection or an erasure does it: the person, then the account.
      await inTransaction(site, async (tx) => {
        await tx.select({ id: users.id }).from(users).where(eq(users.id, theirs.id)).for('update')
        waiting = what === 'a save' ? by.put(admin, theirs.id, form) : theirs.post('/api/accounts/password', chosen)
        await expect.poll(lockWaits, { timeout: 10_000 }).toBe(1)
        await tx.update(passwords).set({ updatedAt: Date.now() }).where(eq(passwords.userId, theirs.id))
      })
      expect(await waiting).toMatchObject({ status: 200 })
    },
  )
})

async function lockWaits(): Promise<number> {
  const { rows } = await site.pool.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0]?.count ?? 0
}

describe('pictures', () => {
  // Shows profile-32
  test('a new one takes the place of the old file, which is gone', async () => {
    const { id } = await site.aMember()
    const first = await by.sendPicture()
    expect((await by.save(id, { files: { profilePicture: first } })).member?.['profilePicture']).toBe(first)
    const old = (await by.recordOf(id)).profilePicturePath!
    const second = await by.sendPicture('profilePicture', 'blue')
    expect((await by.save(id, { files: { profilePicture: second } })).status).toBe(200)
    expect(await site.storage.stat(old)).toBeNull()
    expect((await admin.get(`/api/files/${first}`)).status).toBe(404)
    const stored = (await admin.get(`/api/files/${second}`)).bytes
    const { width, exif } = await sharp(stored).metadata()
    expect([width, exif]).toEqual([900, undefined])
    const [row] = await site.rowsOf(uploads, { id: second })
    expect(row?.ownerId).toBe(id)
  })

  // Shows audit-04
  test('documents may be large; the log says when somebody else opens one', async () => {
    const { id } = await site.aMember()
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
    const before = await site.db.select({ id: uploads.id }).from(uploads)
    const words = async (kind: string, bytes: Buffer) => (await admin.put(`/api/member-files/${kind}`, bytes)).message
    expect(await words('profilePicture', Buffer.from('<svg onload="alert(1)"/>'))).toBe(
      'Please upload a valid image file (JPEG, JPG, PNG)',
    )
    expect(await words('profilePicture', Buffer.alloc(5_242_881, 1))).toBe('File size should not exceed 5MB')
    expect(await words('signature', Buffer.from('%PDF-1.7'))).toBe('Only JPEG, JPG, and PNG files are allowed')
    expect(await words('signature', Buffer.alloc(20_971_521, 1))).toBe('Image size should be less than 20MB')
    expect((await admin.put('/api/member-files/diary', Buffer.from('x'))).status).toBe(400)
    expect(await site.db.select({ id: uploads.id }).from(uploads)).toHaveLength(before.length)
  })

  test('a picture is used once, by whoever sent it, in its own place', async () => {
    const { id } = await site.aMember()
    const mine = await by.sendPicture()
    const otherAdmin = await site.asAdmin()
    expect((await by.put(otherAdmin, id, await by.formOf(id, { files: { profilePicture: mine } }))).fields).toEqual({
      'files.profilePicture': 'Failed to upload profile picture',
    })
    expect((await by.save(id, { files: { signature: mine } })).status).toBe(400)
    expect((await by.save(id, { rank: 'MAJ', files: { profilePicture: mine, photoUpload: mine } })).status).toBe(400)
    expect((await by.recordOf(id)).rank).toBe('CPT')
    expect((await by.save(id, { files: { profilePicture: mine } })).status).toBe(200)
    expect((await by.save((await site.aMember()).id, { files: { profilePicture: mine } })).status).toBe(400)
  })
})

test('a file that cannot be removed after the save is left to the sweeper, and the save holds', async () => {
  const { id } = await site.aMember()
  await by.save(id, { files: { profilePicture: await by.sendPicture() } })
  const form = profileSchema.parse(await by.formOf(id, { files: { profilePicture: await by.sendPicture() } }))
  const broken = { ...site, storage: { ...site.storage, remove: () => Promise.reject(new Error('disk away')) } }
  const person = { id: adminId, role: 'admin' } as Parameters<typeof saveProfile>[1]
  await expect(saveProfile(broken, person, id, form)).resolves.toMatchObject({ version: 3 })
})
