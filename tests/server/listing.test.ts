import { notInArray, sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { users } from '#server/db/schema.ts'
import type { ListedApplicant, ListedForReaders, MembersPage } from '#shared/members/listing/listing.ts'
import { foldSerial } from '#shared/members/serial-number.ts'
import { aMember, anAdmin, anApplicant, aViewer, type Someone } from '#tests/support/factories.ts'
import { testSite, type Visitor } from '#tests/support/site.ts'

const people: Record<string, Someone> = {}
/** Who is there from the start; tests that look at whole lists send the others away. */
const known: string[] = []

const site = await testSite()
const { deps } = site
const member = await site.signedIn(
  await aMember(deps, { firstName: 'ADELA', lastName: 'ZAPANTA', idNumber: 'ARRAPI-900-001' }),
)
const viewer = await site.signedIn(await aViewer(deps))
const admin = await site.signedIn(await anAdmin(deps, { firstName: 'ADMIN', lastName: 'ONLY' }))
people['munoz'] = await aMember(deps, {
  firstName: 'JOSÉ',
  middleName: 'DE LA PEÑA',
  lastName: 'MUÑOZ',
  suffix: 'JR.',
  rank: 'PO1',
  ms: 'PN',
  region: 'Visayas',
  unitAssignment: '7TH NAVFOR',
  militarySerial: 'N-777-888',
  idNumber: 'ARRAPI-000-002',
})
people['wild'] = await aMember(deps, { lastName: '50%_OFF\\', idNumber: 'ARRAPI-000-001' })
people['left'] = await aMember(deps, { lastName: 'LEAVER', withdrawnAt: Date.now(), idNumber: 'ARRAPI-000-003' })
people['erased'] = await aMember(deps, {
  firstName: 'ERASED',
  lastName: 'MEMBER',
  withdrawnAt: Date.now(),
  erasedAt: Date.now(),
  militarySerial: null,
  idNumber: 'ARRAPI-000-004',
})
people['waiting'] = await anApplicant(deps, { lastName: 'WAITING' })
const everybody = await deps.db.select({ id: users.id }).from(users)
known.push(...everybody.map(({ id }) => id))
afterAll(() => site.stop())

const list = (who: Visitor, asked: Record<string, string | number> = {}) =>
  who.get<MembersPage & { code?: string; message?: string }>(
    `/api/members?${new URLSearchParams(Object.entries(asked).map(([key, value]) => [key, String(value)]))}`,
  )
const names = ({ users: rows }: MembersPage) => rows.map(({ lastName }) => lastName)
const found = async (who: Visitor, searchQuery: string, approved = 'true') =>
  names(await list(who, { searchQuery, approved }))

describe('what leaves the server', () => {
  beforeEach(() => site.db.delete(users).where(notInArray(users.id, known)))

  const seenByMembers = 'firstName,idNumber,lastName,middleName,ms,rank,region,suffix,unitAssignment'
  const keysFor = async (who: Visitor, asked = {}) => {
    const { users: rows } = await list(who, asked)
    expect(rows.length).toBeGreaterThan(0)
    return [...new Set(rows.map((row) => Object.keys(row).toSorted().join(',')))]
  }

  // Shows listing-15
  test('a member receives ID number, name, rank, service, region and unit, and nothing else', async () => {
    const answer = await list(member, { searchQuery: 'munoz' })
    expect(answer).toEqual({
      status: 200,
      count: 1,
      page: 1,
      users: [
        {
          idNumber: 'ARRAPI-000-002',
          firstName: 'JOSÉ',
          middleName: 'DE LA PEÑA',
          lastName: 'MUÑOZ',
          suffix: 'JR.',
          rank: 'PO1',
          ms: 'PN',
          region: 'Visayas',
          unitAssignment: '7TH NAVFOR',
        },
      ],
    })
    expect(await keysFor(member)).toEqual([seenByMembers])
  })

  test('a viewer also gets the id and who has left, an administrator what columns are chosen from', async () => {
    expect(await keysFor(viewer)).toEqual([
      'firstName,id,idNumber,lastName,middleName,ms,rank,region,suffix,unitAssignment,withdrawn',
    ])
    expect(await keysFor(admin)).toEqual([
      'cellphoneNumber,email,firstName,id,idNumber,lastName,memberSince,middleName,militarySerial,ms,rank,region,suffix,unitAssignment,withdrawn',
    ])
    expect(await keysFor(admin, { approved: 'false' })).toEqual([
      'application,appliedAt,concerns,firstName,id,idNumber,lastName,middleName,militarySerial,ms,rank,region,suffix,unitAssignment,version,withdrawn',
    ])
  })

  test('an administrator chooses how many are on a page, as far as the list allows it; everybody else gets ten', async () => {
    const many = Array.from({ length: 30 }, () => site.aMember())
    await Promise.all(many)
    const numbers = async (who: Visitor, asked: Record<string, string>) =>
      (await list(who, asked)).users.map(({ idNumber }) => idNumber)
    const pages = ['1', '2', '3'].map((page) => numbers(admin, { page }))
    expect(await numbers(admin, { rows: '25' })).toEqual((await Promise.all(pages)).flat().slice(0, 25))
    expect(await numbers(admin, { rows: '25', page: '2' })).not.toContain((await numbers(admin, {}))[0])
    for (const who of [member, viewer]) expect(await numbers(who, { rows: '100' })).toHaveLength(10)
    for (const rows of ['0', '11', '1000', 'all'])
      expect((await admin.get(`/api/members?rows=${rows}`)).status).toBe(400)
  })

  // Shows listing-24
  test('who left is apart from the members, for readers who ask; who was erased, and administrators who are not members, nobody sees', async () => {
    for (const who of [member, viewer, admin]) {
      for (const status of ['member', 'withdrawn', 'all']) {
        const { users: rows, count } = await list(who, { status })
        const all = rows.map(({ lastName }) => lastName)
        expect(all).not.toContain('MEMBER')
        expect(all).not.toContain('ONLY')
        expect(count).toBe(all.length)
        expect(all.includes('LEAVER')).toBe(who !== member && status !== 'member')
        expect(all.includes('MUÑOZ')).toBe(who === member || status !== 'withdrawn')
      }
      expect(await found(who, 'ARRAPI-000-004')).toEqual([])
      expect(names(await list(who))).not.toContain('LEAVER')
      expect(await found(who, 'leaver')).toEqual([])
      // How many they are stands beside the list.
      const apart = who === member ? undefined : 1
      expect((await list(who)).withdrawn).toBe(apart)
      expect((await list(who, { searchQuery: 'leaver' })).withdrawn).toBe(apart)
    }
    const { count } = await list(admin)
    expect(await admin.get('/api/admin/counts')).toMatchObject({ approvedCount: count })
    const { users: rows } = await list(viewer, { status: 'withdrawn' })
    expect(rows.map((row) => (row as ListedForReaders).withdrawn)).toEqual([true])
    expect(names(await list(admin, { ids: `${people['left']?.id}` }))).toEqual(['LEAVER'])
  })

  // Shows listing-03
  test('a serial number is searched by administrators only', async () => {
    expect(await found(admin, 'n-777-888')).toEqual(['MUÑOZ'])
    expect(await found(admin, '777-8')).toEqual(['MUÑOZ'])
    for (const who of [member, viewer]) {
      expect(await found(who, 'n-777-888')).toEqual([])
      expect(await found(who, '777-8')).toEqual([])
    }
  })

  // Shows listing-11, listing-18
  test('pending applicants are listed for administrators only', async () => {
    expect(names(await list(admin, { approved: 'false' }))).toEqual(['WAITING'])
    for (const who of [member, viewer]) {
      expect(await list(who, { approved: 'false' })).toMatchObject({ status: 403, code: 'not-allowed' })
      expect(names(await list(who))).not.toContain('WAITING')
      expect(await found(who, 'waiting')).toEqual([])
    }
    expect(await found(admin, 'waiting')).toEqual([])
    expect(await found(admin, 'waiting', 'false')).toEqual(['WAITING'])
  })
})

describe('search', () => {
  // Shows listing-03, listing-08
  test.each([
    ['munoz', 'case and accents folded'],
    ['MUÑOZ', 'as it is written'],
    ['de la pena', 'every word, the short ones too'],
    ['pena jose', 'in whatever order'],
    ['uño', 'in the middle of a word'],
    ['jr', 'suffix'],
    ['po1', 'rank'],
    ['pn visayas', 'service and region'],
    ['7th navfor', 'unit'],
    ['arrapi-000-002', 'ID number'],
    ['000-002', 'part of an ID number'],
    ['arrapi-000-002 munoz', 'ID number and name'],
    ['munoz - jose', 'a sign alone is no word'],
  ])('%s (%s)', async (typed) => {
    expect(await found(member, typed)).toEqual(['MUÑOZ'])
  })

  test.each([
    ['munoz santos', 'a word that is not there'],
    ['oz', 'two letters in the middle of a word'],
    ['%', 'a wildcard'],
    ['_', 'a wildcard'],
    ['m%z', 'a wildcard'],
    ['mu_oz', 'a wildcard'],
    ['\\', 'an escape'],
    ['％', 'a wide wildcard'],
    ['＼', 'a wide escape'],
    ['munoz＼', 'a wide escape at the end'],
    ['arrapi-000-002 leaver', 'somebody else’s number'],
    ["' or 1=1 --", 'an attack'],
    ['\u0000', 'nothing at all'],
  ])('%s finds nobody (%s)', async (typed) => {
    const answer = await list(member, { searchQuery: typed === '\u0000' ? 'x\u0000y' : typed })
    expect(answer).toMatchObject({ status: 200, users: [], count: 0, page: 1 })
  })

  test('wildcards are letters like others', async () => {
    expect(await found(member, '50%_off\\')).toEqual(['50%_OFF\\'])
    expect(await found(member, 'dela 50%')).toEqual([])
    expect(await found(member, 'juan 50%')).toEqual(['50%_OFF\\'])
  })

  test('another prefix than the present one is found too', async () => {
    await site.aMember({ lastName: 'OLDNUMBER', idNumber: 'OLD-000-123' })
    expect(await found(member, 'old-000-123')).toEqual(['OLDNUMBER'])
    await site.saveSettings({ idPrefix: 'OLD' })
    expect(await found(member, 'old-000-123')).toEqual(['OLDNUMBER'])
    expect(await found(member, 'arrapi-000-002')).toEqual(['MUÑOZ'])
    await site.saveSettings({ idPrefix: 'ARRAPI' })
  })

  test.each(['page=0', 'page=x', 'approved=perhaps', `searchQuery=${'x'.repeat(101)}`])(
    'refused: %s',
    async (asked) => {
      expect((await member.get(`/api/members?${asked}`)).status).toBe(400)
    },
  )
})

describe('why to look twice', () => {
  const concernsOf = async (someone: Someone) => {
    const { users: rows } = await list(admin, { approved: 'false', searchQuery: someone.serial })
    return (rows[0] as ListedApplicant | undefined)?.concerns
  }

  test('a serial that differs from another by punctuation and look-alikes only', async () => {
    await site.aMember({ militarySerial: 'LK-100-7' })
    for (const militarySerial of ['LK1007', 'LKIOO7', 'LК.1007'])
      expect(await concernsOf(await site.anApplicant({ militarySerial }))).toContain('serial-alike')
    await site.anApplicant({ militarySerial: '漢字' })
    for (const militarySerial of ['LK1008', '漢'])
      expect(await concernsOf(await site.anApplicant({ militarySerial }))).not.toContain('serial-alike')
  })

  test('the database folds a serial as the rule does', async () => {
    const serials = [
      'O-200270',
      'OQILSBZ|',
      'АВЕЅІЈКМНОРСТУХΑΒΕΖΗΙΚΜΝΟΡΤΥΧ',
      'Ñ-1',
      'ＰＡ-１',
      '漢字',
      'ﬁ²½',
      '',
      'Ɐ١',
      '👍-7',
      'ẞ1',
    ]
    const { rows } = await site.db.execute<{ folded: string }>(
      sql`select fold_serial(serial) as folded from unnest(${sql.param(serials)}::text[]) with ordinality as s (serial, n) order by n`,
    )
    expect(rows.map(({ folded }) => folded)).toEqual(serials.map(foldSerial))
  })

  test('missing files are named', async () => {
    const bare = await site.anApplicant()
    expect(await concernsOf(bare)).toEqual([
      'document-missing',
      'payment-proof-missing',
      'signature-missing',
      'picture-missing',
    ])
    await site.documentsOf(bare)
    expect(await concernsOf(bare)).toEqual([])
    await site.update(users, { id: bare.id }, { photoUploadPath: null })
    expect(await concernsOf(bare)).toEqual(['picture-missing'])
  })

  test('a birthday that makes the applicant too young', async () => {
    const ages = [14, 15].map((age) => `${new Date().getFullYear() - age}-01-01`)
    const [child, grown] = await Promise.all(ages.map((birthday) => site.anApplicant({ birthday })))
    expect(await concernsOf(child!)).toContain('too-young')
    expect(await concernsOf(grown!)).not.toContain('too-young')
  })

  test('a payment reference, or the picture of a payment, that anybody else has used', async () => {
    const paid = await site.aMember({ paymentReference: 'REF1', withdrawnAt: Date.now() })
    await site.documentsOf(paid, { paymentProof: 'the receipt' })
    const honest = await site.anApplicant({ paymentReference: 'REF2' })
    // The same picture, but not as a proof of payment of that other member.
    await site.documentsOf(honest, { paymentProof: `commissionDocument of ${paid.id}` })
    const copied = await site.anApplicant({ paymentReference: 'REF1' })
    await site.documentsOf(copied, { paymentProof: 'the receipt' })
    expect(await concernsOf(honest)).toEqual([])
    expect(await concernsOf(copied)).toEqual(['payment-reference-seen', 'payment-picture-seen'])
  })
})

// Shows listing-19
test('when the list cannot be read: Failed to fetch users', async () => {
  const own = await testSite()
  const someone = await own.asMember()
  await own.db.execute(sql`alter table member_counts rename to elsewhere`)
  expect(await list(someone)).toMatchObject({
    status: 503,
    code: 'users-unavailable',
    message: 'Failed to fetch users',
  })
  expect(own.logged.filter((line) => line.includes('members could not be listed'))).toHaveLength(1)
  await own.stop()
})
