import { createHash } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { appendAudit } from '#server/audit/audit.ts'
import { testSite, type TestSite, type Visitor } from '#tests/support/site.ts'

let site: TestSite
let admin: Visitor
let adminId: string
let adminName: string

beforeEach(async () => {
  site = await testSite({ holds: ['count ballots'] })
  const someone = await site.anAdmin({ firstName: 'AURORA', lastName: 'ADMIN' })
  adminId = someone.id
  adminName = `AURORA ADMIN (${someone.email})`
  admin = await site.signedIn(someone)
})
afterEach(() => site.stop())

interface Page {
  entries: {
    seq: number
    at: number
    action: string
    actor: string
    by: string | null
    about: string | null
    reference: string | null
    memberId: string | null
    detail: Record<string, unknown>
    hash: string
  }[]
  next: number | null
}
const read = (search = '') => admin.get<Page>(`/api/audit${search}`)
const write = (more: Partial<Parameters<typeof appendAudit>[2]> = {}) =>
  appendAudit(site.db, site.clock, { actor: adminId, action: 'page edited', ...more })

test('shows names as they are today, which the log itself does not hold', async () => {
  const member = await site.aWholeMember()
  await write({ action: 'member approved', subject: member.id })
  await admin.get(`/api/files/${member.files.paymentProof.id}`)
  const { entries } = await read()
  expect(entries[0]).toMatchObject({
    action: 'document opened',
    by: adminName,
    about: member.personal.slice(0, 4).join(' '),
    memberId: member.id,
  })
  expect(entries[1]).toMatchObject({ action: 'member approved', reference: null, memberId: member.id })
  const { rows } = await site.pool.query<{ all: string }>('select string_agg(entry, chr(10)) as all from audit_log')
  expect(rows[0]!.all).not.toMatch(/AURORA|ZORAIDA/)
})

test('is read in pages of fifty, newest first, by act and by person', async () => {
  for (let n = 0; n < 60; n++) await write({ detail: { n } })
  await write({ actor: 'system', action: 'site started first' })
  const first = await read()
  expect(first.entries).toHaveLength(50)
  expect(first.next).toBe(first.entries.at(-1)!.seq)
  const second = await read(`?before=${first.next}`)
  expect(second.entries[0]!.seq).toBe(first.next! - 1)
  const seqs = [...first.entries, ...second.entries].map(({ seq }) => seq)
  expect(seqs).toEqual(seqs.toSorted((a, b) => b - a))
  expect(second.next).toBeNull()

  const edits = await read('?action=page+edited')
  expect(new Set(edits.entries.map(({ action }) => action))).toEqual(new Set(['page edited']))
  expect(edits.next).not.toBeNull()
  const system = await read('?actor=system')
  expect(system.entries.every(({ actor }) => actor === 'system')).toBe(true)
  expect(system.entries.length).toBeGreaterThan(0)
  expect((await read(`?actor=${adminId}&action=page+edited`)).entries).toHaveLength(50)
  expect((await read('?action=member+erased')).entries).toEqual([])
})

test('what no filter can be is refused', async () => {
  for (const search of [
    '?before=0',
    '?before=x',
    '?before=1e999',
    '?action=drop+table',
    "?actor='%20or%201=1",
    '?kind=everything',
    '?from=2026-02-30',
    '?until=tomorrow',
    `?person=${'x'.repeat(101)}`,
    '?person=%E2%80%AEx',
  ])
    expect((await read(search)).status, search).toBe(400)
})

test('who was rejected or erased keeps a reference, and no name', async () => {
  const rejected = '3f2a91c0-0000-4000-8000-000000000000'
  const erased = await site.aMember({ firstName: 'ZENAIDA', lastName: 'GONE' })
  await write({ action: 'member approved', subject: erased.id })
  await write({ actor: erased.id, action: 'password changed', subject: erased.id })
  await write({ action: 'member rejected', subject: rejected })
  await site.pool.query(
    `update users set first_name = 'ERASED', last_name = 'MEMBER', erased_at = now(), withdrawn_at = now() where id = $1`,
    [erased.id],
  )
  const reference = erased.id.slice(0, 8).toUpperCase()
  const { entries } = await read()
  expect(entries.slice(0, 3)).toMatchObject([
    { action: 'member rejected', about: null, reference: '3F2A91C0', memberId: null },
    { action: 'password changed', by: `a former member (reference ${reference})` },
    { action: 'member approved', about: null, reference, memberId: null },
  ])
  expect(JSON.stringify(entries)).not.toMatch(/ZENAIDA|ERASED/)
  // By the reference what was done about the same one is found again, and about nobody else.
  expect((await read('?person=3F2A91C0')).entries).toMatchObject([{ action: 'member rejected' }])
  expect((await read(`?person=${reference}`)).entries).toHaveLength(2)
  expect((await read('?person=ZENAIDA')).entries).toEqual([])
  expect(await admin.get('/api/audit/check')).toMatchObject({ ok: true })
})

test('by person, kind and days; both files hold the same entries', async () => {
  const juan = await site.aMember({ firstName: 'JUAN', middleName: null, lastName: 'DELA PEÑA' })
  await write({ action: 'member approved', subject: juan.id })
  await write({ actor: juan.id, action: 'password changed', subject: juan.id })
  await write({
    action: 'document opened',
    subject: '3f2a91c0-0000-4000-8000-000000000001',
    detail: { owner: juan.id },
  })
  expect((await read()).entries[0]).toMatchObject({ about: expect.stringContaining('JUAN'), reference: null })
  await write({
    action: 'settings changed',
    detail: { changed: 'tagline', 'before.tagline': 'A', 'after.tagline': '=B' },
  })
  const acts = async (search: string) => (await read(search)).entries.map(({ action }) => action)
  expect(await acts('?person=dela+juan')).toEqual(['document opened', 'password changed', 'member approved'])
  expect(await acts('?person=dela+juan&kind=accounts')).toEqual(['password changed'])
  expect(await acts('?person=%25')).toEqual([])
  // A member's address cannot be guessed letter by letter.
  expect(await acts('?person=dela+juan+%40')).toEqual([])
  expect(new Set(await acts('?person=the+site'))).toEqual(new Set(['site started first']))
  expect(await acts('?kind=settings')).toEqual(['settings changed'])

  const at = (now: string) =>
    appendAudit(site.db, { now: () => Date.parse(now) }, { actor: 'system', action: 'count closed' })
  for (const now of [
    '2027-01-01T15:59:59.999Z',
    '2027-01-01T16:00:00.000Z',
    '2027-01-02T15:59:59.999Z',
    '2027-01-02T16:00:00Z',
  ])
    await at(now)
  const days = '?from=2027-01-02&until=2027-01-02'
  expect((await read(days)).entries.map(({ at }) => new Date(at).toISOString())).toEqual([
    '2027-01-02T15:59:59.999Z',
    '2027-01-01T16:00:00.000Z',
  ])
  expect(await acts('?from=2027-01-03&until=2027-01-02')).toEqual([])

  const written = parse((await admin.get(`/api/audit.csv${days}`)).text, { columns: true }) as Record<string, string>[]
  expect(written).toHaveLength(2)
  for (const { previous_hash, entry, hash } of written)
    expect(
      createHash('sha256')
        .update(previous_hash! + entry)
        .digest('hex'),
    ).toBe(hash)
  const told = await admin.get('/api/audit-in-words.csv?kind=settings')
  expect(told.headers.get('content-disposition')).toBe('attachment; filename="audit-log-in-words.csv"')
  const [line, ...others] = parse(told.text, { columns: true, bom: true }) as Record<string, string>[]
  expect(others).toEqual([])
  expect(line).toMatchObject({ Who: adminName, What: `${adminName} changed the settings. Tagline: from A to =B.` })
})

test('a whole log is said to be whole, a changed one where it breaks', async () => {
  for (let n = 0; n < 3; n++) await write({ detail: { n } })
  const { rows } = await site.pool.query<{ entries: number; hash: string }>(
    'select count(*)::int as entries, (select hash from audit_log order by seq desc limit 1) as hash from audit_log',
  )
  expect(await admin.get('/api/audit/check')).toMatchObject({
    ok: true,
    entries: rows[0]!.entries,
    lastHash: rows[0]!.hash,
  })
  const tamper = (from: string, to: string) =>
    site.pool.query(
      `begin; set local session_replication_role = replica; update audit_log set entry = replace(entry, '${from}', '${to}') where seq = 3; commit`,
    )
  await tamper('"at"', '"At"')
  expect(await admin.get('/api/audit/check')).toMatchObject({ ok: false, brokenAt: 3 })
  await tamper('"At"', '"at"')
})

test('is checked by one at a time; a crowd waits its turn, and past ten is refused', async () => {
  const client = await site.pool.connect()
  await client.query('begin; lock table audit_log in access exclusive mode')
  const checks = Array.from({ length: 14 }, () => admin.get('/api/audit/check'))
  const refused = await Promise.race(checks)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
  await client.query('rollback')
  client.release()
  const statuses = (await Promise.all(checks)).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([...Array<number>(11).fill(200), 503, 503, 503])
})

test('the export lets an outsider check the chain, and no cell of it is a formula', async () => {
  for (let n = 0; n < 3; n++) await write({ detail: { n } })
  await write({ detail: { reason: '=HYPERLINK("http://evil")' }, subject: '=1+1' })
  const response = await admin.get('/api/audit.csv')
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="audit-log.csv"')
  const text = response.text
  const rows = parse(text, { columns: true }) as Record<string, string>[]
  expect(text.split('\r\n', 1)).toEqual([
    'seq,time,actor,action,subject,detail,entry,previous_hash,hash,actor_name,actor_email',
  ])
  let previous = '0'.repeat(64)
  for (const [place, row] of rows.entries()) {
    expect(Number(row.seq)).toBe(place + 1)
    expect(row.previous_hash).toBe(previous)
    previous = createHash('sha256')
      .update(previous + row.entry)
      .digest('hex')
    expect(row.hash).toBe(previous)
  }
  expect(rows.at(-1)!.subject).toBe("'=1+1")
  for (const row of rows) for (const cell of Object.values(row)) expect(cell).not.toMatch(/^[=+\-@\t\r]/)
})
