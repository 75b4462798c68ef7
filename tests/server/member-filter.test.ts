import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { users } from '#server/db/schema.ts'
import type { ListedForReaders, MembersPage } from '#shared/members/listing/listing.ts'
import { choices, filterQuery, sorts, type MemberFilter } from '#shared/members/listing/member-filter.ts'
import { testSite } from '#tests/support/site.ts'
import { addMadeUpMembers } from '../../bench/made-up-members.ts'

type Row = typeof users.$inferSelect

const site = await testSite()
const client = await site.pool.connect()
await addMadeUpMembers(client, 400)
// So that each filter finds some and leaves some out.
await client.query(`update users set
  own_password = random() < 0.5, email = case when random() < 0.7 then email end,
  region = case when random() < 0.8 then region end, ms = case when random() < 0.9 then ms end,
  withdrawn_at = case when approved and random() < 0.2 then now() end,
  member_since = case when approved then date '2024-01-01' + (random() * 60)::int end
  where military_serial is not null`)
await client.query('update users set email_refused_at = now() where email is not null and random() < 0.3')
client.release()
const admin = await site.asAdmin()
let everybody = await site.rowsOf(users, { approved: true })
afterAll(() => site.stop())

const folded = (text: string | null) => (text ?? '').normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** The same filter in plain words of the language, over rows in memory. */
function fits(row: Row, filter: MemberFilter): boolean {
  const { service, region, rank, unit, status, joinedFrom, joinedUntil, password, email, searchQuery } = filter
  const joined = row.memberSince ?? ''
  const text = [row.firstName, row.middleName, row.lastName, row.rank, row.ms, row.region, row.unitAssignment]
    .concat(row.idNumber, row.militarySerial)
    .map((part) => ` ${folded(part)}`)
    .join('')
  return [
    row.militarySerial !== null && row.erasedAt === null,
    !service || (service === 'none' ? row.ms === null : row.ms === service),
    !region || (region === 'none' ? row.region === null : row.region === region),
    !rank || row.rank === rank.toUpperCase(),
    !unit || folded(row.unitAssignment).includes(folded(unit)),
    status === 'all' || (status === 'withdrawn') === (row.withdrawnAt !== null),
    !joinedFrom || joined >= joinedFrom,
    !joinedUntil || joined <= joinedUntil,
    !filter.missing || row.signaturePath === null,
    !password || !row.ownPassword,
    email !== 'yes' || row.email !== null,
    email !== 'none' || row.email === null,
    email !== 'refused' || row.emailRefusedAt !== null,
    !searchQuery || text.includes(folded(searchQuery)),
  ].every(Boolean)
}

const numbers = (rows: readonly { idNumber: string | null }[]) => rows.map(({ idNumber }) => idNumber).toSorted()

async function listed(filter: MemberFilter, sort?: string): Promise<{ all: ListedForReaders[]; count: number }> {
  const all: ListedForReaders[] = []
  for (let page = 1; ; page++) {
    const query = new URLSearchParams({ ...filterQuery(filter), page: String(page), ...(sort && { sort }) })
    const { users: people, count } = await admin.get<MembersPage>(`/api/members?${query}`)
    all.push(...(people as ListedForReaders[]))
    if (people.length < 10) return { all, count }
  }
}

async function exported(filter: MemberFilter, columns?: string): Promise<Record<string, string>[]> {
  const query = new URLSearchParams({ ...filterQuery(filter), ...(columns && { columns }) })
  const response = await admin.get(`/api/members.csv?${query}`)
  return parse(response.bytes, { columns: true, bom: true, record_delimiter: ['\r\n'] })
}

const optional = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: undefined, freq: 2 })
const day = fc.integer({ min: 1, max: 28 }).map((date) => `2024-01-${String(date).padStart(2, '0')}`)
const anyFilter = fc
  .record({
    service: optional(fc.constantFrom(...choices.service)),
    region: optional(fc.constantFrom(...choices.region)),
    rank: optional(fc.constantFrom('CPT', 'cpl', 'SGT')),
    unit: optional(fc.constantFrom('rribn', '1', '%')),
    status: optional(fc.constantFrom(...choices.status)),
    joinedFrom: optional(day),
    joinedUntil: optional(day),
    missing: optional(fc.constantFrom('any' as const, 'signature' as const)),
    password: optional(fc.constant('birthday' as const)),
    email: optional(fc.constantFrom(...choices.email)),
    searchQuery: optional(fc.constantFrom('santos', 'peña', 'luzon')),
  })
  .map((filter): MemberFilter => Object.fromEntries(Object.entries(filter).filter(([, value]) => value)))

describe('a filter of members', () => {
  test('lists and exports whom a plain filter in memory finds, whatever is chosen', async () => {
    await fc.assert(
      fc.asyncProperty(anyFilter, async (filter) => {
        const expected = numbers(everybody.filter((row) => fits(row, filter)))
        const { all, count } = await listed(filter)
        expect([count, numbers(all)]).toEqual([expected.length, expected])
        const rows = await exported(filter, 'id_number,last_name')
        expect(rows.map((row) => row['ID number']).toSorted()).toEqual(expected)
      }),
      { numRuns: 40 },
    )
  })

  test.each(sorts)('is sorted by %s over all its pages', async (sort) => {
    const { all } = await listed({ service: 'PN' }, sort)
    const rows = everybody.filter((row) => fits(row, { service: 'PN' }))
    const byNumber = (a: Row, b: Row) => (a.idNumber! < b.idNumber! !== (sort === 'joined') ? -1 : 1)
    const order = ['NCR', 'Luzon', 'Visayas', 'Mindanao', null]
    const keys: Record<typeof sort, (row: Row) => string | number> = {
      number: () => 0,
      name: (row) => folded(`${row.lastName} ${row.firstName}`),
      joined: (row) => -Date.parse(row.memberSince!),
      region: (row) => order.indexOf(row.region),
    }
    const key = keys[sort]
    const expected = rows.toSorted((a, b) => (key(a) === key(b) ? byNumber(a, b) : key(a) < key(b) ? -1 : 1))
    expect(all.map(({ idNumber }) => idNumber)).toEqual(expected.map(({ idNumber }) => idNumber))
  })

  test('finds administrators a phone number and an email address, and nobody else', async () => {
    const person = await site.aMember({ cellphoneNumber: '09995550123', email: 'needle@haystack.example' })
    const viewer = await site.asViewer()
    for (const typed of [
      '0999 555 0123',
      '+63 999 555 0123',
      '5550123',
      'needle@haystack',
      'NEEDLE@HAYSTACK.example',
    ]) {
      const { all } = await listed({ searchQuery: typed })
      expect(
        all.map(({ id }) => id),
        typed,
      ).toEqual([person.id])
      const others = await viewer.get<MembersPage>(`/api/members?${new URLSearchParams({ searchQuery: typed })}`)
      expect(others.users, typed).toEqual([])
    }
    everybody = await site.rowsOf(users, { approved: true })
  })

  test('tells a member nothing that they do not see of others', async () => {
    const member = await site.asMember()
    const count = async (query: string) => (await member.get<MembersPage>(`/api/members?${query}`)).count
    const all = await count('region=NCR')
    for (const chosen of [
      'password=birthday',
      'email=none',
      'email=refused',
      'missing=any',
      'joinedFrom=2024-01-20',
      'status=withdrawn',
    ])
      expect(await count(`region=NCR&${chosen}`), chosen).toBe(all)
    everybody = await site.rowsOf(users, { approved: true })
  })

  test('is exported with the columns that were chosen, in their order, and harmless', async () => {
    await site.aMember({ lastName: '=SUM(A1)', rank: 'FORMULA' })
    const [row, ...others] = await exported({ rank: 'formula' }, 'password,last_name,status,member_since')
    expect(others).toEqual([])
    expect(Object.entries(row!)).toEqual([
      ['Member since', '2020-01-01'],
      ['Last name', "'=SUM(A1)"],
      ['Membership', 'member'],
      ['Kind of password', 'birthday'],
    ])
    for (const columns of ['card_token', 'last_name,password_hash', ''])
      expect((await admin.get(`/api/members.csv?columns=${columns}`)).status).toBe(400)
  })

  test('prints the cards of those it describes, and no more than fit into a file', async () => {
    const print = (filter: MemberFilter) => admin.get(`/api/cards.pdf?${new URLSearchParams(filterQuery(filter))}`)
    const some = await print({ rank: 'FORMULA', status: 'member' })
    expect(some.status).toBe(200)
    expect(some.headers.get('content-disposition')).toContain('cards-1.pdf')
    expect((await print({ status: 'member' })).status).toBe(400)
    expect((await print({ rank: 'FORMULA', status: 'withdrawn' })).status).toBe(404)
  })
})
