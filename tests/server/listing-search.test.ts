import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { users } from '#server/db/schema.ts'
import type { ListedForAdmins, MembersPage } from '#shared/members/listing/listing.ts'
import { testSite, type Visitor } from '#tests/support/site.ts'
import { addMadeUpMembers } from '../../bench/made-up-members.ts'

/** Three thousand made-up members, two in a hundred of them applicants. */
const crowd = await testSite()
const client = await crowd.pool.connect()
await addMadeUpMembers(client, 3000)
client.release()
const someone = await crowd.asMember({ idNumber: 'ARRAPI-999-999' })
const decider = await crowd.asAdmin()
afterAll(() => crowd.stop())

const list = (who: Visitor, asked: Record<string, string | number> = {}) =>
  who.get<MembersPage>(
    `/api/members?${new URLSearchParams(Object.entries(asked).map(([key, value]) => [key, String(value)]))}`,
  )
/** The plain way: every record is read, and its words are put together anew. */
const people = `(select *, lower(unaccent(concat_ws(' ', '', first_name, middle_name, last_name, suffix, rank, ms, region,
  unit_assignment, id_number))) as seen from users where approved and military_serial is not null and erased_at is null) people`
const expected = async (where: string, order = 'id_number') => {
  const { rows } = await crowd.pool.query(`select id_number from ${people} where ${where} order by ${order}`)
  return rows.map((row) => row.id_number as string)
}

// Shows listing-09, listing-20
test('pages of ten are ordered by ID number, and counted without being searched', async () => {
  const all = await expected('true')
  expect(all).toHaveLength(2941)
  for (const page of [1, 2, 150, 295, 296]) {
    const answer = await list(someone, { page })
    expect([answer.count, answer.page]).toEqual([2941, page])
    expect(answer.users.map(({ idNumber }) => idNumber)).toEqual(all.slice((page - 1) * 10, page * 10))
  }
})

/** How many are told of so many. */
const counted = (people: number) => (people > 1000 ? { count: 1000, more: true } : { count: people })

// Common, in between and rare take different ways to the same answer.
// Shows listing-06, listing-09
test.each([
  ['pa', `' ' || ms = ' PA' or seen like '% pa%'`],
  ['santos', `seen like '%santos%'`],
  ['juan', `seen like '%juan%'`],
  ['salonga', `seen like '%salonga%'`],
  ['juan santos', `seen like '%juan%' and seen like '%santos%'`],
  ['luzon ncr', 'false'],
  ['arrapi-001', `id_number like 'ARRAPI-001-%'`],
])('%s: each page holds what it should, and up to a thousand are counted', async (typed, where) => {
  const all = await expected(where)
  for (const page of [1, 2, 21, 30]) {
    const { count, more, users: rows } = await list(someone, { searchQuery: typed, page })
    expect(rows.map(({ idNumber }) => idNumber)).toEqual(all.slice((page - 1) * 10, page * 10))
    expect({ count, ...(more && { more }) }).toEqual(counted(all.length))
  }
})

// Shows listing-06
test.each<[string, Record<string, string>, string, string]>([
  ['nothing typed', {}, 'true', 'id_number'],
  ['more than a thousand', { searchQuery: 'pa' }, `seen like '% pa%'`, 'id_number'],
  [
    'in another order',
    { searchQuery: 'luzon', sort: 'name' },
    `seen like '%luzon%'`,
    `fold_text(last_name || ' ' || first_name), id_number`,
  ],
  ['the newest first', { service: 'PA', sort: 'joined' }, `ms = 'PA'`, 'member_since desc, id_number desc'],
  [
    'by region',
    { service: 'PA', sort: 'region' },
    `ms = 'PA'`,
    `array_position('{NCR,Luzon,Visayas,Mindanao}', region), id_number`,
  ],
])('%s: every page is reached from the one beside it, forth and back', async (_, asked, where, order) => {
  const all = await expected(where, order)
  const page = (n: number) => all.slice((n - 1) * 10, n * 10)
  const last = Math.ceil(all.length / 10)
  for (const [n, from] of [
    [2, 1],
    [90, 88],
    [101, 102],
    [last - 1, last - 2],
    [last, last - 1],
    [last - 2, last],
    [1, 2],
  ] as const) {
    const { users: found } = await list(decider, { ...asked, page: n, near: `${from} ${page(from)[0]}` })
    expect(
      found.map(({ idNumber }) => idNumber),
      `page ${n} from ${from}`,
    ).toEqual(page(n))
  }
  // Who was first there may be gone.
  const { users: found } = await list(decider, { ...asked, page: 101, near: '100 GONE-000-001' })
  expect(found.map(({ idNumber }) => idNumber)).toEqual(page(101))
})

// Shows listing-06
test('a service and a region narrow the list and a search, and every match is on some page', async () => {
  const all = await expected(`ms = 'PA' and region = 'Luzon' and seen like '%juan%'`)
  expect(all.length).toBeGreaterThan(10)
  const found: unknown[] = []
  for (let page = 1; page <= Math.ceil(all.length / 10) + 1; page++) {
    const { count, users } = await list(someone, { searchQuery: 'juan', service: 'PA', region: 'Luzon', page })
    expect(count).toBe(all.length)
    found.push(...users.map(({ idNumber }) => idNumber))
  }
  expect(found).toEqual(all)
  expect((await list(someone, { region: 'Mindanao' })).count).toBe((await expected(`region = 'Mindanao'`)).length)
  expect((await list(someone, { service: 'ARMY' })) as unknown).toMatchObject({ status: 400 })
})

// Shows listing-09
test('applicants are ordered by the time they applied', async () => {
  const { rows } = await crowd.pool.query('select military_serial from users where not approved order by created_at')
  const answer = await list(decider, { approved: 'false', page: 2 })
  expect(answer.count).toBe(60)
  expect(answer.users.map((row) => (row as ListedForAdmins).militarySerial)).toEqual(
    rows.slice(10, 20).map((row) => row.military_serial),
  )
})

/** What each choice of a filter means, said of the record itself. */
const meaning: Record<string, Record<string, string>> = {
  service: { PA: `ms = 'PA'`, PN: `ms = 'PN'`, TAS: `ms = 'TAS'`, none: 'ms is null' },
  region: { NCR: `region = 'NCR'`, Luzon: `region = 'Luzon'`, none: 'region is null' },
  rank: { cpt: `rank = 'CPT'`, COL: `rank = 'COL'` },
  unit: { '117th': `seen like '%117th%'`, cdc: `lower(unit_assignment) like '%cdc%'`, juan: 'false' },
  missing: {
    any: `num_nulls(commission_document_path, payment_proof_path, signature_path, profile_picture_path, photo_upload_path) > 0`,
    commissionDocument: 'commission_document_path is null',
    paymentProof: 'payment_proof_path is null',
    signature: 'signature_path is null',
    picture: 'profile_picture_path is null or photo_upload_path is null',
  },
  password: { birthday: 'not own_password' },
  email: { yes: 'email is not null', none: 'email is null', refused: 'email_refused_at is not null' },
  joinedFrom: { '2020-01-01': `member_since >= '2020-01-01'` },
  joinedUntil: { '2015-06-30': `member_since <= '2015-06-30'` },
  searchQuery: { santos: `seen like '%santos%' or military_serial like '%SANTOS%'`, pa: `seen like '% pa%'` },
  status: { member: 'true', withdrawn: 'withdrawn_at is not null', all: 'true' },
}
const orders: Record<string, string> = {
  number: 'id_number',
  name: `fold_text(last_name || ' ' || first_name), id_number`,
  joined: `member_since desc nulls last, id_number desc`,
  region: `array_position('{NCR,Luzon,Visayas,Mindanao}', region), id_number`,
}

// Shows listing-06
test('any filters together, in any order, hold whom the plain conditions hold', async () => {
  // Of the made-up ones alone: who is changed like that is logged out.
  const change = (what: string, serials: string) =>
    crowd.pool.query(
      `update users set ${what} where personnel_address like '%Barangay San Isidro%' and military_serial like $1`,
      [serials],
    )
  await change('ms = null', '%77')
  await change('region = null, own_password = true', '%3')
  await change('email = null', '%5')
  await change('member_since = null', '%6')
  await change('email_refused_at = now()', '%18')
  await change('withdrawn_at = case when approved then now() end', '%4')
  const chosen = fc.record(
    Object.fromEntries(Object.entries(meaning).map(([name, ways]) => [name, fc.constantFrom(...Object.keys(ways))])),
    { requiredKeys: [] },
  )
  await fc.assert(
    fc.asyncProperty(chosen, fc.constantFrom(...Object.keys(orders)), async (filter, sort) => {
      const where = Object.entries(filter).map(([name, value]) => `(${meaning[name]?.[value!]})`)
      if (!filter['status'] || filter['status'] === 'member') where.push('withdrawn_at is null')
      const all = await expected(['true', ...where].join(' and '), orders[sort])
      const { count, more, users: first } = await list(decider, { ...(filter as Record<string, string>), sort })
      expect(first.map(({ idNumber }) => idNumber)).toEqual(all.slice(0, 10))
      // Without a filter all are counted.
      if (Object.keys(filter).length > 0) expect({ count, ...(more && { more }) }).toEqual(counted(all.length))
    }),
    { numRuns: 150 },
  )
})

test('the lines that are searched are made from the records as they are, whatever happens to them', async () => {
  const differing = `(table made_member_lines except table member_lines) union all (table member_lines except table made_member_lines)`
  expect((await crowd.pool.query(differing)).rows).toEqual([])
  await crowd.pool.query(`delete from users where not approved and military_serial like '%50'`)
  expect((await crowd.pool.query(differing)).rows).toEqual([])
})

const folded = (text: string | null) => (text ?? '').normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

// Shows listing-03, listing-06
test('finds whom a plain filter in memory finds, whatever is typed', async () => {
  const columns = [
    'firstName',
    'middleName',
    'lastName',
    'suffix',
    'rank',
    'ms',
    'region',
    'unitAssignment',
    'idNumber',
  ] as const
  const rows = await crowd.rowsOf(users)
  const everybody = rows.map((row) => ({
    row,
    seen: columns.map((column) => ` ${folded(row[column])}`).join(''),
    serial: ` ${folded(row.militarySerial)}`,
  }))
  const isListed = ({ row }: (typeof everybody)[number]) =>
    row.approved && row.militarySerial !== null && row.withdrawnAt === null && row.erasedAt === null
  const part = fc
    .tuple(fc.constantFrom(...everybody), fc.nat(), fc.nat(), fc.integer({ min: 1, max: 8 }))
    .map(([person, word, at, length]) => {
      const words = (person.seen + person.serial).split(' ').filter((one) => one !== '')
      const chosen = words[word % words.length] ?? ''
      return chosen.slice(at % chosen.length).slice(0, length)
    })
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(part, fc.constantFrom('%', '-', 'Ñ', 'qx', '117TH')), { minLength: 1, maxLength: 3 }),
      fc.boolean(),
      async (typed, isAdmin) => {
        const words = typed.map(folded).filter((word) => /[\p{L}\p{N}]/u.test(word))
        const found = everybody.filter(isListed).filter(({ seen, serial }) => {
          const text = isAdmin ? `${seen} ${serial}` : seen
          return words.length > 0 && words.every((word) => text.includes(word.length < 3 ? ` ${word}` : word))
        })
        // Six figures and more may be somebody's phone number, too.
        fc.pre(!isAdmin || typed.join('').replaceAll(/\D/g, '').length < 6)
        const numbers = found.map(({ row }) => row.idNumber).toSorted()
        const { count, more, users: first } = await list(isAdmin ? decider : someone, { searchQuery: typed.join(' ') })
        expect({ count, ...(more && { more }) }).toEqual(counted(numbers.length))
        expect(first.map(({ idNumber }) => idNumber)).toEqual(numbers.slice(0, 10))
      },
    ),
    { numRuns: 80 },
  )
})
