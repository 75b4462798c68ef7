import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { csvLine } from '#shared/csv.ts'
import { regions, reservistTypes, services } from '#shared/members/enums.ts'
import { columnNames, memberCells, fieldOfColumn } from './columns.ts'
import { guessColumns, textsOf } from './guess-columns.ts'
import { cellText, changesOf, exampleRow, findRepeats, serialMayBeMistyped, readRow, type ReadRow } from './import.ts'
import { firstPhone, importedPersonSchema, type ImportedPerson } from './imported-person.ts'
import { importLimits, templateLines } from './member-file.ts'

const today = '2026-11-15'
const good = { firstName: 'Juan', lastName: 'Dela Cruz', militarySerial: 'O-1', birthday: '1964-10-05' }

/** Reads cells by their column names. */
const readCells = (columns: readonly string[], cells: readonly string[], row = 2): ReadRow =>
  readRow(row, textsOf(cells.map(cellText), guessColumns(columns, [cells]), null), today)

function personIn(texts: Record<string, string>): ImportedPerson {
  const { person, problems } = readRow(2, { ...good, ...texts }, today)
  if (!person) expect.fail(JSON.stringify(problems))
  return person
}
const wrongIn = (texts: Record<string, string>) =>
  readRow(2, { ...good, ...texts }, today).problems.map(({ field, message }) => `${field}: ${message}`)

test.each([
  ['  Ana ', 'Ana'],
  ["'=1+1", '=1+1'],
  ['Purok 3\nBrgy. Uno', 'Purok 3 Brgy. Uno'],
  ['N/A', ''],
  ['none', ''],
  ['-', ''],
  ['Wala', ''],
  ['Nonet', 'Nonet'],
  ['-12 Mabini', '-12 Mabini'],
])('the cell %j says %j', (cell, text) => {
  expect(cellText(cell)).toBe(text)
})

test('the template reads as it is meant, and its examples are nobody', () => {
  const [names = [], ...examples] = templateLines
  expect(
    guessColumns(
      names,
      names.map((_, n) => examples.map((cells) => cells[n] ?? '')),
    ),
  ).toEqual(columnNames.map((name) => fieldOfColumn[name]))
  for (const cells of examples)
    expect(readCells(names, cells)).toMatchObject({ person: null, problems: [{ field: null, message: exampleRow }] })
  // With serial numbers of their own, the examples count as people.
  const serial = names.indexOf('Military serial number')
  const mapping = columnNames.map((name) => fieldOfColumn[name])
  const people = examples.map((cells, n) => readRow(2, textsOf(cells.with(serial, `O-${n}`), mapping, null), today))
  expect(people).toMatchObject([
    { person: { idNumber: null, ms: 'PA', rruChecked: true, cellphoneNumber: '09171234567' } },
    { person: { idNumber: null, birthday: '1970-09-01' } },
  ])
})

describe('a row', () => {
  test('needs a name, a serial number and a birthday, and says all that is missing', () => {
    expect(wrongIn({ firstName: ' ', lastName: '', militarySerial: ' ', birthday: '' })).toEqual([
      'firstName: First name is required',
      'lastName: Last name is required',
      'militarySerial: Military serial is required',
      'birthday: Birthday is required',
    ])
  })

  test('is stored as the forms would store it', () => {
    expect(
      personIn({
        firstName: ' josé ',
        lastName: 'mun\u0303oz',
        militarySerial: 'o-12 34',
        email: 'Jose@Example.ORG',
        cellphoneNumber: '917 123 4567',
        rank: 'cpt',
        region: ' ncr ',
        ms: 'Air Force',
        militaryStatus: 'RESERVIST',
        reservistType: 'ready',
        rruChecked: 'Yes',
        personnelAddress: 'Purok 3 Brgy. Uno',
        idNumber: 'arrapi-000-007',
      }),
    ).toMatchObject({
      firstName: 'JOSÉ',
      middleName: null,
      lastName: 'MUÑOZ',
      militarySerial: 'O-1234',
      email: 'jose@example.org',
      cellphoneNumber: '09171234567',
      rank: 'CPT',
      region: 'NCR',
      ms: 'PAF',
      militaryStatus: 'Reservist',
      reservistType: 'Ready Reserve',
      rruChecked: true,
      aruChecked: false,
      personnelAddress: 'Purok 3 Brgy. Uno',
      idNumber: 'ARRAPI-000-007',
      unitAssignment: null,
    })
  })

  test.each<[Record<string, string>, string]>([
    [{ email: 'nobody' }, 'email: Please enter a valid email address'],
    [{ cellphoneNumber: '12345' }, 'cellphoneNumber: Please enter a valid 10-11 digit phone number'],
    [{ region: 'Sabah' }, 'region: Invalid region selected'],
    [{ ms: 'Coast Guard' }, 'ms: Invalid Military Service selected'],
    [{ militaryStatus: 'Retired' }, 'militaryStatus: Invalid military status selected'],
    [{ militaryStatus: 'Reservist', reservistType: 'Sometimes' }, 'reservistType: Invalid reservist type selected'],
    [
      { militaryStatus: 'Regular', reservistType: 'Ready Reserve' },
      'reservistType: A reservist type is only for the military status Reservist',
    ],
    [{ rruChecked: 'maybe' }, 'rruChecked: Please write yes or no'],
    [{ idNumber: '7' }, 'idNumber: Invalid ID number format'],
    [{ idNumber: 'ARRAPI-500-001' }, 'idNumber: This number is far higher than any in use. Is it mistyped?'],
    [{ idNumber: 'ARRAPI-999-999' }, 'idNumber: This number is far higher than any in use. Is it mistyped?'],
    [{ firstName: 'J\u202EUAN' }, 'firstName: This text contains a character we cannot save'],
    [{ lastName: 'PeÃ±a' }, 'lastName: Some letters of this name are damaged'],
    [{ contactPersonLastName: 'MU?OZ' }, 'contactPersonLastName: Some letters of this name are damaged'],
    [{ suffix: 'x'.repeat(21) }, 'suffix: This is too long'],
    [{ birthday: '2026-11-16' }, 'birthday: Birthday cannot be in the future'],
    [{ birthday: '15/03/2035' }, 'birthday: Birthday cannot be in the future'],
    [{ birthday: '3 May 2035' }, 'birthday: Birthday cannot be in the future'],
    [{ birthday: '2035-02-30' }, 'birthday: There is no such day in the calendar: please check the birthday'],
    [{ birthday: '2/1/1880' }, 'birthday: This birthday is too long ago: please check the year'],
    [{ birthday: '31 December 1899' }, 'birthday: This birthday is too long ago: please check the year'],
    [{ birthday: '31 February 1880' }, 'birthday: There is no such day in the calendar: please check the birthday'],
    [{ birthday: '31 February 1970' }, 'birthday: There is no such day in the calendar: please check the birthday'],
    [{ birthday: '1971-02-29' }, 'birthday: There is no such day in the calendar: please check the birthday'],
    [{ birthday: 'last spring' }, 'birthday: Please write it like 1964-10-05 or 5 October 1964'],
    [{ birthday: '23655' }, 'birthday: Please write it like 1964-10-05 or 5 October 1964'],
    [
      { birthday: '05/10/1964' },
      'birthday: We cannot tell the day from the month: please write it like 1964-10-05 or 5 October 1964',
    ],
    [{ birthday: '5-Oct-12' }, 'birthday: Please write the year of birth with four digits'],
    [{ memberSince: '2026-11-16' }, 'memberSince: This day cannot be in the future'],
    [
      { memberSince: '31 December 1949' },
      'memberSince: Please check the year: the first members joined in 1950 or later',
    ],
    [{ memberSince: '1964-10-05' }, 'memberSince: This day must be after the birthday'],
    [{ memberSince: '2027' }, 'memberSince: This day cannot be in the future'],
    [{ memberSince: '4471' }, 'memberSince: Please write the day like 2026-12-31 or 31 December 2026'],
    [{ duesPaidUntil: '2027' }, 'duesPaidUntil: Please write the day like 2026-12-31 or 31 December 2026'],
  ])('%j is refused', (cells, problem) => {
    expect(wrongIn(cells)).toEqual([problem])
  })

  test.each([
    [{ region: 'Region IV-A' }, { region: 'Luzon' }],
    [{ region: '4A' }, { region: 'Luzon' }],
    [{ region: 'CALABARZON' }, { region: 'Luzon' }],
    [{ region: 'Region 7' }, { region: 'Visayas' }],
    [{ region: 'R-VI' }, { region: 'Visayas' }],
    [{ region: 'Reg. XI' }, { region: 'Mindanao' }],
    [{ region: 'BARMM' }, { region: 'Mindanao' }],
    [{ region: 'Region XI (Davao)' }, { region: 'Mindanao' }],
    [{ region: 'Metro Manila' }, { region: 'NCR' }],
    [{ memberSince: '2019' }, { memberSince: '2019-01-01' }],
    [{ ms: 'P.A.' }, { ms: 'PA' }],
    [{ ms: 'Phil. Navy' }, { ms: 'PN' }],
    [{ ms: 'Marines' }, { ms: 'PN' }],
    [{ ms: 'Hukbong Katihan' }, { ms: 'PA' }],
    [{ ms: 'Hukbong Dagat ng Pilipinas' }, { ms: 'PN' }],
    [{ ms: 'Hukbong Himpapawid' }, { ms: 'PAF' }],
    [{ unitAssignment: '1ST?BN' }, { unitAssignment: '1ST?BN' }],
    [{ militaryStatus: 'CHR' }, { militaryStatus: 'Civilian Human Resource (CHR)' }],
    [{ reservistType: 'Ready' }, { militaryStatus: 'Reservist', reservistType: 'Ready Reserve' }],
    [{ birthday: '05Oct1964' }, { birthday: '1964-10-05' }],
    [{ birthday: 'October 5, 1964' }, { birthday: '1964-10-05' }],
    [{ birthday: '5 Oktubre 1964' }, { birthday: '1964-10-05' }],
    [{ birthday: '25/12/1964' }, { birthday: '1964-12-25' }],
    [{ birthday: '12/25/64' }, { birthday: '1964-12-25' }],
    [{ birthday: '5-Oct-64' }, { birthday: '1964-10-05' }],
    [{ cellphoneNumber: '9171234567' }, { cellphoneNumber: '09171234567' }],
    [{ cellphoneNumber: '+63 917-123-4567' }, { cellphoneNumber: '09171234567' }],
  ])('%j is understood', (texts, stored) => {
    expect(personIn(texts)).toMatchObject(stored)
  })
})

test.each([
  ['09176943762 / 09186943762', '09176943762'],
  ['0917 694 3762, 0918 694 3762', '09176943762'],
  ['+63 917-694-3762 or 0918 694 3762', '09176943762'],
  ['9176943762/9186943762', '09176943762'],
  // A line break in the cell is a space here.
  ['0917 694 3762 0918 694 3762', '09176943762'],
  ['0917 012 3456 0918 694 3762', '09170123456'],
  ['(02) 8123 4567; 0917 694 3762', '0281234567'],
  ['Globe: 0917 694 3762 (home)', '09176943762'],
  ['0917 694 376 / 0918 694 3762', null],
  ['812 3456 0917 694 3762', null],
  ['8123 4567 / 0917 694 3762', null],
  ['none of hers', null],
])('the first phone number of %j is %s', (text, number) => {
  expect(firstPhone(text)).toBe(number)
})

describe('repeats within a file', () => {
  const row = (number: number, texts: Record<string, string>) => readRow(number, { ...good, ...texts }, today)
  const different = new Map<number, string[]>()
  const repeats = (rows: ReadRow[], more: Partial<Parameters<typeof findRepeats>[1]> = {}) =>
    Object.fromEntries(findRepeats(rows, { different, as: 'members', ...more }))

  test('the same person once more, another person with the same serial number, or a cell that is somebody else’s', () => {
    expect(
      repeats([
        row(2, { militarySerial: 'A', email: 'a@b.ph', idNumber: 'ARRAPI-000-001' }),
        row(3, { militarySerial: 'a', firstName: 'juan' }),
        row(4, { militarySerial: 'A', firstName: 'Ana' }),
        row(5, { militarySerial: 'E', firstName: 'Ben', email: 'A@b.ph' }),
        row(6, { militarySerial: 'F', firstName: 'Cora', idNumber: 'ARRAPI-000-001' }),
        row(7, { militarySerial: 'G', firstName: 'Dan' }),
      ]),
    ).toEqual({
      3: { firstRow: 2, same: 'person' },
      4: { firstRow: 2, same: 'cell', problem: { field: 'militarySerial', message: 'This is the same as in row 2' } },
      5: { firstRow: 2, same: 'cell', problem: { field: 'email', message: 'This is the same as in row 2' } },
      6: { firstRow: 2, same: 'cell', problem: { field: 'idNumber', message: 'This is the same as in row 2' } },
    })
  })

  test('a row that is left out claims nothing but its ID number', () => {
    const bad = { militarySerial: 'A', email: 'a@b.ph', idNumber: 'ARRAPI-000-020', region: 'Nowhere' }
    expect(repeats([row(2, bad), row(3, { militarySerial: 'A', email: 'a@b.ph' })])).toEqual({})
    expect(repeats([row(2, bad), row(3, { militarySerial: 'B', idNumber: 'ARRAPI-000-020' })])).toEqual({
      3: { firstRow: 2, same: 'cell', problem: { field: 'idNumber', message: 'This is the same as in row 2' } },
    })
  })

  test('people of the same name and birthday are others only than those who were seen', () => {
    const rows = [row(2, { militarySerial: 'A' }), row(3, { militarySerial: 'B' }), row(4, { militarySerial: 'C' })]
    expect(repeats(rows)).toEqual({
      3: { firstRow: 2, same: 'name', serials: ['A'] },
      4: { firstRow: 2, same: 'name', serials: ['A'] },
    })
    expect(
      repeats(rows, {
        different: new Map([
          [3, ['A']],
          [4, ['A']],
        ]),
      }),
    ).toEqual({
      4: { firstRow: 2, same: 'name', serials: ['A', 'B'] },
    })
    expect(
      repeats(rows, {
        different: new Map([
          [3, ['A']],
          [4, ['A', 'B']],
        ]),
      }),
    ).toEqual({})
  })

  test('whoever gets a number has no serial number that reads like another; an applicant may', () => {
    const rows = [row(2, { militarySerial: 'O-200270' }), row(3, { militarySerial: '0200270', firstName: 'Ana' })]
    expect(repeats(rows)).toMatchObject({ 3: { same: 'cell', problem: { field: 'militarySerial' } } })
    expect(repeats(rows, { as: 'applicants' })).toEqual({})
  })

  test('the longest file is compared within a moment, also when everybody has one name', () => {
    const one = { ...row(2, {}), person: personIn({}) }
    const rows = Array.from({ length: importLimits.rows }, (_, n) => ({
      ...one,
      row: n + 2,
      person: { ...one.person, militarySerial: `S-${n}` },
    }))
    const began = performance.now()
    expect(findRepeats(rows, { different, as: 'members' }).size).toBe(importLimits.rows - 1)
    const seen = new Map(rows.map((each) => [each.row, ['S-0']]))
    expect(findRepeats(rows, { different: seen, as: 'members' }).size).toBe(importLimits.rows - 2)
    expect(performance.now() - began).toBeLessThan(4000)
  })
})

describe('a row about somebody on record', () => {
  const record = { ...personIn({ region: 'NCR', rank: 'CPT' }), approved: true, isAdmin: false }

  test('changes what its filled cells say, and nothing else', () => {
    expect(changesOf(record, { ...good, region: 'Luzon', rank: '' }, today)).toEqual({
      changes: [{ field: 'region', from: 'NCR', to: 'Luzon' }],
    })
  })

  test.each([
    [{ firstName: 'Ana', birthday: '1970-09-01' }, true],
    [{ lastName: 'Cruz', birthday: '1970-09-01' }, true],
    [{ firstName: 'juán', birthday: '1970-09-01' }, false],
    [{ birthday: '1970-09-01' }, false],
    [{ firstName: 'Ana', birthday: '1964-10-05' }, false],
    [{ firstName: 'Ana', birthday: 'soon' }, false],
    [{ firstName: 'Ana' }, false],
  ])('who may be somebody else: %j, %s', (texts, is) => {
    expect(serialMayBeMistyped(record, { militarySerial: 'O-1', ...texts })).toBe(is)
  })

  test.each([
    ['2026-12-31', '2025-12-31', [{ field: 'duesPaidUntil', from: '2025-12-31', to: '2026-12-31' }]],
    ['2025-12-31', '2025-12-31', []],
    ['31 Dec 2024', '2025-12-31', []],
  ])('dues paid until %s, on record until %s', (duesPaidUntil, before, changes) => {
    expect(changesOf({ ...record, duesPaidUntil: before }, { duesPaidUntil }, today)).toEqual({ changes })
  })

  test.each([
    [{ region: 'Palawan' }, {}, 'region'],
    [{ birthday: '2030-01-01' }, {}, 'birthday'],
    [{ memberSince: '2030-01-01' }, {}, 'memberSince'],
    [{ birthday: '1990-01-01', memberSince: '1989-12-31' }, {}, 'memberSince'],
    [{ idNumber: 'ARRAPI-001-001' }, {}, 'idNumber'],
    [{ idNumber: 'ARRAPI-001-001' }, { approved: false }, 'idNumber'],
    [{ militaryStatus: 'Regular', reservistType: 'Ready' }, {}, 'reservistType'],
    [{ region: 'Luzon' }, { isAdmin: true }, null],
  ] as const)('%j of %j is refused', (texts, kept, field) => {
    expect(changesOf({ ...record, ...kept }, texts, today)).toMatchObject({ problems: [{ field }] })
  })
})

describe('a file that the site wrote', () => {
  const words = fc
    .array(fc.constantFrom(...` ABcñÑéü0.,;'"=+-@#`), { maxLength: 10 })
    .map((letters) => letters.join(''))
  const phone = fc.oneof(fc.constant(''), fc.stringMatching(/^(\+63|0)9\d{9}$/))
  const email = fc.oneof(fc.constant(''), fc.stringMatching(/^[a-z]{1,8}@[a-z]{1,8}\.ph$/))
  const oneOf = (list: readonly string[]) => fc.constantFrom('', ...list)
  /** Any person that passes the rules. */
  const person: fc.Arbitrary<ImportedPerson> = fc
    .record({
      ...Object.fromEntries(columnNames.map((name) => [fieldOfColumn[name], words])),
      idNumber: fc.oneof(fc.constant(''), fc.stringMatching(/^ARRAPI-\d{3}-\d{3}$/)),
      memberSince: fc.constantFrom('', '2015-03-29', '29 March 2015'),
      email,
      region: oneOf(regions),
      ms: oneOf(services),
      militaryStatus: fc.constantFrom('Regular', 'Reservist', 'Reservist'),
      reservistType: oneOf(reservistTypes),
      rruChecked: fc.constantFrom('yes', ''),
      aruChecked: fc.constantFrom('yes', ''),
      birthday: fc
        .date({ min: new Date('1920-01-01'), max: new Date('2010-12-31'), noInvalidDate: true })
        .map((date) => date.toISOString().slice(0, 10)),
      height: fc.constantFrom('', '170 cm', '5 ft 7 in'),
      weight: fc.constantFrom('', '68', '150 lb'),
      bloodType: fc.constantFrom('O+', '-', '@'),
      cellphoneNumber: phone,
      contactPersonNumber: phone,
      contactPersonEmail: email,
      // Belongs to the ledger, not to the record.
      duesPaidUntil: fc.constant(''),
    })
    .map((form) => importedPersonSchema.safeParse(form).data)
    .filter((read) => read !== undefined)
    // A lone dash or dot in a cell means that it is empty.
    .filter((read) => Object.values(read).every((value) => typeof value !== 'string' || cellText(value) !== ''))

  test('is read back as the same people', () => {
    fc.assert(
      fc.property(fc.array(person, { minLength: 1, maxLength: 3 }), (people) => {
        const file = csvLine(columnNames) + people.map((one) => csvLine(memberCells(one))).join('')
        const [, ...rows] = parse(file, { record_delimiter: ['\r\n'] })
        const mapping = columnNames.map((name) => fieldOfColumn[name])
        expect(rows.map((cells) => readRow(2, textsOf(cells.map(cellText), mapping, null), today).person)).toEqual(
          people,
        )
      }),
      { numRuns: 200 },
    )
  })

  test('and whatever a file holds, a row is read or refused', () => {
    const mapping = columnNames.map((name) => fieldOfColumn[name])
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { maxLength: 31 }), (cells) => {
        const { person, problems } = readRow(2, textsOf(cells.map(cellText), mapping, null), today)
        expect(person !== null || problems.length > 0).toBe(true)
      }),
    )
  })
})
