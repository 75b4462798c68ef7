import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { idNumbering, users } from '#server/db/schema.ts'
import { csvLine } from '#shared/csv.ts'
import { importLimits, type ImportPreview, type ImportResult } from '#shared/members/csv/member-file.ts'
import { testSite } from '#tests/support/site.ts'

const site = await testSite()
const admin = await site.asAdmin()
afterAll(() => site.stop())

const csv = { 'content-type': 'text/csv' }
const put = <Body>(file: string | Buffer, wish: Record<string, string> = {}) =>
  admin.put<Body & { code?: string; fields?: Record<string, string> }>(
    `/api/member-imports?${new URLSearchParams(wish)}`,
    file,
    csv,
  )
const preview = (file: string | Buffer) => put<ImportPreview>(file)
const confirm = (file: string | Buffer, hash: string) => put<ImportResult>(file, { confirm: hash })
async function import_(file: string | Buffer) {
  return confirm(file, (await preview(file)).fileHash)
}

const heading = 'first_name,last_name,military_serial,birthday'
let made = 0
/** A file of new people, each unlike any other. */
const fileOf = (people: number, more = '', cells = '') =>
  `${heading}${more}\r\n${Array.from({ length: people }, () => `ANA,REYES ${++made},NEW-${made},1970-09-01${cells}`).join('\r\n')}`

const countPeople = async () => (await site.rowsOf(users)).length
const bySerial = async (serial: string) => (await site.rowsOf(users, { militarySerial: serial }))[0]

describe('the preview', () => {
  // Shows csv-05
  test('says what would happen, row by row, and writes nothing', async () => {
    const there = await site.aMember({ email: 'there@example.org', idNumber: 'ARRAPI-100-001' })
    const before = await countPeople()
    const entry = await site.lastAct()
    const file = [
      `${heading},email,id_number,region,Shoe size,is_admin`,
      'Juan,Muñoz,P-1,1964-10-05,juan@example.org,ARRAPI-100-002,ncr,9,true',
      'Ana,Reyes,P-2,5 October 1964,,,Visayas,7,',
      '',
      'Bad,Date,P-3,05/10/1964,nobody,,Nowhere,,',
      `Same,Serial,${there.serial.toLowerCase()},1964-10-05,,,,,`,
      'Same,Email,P-4,1964-10-05,THERE@example.org,,,,',
      'Same,Number,P-5,1964-10-05,,ARRAPI-100-001,,,',
      'Again,Here,p-1,1964-10-05,,,,,',
    ].join('\r\n')
    const answer = await preview(file)
    expect(answer).toMatchObject({
      status: 200,
      rows: 7,
      good: 2,
      newMembers: 1,
      newApplicants: 1,
      problemCount: 6,
      left: 4,
      known: 1,
      knownRows: [6],
      doubleCount: 0,
      ignoredColumns: ['Shoe size', 'is_admin'],
      greatestIdNumber: 'ARRAPI-100-002',
    })
    expect(answer.problems.map(({ row, field, message }) => `${row} ${field}: ${message}`)).toEqual([
      '5 email: Please enter a valid email address',
      '5 region: Invalid region selected',
      '5 birthday: We cannot tell the day from the month: please write the birthday as 1964-10-05 or 5 October 1964',
      '7 email: Email is already registered',
      '8 id_number: ID Number is already in use',
      '9 military_serial: This is the same as in row 2',
    ])
    expect(answer.sample.map(({ row, person }) => [row, person.lastName, person.region, person.idNumber])).toEqual([
      [2, 'MUÑOZ', 'NCR', 'ARRAPI-100-002'],
      [3, 'REYES', 'Visayas', null],
    ])
    expect(await countPeople()).toBe(before)
    expect(await site.lastAct()).toEqual(entry)
  })

  test('tells missing columns once, whatever the rows hold', async () => {
    const answer = await preview('first_name,rank\r\nAna,CPT\r\nBen,MAJ\r\n')
    expect(answer).toMatchObject({ status: 200, rows: 2, good: 0, problemCount: 3 })
    expect(answer.problems.map(({ row, message }) => [row, message])).toEqual([
      [1, 'The column last_name is missing'],
      [1, 'The column military_serial is missing'],
      [1, 'The column birthday is missing'],
    ])
  })

  test('shows the first problems and says how many there are', async () => {
    const answer = await preview(`${heading}\n${Array.from({ length: 600 }, () => ',,,').join('x\n')}x`)
    expect(answer).toMatchObject({ rows: 600, good: 0, problemCount: 2400 })
    expect(answer.problems).toHaveLength(importLimits.problemsShown)
  })
})

describe('what spreadsheets write', () => {
  const one = (delimiter: string, name = 'Muñoz') =>
    `${heading.replaceAll(',', delimiter)}\r\n${['Peña', name, `W-${++made}`, '1964-10-05'].join(delimiter)}\r\n`
  test.each<[string, () => string | Buffer]>([
    ['commas', () => one(',')],
    ['semicolons', () => one(';')],
    ['tabs', () => one('\t')],
    ['UTF-8 with its mark', () => Buffer.from(`\uFEFF${one(',')}`)],
    ['Windows-1252', () => Buffer.from(one(';'), 'latin1')],
    ['UTF-16', () => Buffer.from(`\uFEFF${one('\t')}`, 'utf16le')],
    ['line feeds', () => one(',').replaceAll('\r\n', '\n')],
    ['carriage returns', () => one(',').replaceAll('\r\n', '\r')],
    ['quoted cells', () => one(',', '"Muñoz"')],
    ['the letter and its tilde apart', () => one(',', 'Mun\u0303oz')],
  ])('%s', async (_name, file) => {
    const answer = await preview(file())
    expect(answer).toMatchObject({ good: 1, problemCount: 0 })
    expect(answer.sample[0]!.person).toMatchObject({ firstName: 'PEÑA', lastName: 'MUÑOZ' })
  })

  test('quotation marks, commas and line breaks within a cell', async () => {
    const file = `${heading},personnel_address,unit_assignment\r\n"Ana ""Baby""","Dela\nCruz, Jr.",W-${++made},1964-10-05,"Purok 3,\r\nBrgy. Uno",the "Bolo" unit\r\n`
    expect((await preview(file)).sample[0]!.person).toMatchObject({
      firstName: 'ANA "BABY"',
      lastName: 'DELA CRUZ, JR.',
      personnelAddress: 'Purok 3, Brgy. Uno',
      unitAssignment: 'the "Bolo" unit',
    })
  })
})

describe('what is no file of members', () => {
  test.each<[string, string | Buffer, RegExp]>([
    ['nothing', '', /empty/],
    ['a workbook', Buffer.from('PK\u0003\u0004 and so on', 'latin1'), /save it as “CSV UTF-8”/],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13, 0xff]), /other than text/],
    ['an open quotation mark', `${heading}\n"Ana,Reyes,Q-1,1964-10-05\nBen,Reyes,Q-2,1964-10-05\n`, /never closed/],
    ['an endless row', `${heading}\n${'x'.repeat(200_000)}`, /too long to be/],
    ['too many rows', `${heading}\n${'a,b,c,d\n'.repeat(importLimits.rows + 1)}`, /at most 20,000 rows/],
  ])('%s', async (_name, file, why) => {
    const answer = await preview(file)
    expect(answer).toMatchObject({ status: 400, code: 'csv-unreadable' })
    expect(answer.fields!['file']).toMatch(why)
  })

  test.each<[string, string, RegExp]>([
    ['a megabyte of commas', ','.repeat(1_000_000), /more than 200 columns/],
    ['ten megabytes of semicolons', ';'.repeat(importLimits.bytes), /more than 200 columns/],
    ['commas behind a good heading', `${heading}\n${','.repeat(1_000_000)}`, /more than 200 columns/],
    ['commas over many lines', `${heading}\n${`"\n"${',,,,'.repeat(20)}`.repeat(10_000)}`, /more than 200 columns/],
    ['ten megabytes of empty lines', '\n'.repeat(importLimits.bytes), /more than 100,000 lines/],
    ['quotation marks', '"'.repeat(1_000_000), /too long to be|never closed/],
  ])('%s, within a moment', async (_name, file, why) => {
    const began = performance.now()
    const answer = await preview(file)
    expect(performance.now() - began).toBeLessThan(8_000)
    expect(answer).toMatchObject({ status: 400, code: 'csv-unreadable' })
    expect(answer.fields!['file']).toMatch(why)
  })

  test('more bytes than a file may have, said or not', async () => {
    const bytes = Buffer.alloc(importLimits.bytes + 1, 'x')
    expect(await preview(bytes)).toMatchObject({ status: 413, code: 'body-too-large' })
    const response = await fetch(`${site.url}/api/member-imports`, {
      method: 'PUT',
      headers: { origin: site.url, cookie: admin.cookie },
      body: new Blob([new Uint8Array(bytes)]).stream(),
      duplex: 'half',
    } as RequestInit)
    expect(response.status).toBe(413)
  })
})

describe('confirmed', () => {
  // Shows csv-05, audit-10
  test('the good rows are written together: members with their number, the rest as applicants', async () => {
    const file = `${heading},id_number,email,ms,military_status,reservist_type,rru_checked\r\nIda,Santos,C-1,05Oct1964,ARRAPI-000-480,ida@example.org,Navy,reservist,ready,yes\r\nLeo,Santos,C-2,1964-10-05,,,,,,\r\n,Nameless,C-3,1964-10-05,,,,,,\r\n`
    expect(await import_(file)).toMatchObject({ status: 201, members: 1, applicants: 1, left: 1 })
    expect(await bySerial('C-1')).toMatchObject({
      approved: true,
      idNumber: 'ARRAPI-000-480',
      firstName: 'IDA',
      email: 'ida@example.org',
      ms: 'PN',
      reservistType: 'Ready Reserve',
      rruChecked: true,
      isAdmin: false,
      ownPassword: false,
      birthday: '1964-10-05',
    })
    expect((await bySerial('C-1'))!.approvedAt).toBeTypeOf('number')
    expect(await bySerial('C-2')).toMatchObject({ approved: false, idNumber: null, approvedAt: null })
    expect(await bySerial('C-3')).toBeUndefined()
    expect(await site.lastAct()).toMatchObject({
      actor: admin.id,
      action: 'members imported',
      detail: { members: 1, applicants: 1, left: 1 },
    })
  })

  test('the numbers go on behind the greatest one, and never back', async () => {
    const last = async () => (await site.rowsOf(idNumbering, { prefix: 'OLD' }))[0]?.last
    await import_(fileOf(1, ',id_number', ',OLD-001-007'))
    expect(await last()).toBe('OLD-001-007')
    await import_(fileOf(1, ',id_number', ',OLD-000-999'))
    expect(await last()).toBe('OLD-001-007')
    await import_(fileOf(1, ',id_number', ',OLD-010-001'))
    expect(await last()).toBe('OLD-010-001')
  })

  test('the next approval gets the number after them, also where numbers were given by hand before', async () => {
    const { idPrefix } = await site.settings()
    await site.aMember({ idNumber: `${idPrefix}-400-500` })
    await site.db.delete(idNumbering).where(eq(idNumbering.prefix, idPrefix))
    await import_(fileOf(1, ',id_number', `,${idPrefix}-400-020`))
    const applicant = await site.anApplicant()
    expect((await admin.post('/api/approvals', { applicants: [{ id: applicant.id, version: 1 }] })).status).toBe(200)
    expect((await bySerial(applicant.serial))!.idNumber).toBe(`${idPrefix}-400-501`)
  })

  test('who is in the file without a number waits in its order, from the time on the site’s clock', async () => {
    const before = site.clock.now()
    await import_(fileOf(1100, ',region', ',NCR'))
    const serials = Array.from({ length: 1100 }, (_, n) => `NEW-${made - 1099 + n}`)
    const waiting = await site.db
      .select({ serial: users.militarySerial, at: users.createdAt })
      .from(users)
      .where(inArray(users.militarySerial, serials))
      .orderBy(users.createdAt, users.id)
    expect(waiting.map(({ serial }) => serial)).toEqual(serials)
    expect(waiting[0]!.at).toBeGreaterThanOrEqual(before)
    expect(waiting.at(-1)!.at).toBeLessThanOrEqual(site.clock.now())
  })

  test('another file than the one previewed writes nothing', async () => {
    const { fileHash } = await preview(fileOf(2))
    const other = fileOf(3)
    const before = await countPeople()
    expect(await confirm(other, fileHash)).toMatchObject({ status: 409, code: 'csv-changed' })
    expect(await confirm(other, 'made-up')).toMatchObject({ status: 409, code: 'csv-changed' })
    expect(await countPeople()).toBe(before)
  })

  test('somebody who registered meanwhile is told, and nothing is written', async () => {
    const file = fileOf(3)
    const { fileHash } = await preview(file)
    await site.anApplicant({ militarySerial: `NEW-${made}` })
    const before = await countPeople()
    const answer = await confirm(file, fileHash)
    expect(answer).toMatchObject({ status: 409, code: 'csv-rows-changed' })
    expect(answer.fields).toEqual({
      'row 4 military_serial':
        'Military serial number already exists: this person is already on record and will not be changed',
    })
    expect(await countPeople()).toBe(before)
  })

  test('pressed twice at once, the file is written once', async () => {
    const file = fileOf(40)
    const { fileHash } = await preview(file)
    const before = await countPeople()
    const answers = await Promise.all([1, 2, 3].map(() => confirm(file, fileHash)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
    expect(answers.find(({ status }) => status === 409)!.code).toBe('csv-rows-changed')
    expect(await countPeople()).toBe(before + 40)
  })

  test('a file without a good row adds nobody', async () => {
    const before = await countPeople()
    expect(await import_(`${heading}\n,,,x\n`)).toMatchObject({ members: 0, applicants: 0, left: 1 })
    expect(await countPeople()).toBe(before)
  })
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
    expect(await import_(Buffer.from(file))).toMatchObject({ members: 1, applicants: 0, left: 0 })
    expect(await bySerial('ROUND-1')).toMatchObject(person)
  } finally {
    await other.stop()
  }
}, 30_000)

describe('people with the name and birthday of somebody else', () => {
  const adding = { doubles: 'add' }
  const there = { firstName: 'JOSÉ', lastName: 'DELA PEÑA', birthday: '1961-02-03' }

  test('are named with whom they may be, and left out', async () => {
    const member = await site.aMember({ ...there, middleName: 'CRUZ' })
    const file = [
      heading,
      'jose,Dela Pena,TWIN-1,1961-02-03',
      'Jose,Dela Peña,TWIN-2,1961-02-04',
      'JOSE,DELA PEÑA,TWIN-3,1961-02-04',
      'Josefa,Dela Peña,TWIN-4,1961-02-03',
    ].join('\r\n')
    const shown = await preview(file)
    expect(shown).toMatchObject({ good: 2, left: 0, known: 0, problemCount: 0, doubleCount: 2, doubleMode: 'leave' })
    expect(shown.doubles).toEqual([
      {
        row: 2,
        name: 'JOSE DELA PENA',
        sameAs: {
          id: member.id,
          name: 'JOSÉ CRUZ DELA PEÑA',
          militarySerial: member.serial,
          idNumber: (await bySerial(member.serial))!.idNumber,
        },
      },
      { row: 4, name: 'JOSE DELA PEÑA', sameAs: { row: 3 } },
    ])
    // Asking for more than the preview showed writes nothing.
    const before = await countPeople()
    expect(await put<ImportResult>(file, { ...adding, confirm: shown.fileHash })).toMatchObject({ status: 409 })
    expect(await countPeople()).toBe(before)
    expect(await confirm(file, shown.fileHash)).toMatchObject({ status: 201, applicants: 2, left: 0, doubles: 2 })
    expect(await Promise.all(['TWIN-1', 'TWIN-3'].map(bySerial))).toEqual([undefined, undefined])
    expect((await site.lastAct())!.detail).not.toHaveProperty('doublesAdded')
  })

  test('are added when the administrator says that they are others, and the log says so', async () => {
    await site.aMember({ ...there, birthday: '1962-02-03' })
    const file = `${heading}\r\nJosé,Dela Peña,OTHER-1,1962-02-03`
    const shown = await put<ImportPreview>(file, adding)
    expect(shown).toMatchObject({ good: 1, doubleCount: 1, doubleMode: 'add' })
    // Without saying so again, what was shown is not what would be written.
    expect(await confirm(file, shown.fileHash)).toMatchObject({ status: 409, code: 'csv-rows-changed' })
    expect(await put(file, { ...adding, confirm: shown.fileHash })).toMatchObject({ status: 201, applicants: 1 })
    expect(await bySerial('OTHER-1')).toBeDefined()
    expect(await site.lastAct()).toMatchObject({ action: 'members imported', detail: { doublesAdded: 1 } })
  })

  test('who came on record after the preview are not added unseen, whatever was said of the others', async () => {
    const file = `${heading}\r\nJosé,Dela Peña,LATE-1,1963-02-03`
    const shown = await put<ImportPreview>(file, adding)
    expect(shown).toMatchObject({ good: 1, doubleCount: 0 })
    await site.anApplicant({ ...there, birthday: '1963-02-03' })
    const answer = await put<ImportResult>(file, { ...adding, confirm: shown.fileHash })
    expect(answer).toMatchObject({ status: 409, code: 'csv-rows-changed' })
    expect(answer.fields).toEqual({ 'row 2 ': 'Somebody on record, or another row, has the same name and birthday' })
  })

  test('are found within seconds in the longest file, also when everybody has one name', async () => {
    const others = Array.from({ length: importLimits.rows / 2 }, (_, n) => `ANA,LONG ${n},LONG-${n},1970-09-01`)
    const same = Array.from({ length: importLimits.rows / 2 }, (_, n) => `JUAN,SAME,SAME-${n},1970-09-01`)
    const began = performance.now()
    const shown = await preview([heading, ...others, ...same].join('\r\n'))
    expect(performance.now() - began).toBeLessThan(20_000)
    expect(shown).toMatchObject({ good: others.length + 1, doubleCount: same.length - 1 })
    expect(shown.doubles).toHaveLength(importLimits.doublesShown)
  }, 40_000)

  test('are found within seconds when everybody of the longest file is on record, with another serial number', async () => {
    await site.db.execute(sql`
      insert into users (first_name, last_name, military_serial, birthday)
      select 'IDA', 'KNOWN ' || n, 'KNOWN-' || n, date '1950-01-01' + n from generate_series(1, ${importLimits.rows}::int) n`)
    await site.db.execute(sql`analyze users`)
    const day = (n: number) => new Date(Date.UTC(1950, 0, 1 + n)).toISOString().slice(0, 10)
    const rows = Array.from({ length: importLimits.rows }, (_, n) => `IDA,KNOWN ${n + 1},AGAIN-${n + 1},${day(n + 1)}`)
    const began = performance.now()
    const shown = await preview([heading, ...rows].join('\r\n'))
    expect(performance.now() - began).toBeLessThan(20_000)
    expect(shown).toMatchObject({ good: 0, doubleCount: rows.length })
    expect(shown.doubles[0]).toMatchObject({ sameAs: { name: 'IDA KNOWN 1', militarySerial: 'KNOWN-1' } })
  }, 90_000)
})

test('five thousand rows take a few seconds, and the site answers meanwhile', async () => {
  const cells = ['BONIFACIO', 'DELA CRUZ', 'x', '1964-10-05', '1302ND RRIBN, 13TH RCDG', 'Purok 3, Brgy. Uno, Quezon']
  const rows = Array.from({ length: 5000 }, (_, n) =>
    csvLine([
      ...cells.with(1, `DELA CRUZ ${n}`).with(2, `BIG-${n}`),
      `ARRAPI-3${String(Math.floor(n / 900)).padStart(2, '0')}-${String((n % 900) + 1).padStart(3, '0')}`,
    ]),
  )
  const file = csvLine([...heading.split(','), 'unit_assignment', 'personnel_address', 'id_number']) + rows.join('')
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
  const { fileHash, good } = await preview(file)
  const answer = await confirm(file, fileHash)
  const written = performance.now()
  going = false
  await pinging
  expect(good).toBe(5000)
  expect(answer).toMatchObject({ members: 5000, left: 0 })
  expect(written - started).toBeLessThan(30_000)
  // However busy the machine is, nobody waits for the whole of it.
  expect(slowest).toBeLessThan((written - started) / 3)
}, 60_000)
