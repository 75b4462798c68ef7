import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { emails, privacyRequests, sessions, uploads, users } from '#server/db/schema.ts'
import { memberLimits } from '#server/members/member-limits.ts'
import type { ChangeField } from '#shared/members/profile/changes.ts'
import { type Someone } from '#tests/support/factories.ts'
import { aPicture, profileEditing } from '#tests/support/profile-editing.ts'
import { testSite, type Visitor } from '#tests/support/site.ts'

let someone: Someone
let member: Visitor
const site = await testSite()
const office = await site.asAdmin()
afterAll(() => site.stop())
beforeEach(async () => {
  await site.db.delete(privacyRequests)
  someone = await site.aMember()
  member = await site.signedIn(someone)
})

interface Made {
  id: string
  status: number
}
interface Listed {
  id: string
  version: number
  file: string | null
  present: string | null
}

const ask = (body: { field: ChangeField | string; value?: string; file?: string }, who = member) =>
  who.post<Made>('/api/privacy-requests/changes', body)
const answer = (id: string, body: object, who = office) => who.post(`/api/privacy-requests/${id}/answer`, body)
const takeBack = (id: string, who = member) => who.post(`/api/privacy-requests/${id}/withdrawal`, {})
const listed = async (id: string) => {
  const { requests } = await office.get<{ requests: Listed[] }>('/api/privacy-requests?state=open')
  const found = requests.find((request) => request.id === id)
  if (!found) throw new Error('not listed')
  return found
}
const accept = async (id: string, who = office) =>
  answer(id, { outcome: 'done', version: (await listed(id)).version }, who)
const recordOf = async (id = someone.id) => profileEditing(site, office).recordOf(id)
const ownRequests = async () =>
  (await member.get<{ requests: { outcome: string | null; answer: string }[] }>('/api/privacy-requests/own')).requests
async function sendPicture(kind = 'profilePicture', who = member): Promise<string> {
  const sent = await who.put(`/api/change-files/${kind}`, await aPicture('green'))
  expect(sent.status).toBe(201)
  return sent.id
}
const uploadOf = async (id: string) => {
  const [row] = await site.rowsOf(uploads, { id })
  return row
}

describe('a change', () => {
  // Shows audit-11
  test('is asked for by field, accepted as the record keeps it, and told', async () => {
    const { id, status } = await ask({ field: 'cellphoneNumber', value: '+63 917 555 1234' })
    expect(status).toBe(201)
    expect(await listed(id)).toMatchObject({ field: 'cellphoneNumber', value: '09175551234' })
    const before = await recordOf()
    expect((await accept(id)).status).toBe(200)
    const after = await recordOf()
    expect([after.cellphoneNumber, after.version]).toEqual(['09175551234', before.version + 1])
    expect(await ownRequests()).toMatchObject([{ outcome: 'done', field: 'cellphoneNumber' }])
    const log = await profileEditing(site, office).logOf(someone.id)
    expect(log.map(({ action, detail }) => ({ action, detail }))).toEqual([
      { action: 'privacy request made', detail: { kind: 'change', field: 'cellphoneNumber' } },
      { action: 'member edited', detail: { changed: 'cellphoneNumber' } },
      { action: 'privacy request answered', detail: { kind: 'change', field: 'cellphoneNumber', outcome: 'done' } },
    ])
  })

  test.each([
    [{ field: 'cellphoneNumber', value: '12' }, { value: 'Please enter a valid 10-11 digit phone number' }],
    [{ field: 'firstName', value: 'x' }, { value: 'First Name must be at least 2 characters long' }],
    [{ field: 'email', value: 'nobody' }, { value: 'Please enter a valid email address' }],
    [{ field: 'rank', value: '' }, { value: 'Rank is required' }],
    [{ field: 'region', value: 'Mars' }, { value: 'Invalid region selected' }],
    [{ field: 'personnelAddress', value: 'a\u0000b' }, { value: 'This text contains a character we cannot save' }],
    [{ field: 'militarySerial', value: 'X-1' }, { field: expect.any(String) }],
    [{ field: 'birthday', value: '1970-01-01' }, { field: expect.any(String) }],
    [{ field: 'isAdmin', value: 'true' }, { field: expect.any(String) }],
    [{ field: 'signature', value: 'mine' }, { file: 'Please choose a picture first' }],
  ])('%j is refused by the rules of a profile', async (body, fields) => {
    expect(await ask(body)).toMatchObject({ status: 400, fields })
  })

  test('to nothing, or to what is there already, is refused', async () => {
    expect(await ask({ field: 'unitAddress', value: ' ' })).toMatchObject({
      fields: { value: 'Please enter the new unit address' },
    })
    const { lastName } = await recordOf()
    expect(await ask({ field: 'lastName', value: lastName.toLowerCase() })).toMatchObject({
      fields: { value: 'This is what we already have' },
    })
  })

  test('is open once for each field, also when it is asked for five times at once, and can be taken back', async () => {
    const all = await Promise.all(Array.from({ length: 5 }, (_, n) => ask({ field: 'rank', value: `MAJ ${n}` })))
    expect(all.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409])
    const { id } = all.find(({ status }) => status === 201)!
    expect((await ask({ field: 'unitAddress', value: 'Camp Aguinaldo' })).status).toBe(201)
    const stranger = await site.asMember()
    expect((await takeBack(id, stranger)).status).toBe(404)
    expect((await takeBack(id)).status).toBe(200)
    expect(await takeBack(id)).toMatchObject({ status: 409, message: 'This request was already answered.' })
    expect((await answer(id, { outcome: 'done', version: 1 })).status).toBe(409)
    expect((await ask({ field: 'rank', value: 'LTC' })).status).toBe(201)
  })

  test('of the email is told to both addresses, marks the login and ends the sessions', async () => {
    const address = `new-${someone.id}@example.org`
    const { id } = await ask({ field: 'email', value: address.toUpperCase() })
    await site.db.delete(emails)
    expect((await accept(id)).status).toBe(200)
    const told = await site.db.select({ to: emails.to, kind: emails.kind }).from(emails)
    for (const to of [someone.email, address]) expect(told).toContainEqual({ to, kind: 'address change' })
    expect((await recordOf()).loginHelpedAt).not.toBeNull()
    expect(await site.rowsOf(sessions, { userId: someone.id })).toEqual([])
    expect((await member.get('/api/my-data')).status).toBe(401)
  })

  test('to an address that somebody else has is refused to the administrator, and stays open', async () => {
    const other = await site.aMember()
    const { id } = await ask({ field: 'email', value: other.email })
    expect(await accept(id)).toMatchObject({ status: 409, message: 'Email is already registered' })
    expect(await listed(id)).toMatchObject({ value: other.email })
    expect(await answer(id, { outcome: 'refused', answer: '' })).toMatchObject({
      fields: { answer: 'Please write a short answer for the member' },
    })
    expect((await answer(id, { outcome: 'refused', answer: 'It is taken.' })).status).toBe(200)
    expect(await ownRequests()).toMatchObject([{ outcome: 'refused', answer: 'It is taken.' }])
  })

  test('is decided once by two administrators, and beside the record as it was seen', async () => {
    const { id } = await ask({ field: 'rank', value: 'COL' })
    const { version } = await listed(id)
    expect((await answer(id, { outcome: 'done' })).status).toBe(400)
    expect((await office.post(`/api/members/${someone.id}/card-code`, {})).status).toBe(200)
    expect(await answer(id, { outcome: 'done', version })).toMatchObject({ status: 409, code: 'edited-meanwhile' })
    const second = await site.asAdmin()
    const both = await Promise.all([accept(id), accept(id, second)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await recordOf()).rank).toBe('COL')
  })

  test('of a member who was withdrawn meanwhile waits for a second look, and then for nobody else', async () => {
    const { id } = await ask({ field: 'rank', value: 'COL' })
    const { version } = await listed(id)
    await office.post(`/api/members/${someone.id}/withdrawal`, { withdrawn: true })
    expect((await answer(id, { outcome: 'done', version })).status).toBe(409)
    expect(await listed(id)).toMatchObject({ member: { withdrawn: true } })
    expect((await answer(id, { outcome: 'refused', answer: 'You have left.' })).status).toBe(200)
  })

  test('does not touch what an imported record lacks elsewhere', async () => {
    await site.update(users, { id: someone.id }, { contactPersonNumber: null, rank: null })
    const { id } = await ask({ field: 'unitAssignment', value: '505th' })
    expect((await accept(id)).status).toBe(200)
    expect(await recordOf()).toMatchObject({ unitAssignment: '505th', contactPersonNumber: null, rank: null })
  })

  test('is not asked for without end', async () => {
    for (let n = 0; n < memberLimits.requestsPerDay; n++) await ask({ field: 'rank', value: 'COL' })
    expect((await ask({ field: 'suffix', value: 'JR' })).status).toBe(429)
  })
})

describe('a picture', () => {
  test('waits with the request, takes the place of the old one, and is gone when it is declined or taken back', async () => {
    const [first, second, third] = [await sendPicture(), await sendPicture(), await sendPicture()]
    const request = await ask({ field: 'profilePicture', file: first })
    expect(request.status).toBe(201)
    const { file } = await listed(request.id)
    expect(file).toBe(first)
    expect((await office.get(`/api/files/${first}`)).status).toBe(200)
    const stranger = await site.asMember()
    expect((await stranger.get(`/api/files/${first}`)).status).toBe(404)
    expect((await accept(request.id)).status).toBe(200)
    expect((await recordOf()).profilePicturePath).toBe((await uploadOf(first))?.path)

    const declined = await ask({ field: 'profilePicture', file: second })
    expect(await listed(declined.id)).toMatchObject({ presentFile: first })
    await answer(declined.id, { outcome: 'refused', answer: 'Too dark.' })
    expect(await uploadOf(second)).toBeUndefined()
    const taken = await ask({ field: 'profilePicture', file: third })
    expect((await takeBack(taken.id)).status).toBe(200)
    expect(await uploadOf(third)).toBeUndefined()
    expect((await recordOf()).profilePicturePath).toBe((await uploadOf(first))?.path)

    const newer = await ask({ field: 'profilePicture', file: await sendPicture() })
    await accept(newer.id)
    expect(await uploadOf(first)).toBeUndefined()
  })

  test('is one’s own, used once, and of the kind it was sent for', async () => {
    const mine = await sendPicture()
    const stranger = await site.asMember()
    expect((await ask({ field: 'profilePicture', file: mine }, stranger)).status).toBe(400)
    expect((await ask({ field: 'signature', file: mine })).status).toBe(400)
    expect((await ask({ field: 'profilePicture', file: mine })).status).toBe(201)
    expect((await ask({ field: 'photoUpload', file: mine })).status).toBe(400)
    const noPicture = await member.put('/api/change-files/profilePicture', Buffer.from('<svg/>'))
    expect(noPicture.status).toBe(415)
    expect((await office.put('/api/change-files/signature', await aPicture('red'))).status).toBe(403)
  })

  // Shows registration-78
  test('of a member keeps the rules of the registration: large enough for a card, cut to a square, up to 20 MB', async () => {
    const send = async (width: number, height: number, kind = 'profilePicture', more = Buffer.alloc(0)) => {
      const bytes = await sharp({ create: { width, height, channels: 3, background: 'navy' } })
        .jpeg()
        .toBuffer()
      const sent = await member.put(`/api/change-files/${kind}`, Buffer.concat([bytes, more]))
      return { ...sent, http: sent.status }
    }
    expect(await send(480, 640)).toMatchObject({ http: 422, code: 'picture-too-small' })
    expect(await send(480, 640, 'photoUpload')).toMatchObject({ http: 422, code: 'picture-too-small' })
    expect(await send(480, 640, 'signature')).toMatchObject({ http: 201 })
    const { id = '' } = await send(900, 700, 'profilePicture', Buffer.alloc(6_000_000))
    const stored = await site.storage.open((await uploadOf(id))?.path ?? '')
    expect(await sharp(await buffer(stored!.stream)).metadata()).toMatchObject({ width: 700, height: 700 })
  })

  test('and a value that wait are in the download, and go with an erasure', async () => {
    const waiting = await sendPicture('signature')
    await ask({ field: 'signature', file: waiting })
    await ask({ field: 'personnelAddress', value: '7 Mabini Street' })
    const mine = await member.get<{ files: { kind: string }[] }>('/api/my-data')
    expect(mine.files).toMatchObject([{ kind: 'requested' }])
    expect(JSON.stringify(await ownRequests())).toContain('7 Mabini Street')
    const erasure = await member.post<Made>('/api/privacy-requests', { kind: 'erasure' })
    expect((await answer(erasure.id, { outcome: 'done', answer: 'Farewell.' })).status).toBe(200)
    expect(await uploadOf(waiting)).toBeUndefined()
    const left = await site.rowsOf(privacyRequests, { memberId: someone.id })
    expect(left).toHaveLength(3)
    expect(JSON.stringify(left)).not.toContain('Mabini')
    expect(left.every(({ outcome, filePath }) => outcome === 'done' && filePath === null)).toBe(true)
  })
})
