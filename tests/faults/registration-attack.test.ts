import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { uploads } from '#server/db/schema.ts'
import { sweepUploads } from '#server/storage/sweep.ts'
import { serial } from '#shared/members/fields.ts'
import { applyingAt } from '#tests/support/applying.ts'
import { atOnce, testSite } from '#tests/support/site.ts'

const site = await testSite()
const { put, aForm, post, find, expectNothingOf } = applyingAt(site)

afterAll(() => site.stop())

describe('the files of a registration', () => {
  const askAgain = { status: 400, code: 'invalid-input' }

  test('that are gone are asked for again, each by its name, in the order of the form', async () => {
    const form = await aForm({ signature: randomUUID(), photoUpload: randomUUID() })
    const answer = await expectNothingOf(form, () => post(form))
    expect(answer).toMatchObject(askAgain)
    expect(Object.entries(answer.fields ?? {})).toEqual([
      ['photoUpload', 'Photo upload: please upload this file again'],
      ['signature', 'Signature: please upload this file again'],
    ])
  })

  test('are used for one field only', async () => {
    const form = await aForm()
    const twice = { ...form, photoUpload: form.profilePicture }
    const answer = await expectNothingOf(form, () => post(twice))
    expect(answer).toMatchObject(askAgain)
    expect(Object.keys(answer.fields ?? {})).toHaveLength(1)
    const shouting = { ...form, commissionDocument: form.paymentProof.toUpperCase() }
    expect(await expectNothingOf(form, () => post(shouting))).toMatchObject(askAgain)
  })

  test('belong where they were sent', async () => {
    const form = await aForm()
    const swapped = { ...form, signature: form.paymentProof, paymentProof: form.signature }
    const answer = await expectNothingOf(form, () => post(swapped))
    expect(Object.keys(answer.fields ?? {})).toEqual(['paymentProof', 'signature'])
  })

  test('are not somebody else’s: not a member’s, not an administrator’s, not one in use, not one half sent', async () => {
    const [admin, member] = [await site.anAdmin(), await site.aMember()]
    const other = await aForm()
    await post(other)
    const row = { bucket: 'user_photos', mime: 'image/jpeg', size: 10, sha256: 'x', state: 'stored' } as const
    const made = await site.db
      .insert(uploads)
      .values([
        { ...row, path: `user_photos/${randomUUID()}.jpg`, ownerId: admin.id },
        { ...row, path: `user_photos/${randomUUID()}.jpg`, ownerId: member.id },
        { ...row, path: `user_photos/${randomUUID()}.jpg`, state: 'receiving' },
      ])
      .returning({ id: uploads.id })
    for (const photoUpload of [...made.map(({ id }) => id), other.photoUpload]) {
      const form = await aForm({ photoUpload })
      expect((await post(form)).fields).toEqual({ photoUpload: 'Photo upload: please upload this file again' })
      expect(await find(form)).toBeUndefined()
    }
    const owners = await site.db
      .select({ owner: uploads.ownerId })
      .from(uploads)
      .where(eq(uploads.id, made[0]?.id ?? ''))
    expect(owners).toEqual([{ owner: admin.id }])
  })

  test('are swept when nobody registers with them', async () => {
    const form = await aForm()
    await sweepUploads(site, atOnce)
    expect((await post(form)).fields).toMatchObject({ signature: 'Signature: please upload this file again' })
  })

  // Shows files-17
  test('cannot be opened by strangers, nor by the one who sent them', async () => {
    const { id } = await put('commissionDocument')
    expect((await site.visitor().get(`/api/files/${id}`)).status).toBe(404)
    const member = await site.asMember()
    expect((await member.get(`/api/files/${id}`)).status).toBe(404)
  })
})

describe('an attacker', () => {
  // Shows registration-03
  test.each([
    ['text that is too long', { lastName: 'A'.repeat(101) }, 'lastName'],
    ['a zero character', { lastName: 'A\0B' }, 'lastName'],
    ['half a character', { unitAssignment: '\ud800' }, 'unitAssignment'],
    ['text that turns its surroundings around', { firstName: 'A\u202eB' }, 'firstName'],
    ['a line break that would make a header', { email: 'a@example.org\r\nBcc: all@example.org' }, 'email'],
    ['several addresses', { email: 'a@example.org,b@example.org' }, 'email'],
    ['a list where a text belongs', { firstName: ['A'] }, 'firstName'],
    ['a path where a file’s id belongs', { signature: '../../etc/passwd' }, 'signature'],
    ['a word where a yes belongs', { healthConsent: 'yes' }, 'healthConsent'],
    ['an old privacy notice', { privacyNotice: '1999-01' }, 'privacyNotice'],
  ])('sends %s', async (_what, changed, field) => {
    const form = await aForm()
    const answer = await expectNothingOf(form, () => post({ ...form, ...changed }))
    expect(answer).toMatchObject({ status: 400, code: 'invalid-input' })
    expect(Object.keys(answer.fields ?? {})).toEqual([field])
  })

  // Shows registration-42
  test('gives themselves nothing by naming more fields', async () => {
    const form = await aForm()
    const more = { approved: true, isAdmin: true, idNumber: 'ARRAPI-000-001', ownPassword: true, id: randomUUID() }
    expect((await post({ ...form, ...more })).status).toBe(201)
    const member = await find(form)
    expect(member).toMatchObject({ approved: false, isAdmin: false, idNumber: null, ownPassword: false })
    expect(member?.id).not.toBe(more.id)
  })

  test('pollutes nothing', async () => {
    const form = await aForm()
    const raw = JSON.stringify(form).replace(
      '{',
      '{"__proto__":{"approved":true,"isAdmin":true},"constructor":{"prototype":{"x":1}},',
    )
    expect((await post(raw)).status).toBe(201)
    expect(await find(form)).toMatchObject({ approved: false, isAdmin: false })
    expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined()
  })

  test('names a key twice: the last one is judged and stored', async () => {
    const form = await aForm()
    const raw = JSON.stringify(form).replace('"region":"NCR"', '"region":"Luzon","region":"Atlantis"')
    expect((await post(raw)).fields).toEqual({ region: 'Invalid region selected' })
  })

  test('comes from another website', async () => {
    const elsewhere = { origin: 'https://evil.example' }
    expect((await post(await aForm(), elsewhere)).status).toBe(403)
    expect((await put('signature', undefined, elsewhere)).status).toBe(403)
  })

  // Shows registration-26
  test('finds no character for a serial at which the database stumbles', async () => {
    const accepted: string[] = []
    const field = serial()
    for (let code = 1; code < 0x20000; code++) {
      const character = String.fromCodePoint(code)
      // Those with a large and a small form, and those that may count as space.
      const tricky = character.toLowerCase() !== character.toUpperCase() || /[\s\p{Z}\p{C}]/u.test(character)
      const parsed = tricky ? field.safeParse(`O-${character}1`) : null
      if (parsed?.success) accepted.push(parsed.data)
    }
    expect(accepted.length).toBeGreaterThan(2000)
    const { rows } = await site.pool.query<{ text: string }>(
      `select text from unnest($1::text[]) text where text <> upper(text) or text ~ '\\s'`,
      [accepted],
    )
    expect(rows.map(({ text }) => text)).toEqual([])
  })
})
