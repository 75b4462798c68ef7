import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { csvLine } from '#shared/csv.ts'
import { regions, reservistTypes, services } from '#shared/members/enums.ts'
import { columnNames, memberCells, fieldOfColumn } from './columns.ts'
import { doublesAmong, isBlankRow, readHeading, readRow, withoutRepeats } from './import.ts'
import { importedPersonSchema, readWrittenBirthday, type ImportedPerson } from './imported-person.ts'
import { templateLines } from './member-file.ts'
import { importText } from './text.ts'

const today = '2026-11-15'
const good = { first_name: 'Juan', last_name: 'Dela Cruz', military_serial: 'O-1', birthday: '1964-10-05' }

function read(cells: Record<string, string>, row = 2) {
  return readRow(readHeading(Object.keys(cells)), Object.values(cells), row, { today, dates: undefined })
}
function personIn(cells: Record<string, string>): ImportedPerson {
  const answer = read({ ...good, ...cells })
  if ('problems' in answer) expect.fail(JSON.stringify(answer.problems))
  return answer.person
}
const wrongIn = (cells: Record<string, string>) => {
  const answer = read({ ...good, ...cells })
  return 'problems' in answer ? answer.problems.map(({ field, message }) => `${field}: ${message}`) : []
}

describe('the heading', () => {
  test('any order, case and spaces forgiven; what is not taken is named', () => {
    const heading = readHeading([
      ' Last Name',
      'FIRST_NAME',
      'birthday ',
      'Military  Serial',
      'is_admin',
      'Shoe size',
      '',
    ])
    expect(heading).toEqual({
      columns: ['last_name', 'first_name', 'birthday', 'military_serial', null, null, null],
      ignored: ['is_admin', 'Shoe size'],
      problems: [],
    })
  })

  test('what is missing or there twice is told once', () => {
    expect(readHeading(['first_name', 'rank', 'Rank', 'birthday']).problems).toEqual([
      { row: 1, field: 'last_name', message: 'The column last_name is missing' },
      { row: 1, field: 'military_serial', message: 'The column military_serial is missing' },
      { row: 1, field: 'rank', message: 'The column rank appears twice' },
    ])
  })
})

test('the template reads as it is meant, and its examples are nobody', () => {
  const [names = [], ...examples] = templateLines
  const heading = readHeading(names)
  expect([heading.ignored, heading.problems]).toEqual([[], []])
  const how = { today, dates: undefined }
  for (const cells of examples)
    expect(readRow(heading, cells, 2, how)).toEqual({
      problems: [{ row: 2, field: '', message: importText.exampleRow }],
      idNumber: null,
    })
  // With a serial number of their own they are people: one with an ID number, one without.
  const serial = names.indexOf('military_serial')
  const people = examples.map((cells, n) => readRow(heading, cells.with(serial, `O-${n}`), 2, how))
  expect(people).toMatchObject([
    { person: { idNumber: 'ARRAPI-000-001', ms: 'PA', rruChecked: true, cellphoneNumber: '09171234567' } },
    { person: { idNumber: null, birthday: '1970-09-01' } },
  ])
})

describe('a row', () => {
  test('needs a name, a serial number and a birthday, and says all that is missing', () => {
    expect(wrongIn({ first_name: ' ', last_name: '', military_serial: ' ', birthday: '' })).toEqual([
      'first_name: First name is required',
      'last_name: Last name is required',
      'military_serial: Military serial is required',
      'birthday: Birthday is required',
    ])
  })

  test('is stored as the forms would store it', () => {
    expect(
      personIn({
        first_name: ' josé ',
        last_name: 'mun\u0303oz',
        military_serial: 'o-12 34',
        email: 'Jose@Example.ORG',
        cellphone_number: '917 123 4567',
        rank: 'cpt',
        region: ' ncr ',
        ms: 'Air Force',
        military_status: 'RESERVIST',
        reservist_type: 'ready',
        rru_checked: 'Yes',
        personnel_address: 'Purok 3\nBrgy. Uno',
        id_number: 'arrapi-000-007',
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
    [{ cellphone_number: '12345' }, 'cellphone_number: Please enter a valid 10-11 digit phone number'],
    [{ region: 'Bicol' }, 'region: Invalid region selected'],
    [{ ms: 'Marines' }, 'ms: Invalid Military Service selected'],
    [{ military_status: 'Retired' }, 'military_status: Invalid military status selected'],
    [{ military_status: 'Reservist', reservist_type: 'Sometimes' }, 'reservist_type: Invalid reservist type selected'],
    [
      { military_status: 'Regular', reservist_type: 'Ready Reserve' },
      'reservist_type: A reservist type is only for the military status Reservist',
    ],
    [{ rru_checked: 'maybe' }, 'rru_checked: Please write yes or no'],
    [{ id_number: '7' }, 'id_number: Invalid ID number format'],
    [{ id_number: 'ARRAPI-500-001' }, 'id_number: This number is far higher than any in use. Is it mistyped?'],
    [{ id_number: 'ARRAPI-999-999' }, 'id_number: This number is far higher than any in use. Is it mistyped?'],
    [{ first_name: 'J\u202EUAN' }, 'first_name: This text contains a character we cannot save'],
    [{ suffix: 'x'.repeat(21) }, 'suffix: This is too long'],
    [{ birthday: '2026-11-16' }, 'birthday: Birthday cannot be in the future'],
    [{ birthday: '31 February 1970' }, 'birthday: There is no such day in the calendar: please check the birthday'],
    [{ birthday: '1971-02-29' }, 'birthday: There is no such day in the calendar: please check the birthday'],
    [{ birthday: '5 Okt 1964' }, 'birthday: Please write the birthday as 1964-10-05 or 5 October 1964'],
  ])('%j is refused', (cells, problem) => {
    expect(wrongIn(cells)).toEqual([problem])
  })

  test('with a comma too many it is refused whole; with cells too few they count as empty', () => {
    const heading = readHeading([...Object.keys(good), 'rank'])
    const cells = Object.values(good)
    expect(readRow(heading, [...cells, 'CPT', 'more'], 7, { today, dates: undefined })).toEqual({
      problems: [{ row: 7, field: '', message: 'This row has more cells than the heading' }],
      idNumber: null,
    })
    expect(readRow(heading, [...cells, 'CPT', ' ', ''], 7, { today, dates: undefined })).toMatchObject({
      person: { rank: 'CPT' },
    })
    expect(readRow(heading, cells, 7, { today, dates: undefined })).toMatchObject({ person: { rank: null } })
  })

  test('is blank when nothing is in it', () => {
    expect([isBlankRow(['']), isBlankRow([' ', '\t']), isBlankRow(['', 'x'])]).toEqual([true, true, false])
  })
})

describe('a birthday is read in one way or not at all', () => {
  test.each([
    ['1964-10-05', '1964-10-05'],
    ['1964/10/5', '1964-10-05'],
    ['05Oct1964', '1964-10-05'],
    ['5 October 1964', '1964-10-05'],
    ['5-oct-1964', '1964-10-05'],
    ['October 5, 1964', '1964-10-05'],
    ['Sept 1 1970', '1970-09-01'],
    ['2000-02-29', '2000-02-29'],
    ['1999-02-29', null],
    ['1964-13-01', null],
    ['1864-10-05', null],
    ['31 June 1964', null],
    ['05/10/1964', null],
    ['25/12/1964', null],
    ['5-Oct-64', null],
    ['23655', null],
    ['', null],
  ])('%j -> %j', (typed, date) => {
    expect(readWrittenBirthday(typed)).toBe(date)
  })

  test.each([
    ['05/10/1964', /the day from the month.*1964-10-05 or 5 October 1964/],
    ['5-10-64', /the day from the month/],
    ['5-Oct-64', /four digits/],
    ['last spring', /1964-10-05 or 5 October 1964/],
  ])('%j is refused with a way out', (birthday, sentence) => {
    expect(wrongIn({ birthday })[0]).toMatch(sentence)
  })
})

describe('repeats', () => {
  const person = (row: number, more: Partial<ImportedPerson>) => ({ row, person: { ...personIn({}), ...more } })
  const nobody = { military_serial: new Set<string>(), email: new Set<string>(), id_number: new Set<string>() }

  test('of somebody on the site are told by what is taken', () => {
    const taken = {
      military_serial: new Set(['A']),
      email: new Set(['a@b.ph']),
      id_number: new Set(['ARRAPI-000-001']),
    }
    const rows = [
      person(2, { militarySerial: 'A', email: 'a@b.ph' }),
      person(3, { militarySerial: 'B', idNumber: 'ARRAPI-000-001' }),
      person(4, { militarySerial: 'C' }),
    ]
    expect(withoutRepeats(rows, taken)).toEqual({
      good: [rows[2]],
      known: [
        {
          row: 2,
          field: 'military_serial',
          message: 'Military serial number already exists: this person is already on record and will not be changed',
        },
      ],
      problems: [{ row: 3, field: 'id_number', message: 'ID Number is already in use' }],
    })
  })

  test('within the file: the first good row counts, and a row that is left out claims nothing', () => {
    const rows = [
      person(2, { militarySerial: 'A', email: 'a@b.ph' }),
      person(3, { militarySerial: 'A', email: 'c@d.ph' }),
      person(4, { militarySerial: 'B', email: 'c@d.ph' }),
      person(5, { militarySerial: 'C', email: null }),
      person(6, { militarySerial: 'D', email: null }),
    ]
    const { good, problems } = withoutRepeats(rows, nobody)
    expect(good.map(({ row }) => row)).toEqual([2, 4, 5, 6])
    expect(problems).toEqual([{ row: 3, field: 'military_serial', message: 'This is the same as in row 2' }])
  })

  test('a number that a row with problems says is nobody else’s', () => {
    const rows = [person(24, { militarySerial: 'A', idNumber: 'ARRAPI-000-020' }), person(25, { militarySerial: 'B' })]
    const { good, problems } = withoutRepeats(rows, nobody, { id_number: new Map([['ARRAPI-000-020', 22]]) })
    expect(good).toEqual([rows[1]])
    expect(problems).toEqual([{ row: 24, field: 'id_number', message: 'This is the same as in row 22' }])
  })

  test('of a name and birthday: of somebody on record every row, of another row all but the first', () => {
    const onRecord = { id: '1', name: 'ANA REYES', militarySerial: 'R-1', idNumber: 'ARRAPI-000-001' }
    const rows = [2, 3, 4, 5, 6].map((row) => person(row, { firstName: 'ANA', lastName: 'REYES' }))
    const compared = [
      { row: 2, person: '1970-09-01 ana reyes', onRecord },
      { row: 3, person: '1970-09-02 ana reyes', onRecord: null },
      { row: 4, person: '1970-09-01 ana reyes', onRecord },
      { row: 5, person: '1970-09-02 ana reyes', onRecord: null },
      { row: 6, person: '1970-09-03 ana reyes', onRecord: null },
    ]
    expect(doublesAmong(rows, compared)).toEqual([
      { row: 2, name: 'ANA REYES', sameAs: onRecord },
      { row: 4, name: 'ANA REYES', sameAs: onRecord },
      { row: 5, name: 'ANA REYES', sameAs: { row: 3 } },
    ])
  })
})

describe('a file that the site wrote', () => {
  const words = fc
    .array(fc.constantFrom(...` ABcñÑéü0.,;'"=+-@#`), { maxLength: 10 })
    .map((letters) => letters.join(''))
  const phone = fc.oneof(fc.constant(''), fc.stringMatching(/^(\+63|0)9\d{9}$/))
  const email = fc.oneof(fc.constant(''), fc.stringMatching(/^[a-z]{1,8}@[a-z]{1,8}\.ph$/))
  const oneOf = (list: readonly string[]) => fc.constantFrom('', ...list)
  /** Whoever the rules let in. */
  const person: fc.Arbitrary<ImportedPerson> = fc
    .record({
      ...Object.fromEntries(columnNames.map((name) => [fieldOfColumn[name], words])),
      idNumber: fc.oneof(fc.constant(''), fc.stringMatching(/^ARRAPI-\d{3}-\d{3}$/)),
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
    })
    .map((form) => importedPersonSchema.safeParse(form).data)
    .filter((read) => read !== undefined)

  test('is read back as the same people', () => {
    fc.assert(
      fc.property(fc.array(person, { minLength: 1, maxLength: 3 }), (people) => {
        const file = csvLine(columnNames) + people.map((one) => csvLine(memberCells(one))).join('')
        const [first, ...rows] = parse(file, { record_delimiter: ['\r\n'] })
        const heading = readHeading(first!)
        expect(rows.map((cells, n) => readRow(heading, cells, n + 2, { today, dates: undefined }))).toEqual(
          people.map((one) => ({ person: one })),
        )
      }),
      { numRuns: 200 },
    )
  })

  test('and whatever a file holds, a row is read or refused', () => {
    const heading = readHeading(columnNames)
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { maxLength: 31 }), (cells) => {
        const answer = readRow(heading, cells, 2, { today, dates: undefined })
        expect('person' in answer || answer.problems.length > 0).toBe(true)
      }),
    )
  })
})
