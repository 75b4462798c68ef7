import { parse } from 'csv-parse/sync'
import { isNotNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { users } from '#server/db/schema.ts'
import { plainCell } from '#shared/csv.ts'
import { columnNames, exportLabel } from '#shared/members/csv/columns.ts'
import { testSite } from '#tests/support/site.ts'

const site = await testSite({ clock: { now: () => Date.parse('2026-03-28T17:30:00Z') } })
const admin = await site.asAdmin()
afterAll(() => site.stop())

async function exported(approved?: boolean) {
  const response = await admin.get(`/api/members.csv${approved === undefined ? '' : `?approved=${approved}`}`)
  const bytes = response.bytes
  const people = parse<Record<string, string>>(bytes, { columns: true, bom: true, record_delimiter: ['\r\n'] })
  return { response, bytes, people }
}

describe('the file', () => {
  // Shows csv-01
  test('has a row for each member, in the order of their numbers, and opens in a spreadsheet with its ñ', async () => {
    await site.db.delete(users).where(isNotNull(users.militarySerial))
    const later = await site.aMember({ idNumber: 'ARRAPI-000-020', lastName: 'MUÑOZ', unitAssignment: '1st, "A"' })
    const first = await site.aMember({ idNumber: 'ARRAPI-000-003', rruChecked: true })
    const withoutNumber = await site.aMember({ idNumber: null, isAdmin: true })
    await site.aMember({ withdrawnAt: Date.now() })
    await site.anApplicant()
    const { response, bytes, people } = await exported()
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="members-2026-03-29.csv"')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    expect(people.map((person) => person['Internal id'])).toEqual([first.id, later.id, withoutNumber.id])
    expect(people[1]).toMatchObject({
      'ID number': 'ARRAPI-000-020',
      'Member since': '2020-01-01',
      'Last name': 'MUÑOZ',
      'Unit assignment': '1st, "A"',
      Birthday: '1964-10-05',
      RRU: 'no',
      'Middle name': '',
      Approved: 'yes',
      Administrator: 'no',
    })
    expect(people[0]!['RRU']).toBe('yes')
  })

  test('names its columns in the words of the screen, and holds no password, path or token', async () => {
    await site.aMember({ cellphoneNumber: '09171234567' })
    const { people } = await exported()
    // Spreadsheets keep it as text, with its zero.
    expect(people.map((person) => person['Cellphone number'])).toContain('0917 123 4567')
    expect(Object.keys(people[0]!)).toEqual(([...columnNames, 'approved', 'is_admin', 'id'] as const).map(exportLabel))
    const { bytes } = await exported()
    expect(bytes.toString()).not.toMatch(/argon2|_path|token|password/)
  })

  test('of applicants holds those who wait, in the order in which they applied', async () => {
    const second = await site.anApplicant({ createdAt: Date.parse('2026-01-02') })
    const first = await site.anApplicant({ createdAt: Date.parse('2026-01-01') })
    const { response, people } = await exported(false)
    expect(response.headers.get('content-disposition')).toContain('applicants-2026-03-29.csv')
    expect(people.slice(0, 2).map((person) => person['Internal id'])).toEqual([first.id, second.id])
    expect(people.every((person) => person['Approved'] === 'no' && person['ID number'] === '')).toBe(true)
  })

  // Shows csv-01
  test('runs nothing in a spreadsheet', async () => {
    await site.aMember({ idNumber: 'ARRAPI-000-001', lastName: '=HYPERLINK("http://x")', rank: '+CPT' })
    const { people } = await exported()
    expect(people[0]).toMatchObject({ 'Last name': '\'=HYPERLINK("http://x")', Rank: "'+CPT" })
    expect(plainCell(people[0]!['Rank']!)).toBe('+CPT')
  })
})

// Shows audit-10
test('is written down, with how many people it holds', async () => {
  const { people } = await exported(false)
  expect(await site.lastAct()).toMatchObject({
    action: 'members exported',
    detail: { count: people.length, approved: false },
  })
  await admin.get('/api/members.csv?how=print&columns=id_number')
  expect(await site.lastAct()).toMatchObject({ detail: { how: 'print', columns: 1 } })
})

test('asks for true or false, and an answer about the head costs nothing', async () => {
  expect((await admin.get('/api/members.csv?approved=maybe')).status).toBe(400)
  const head = await admin.send('HEAD', '/api/members.csv')
  expect([head.status, head.text]).toEqual([200, ''])
})

describe('with many members', () => {
  beforeAll(async () => {
    await site.db.execute(sql`
      insert into ${users} (first_name, last_name, military_serial, birthday, approved, id_number, personnel_address)
      select 'JUAN', 'CRUZ', 'MANY-' || n, '1964-10-05', true,
        'MANY-' || lpad((n / 1000)::text, 3, '0') || '-' || lpad((n % 1000)::text, 3, '0'), repeat('x', 250)
      from generate_series(1, 12000) n`)
  })

  test('each is there once, across all batches', async () => {
    const { people } = await exported()
    const many = people.filter((person) => person['Military serial number']!.startsWith('MANY-'))
    expect(new Set(many.map((person) => person['Internal id'])).size).toBe(12_000)
    expect(many).toHaveLength(12_000)
    const numbers = many.map((person) => person['ID number'])
    expect(numbers).toEqual(numbers.toSorted())
  })

  test('whoever hangs up ends the reading', async () => {
    let asked = 0
    const { pool } = site
    const query = pool.query.bind(pool)
    pool.query = ((...given: Parameters<typeof query>) => {
      if (JSON.stringify(given[0]).includes('contact_person_relationship')) asked++
      return query(...given)
    }) as typeof pool.query
    try {
      const hangUp = new AbortController()
      const response = await fetch(`${site.url}/api/members.csv`, {
        headers: { cookie: admin.cookie },
        signal: hangUp.signal,
      })
      const reader = response.body!.getReader()
      await reader.read()
      hangUp.abort()
      await expect(reader.read()).rejects.toThrow()
      await new Promise((resolve) => setTimeout(resolve, 300))
      const whenCut = asked
      await new Promise((resolve) => setTimeout(resolve, 300))
      expect(asked).toBe(whenCut)
      expect(asked).toBeGreaterThan(0)
      expect(asked).toBeLessThan(12)
    } finally {
      pool.query = query
    }
  })
})
