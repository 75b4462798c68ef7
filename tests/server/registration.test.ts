import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { verifyPassword } from '#server/accounts/passwords.ts'
import { passwords, uploads } from '#server/db/schema.ts'
import { register } from '#server/members/registration/register.ts'
import { sweepUploads } from '#server/storage/sweep.ts'
import { memberFileKinds, memberFiles } from '#shared/members/files.ts'
import { privacyNoticeVersion } from '#shared/members/privacy/privacy.ts'
import { registrationSchema } from '#shared/members/registration/registration.ts'
import { errorText } from '#shared/text.ts'
import { applyingAt } from '#tests/support/applying.ts'
import { atOnce, testSite } from '#tests/support/site.ts'

const now = Date.now()
const site = await testSite({ clock: { now: () => now } })
const { aForm, post, find, pending, claimed, messages, expectNothingOf } = applyingAt(site)

afterAll(() => site.stop())

describe('a registration', () => {
  // Shows registration-32, registration-42, registration-43, registration-48, registration-63
  test('becomes an applicant with five files, a first password and an email', async () => {
    const form = await aForm({ healthConsent: true, paymentReference: 'gc-123 456' })
    const serial = form.militarySerial.toUpperCase().replaceAll(' ', '')
    const before = { pending: await pending(), messages: await messages() }
    expect(await post(form)).toEqual({
      status: 201,
      success: true,
      message:
        'Your registration has been submitted successfully. Your account is currently pending approval by our admin team.',
      reference: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{12}$/),
    })
    const member = await find(form)
    expect(member).toMatchObject({
      firstName: 'MARÍA NIÑA',
      middleName: null,
      lastName: 'DE LA PEÑA-REYES',
      suffix: null,
      email: form.email.toLowerCase(),
      militarySerial: serial,
      rank: 'CPT',
      cellphoneNumber: '09171234567',
      contactPersonNumber: '09187654321',
      contactPersonEmail: null,
      unitAddress: null,
      philhealthNumber: null,
      paymentReference: 'GC123456',
      birthday: '1964-10-05',
      reservistType: 'Ready Reserve',
      rruChecked: true,
      approved: false,
      approvedAt: null,
      idNumber: null,
      isAdmin: false,
      ownPassword: false,
      privacyNoticeVersion,
      privacyNoticeAcceptedAt: now,
      healthConsentAt: now,
    })
    expect({ pending: await pending(), messages: await messages() }).toEqual({
      pending: before.pending + 1,
      messages: before.messages + 1,
    })

    const files = await site.rowsOf(uploads, { ownerId: member?.id ?? '' })
    expect(files).toHaveLength(5)
    const paths = {
      profilePicture: member?.profilePicturePath,
      photoUpload: member?.photoUploadPath,
      commissionDocument: member?.commissionDocumentPath,
      paymentProof: member?.paymentProofPath,
      signature: member?.signaturePath,
    }
    for (const kind of memberFileKinds) {
      const file = files.find(({ path }) => path === paths[kind])
      expect(file).toMatchObject({ id: form[kind], bucket: memberFiles[kind].bucket, mime: 'image/jpeg' })
      expect(file?.claimedAt).not.toBeNull()
    }
    // What is claimed stays, however old.
    await sweepUploads(site, atOnce)
    expect(await claimed(form)).toBe(5)

    const keeper = { siteKey: site.siteKey, userId: member?.id ?? '' }
    const [account] = await site.rowsOf(passwords, { userId: keeper.userId })
    expect(await verifyPassword(keeper, { hash: account?.hash ?? '', password: '5oct1964' })).toBe(true)
    expect(await verifyPassword(keeper, { hash: account?.hash ?? '', password: '06Oct1964' })).toBe(false)
    expect(await site.visitor().logIn(serial, '05Oct1964')).toMatchObject({ code: 'account-pending' })
  })

  // Shows registration-48
  test('without consent keeps no time of consent', async () => {
    const form = await aForm()
    await post(form)
    expect((await find(form))?.healthConsentAt).toBeNull()
  })

  test('drops what does not belong to the chosen status', async () => {
    const form = await aForm({ militaryStatus: 'Regular', reservistType: 'Ready Reserve', aruChecked: true })
    await post(form)
    expect(await find(form)).toMatchObject({ reservistType: null, rruChecked: false, aruChecked: false })
  })

  // Shows registration-18
  test('needs a proof of payment, whether or not an account is set, unless there is no fee', async () => {
    const form = { ...(await aForm()), paymentProof: '' }
    for (const walletAccount of ['', '0917 765 4321']) {
      await site.saveSettings({ walletAccount })
      const refused = await expectNothingOf(form, () => post(form))
      expect(refused).toMatchObject({ status: 400, fields: { paymentProof: 'Proof of payment is required' } })
    }
    await site.saveSettings({ registrationFee: 0 })
    expect(await post({ ...form, paymentProof: 'x' })).toMatchObject({
      status: 400,
      fields: { paymentProof: 'Proof of payment is required' },
    })
    const first = await post(form)
    expect(first).toMatchObject({ status: 201 })
    expect(await find(form)).toMatchObject({ paymentProofPath: null, approved: false })
    // Sent again, because the reply was lost, it is the same application.
    expect(await post(form)).toEqual(first)
    await site.saveSettings({})
  })

  test('leaves nothing about the person in the log', async () => {
    const form = await aForm({ lastName: 'Unverwechselbar', militarySerial: 'ZZ-UNIQUE-9' })
    await post(form)
    await post({ ...(await aForm()), email: form.email, militarySerial: 'ZZ-UNIQUE-9' })
    const log = site.logged.join('\n')
    expect(log).toContain('/api/registrations')
    expect(log).not.toMatch(/Unverwechselbar|ZZ-UNIQUE-9|1964-10-05|09171234567|Mabini/i)
    expect(log.toLowerCase()).not.toContain(form.email.toLowerCase())
    for (const kind of memberFileKinds) expect(log).not.toContain(form[kind])
  })

  test('refuses a form with every field wrong in the order of the form', async () => {
    const answer = await post({})
    expect(answer).toMatchObject({ status: 400, code: 'invalid-input' })
    expect(Object.entries(answer.fields ?? {}).slice(0, 3)).toEqual([
      ['profilePicture', '2x2 profile picture is required'],
      ['firstName', 'First name is required'],
      ['lastName', 'Last name is required'],
    ])
  })
})

describe('who is there already', () => {
  // Shows registration-35, registration-36
  test.each([
    ['an applicant', () => site.anApplicant()],
    ['a member', () => site.aMember()],
  ])('%s keeps e-mail and serial', async (_who, somebody) => {
    const { email, serial } = await somebody()
    const byEmail = await aForm({ email: email.toUpperCase() })
    expect(await post(byEmail)).toMatchObject({
      status: 409,
      code: 'email-taken',
      message: 'Email is already registered',
      fields: { email: 'Email is already registered' },
    })
    const bySerial = await aForm({ militarySerial: ` ${serial.toLowerCase()} ` })
    const refused = await expectNothingOf(bySerial, () => post(bySerial))
    expect(refused).toMatchObject({ status: 409, code: 'serial-taken' })
    expect(refused.fields).toEqual({ militarySerial: 'Military serial number already exists' })
    expect(await claimed(byEmail)).toBe(0)
  })

  test('both are told at once, even when they belong to two people', async () => {
    const form = await aForm({ email: (await site.aMember()).email, militarySerial: (await site.anApplicant()).serial })
    expect(await post(form)).toMatchObject({
      status: 409,
      code: 'email-taken',
      fields: { email: 'Email is already registered', militarySerial: 'Military serial number already exists' },
    })
    expect(await claimed(form)).toBe(0)
  })

  // Shows registration-35
  test('an administrator keeps their e-mail', async () => {
    const { email } = await site.anAdmin()
    expect(await post(await aForm({ email }))).toMatchObject({ status: 409, code: 'email-taken' })
  })

  test('the refused form can be mended and sent again with the same files', async () => {
    const form = await aForm({ email: (await site.aMember()).email })
    expect((await post(form)).status).toBe(409)
    expect((await post({ ...form, email: `mended-${form.email}` })).status).toBe(201)
  })
})

describe('sent twice', () => {
  test('at once: one member, and both senders are told that it worked', async () => {
    const form = await aForm()
    const before = { pending: await pending(), messages: await messages() }
    const answers = await Promise.all(Array.from({ length: 6 }, () => post(form)))
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(201))
    expect({ pending: await pending(), messages: await messages() }).toEqual({
      pending: before.pending + 1,
      messages: before.messages + 1,
    })
  })

  test('at once with files of their own each: one member, the others are told why not and their files stay free', async () => {
    const forms = await Promise.all(Array.from({ length: 4 }, () => aForm()))
    const [first] = forms
    const rivals = forms.map((form) => ({ ...form, email: first?.email ?? '', militarySerial: 'RIVAL-1' }))
    const answers = await Promise.all(rivals.map((form) => post(form)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409])
    const counts = await Promise.all(rivals.map(claimed))
    expect(counts.toSorted()).toEqual([0, 0, 0, 5])
  })

  test('with a word changed it is another form, and is not silently dropped', async () => {
    const form = await aForm()
    await post(form)
    const changed = await post({ ...form, lastName: 'Santos' })
    expect(changed).toMatchObject({ status: 400, code: 'invalid-input' })
    expect((await find(form))?.lastName).toBe('DE LA PEÑA-REYES')
  })
})

describe('all or nothing', () => {
  /** Makes the database refuse what the name says, until the answer is called. */
  async function failing(when: string, on: string) {
    await site.db.execute(
      sql.raw(
        `create function fail_for_test() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`,
      ),
    )
    await site.db.execute(
      sql.raw(
        `create constraint trigger fail_for_test after ${when} on ${on} deferrable ${on === 'passwords' ? 'initially deferred' : ''} for each row execute function fail_for_test()`,
      ),
    )
    return async () => {
      await site.db.execute(sql.raw('drop function fail_for_test cascade'))
    }
  }

  // Shows registration-66
  test.each([
    ['the commit itself', 'insert', 'passwords'],
    ['the member’s record', 'insert', 'users'],
    ['the email', 'insert', 'emails'],
    ['a file', 'update', 'uploads'],
  ])('%s fails: no half member, no claimed file, no email', async (_what, when, on) => {
    const form = await aForm()
    const logged = site.logged.length
    const answer = await expectNothingOf(form, async () => {
      const mend = await failing(when, on)
      return post(form).finally(mend)
    })
    expect(answer).toMatchObject({
      status: 500,
      code: 'registration-not-saved',
      message: 'Failed to save user details',
    })
    expect(site.logged.slice(logged).join('')).toMatch(/"code":"P0001"/)
    expect((await post(form)).status).toBe(201)
  })

  // Shows registration-66
  test('what fails before the saving, or when it is asked whose serial it is, has a sentence of its own', async () => {
    const rename = (from: string, to: string) => site.db.execute(sql.raw(`alter table ${from} rename to ${to}`))
    const form = await aForm()
    await rename('throttles', 'elsewhere')
    const unchecked = await post(form).finally(() => rename('elsewhere', 'throttles'))
    expect(unchecked).toMatchObject({ status: 500, message: 'Registration check failed' })

    await post(form)
    const rival = registrationSchema.parse(await aForm({ militarySerial: form.militarySerial }))
    const db = Object.assign(Object.create(site.db) as typeof site.db, {
      select() {
        throw Object.assign(new Error('no such column'), { code: '42703' })
      },
    })
    const from = { address: '127.0.0.1', signal: new AbortController().signal }
    await expect(register({ ...site, db }, rival, from)).rejects.toMatchObject({ code: 'serial-check-failed' })
    expect(errorText['serial-check-failed']).toBe('Error verifying military serial')
    expect((await post(rival)).code).toBe('serial-taken')
  })
})
