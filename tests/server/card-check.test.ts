import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { users } from '#server/db/schema.ts'
import { type Someone } from '#tests/support/factories.ts'
import { testSite } from '#tests/support/site.ts'

const site = await testSite()
const member = await site.aMember({
  firstName: 'MARIA CONSUELO',
  lastName: 'DE LA PEÑA-VILLANUEVA',
  suffix: 'III',
  contactPersonNumber: '09181234567',
  personnelAddress: '12 Mabini Street, Quezon City',
})
const red = sharp({ create: { width: 400, height: 400, channels: 3, background: '#c03020' } })
await site.aPictureOf(member, 'profilePicture', await red.jpeg().toBuffer())
afterAll(() => site.stop())

const change = (person: Someone, values: Partial<typeof users.$inferInsert>) =>
  site.update(users, { id: person.id }, values)

async function tokenOf({ id }: Someone): Promise<string> {
  const [row] = await site.db.select({ token: users.cardToken }).from(users).where(eq(users.id, id))
  return row!.token
}

describe('the check of a card by whoever scans it', () => {
  // Shows card-12
  test('tells name, number, standing, whether there is a photo, and when; nothing else', async () => {
    const visitor = site.visitor()
    const token = await tokenOf(member)
    const response = await visitor.get(`/api/cards/${token}`)
    const [{ idNumber }] = (await site.db
      .select({ idNumber: users.idNumber })
      .from(users)
      .where(eq(users.id, member.id))) as [{ idNumber: string }]
    expect(response).toEqual({
      status: 200,
      name: 'MARIA CONSUELO DE LA PEÑA-VILLANUEVA III',
      idNumber,
      standing: 'member',
      photo: true,
      checkedAt: expect.any(Number),
    })
    for (const path of [`/api/cards/${token}`, `/api/cards/${token}/photo`, `/card/${token}`]) {
      const { headers } = await visitor.get(path)
      expect(headers.get('cache-control'), path).toBe('no-store')
      expect(headers.get('x-robots-tag'), path).toBe('noindex')
    }
  })

  // Shows card-12
  test('the page is whole without JavaScript, and says nothing more', async () => {
    const response = await site.visitor().get(`/card/${await tokenOf(member)}`)
    const html = response.text
    expect(response.status).toBe(200)
    for (const shown of [
      'MARIA CONSUELO DE LA PEÑA-VILLANUEVA III',
      '<meta name="robots" content="noindex"/>',
      '>Confirmed ',
    ])
      expect(html.includes(shown), shown).toBe(true)
    for (const secret of [member.id, member.serial, member.email, 'Mabini', '09181234567', '1964-10-05', 'O+', 'CPT'])
      expect(html.includes(secret), secret).toBe(false)
  })

  test('the photo is small, and comes only with the card’s own code', async () => {
    const response = await site.visitor().get(`/api/cards/${await tokenOf(member)}/photo`)
    expect(response.headers.get('content-type')).toBe('image/jpeg')
    expect(await sharp(response.bytes).metadata()).toMatchObject({ width: 240, height: 240 })
    for (const code of [member.id, randomUUID(), 'x'])
      expect((await site.visitor().get(`/api/cards/${code}/photo`)).status).toBe(404)
    const faceless = await site.aMember()
    expect((await site.visitor().get(`/api/cards/${await tokenOf(faceless)}/photo`)).status).toBe(404)
  })

  test('a withdrawn member is told as such', async () => {
    const gone = await site.aMember({ withdrawnAt: Date.now() })
    const token = await tokenOf(gone)
    expect(await site.visitor().get(`/api/cards/${token}`)).toMatchObject({ standing: 'withdrawn' })
    const page = await site.visitor().get(`/card/${token}`)
    expect(page.status).toBe(200)
    expect(page.text).toContain('no longer a member')
  })

  test('a card that is unknown, replaced, forgotten or no card at all is not known, with the status that says so', async () => {
    const replaced = await site.aMember()
    const old = await tokenOf(replaced)
    await change(replaced, { cardToken: randomUUID() })
    const erased = await tokenOf(await site.aMember({ withdrawnAt: Date.now(), erasedAt: Date.now() }))
    const applicant = await tokenOf(await site.anApplicant())
    // An address with a slash in it, or with nothing a browser would send, is no card's address at all.
    for (const address of ['..%2F..%2Fapi%2Fsite', '%00', ''])
      expect((await site.visitor().get(`/card/${address}`)).status, address).toBe(404)
    const hostile = ['x', '%ZZ', "'%20or%201=1--", `${randomUUID()}x`, 'ñ'.repeat(300)]
    for (const code of [old, erased, applicant, randomUUID(), ...hostile]) {
      const page = await site.visitor().get(`/card/${code}`)
      expect(page.status, code).toBe(404)
      expect(page.text.includes('does not know this card'), code).toBe(true)
      expect((await site.visitor().get(`/api/cards/${code}`)).status, code).toBe(404)
    }
  })
})
