import { afterAll, describe, expect, test } from 'vitest'
import { users, viewers } from '#server/db/schema.ts'
import { testSite } from '#tests/support/site.ts'

const site = await testSite()
const admin = await site.asAdmin({ firstName: 'BOSS', lastName: 'OFFICE' })
afterAll(() => site.stop())

const add = async (someone: { id: string }) => (await admin.post('/api/viewers', { memberId: someone.id })).status
const remove = async (someone: { id: string }) => (await admin.delete(`/api/viewers/${someone.id}`)).status
const listed = async () =>
  (
    await admin.get<{ viewers: { id: string; name: string; addedBy: string | null; withdrawn: boolean }[] }>(
      '/api/viewers',
    )
  ).viewers
const search = (q: string) =>
  admin.get<{ members: { id: string; name: string; isViewer: boolean }[]; more: boolean }>(
    `/api/viewer-candidates?q=${encodeURIComponent(q)}`,
  )

// Shows roles-03, roles-05, roles-12, audit-05
test('an administrator names a viewer and takes them off: each counts from the next request on, and is written down once', async () => {
  const ana = await site.aMember({ firstName: 'ANA', middleName: 'DIAZ', lastName: 'REYES' })
  const other = await site.aMember()
  const visitor = await site.signedIn(ana)
  const mayRead = async () => (await visitor.get(`/api/members/${other.id}`)).status
  expect(await mayRead()).toBe(403)
  expect(await add(ana)).toBe(201)
  expect(await mayRead()).toBe(200)
  expect(await add(ana)).toBe(201)
  expect(await listed()).toMatchObject([{ id: ana.id, name: 'ANA DIAZ REYES', addedBy: 'BOSS OFFICE' }])
  expect(await remove(ana)).toBe(200)
  expect(await mayRead()).toBe(403)
  expect(await remove(ana)).toBe(200)
  expect(await listed()).toEqual([])
  expect(await site.actsOn(ana.id)).toEqual(['viewer added', 'viewer removed'])
})

// Shows roles-12
test('only members are viewers: no applicant, nobody who left, no administrator and no stranger', async () => {
  for (const someone of [
    await site.anApplicant(),
    await site.aMember({ withdrawnAt: Date.now() }),
    await site.aMember({ isAdmin: true }),
    admin,
    { id: '00000000-0000-4000-8000-000000000000' },
  ])
    expect(await add(someone)).toBe(404)
  expect((await admin.post('/api/viewers', { memberId: 'viewer@example.org' })).status).toBe(400)
  expect(await listed()).toEqual([])
})

// Shows roles-12
test('an address names nobody: who changes theirs to a viewer’s gains nothing', async () => {
  const viewer = await site.aMember()
  await add(viewer)
  await site.update(users, { id: viewer.id }, { email: null })
  const heir = await site.aMember({ email: viewer.email })
  expect((await (await site.signedIn(heir)).get(`/api/members/${viewer.id}`)).status).toBe(403)
  await remove(viewer)
})

// Shows roles-13, profile-23
test('a viewer reads a profile without birthday and documents, and their own whole', async () => {
  const viewer = await site.aMember({ birthday: '1951-02-03' })
  const other = await site.aMember({ birthday: '1952-03-04', paymentReference: 'GC123456' })
  const { signature } = await site.documentsOf(other)
  await add(viewer)
  const visitor = await site.signedIn(viewer)
  const text = (await visitor.get(`/api/members/${other.id}`)).text
  expect(JSON.parse(text)).toMatchObject({
    member: { militarySerial: other.serial, birthday: null, signature: null, paymentReference: null },
  })
  expect(text).not.toMatch(/1952|04Mar/)
  expect(await visitor.get(`/api/members/${viewer.id}`)).toMatchObject({ member: { birthday: '1951-02-03' } })
  for (const reader of [admin, await site.signedIn(other)])
    expect(await reader.get(`/api/members/${other.id}`)).toMatchObject({
      member: { birthday: '1952-03-04', signature, paymentReference: 'GC123456' },
    })
  await remove(viewer)
})

test('who withdraws is marked on the list and cannot log in, and is a viewer again when restored', async () => {
  const viewer = await site.aMember()
  await add(viewer)
  await admin.post(`/api/members/${viewer.id}/withdrawal`, { withdrawn: true })
  expect(await listed()).toMatchObject([{ id: viewer.id, withdrawn: true }])
  expect((await site.visitor().logIn(viewer.serial, viewer.password)).status).toBe(403)
  await remove(viewer)
})

describe('the search for a viewer', () => {
  // Shows roles-12, nomination-50
  test('finds members by name, middle name and serial, says who is one already, and when there are more', async () => {
    const one = await site.aMember({
      firstName: 'LUZ',
      middleName: 'SEARCHED',
      lastName: 'CRUZ',
      militarySerial: 'VWR-77',
    })
    await site.anApplicant({ middleName: 'SEARCHED' })
    await site.aMember({ middleName: 'SEARCHED', isAdmin: true })
    await add(one)
    for (const typed of ['searched', 'luz cruz', 'vwr-77'])
      expect([typed, await search(typed)]).toEqual([
        typed,
        {
          members: [expect.objectContaining({ id: one.id, name: 'LUZ SEARCHED CRUZ', isViewer: true })],
          more: false,
          status: 200,
        },
      ])
    expect(await search('lu')).toMatchObject({ members: [], more: false })
    for (let n = 0; n < 21; n++) await site.aMember({ lastName: 'MULTITUDE' })
    const many = await search('multitude')
    expect([many.members.length, many.more]).toEqual([20, true])
    await site.db.delete(viewers)
  })
})
