import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { memberConditions, orderBy } from '#server/members/listing/member-conditions.ts'
import { pageOf } from '#server/members/listing/search.ts'
import type { ListedForReaders, MembersPage } from '#shared/members/listing/listing.ts'
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

const list = (
  who: Visitor,
  asked: { approved?: string; page?: number; searchQuery?: string; service?: string; region?: string } = {},
) =>
  who.get<MembersPage>(
    `/api/members?${new URLSearchParams(Object.entries(asked).map(([key, value]) => [key, String(value)]))}`,
  )
/** As the site looks for a member's search, without the rows. */
async function found(searchQuery: string, page: number, idPrefix: string) {
  const fits = await memberConditions(crowd.db, { searchQuery }, { reader: { role: 'member' }, idPrefix })
  return pageOf(crowd.db, { fits, order: orderBy('number'), page })
}
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

test('figures that most phone numbers have in common are found in a hash table, not compared one by one', async () => {
  const fits = await memberConditions(
    crowd.db,
    { searchQuery: '0917 00' },
    { reader: { role: 'admin', jobs: ['membership'] }, idPrefix: 'ARRAPI' },
  )
  const { rows } = await crowd.db.execute<Record<string, string>>(sql`explain select id from users where ${fits}`)
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('hashed SubPlan')
  expect((await pageOf(crowd.db, { fits, order: orderBy('number'), page: 1 })).count).toBe(2940)
})

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
])('%s: each page holds what it should, and all of them are counted', async (typed, where) => {
  const all = await expected(where)
  for (const page of [1, 2, 21, 30]) {
    const answer = await list(someone, { searchQuery: typed, page })
    expect(answer.count).toBe(all.length)
    expect(answer.users.map(({ idNumber }) => idNumber)).toEqual(all.slice((page - 1) * 10, page * 10))
  }
})

test("what is common, rare or nobody's is paged and counted alike", async () => {
  const idsOf = async (where: string) => {
    const { rows } = await crowd.pool.query(
      `select id from users where approved and military_serial is not null and ${where} order by id_number`,
    )
    return rows.map((row) => row.id)
  }
  for (const word of ['luzon', 'juan', 'santos', 'salonga', 'qwxyz']) {
    const all = await idsOf(`member_search like '%${word}%'`)
    for (const page of [1, 3, 22, 60])
      expect(await found(word, page, 'ARRAPI'), `${word}, page ${page}`).toEqual({
        ids: all.slice((page - 1) * 10, page * 10),
        count: all.length,
      })
  }
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
  expect(answer.users.map((row) => (row as ListedForReaders).militarySerial)).toEqual(
    rows.slice(10, 20).map((row) => row.military_serial),
  )
})

test('whatever part of a word is typed, everybody is found whose text has it', async () => {
  const { rows } = await crowd.pool.query<{ part: string; people: string }>(
    `with parts as materialized (
       select substr(word, 1 + floor(random() * length(word))::int, 1 + floor(random() * 7)::int) as part
       from (select member_search from users order by random() limit 40) u, string_to_table(member_search, ' ') word
       where word ~ '[[:alnum:]]'
     )
     select part, (select count(*) from users where approved and military_serial is not null and withdrawn_at is null
       and member_search like case when length(part) < 3 then '% ' else '%' end || part || '%') as people
     from (select part from parts where part ~ '[[:alnum:]]' group by part order by random() limit 60) chosen`,
  )
  for (const { part, people } of rows) {
    const { count } = await found(part, 1, 'NONE')
    expect({ part, count }).toEqual({ part, count: Number(people) })
  }
})
