import { eq, sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import type { AuditEntry } from '#server/audit/audit.ts'
import { auditLog, emails, users } from '#server/db/schema.ts'
import type { Person } from '#server/http/session.ts'
import { writeUpdates } from '#server/members/csv/update-members.ts'
import { sentenceOfEntry } from '#shared/audit/entry-text.ts'
import type { ImportPreview, ImportResult } from '#shared/members/csv/member-file.ts'
import { testSite } from '#tests/support/site.ts'

const site = await testSite()
const admin = await site.asAdmin()
await site.db.execute(sql`alter table emails alter column next_try_at set default 'infinity'`)
afterAll(() => site.stop())

const csv = { 'content-type': 'text/csv' }
const put = <Body>(file: string, wish: Record<string, string>) =>
  admin.put<Body & { code?: string }>(`/api/member-imports?${new URLSearchParams(wish)}`, file, csv)
const updating = { existing: 'update' }
const preview = (file: string, wish: Record<string, string> = updating) => put<ImportPreview>(file, wish)
const confirm = (file: string, { fileHash }: ImportPreview, wish: Record<string, string> = updating) =>
  put<ImportResult>(file, { ...wish, confirm: fileHash })
const recordOf = async (id: string) => (await site.rowsOf(users, { id }))[0]!
const problemsOf = ({ problems }: ImportPreview) =>
  problems.map(({ row, field, message }) => `${row} ${field}: ${message}`)

describe('an import that updates people on record', () => {
  test('shows field by field what a filled cell changes, and an empty cell changes nothing', async () => {
    const member = await site.aMember({ militarySerial: 'UPD-1', region: 'NCR', rank: 'CPT', unitAssignment: '1ST' })
    const same = await site.aMember({ militarySerial: 'UPD-2', region: 'Luzon' })
    const file = 'Military Serial,Region,Rank,Unit Assignment\r\nupd-1,Visayas,,\r\nUPD-2,luzon,,\r\n'
    const shown = await preview(file)
    expect(shown).toMatchObject({ rows: 2, good: 0, known: 2, changed: 1, unchanged: 1, problemCount: 0 })
    expect(shown.updates).toEqual([
      expect.objectContaining({ row: 2, changes: [{ field: 'region', column: 'region', from: 'NCR', to: 'Visayas' }] }),
    ])
    expect((await recordOf(member.id)).region).toBe('NCR')
    expect(await confirm(file, shown)).toMatchObject({ status: 201, updated: 1, overtaken: 0, members: 0, left: 0 })
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
    expect(await preview(file)).toMatchObject({ changed: 0, unchanged: 2 })
  })

  test('adds new people of the same file, and leaves those on record alone unless it is asked to', async () => {
    const member = await site.aMember({ militarySerial: 'UPD-10', region: 'NCR' })
    const file =
      'first_name,last_name,military_serial,birthday,region\r\nANA,REYES,UPD-10,1964-10-05,Luzon\r\nNEW,PERSON,UPD-11,1970-01-02,Luzon\r\n'
    const left = await preview(file, {})
    expect(left).toMatchObject({ good: 1, left: 0, known: 1, knownRows: [2], changed: 0, problemCount: 0 })
    const shown = await preview(file)
    expect(shown).toMatchObject({ good: 1, known: 1, changed: 1, problemCount: 0 })
    expect(await confirm(file, left, updating)).toMatchObject({ status: 409 })
    expect(await confirm(file, shown)).toMatchObject({ applicants: 1, updated: 1 })
    expect(await recordOf(member.id)).toMatchObject({ region: 'Luzon', firstName: 'ANA', lastName: 'REYES' })
  })

  test.each([
    [
      'an address somebody else has',
      'military_serial,email\r\nUPD-20,taken@example.org\r\n',
      '2 email: Email is already registered',
    ],
    [
      'another ID number',
      'military_serial,id_number\r\nUPD-20,ARRAPI-001-001\r\n',
      /^2 id_number: This person has the ID number ARRAPI-/,
    ],
    ['a region that is none', 'military_serial,region\r\nUPD-20,Palawan\r\n', '2 region: Invalid region selected'],
    ['an administrator', 'military_serial,region\r\nUPD-21,Luzon\r\n', /^2 : This person is an administrator/],
    [
      'a number for an applicant',
      'military_serial,id_number\r\nUPD-22,ARRAPI-001-001\r\n',
      '2 id_number: ID numbers are given at approval',
    ],
    [
      'the same person twice',
      'military_serial,region\r\nUPD-20,Luzon\r\nUPD-20,NCR\r\n',
      '3 military_serial: This is the same as in row 2',
    ],
    [
      'a type without the status',
      'military_serial,military_status,reservist_type\r\nUPD-20,Regular,Ready\r\n',
      /^2 reservist_type: A reservist type is only/,
    ],
  ])('refuses %s', async (_what, file, problem) => {
    await site.db
      .delete(users)
      .where(sql`military_serial in ('UPD-20', 'UPD-21', 'UPD-22') or email = 'taken@example.org'`)
    await site.aMember({ militarySerial: 'UPD-20', region: 'Visayas' })
    await site.aMember({ militarySerial: 'UPD-21', isAdmin: true })
    await site.anApplicant({ militarySerial: 'UPD-22' })
    await site.aMember({ militarySerial: 'UPD-23', email: 'taken@example.org' })
    const shown = await preview(file)
    expect(problemsOf(shown)).toEqual([typeof problem === 'string' ? problem : expect.stringMatching(problem)])
    await site.db.delete(users).where(eq(users.militarySerial, 'UPD-23'))
  })

  test('leaves alone whom somebody else has changed since the preview', async () => {
    const member = await site.aMember({ militarySerial: 'UPD-30', region: 'NCR' })
    const file = 'military_serial,region\r\nUPD-30,Luzon\r\n'
    const shown = await preview(file)
    await site.update(users, { id: member.id }, { region: 'Mindanao', version: 2 })
    expect(await confirm(file, shown)).toMatchObject({ status: 409, code: 'csv-rows-changed' })
    expect((await recordOf(member.id)).region).toBe('Mindanao')
  })

  test('refuses an email address that two rows of the file give away, whoever they are about', async () => {
    await site.aMember({ militarySerial: 'UPD-31' })
    await site.aMember({ militarySerial: 'UPD-32' })
    const heading = 'first_name,last_name,military_serial,birthday,email\r\n'
    const rows = ['UPD-31', 'UPD-32', 'UPD-33'].map((serial) => `A,B,${serial},1964-10-05,one@example.org\r\n`)
    expect(problemsOf(await preview(heading + rows.join('')))).toEqual([
      '3 email: This is the same as in row 2',
      '4 email: This is the same as in row 2',
    ])
  })

  test('writes the others when somebody took an address between the look and the write', async () => {
    const members = [
      await site.aMember({ militarySerial: 'UPD-35', region: 'NCR' }),
      await site.aMember({ militarySerial: 'UPD-36', region: 'NCR' }),
    ]
    const planned = await Promise.all(members.map(({ id }) => recordOf(id)))
    const updates = planned.map((record, n) => ({
      row: n + 2,
      record,
      changes: [
        { field: 'region' as const, column: 'region' as const, from: 'NCR', to: 'Luzon' },
        ...(n === 0
          ? [{ field: 'email' as const, column: 'email' as const, from: record.email, to: 'late@example.org' }]
          : []),
      ],
    }))
    await site.aMember({ email: 'late@example.org' })
    const [by] = await site.db.select({ id: users.id, name: users.fullName }).from(users).where(eq(users.isAdmin, true))
    const person = { id: by!.id, name: by!.name } as Person
    expect(await writeUpdates(site, person, updates)).toEqual({ updated: 1, overtaken: 1 })
    expect(await Promise.all(members.map(async ({ id }) => (await recordOf(id)).region))).toEqual(['NCR', 'Luzon'])
  })

  test('a corrected birthday lets in whoever used up their tries on the wrong one', async () => {
    const member = await site.aMember({ militarySerial: 'UPD-41' })
    const visitor = site.visitor()
    for (let tries = 0; tries < 5; tries++) await visitor.logIn('UPD-41', '01/01/1950')
    expect(await visitor.logIn('UPD-41', member.password)).toMatchObject({ status: 429 })
    const file = 'military_serial,birthday\r\nUPD-41,1966-03-24\r\n'
    expect(await confirm(file, await preview(file))).toMatchObject({ updated: 1 })
    expect(await site.visitor().logIn('UPD-41', '03/24/1966')).toMatchObject({ status: 200 })
  })

  // Shows login-44
  test('lets the login follow a corrected birthday, and tells the member at the old and the new address', async () => {
    const theirs = await site.asMember({ militarySerial: 'UPD-40' })
    const file = 'military_serial,birthday,email\r\nUPD-40,06/07/1965,upd-40@example.net\r\n'
    const asked = await preview(file)
    expect(asked.unclearDates).toEqual({ count: 1, example: '06/07/1965' })
    const wish = { ...updating, dates: 'day first' }
    const shown = await preview(file, wish)
    expect(shown.unclearDates).toBeNull()
    expect(await confirm(file, shown, wish)).toMatchObject({ updated: 1 })
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

test('a file with the day first adds people with the birthdays it means', async () => {
  const file =
    'first_name,last_name,military_serial,birthday\r\nANA,REYES,DAY-1,12/05/1964\r\nANA,REYES,DAY-2,25/12/1964\r\n'
  expect(await preview(file, {})).toMatchObject({ good: 0, unclearDates: { count: 2, example: '12/05/1964' } })
  expect(await preview(file, { dates: 'month first' })).toMatchObject({ good: 1, problemCount: 1 })
  const wish = { dates: 'day first' }
  const shown = await preview(file, wish)
  expect(shown).toMatchObject({ good: 2, problemCount: 0, unclearDates: null })
  // Read otherwise than the preview showed it, nothing is written, also where every row is good either way.
  const either = file.replace('25/12', '11/12')
  const seen = await preview(either, wish)
  for (const other of [{ dates: 'month first' }, { ...wish, ...updating }, { ...wish, doubles: 'add' }])
    expect(await confirm(either, seen, other)).toMatchObject({ status: 409, code: 'csv-rows-changed' })
  expect(await confirm(file, shown, wish)).toMatchObject({ applicants: 2 })
  const [first] = await site.rowsOf(users, { militarySerial: 'DAY-1' })
  expect(first?.birthday).toBe('1964-05-12')
})

// Shows audit-10
test('the log accounts for every row of the file', async () => {
  const there = { firstName: 'LOG', lastName: 'TWIN', birthday: '1961-02-03', region: 'NCR' } as const
  await site.aMember({ ...there, militarySerial: 'LOG-1' })
  await site.aMember({ ...there, lastName: 'OTHER', militarySerial: 'LOG-2' })
  const file = [
    'first_name,last_name,military_serial,birthday,region',
    'Log,Twin,LOG-1,1961-02-03,Luzon',
    'Log,Other,LOG-2,1961-02-03,NCR',
    'Log,Twin,LOG-3,1961-02-03,NCR',
    'Log,New,LOG-4,1961-02-03,NCR',
    ',Nameless,LOG-5,1961-02-03,NCR',
  ].join('\r\n')
  const adding = { ...updating, doubles: 'add' }
  expect(await confirm(file, await preview(file, adding), adding)).toMatchObject({ applicants: 2, updated: 1 })
  const entries = await site.db.select({ entry: auditLog.entry }).from(auditLog).orderBy(auditLog.seq)
  const acts = entries.map(({ entry }) => JSON.parse(entry) as AuditEntry)
  const { detail = {} } = acts.findLast(({ action }) => action === 'members imported') ?? {}
  expect(sentenceOfEntry({ action: 'members imported', by: 'ANA', about: null, reference: null, detail })).toBe(
    'ANA imported members. Applicants added: 2. Same name and birthday, left out: 0. Same name and birthday, added as different people: 1. Already on record, left as they are: 0. Rows with problems, left out: 1. Members added: 0. Already as the file says: 1. People on record, to be updated: 1.',
  )
})
