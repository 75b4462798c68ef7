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
const expected = async (where: string) => {
  const { rows } = await crowd.pool.query(
    `select id_number from users where approved and military_serial is not null and (${where}) order by id_number`,
  )
  return rows.map((row) => row.id_number)
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
  ['pa', `' ' || ms = ' PA' or member_search like '% pa%'`],
  ['santos', `member_search like '%santos%'`],
  ['juan', `member_search like '%juan%'`],
  ['salonga', `member_search like '%salonga%'`],
  ['juan santos', `member_search like '%juan%' and member_search like '%santos%'`],
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
  ['more than a thousand', { searchQuery: 'pa' }, `member_search like '% pa%'`, 'id_number'],
  [
    'in another order',
    { searchQuery: 'luzon', sort: 'name' },
    `member_search like '%luzon%'`,
    `fold_text(last_name || ' ' || first_name), id_number`,
  ],
  ['the newest first', { service: 'PA', sort: 'joined' }, `ms = 'PA'`, 'approved_at desc, id_number desc'],
  [
    'by region',
    { service: 'PA', sort: 'region' },
    `ms = 'PA'`,
    `array_position('{NCR,Luzon,Visayas,Mindanao}', region), id_number`,
  ],
])('%s: every page is reached from the one beside it, forth and back', async (_, asked, where, order) => {
  const { rows } = await crowd.pool.query(
    `select id_number from users where approved and military_serial is not null and ${where} order by ${order}`,
  )
  const all = rows.map((row) => row.id_number as string)
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
  const all = await expected(`ms = 'PA' and region = 'Luzon' and member_search like '%juan%'`)
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
  const people = rows.map((row) => ({
    row,
    seen: columns.map((column) => ` ${folded(row[column])}`).join(''),
    serial: ` ${folded(row.militarySerial)}`,
  }))
  const isListed = ({ row }: (typeof people)[number]) =>
    row.approved && row.militarySerial !== null && row.withdrawnAt === null && row.erasedAt === null
  const part = fc
    .tuple(fc.constantFrom(...people), fc.nat(), fc.nat(), fc.integer({ min: 1, max: 8 }))
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
        const found = people.filter(isListed).filter(({ seen, serial }) => {
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
