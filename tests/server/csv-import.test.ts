import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { duesPayments, idNumbering, users } from '#server/db/schema.ts'
import { guessColumns, textsOf } from '#shared/members/csv/guess-columns.ts'
import { cellText } from '#shared/members/csv/import.ts'
import { importLimits, type ImportPart, type RowOutcome, type RowTexts } from '#shared/members/csv/member-file.ts'
import { coveredFromStart } from '#shared/members/dues/dues.ts'
import { dayInManila } from '#shared/time.ts'
import { aDuesPlan } from '#tests/support/factories.ts'
import { testSite } from '#tests/support/site.ts'
import { openSpreadsheet, readBestSheet } from '#web/members/csv/read-spreadsheet.ts'

const site = await testSite()
const admin = await site.asAdmin()
// Members of the factories have numbers of the usual one.
await site.saveSettings({ idPrefix: 'IMP' })
afterAll(() => site.stop())

type Options = Partial<Omit<ImportPart, 'rows'>>
const send = (rows: ImportPart['rows'], options: Options = {}) =>
  admin.post<{ rows: RowOutcome[]; code?: string }>('/api/member-imports', {
    write: false,
    as: 'members',
    updating: false,
    ...options,
    rows,
  })
const asRows = (all: readonly RowTexts[], first = 2) => all.map((texts, n) => ({ row: first + n, texts }))
const look = async (all: readonly RowTexts[], options: Options = {}) => (await send(asRows(all), options)).rows
const write = (all: readonly RowTexts[], options: Options = {}) => look(all, { ...options, write: true })
const statuses = (rows: readonly RowOutcome[]) => rows.map(({ status }) => status)
const problemsOf = (rows: readonly RowOutcome[]) =>
  rows.flatMap((each) =>
    each.status === 'wrong' ? each.problems.map(({ field, message }) => `${each.row} ${field}: ${message}`) : [],
  )

let made = 0
/** New people, each unlike any other. */
const people = (count: number, more: RowTexts = {}): RowTexts[] =>
  Array.from({ length: count }, () => {
    made++
    return {
      firstName: 'ANA',
      lastName: `REYES ${made}`,
      militarySerial: `NEW-${made}`,
      birthday: '1970-09-01',
      ...more,
    }
  })
const countPeople = async () => (await site.rowsOf(users)).length
const bySerial = async (serial: string | undefined) => (await site.rowsOf(users, { militarySerial: serial ?? '' }))[0]

describe('looking at rows', () => {
  // Shows csv-05
  test('says what would become of each, and writes nothing', async () => {
    const there = await site.aMember({ email: 'there@example.org', idNumber: 'ARRAPI-100-001' })
    const before = await countPeople()
    const entry = await site.lastAct()
    const good = { firstName: 'Juan', lastName: 'Muñoz', militarySerial: 'P-1', birthday: '1964-10-05' }
    const rows = await look([
      { ...good, email: 'juan@example.org', idNumber: 'ARRAPI-100-002', region: 'ncr' },
      { ...good, firstName: 'Ana', militarySerial: 'P-2' },
      { ...good, militarySerial: 'P-3', birthday: '05/10/1964', email: 'nobody', region: 'Nowhere' },
      { ...good, militarySerial: there.serial.toLowerCase(), region: 'Nowhere' },
      { ...good, firstName: 'Eve', militarySerial: 'P-4', birthday: '1980-01-01', email: 'THERE@example.org' },
      { ...good, firstName: 'Ned', militarySerial: 'P-5', idNumber: 'ARRAPI-100-001' },
      { ...good, firstName: 'Ida', militarySerial: 'p-1' },
    ])
    expect(statuses(rows)).toEqual(['new', 'new', 'wrong', 'known', 'wrong', 'wrong', 'wrong'])
    expect(problemsOf(rows)).toEqual([
      '4 email: Please enter a valid email address',
      '4 region: Invalid region selected',
      '4 birthday: We cannot tell the day from the month: please write it like 1964-10-05 or 5 October 1964',
      expect.stringMatching(/^6 email: Email is already registered: it belongs to /),
      '7 idNumber: ID Number is already in use',
      '8 militarySerial: This is the same as in row 2',
    ])
    expect(rows[3]).toMatchObject({ by: 'serial', record: { id: there.id, militarySerial: there.serial } })
    expect(await countPeople()).toBe(before)
    expect(await site.lastAct()).toEqual(entry)
  })

  test('recognises people by serial number, by name and birthday, and by an email with one of these', async () => {
    const record = { firstName: 'JOSÉ', lastName: 'DELA PEÑA', birthday: '1961-02-03', email: 'jose@example.org' }
    const member = await site.aMember(record)
    const row = { firstName: 'jose', lastName: 'Dela Pena', birthday: '1961-02-03', militarySerial: 'KNOW-1' }
    const rows = await look([
      { ...row, militarySerial: member.serial },
      row,
      { ...row, firstName: 'Joe', militarySerial: 'KNOW-2', email: 'Jose@example.org' },
      {
        ...row,
        firstName: 'José',
        lastName: 'Dela Peña',
        militarySerial: 'KNOW-3',
        birthday: '1991-01-01',
        email: 'jose@example.org',
      },
      { ...row, firstName: 'Maria', militarySerial: 'KNOW-4', birthday: '1965-01-01', email: 'jose@example.org' },
      { ...row, firstName: 'Josefa', militarySerial: 'KNOW-5' },
    ])
    expect(rows.map((each) => (each.status === 'known' ? each.by : each.status))).toEqual([
      'serial',
      'name',
      'email',
      'email',
      'wrong',
      'new',
    ])
    expect(rows[1]).toMatchObject({ record: { id: member.id, name: 'JOSÉ DELA PEÑA', militarySerial: member.serial } })
  })

  test('a member’s serial number that reads the same is no new member’s, but may be an applicant’s or one’s with a number', async () => {
    await site.aMember({ militarySerial: 'O-200270' })
    const [row = {}] = people(1, { militarySerial: '0200270' })
    expect(problemsOf(await look([row]))).toEqual([expect.stringMatching(/^2 militarySerial: .*looks like another/)])
    expect(statuses(await look([row], { as: 'applicants' }))).toEqual(['new'])
    expect(statuses(await look([{ ...row, idNumber: 'ARRAPI-101-001' }]))).toEqual(['new'])
  })

  test('takes nothing but rows of members, and no more than a part of them', async () => {
    expect(await send([])).toMatchObject({ status: 400, code: 'invalid-input' })
    expect(await send(asRows(people(importLimits.rowsInPart + 1)))).toMatchObject({ status: 400 })
    expect(await send([{ row: 2, texts: { isAdmin: 'yes' } as RowTexts }])).toMatchObject({ status: 400 })
    expect(await send([{ row: 2, texts: { rank: 'x'.repeat(5000) } }])).toMatchObject({ status: 400 })
    const large = [{ row: 2, texts: { rank: 'x'.repeat(4 * 1024 * 1024) } }]
    expect(await send(large)).toMatchObject({ status: 413, code: 'body-too-large' })
  })
})

describe('writing rows', () => {
  // Shows csv-05, audit-10
  test('members keep their number or get the next, in the order of the file, and no email', async () => {
    const { idPrefix } = await site.settings()
    const rows = await write([
      { ...people(1)[0], firstName: 'Ida', militarySerial: 'C-1' },
      {
        ...people(1)[0],
        militarySerial: 'C-2',
        birthday: '05Oct1964',
        idNumber: `${idPrefix}-300-480`,
        email: 'c2@example.org',
        ms: 'Navy',
        reservistType: 'ready',
        rruChecked: 'yes',
      },
      { ...people(1)[0], militarySerial: 'C-3' },
      { ...people(1)[0], firstName: '', militarySerial: 'C-4' },
    ])
    expect(rows.map((each) => (each.status === 'new' ? each.idNumber : each.status))).toEqual([
      `${idPrefix}-300-481`,
      `${idPrefix}-300-480`,
      `${idPrefix}-300-482`,
      'wrong',
    ])
    expect(await bySerial('C-2')).toMatchObject({
      approved: true,
      idNumber: `${idPrefix}-300-480`,
      email: 'c2@example.org',
      ms: 'PN',
      militaryStatus: 'Reservist',
      reservistType: 'Ready Reserve',
      rruChecked: true,
      isAdmin: false,
      ownPassword: false,
      birthday: '1964-10-05',
      approvedAt: expect.any(Number),
    })
    expect(await bySerial('C-1')).toMatchObject({ approved: true, firstName: 'IDA', idNumber: `${idPrefix}-300-481` })
    expect(await bySerial('C-4')).toBeUndefined()
    expect(await site.lastAct()).toMatchObject({
      actor: admin.id,
      action: 'members imported',
      detail: { members: 3, applicants: 0 },
    })
    const applicant = await site.anApplicant()
    expect((await admin.post('/api/approvals', { applicants: [{ id: applicant.id, version: 1 }] })).status).toBe(200)
    expect((await bySerial(applicant.serial))!.idNumber).toBe(`${idPrefix}-300-483`)
  })

  test('since when somebody is a member is as the file says, or unknown; rolls go by the day of the import', async () => {
    const [old, fresh, waiting] = people(3)
    const now = site.clock.now()
    await write([{ ...old!, memberSince: '5 June 1998' }, fresh!])
    await write([{ ...waiting!, memberSince: '1998-06-05' }], { as: 'applicants' })
    const since = async ({ militarySerial }: RowTexts) => (await bySerial(militarySerial))!
    expect(await since(old!)).toMatchObject({ memberSince: '1998-06-05' })
    expect((await since(old!)).approvedAt).toBeGreaterThanOrEqual(now)
    expect(await since(fresh!)).toMatchObject({ memberSince: null })
    const { id, version } = await since(waiting!)
    expect((await admin.post('/api/approvals', { applicants: [{ id, version }] })).status).toBe(200)
    expect(await since(waiting!)).toMatchObject({ approved: true, memberSince: '1998-06-05' })
    const later = [{ ...fresh!, memberSince: '2001-02-03' }]
    expect(await look(later, { updating: true })).toMatchObject([
      { status: 'changed', changes: [{ field: 'memberSince', from: null, to: '2001-02-03' }] },
    ])
  })

  test('as applicants they wait in the order of the file, from the time on the site’s clock', async () => {
    const before = site.clock.now()
    const waiting = people(300)
    expect(new Set(statuses(await write(waiting, { as: 'applicants' })))).toEqual(new Set(['new']))
    const serials = waiting.map(({ militarySerial = '' }) => militarySerial)
    const found = await site.db
      .select({ serial: users.militarySerial, at: users.createdAt, approved: users.approved, number: users.idNumber })
      .from(users)
      .where(inArray(users.militarySerial, serials))
      .orderBy(users.createdAt, users.id)
    expect(found.map(({ serial }) => serial)).toEqual(serials)
    expect(found[0]).toMatchObject({ approved: false, number: null })
    expect(found[0]!.at).toBeGreaterThanOrEqual(before)
    expect(found.at(-1)!.at).toBeLessThanOrEqual(site.clock.now())
  })

  test('the numbers go on behind the greatest one that a file brings, and never back', async () => {
    const last = async () => (await site.rowsOf(idNumbering, { prefix: 'OLD' }))[0]?.last
    for (const [idNumber, expected] of [
      ['OLD-001-007', 'OLD-001-007'],
      ['OLD-000-999', 'OLD-001-007'],
      ['OLD-010-001', 'OLD-010-001'],
    ] as const) {
      await write(people(1, { idNumber }))
      expect(await last()).toBe(expected)
    }
  })

  test('the next number passes over those that were given by hand before', async () => {
    const { idPrefix } = await site.settings()
    await site.aMember({ idNumber: `${idPrefix}-400-500` })
    await site.db.delete(idNumbering).where(eq(idNumbering.prefix, idPrefix))
    const [, added] = await write([...people(1, { idNumber: `${idPrefix}-400-020` }), ...people(1)])
    expect(added).toMatchObject({ status: 'new', idNumber: `${idPrefix}-400-501` })
  })

  test('sent twice, or by several at once, everybody is added once', async () => {
    const rows = people(40)
    const before = await countPeople()
    const answers = await Promise.all([1, 2, 3].map(() => write(rows)))
    const added = answers.filter((each) => statuses(each).every((status) => status === 'new'))
    const known = answers.filter((each) => each.every((row) => row.status === 'known' && row.by === 'serial'))
    expect([added.length, known.length]).toEqual([1, 2])
    expect(await countPeople()).toBe(before + 40)
    const entry = await site.lastAct()
    expect(statuses(await write(rows))).toEqual(rows.map(() => 'known'))
    expect(await countPeople()).toBe(before + 40)
    expect(await site.lastAct()).toEqual(entry)
  })

  test('somebody who registered since the preview is not added again', async () => {
    const rows = people(3)
    expect(statuses(await look(rows))).toEqual(['new', 'new', 'new'])
    await site.anApplicant({ militarySerial: rows[2]!.militarySerial! })
    expect(statuses(await write(rows))).toEqual(['new', 'new', 'known'])
  })
})

describe('people with the name and birthday of somebody else', () => {
  const there = { firstName: 'JOSÉ', lastName: 'DELA PEÑA', birthday: '1962-02-03' }
  const sent = (militarySerial: string, differentFrom?: string[], row = 2) => ({
    row,
    texts: { firstName: 'Jose', lastName: 'Dela Pena', birthday: '1962-02-03', militarySerial },
    ...(differentFrom && { differentFrom }),
  })

  test('are added when the administrator says that they are others than those who were shown, and the log says so', async () => {
    const [one, two] = [await site.aMember(there), await site.aMember(there)]
    const shown = await send([sent('OTHER-1')])
    expect(shown.rows).toMatchObject([{ status: 'known', by: 'name', record: { militarySerial: one.serial } }])
    expect((await send([sent('OTHER-1', [one.serial])], { write: true })).rows).toMatchObject([
      { status: 'known', by: 'name', record: { militarySerial: two.serial } },
    ])
    expect(await bySerial('OTHER-1')).toBeUndefined()
    const both = [one.serial, two.serial]
    expect(statuses((await send([sent('OTHER-1', both)], { write: true })).rows)).toEqual(['new'])
    expect(await site.lastAct()).toMatchObject({ action: 'members imported', detail: { doublesAdded: 1 } })
    // Another of the same name in the same file was seen, too, or is not added.
    expect(statuses((await send([sent('OTHER-2', both)], { write: true })).rows)).toEqual(['known'])
    expect(statuses((await send([sent('OTHER-2', [...both, 'OTHER-1'])], { write: true })).rows)).toEqual(['new'])
  })

  test('are found in the longest file within seconds, when everybody is on record with another serial number', async () => {
    await site.db.execute(sql`
      insert into users (first_name, last_name, military_serial, birthday)
      select 'IDA', 'KNOWN ' || n, 'KNOWN-' || n, date '1950-01-01' + n from generate_series(1, ${importLimits.rows}::int) n`)
    await site.db.execute(sql`analyze users`)
    const day = (n: number) => new Date(Date.UTC(1950, 0, 1 + n)).toISOString().slice(0, 10)
    const rows = Array.from({ length: importLimits.rowsInPart }, (_, n) => ({
      firstName: 'IDA',
      lastName: `KNOWN ${n + 1}`,
      militarySerial: `AGAIN-${n + 1}`,
      birthday: day(n + 1),
    }))
    const began = performance.now()
    const found = await look(rows)
    const parts = importLimits.rows / importLimits.rowsInPart
    expect((performance.now() - began) * parts).toBeLessThan(60_000)
    expect(found[0]).toMatchObject({ status: 'known', by: 'name', record: { militarySerial: 'KNOWN-1' } })
    expect(new Set(statuses(found))).toEqual(new Set(['known']))
  }, 120_000)
})

test('what the site exports is imported as the same people', async () => {
  const other = await testSite()
  try {
    const person = {
      militarySerial: 'ROUND-1',
      idNumber: 'ARRAPI-200-001',
      firstName: 'JOSÉ',
      lastName: "=O'HARA",
      unitAssignment: '+1st "A", Bn; 2',
      personnelAddress: '-12 Mabini, Brgy. Uno',
      cellphoneNumber: '09171234567',
      rruChecked: true,
    } as const
    await other.aMember(person)
    const file = (await (await other.asAdmin()).get('/api/members.csv')).bytes
    const { lines } = await readBestSheet(await openSpreadsheet(new Uint8Array(file)), () => 0)
    const [heading, ...rows] = lines.map(({ cells }) => cells)
    const mapping = guessColumns(
      heading!,
      heading!.map((_, column) => rows.map((cells) => cells[column]!)),
    )
    expect(statuses(await write(rows.map((cells) => textsOf(cells.map(cellText), mapping, null))))).toEqual(['new'])
    expect(await bySerial('ROUND-1')).toMatchObject(person)
  } finally {
    await other.stop()
  }
}, 30_000)

test('three thousand rows take a few seconds, and the site answers meanwhile', async () => {
  const rows = people(3000, { unitAssignment: '1302ND RRIBN, 13TH RCDG', personnelAddress: 'Purok 3, Brgy. Uno' })
  let slowest = 0
  let going = true
  const pinging = (async () => {
    while (going) {
      const asked = performance.now()
      await fetch(`${site.url}/healthz`)
      slowest = Math.max(slowest, performance.now() - asked)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  })()
  const started = performance.now()
  let added = 0
  for (let at = 0; at < rows.length; at += importLimits.rowsInPart) {
    const part = rows.slice(at, at + importLimits.rowsInPart)
    await look(part)
    added += statuses(await write(part)).filter((status) => status === 'new').length
  }
  const took = performance.now() - started
  going = false
  await pinging
  expect(added).toBe(3000)
  expect(took).toBeLessThan(40_000)
  // However busy the machine is, nobody waits for the whole of it.
  expect(slowest).toBeLessThan(took / 3)
}, 120_000)

describe('dues paid until', () => {
  const dues = { dues: aDuesPlan() }
  const ledgerOf = async (serial: string | undefined) => {
    const person = await bySerial(serial)
    const entries = await site.rowsOf(duesPayments, { memberId: person!.id })
    return { paidUntil: person!.duesPaidUntil, entries: entries.map(({ kind, paidUntil }) => `${kind} ${paidUntil}`) }
  }

  test('comes with new members and those on record, never backwards, and goes into the ledger', async () => {
    await site.saveSettings(dues)
    const [one, other] = people(2)
    expect(statuses(await write([{ ...one!, duesPaidUntil: '31 December 2026' }, other!]))).toEqual(['new', 'new'])
    expect(await ledgerOf(one!.militarySerial)).toEqual({
      paidUntil: '2026-12-31',
      entries: ['brought forward 2026-12-31'],
    })
    expect(await ledgerOf(other!.militarySerial)).toEqual({ paidUntil: null, entries: [] })

    const brought = ['12/31/2024', '12/31/2099', ''].flatMap((duesPaidUntil) => people(1, { duesPaidUntil }))
    const looked = await look(brought)
    expect(looked.map((each) => 'standing' in each && each.standing)).toEqual(['lapsed', 'good', false])
    const covered = coveredFromStart(aDuesPlan(), dayInManila(site.clock.now()))
    const coveredIn = (rows: readonly RowOutcome[]) => rows.map((row) => 'coveredUntil' in row && row.coveredUntil)
    expect(coveredIn(looked)).toEqual([false, false, covered])
    expect(coveredIn(await look(brought.slice(2), { as: 'applicants' }))).toEqual([false])
    expect(statuses(await write(brought))).toEqual(['new', 'new', 'new'])
    const ledgers = await Promise.all(brought.map(({ militarySerial }) => ledgerOf(militarySerial)))
    expect(ledgers.map(({ paidUntil }) => paidUntil)).toEqual(['2024-12-31', '2099-12-31', null])

    const later = [
      { ...one!, duesPaidUntil: '2025-12-31' },
      { ...other!, duesPaidUntil: '2031-12-31' },
    ]
    const seen = await look(later, { updating: true })
    expect(seen).toMatchObject([
      { status: 'unchanged' },
      { status: 'changed', changes: [{ field: 'duesPaidUntil', from: null, to: '2031-12-31' }] },
    ])
    const version = seen[1]!.status === 'changed' ? seen[1]!.version : 0
    const rows = [{ row: 3, texts: later[1]!, version }]
    expect(statuses((await send(rows, { updating: true, write: true })).rows)).toEqual(['changed'])
    expect(await ledgerOf(other!.militarySerial)).toMatchObject({ entries: ['brought forward 2031-12-31'] })
    expect(await ledgerOf(one!.militarySerial)).toMatchObject({ entries: ['brought forward 2026-12-31'] })

    const file = (await admin.get('/api/members.csv?searchQuery=REYES')).text
    expect(file.split('\n')[0]).toContain('Dues paid until')
    expect(file).toContain('2031-12-31')
  })

  test('is refused beside its cell when it is no day', async () => {
    await site.saveSettings(dues)
    const rows = await look(
      ['31 June 2026', '3/4/2026', 'soon'].flatMap((duesPaidUntil) => people(1, { duesPaidUntil })),
    )
    expect(problemsOf(rows)).toEqual(
      [2, 3, 4].map((row) => `${row} duesPaidUntil: Please write the day like 2026-12-31 or 31 December 2026`),
    )
  })

  test('is no column where there are no dues', async () => {
    await site.saveSettings({ dues: null })
    const [one] = people(1, { duesPaidUntil: 'soon' })
    expect(statuses(await write([one!]))).toEqual(['new'])
    expect(await ledgerOf(one!.militarySerial)).toEqual({ paidUntil: null, entries: [] })
    expect((await admin.get('/api/members.csv?columns=last_name,dues_paid_until')).text.split('\r\n')[0]).toMatch(
      /Last name"?$/,
    )
  })
})
