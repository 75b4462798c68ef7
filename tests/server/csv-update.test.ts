import { eq, sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import type { AuditEntry } from '#server/audit/audit.ts'
import { auditLog, emails, users } from '#server/db/schema.ts'
import type { Person } from '#server/http/session.ts'
import { findRecordsBySerials } from '#server/members/csv/queries.ts'
import { writeUpdates } from '#server/members/csv/update-members.ts'
import { sentenceOfEntry } from '#shared/audit/entry-text.ts'
import type { ImportPart, RowOutcome, RowTexts } from '#shared/members/csv/member-file.ts'
import { testSite } from '#tests/support/site.ts'

const site = await testSite()
const admin = await site.asAdmin()
await site.db.execute(sql`alter table emails alter column next_try_at set default 'infinity'`)
afterAll(() => site.stop())

const send = async (all: readonly RowTexts[], options: Partial<Omit<ImportPart, 'rows'>>, versions: number[] = []) => {
  const rows = all.map((texts, n) => ({
    row: n + 2,
    texts,
    ...(versions[n] !== undefined && { version: versions[n] }),
  }))
  const part = { write: false, as: 'applicants', updating: true, ...options, rows }
  return (await admin.post<{ rows: RowOutcome[] }>('/api/member-imports', part)).rows
}
const look = (...all: RowTexts[]) => send(all, {})
/** Writes them as they are seen now. */
async function update(...all: RowTexts[]) {
  const versions = (await look(...all)).map((row) => (row.status === 'changed' ? row.version : 0))
  return send(all, { write: true }, versions)
}
const statuses = (rows: readonly RowOutcome[]) => rows.map(({ status }) => status)
const recordOf = async (id: string) => (await site.rowsOf(users, { id }))[0]!
const problemsOf = (rows: readonly RowOutcome[]) =>
  rows.flatMap((row) =>
    row.status === 'wrong' ? row.problems.map(({ field, message }) => `${row.row} ${field}: ${message}`) : [],
  )

describe('an import that updates people on record', () => {
  test('shows field by field what a filled cell changes, and an empty cell changes nothing', async () => {
    const member = await site.aMember({ militarySerial: 'UPD-1', region: 'NCR', rank: 'CPT', unitAssignment: '1ST' })
    const same = await site.aMember({ militarySerial: 'UPD-2', region: 'Luzon' })
    const rows = [
      { militarySerial: 'upd-1', region: 'Visayas', rank: '' },
      { militarySerial: 'UPD-2', region: 'luzon' },
    ]
    expect(await look(...rows)).toMatchObject([
      { row: 2, status: 'changed', version: 1, changes: [{ field: 'region', from: 'NCR', to: 'Visayas' }] },
      { row: 3, status: 'unchanged' },
    ])
    expect((await recordOf(member.id)).region).toBe('NCR')
    expect(statuses(await update(...rows))).toEqual(['changed', 'unchanged'])
    expect(await recordOf(member.id)).toMatchObject({
      region: 'Visayas',
      rank: 'CPT',
      unitAssignment: '1ST',
      version: 2,
    })
    expect((await recordOf(same.id)).version).toBe(1)
    expect((await site.logOf(member.id))[0]).toMatchObject({
      action: 'member edited',
      detail: { changed: 'region', import: true },
    })
    // The same file once more has nothing left to do.
    expect(statuses(await update(...rows))).toEqual(['unchanged', 'unchanged'])
  })

  test('adds new people of the same file, and leaves those on record alone unless it is asked to', async () => {
    const member = await site.aMember({ militarySerial: 'UPD-10', region: 'NCR' })
    const rows = [
      { firstName: 'ANA', lastName: 'REYES', militarySerial: 'UPD-10', birthday: '1964-10-05', region: 'Luzon' },
      { firstName: 'NEW', lastName: 'PERSON', militarySerial: 'UPD-11', birthday: '1970-01-02', region: 'Luzon' },
    ]
    expect(statuses(await send(rows, { updating: false }))).toEqual(['known', 'new'])
    expect(statuses(await update(...rows))).toEqual(['changed', 'new'])
    expect(await recordOf(member.id)).toMatchObject({ region: 'Luzon', firstName: 'ANA', lastName: 'REYES' })
  })

  test.each<[string, RowTexts[], string | RegExp]>([
    ['an address somebody else has', [{ email: 'taken@example.org' }], /^2 email: Email is already registered/],
    ['another ID number', [{ idNumber: 'ARRAPI-001-001' }], /^2 idNumber: This person has the ID number ARRAPI-/],
    ['a region that is none', [{ region: 'Palawan' }], '2 region: Invalid region selected'],
    ['an administrator', [{ militarySerial: 'UPD-21', region: 'Luzon' }], /^2 null: This person is an administrator/],
    [
      'a number for an applicant',
      [{ militarySerial: 'UPD-22', idNumber: 'ARRAPI-001-001' }],
      '2 idNumber: ID numbers are given at approval',
    ],
    [
      'the same person twice',
      [{ region: 'Luzon' }, { region: 'NCR' }],
      '3 militarySerial: This is the same as in row 2',
    ],
    [
      'a type without the status',
      [{ militaryStatus: 'Regular', reservistType: 'Ready' }],
      /^2 reservistType: A reservist type is only/,
    ],
  ])('refuses %s', async (_what, rows, problem) => {
    await site.db
      .delete(users)
      .where(sql`military_serial in ('UPD-20', 'UPD-21', 'UPD-22') or email = 'taken@example.org'`)
    await site.aMember({ militarySerial: 'UPD-20', region: 'Visayas' })
    await site.aMember({ militarySerial: 'UPD-21', isAdmin: true })
    await site.anApplicant({ militarySerial: 'UPD-22' })
    await site.aMember({ militarySerial: 'UPD-23', email: 'taken@example.org' })
    const shown = await look(...rows.map((texts) => ({ militarySerial: 'UPD-20', ...texts })))
    expect(problemsOf(shown)).toEqual([typeof problem === 'string' ? problem : expect.stringMatching(problem)])
    await site.db.delete(users).where(eq(users.militarySerial, 'UPD-23'))
  })

  test('leaves alone whom somebody else has changed since the preview', async () => {
    const member = await site.aMember({ militarySerial: 'UPD-30', region: 'NCR' })
    const rows = [{ militarySerial: 'UPD-30', region: 'Luzon' }]
    expect(statuses(await look(...rows))).toEqual(['changed'])
    await site.update(users, { id: member.id }, { region: 'Mindanao', version: 2 })
    expect(statuses(await send(rows, { write: true }, [1]))).toEqual(['overtaken'])
    expect(statuses(await send(rows, { write: true }))).toEqual(['overtaken'])
    expect((await recordOf(member.id)).region).toBe('Mindanao')
  })

  test('refuses an email address that two rows of the file give away, whoever they are about', async () => {
    await site.aMember({ militarySerial: 'UPD-31' })
    await site.aMember({ militarySerial: 'UPD-32' })
    const rows = ['UPD-31', 'UPD-32', 'UPD-33'].map((militarySerial) => ({
      firstName: militarySerial,
      lastName: 'B',
      militarySerial,
      birthday: '1964-10-05',
      email: 'one@example.org',
    }))
    expect(problemsOf(await look(...rows))).toEqual([
      '3 email: This is the same as in row 2',
      '4 email: This is the same as in row 2',
    ])
  })

  test('writes the others when somebody took an address between the look and the write', async () => {
    const members = [
      await site.aMember({ militarySerial: 'UPD-35', region: 'NCR' }),
      await site.aMember({ militarySerial: 'UPD-36', region: 'NCR' }),
    ]
    const planned = await findRecordsBySerials(
      site.db,
      members.map(({ serial }) => serial),
    )
    const updates = planned.map((record, n) => ({
      row: n + 2,
      record,
      changes: [
        { field: 'region' as const, from: 'NCR', to: 'Luzon' },
        ...(record.militarySerial === 'UPD-35'
          ? [{ field: 'email' as const, from: record.email, to: 'late@example.org' }]
          : []),
      ],
    }))
    await site.aMember({ email: 'late@example.org' })
    const [by] = await site.db.select({ id: users.id, name: users.fullName }).from(users).where(eq(users.isAdmin, true))
    const person = { id: by!.id, name: by!.name } as Person
    const left = updates.find(({ record }) => record.militarySerial === 'UPD-35')!.row
    expect([...(await writeUpdates(site, person, updates))]).toEqual([left])
    expect(await Promise.all(members.map(async ({ id }) => (await recordOf(id)).region))).toEqual(['NCR', 'Luzon'])
  })

  test('a corrected birthday lets in whoever used up their tries on the wrong one', async () => {
    const member = await site.aMember({ militarySerial: 'UPD-41' })
    const visitor = site.visitor()
    for (let tries = 0; tries < 5; tries++) await visitor.logIn('UPD-41', '01/01/1950')
    expect(await visitor.logIn('UPD-41', member.password)).toMatchObject({ status: 429 })
    expect(statuses(await update({ militarySerial: 'UPD-41', birthday: '1966-03-24' }))).toEqual(['changed'])
    expect(await site.visitor().logIn('UPD-41', '03/24/1966')).toMatchObject({ status: 200 })
  })

  // Shows login-44
  test('lets the login follow a corrected birthday, and tells the member at the old and the new address', async () => {
    const theirs = await site.asMember({ militarySerial: 'UPD-40' })
    const row = { militarySerial: 'UPD-40', birthday: '1965-07-06', email: 'upd-40@example.net' }
    expect(statuses(await update(row))).toEqual(['changed'])
    expect(await recordOf(theirs.id)).toMatchObject({ birthday: '1965-07-06', loginHelpedAt: expect.any(Number) })
    expect((await theirs.get(`/api/members/${theirs.id}`)).status).toBe(401)
    for (const address of [theirs.email, 'upd-40@example.net'])
      expect(await site.db.$count(emails, eq(emails.to, address)), address).toBe(1)
    const visitor = site.visitor()
    expect((await visitor.post('/api/accounts/login', { username: 'UPD-40', password: '05Oct1964' })).status).not.toBe(
      200,
    )
    expect(await site.signedIn({ ...theirs, password: '06Jul1965' })).toBeDefined()
  })
})

test('who has the serial number, but another name and birthday, is updated only if an administrator says that it is the same person', async () => {
  const member = await site.aMember({ militarySerial: 'ELSE-1', birthday: '1961-02-03', region: 'NCR' })
  const texts = { militarySerial: 'ELSE-1', firstName: 'Other', lastName: 'Person', birthday: '1975-05-06' }
  const part = { as: 'applicants', updating: true }
  const post = (row: object, write: boolean) =>
    admin.post<{ rows: RowOutcome[] }>('/api/member-imports', { ...part, write, rows: [{ row: 2, texts, ...row }] })
  for (const write of [false, true])
    expect((await post({ version: 1 }, write)).rows).toMatchObject([{ status: 'known', by: 'serial alone' }])
  expect(await recordOf(member.id)).toMatchObject({ birthday: '1961-02-03', version: 1 })
  expect((await post({ version: 1, samePerson: true }, true)).rows).toMatchObject([{ status: 'changed' }])
  expect(await recordOf(member.id)).toMatchObject({ firstName: 'OTHER', birthday: '1975-05-06' })
  // One of the two alone is a correction.
  expect(await look({ ...texts, firstName: 'Another' })).toMatchObject([{ status: 'changed' }])
  expect(await look({ ...texts, birthday: '1975-06-05' })).toMatchObject([{ status: 'changed' }])
})

test('the history of whom a file brings says which file it was', async () => {
  const texts = { firstName: 'Hist', lastName: 'Ory', militarySerial: 'HIST-1', birthday: '1975-05-06' }
  const part = { write: true, as: 'applicants', updating: false, fileName: '01-clean.xlsx', rows: [{ row: 2, texts }] }
  await admin.post('/api/member-imports', part)
  const [added] = await site.rowsOf(users, { militarySerial: 'HIST-1' })
  expect(await site.logOf(added!.id)).toMatchObject([
    { actor: admin.id, action: 'member imported', detail: { file: '01-clean.xlsx' } },
  ])
})

// Shows audit-10
test('the log says how many were added, updated, and added as others of the same name', async () => {
  const there = { firstName: 'LOG', lastName: 'TWIN', birthday: '1961-02-03', region: 'NCR' } as const
  await site.aMember({ ...there, militarySerial: 'LOG-1' })
  const log = { firstName: 'Log', lastName: 'Twin', birthday: '1961-02-03' }
  const rows = [
    { row: 2, texts: { ...log, militarySerial: 'LOG-1', region: 'Luzon' }, version: 1 },
    { row: 3, texts: { ...log, militarySerial: 'LOG-3' }, differentFrom: ['LOG-1'] },
    { row: 4, texts: { ...log, lastName: 'New', militarySerial: 'LOG-4' } },
  ]
  const part = { write: true, as: 'applicants', updating: true, rows }
  const { rows: outcomes } = await admin.post<{ rows: RowOutcome[] }>('/api/member-imports', part)
  expect(statuses(outcomes)).toEqual(['changed', 'new', 'new'])
  const entries = await site.db.select({ entry: auditLog.entry }).from(auditLog).orderBy(auditLog.seq)
  const acts = entries.map(({ entry }) => JSON.parse(entry) as AuditEntry)
  const { detail = {} } = acts.findLast(({ action }) => action === 'members imported') ?? {}
  expect(sentenceOfEntry({ action: 'members imported', by: 'ANA', about: null, reference: null, detail })).toBe(
    'ANA imported 2 applicants. 1 record was to be updated. 1 was added although somebody else has the same name and birthday.',
  )
})
