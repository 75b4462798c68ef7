import fc from 'fast-check'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { csvLine } from '#shared/csv.ts'
import { dayOfNumber, findDayNumbers, readDateOrders, settleOrders } from '#shared/members/csv/date-order.ts'
import {
  countRecognised,
  findNonPersonRows,
  findHeading,
  guessColumns,
  samplesOf,
  type Mapping,
} from '#shared/members/csv/guess-columns.ts'
import { importLimits } from '#shared/members/csv/member-file.ts'
import { spreadsheets, workbook, type Cell } from '#tests/support/spreadsheets.ts'
import { draftRow } from './import-draft.ts'
import type { SheetRow } from './read-csv.ts'
import { openSpreadsheet, readBestSheet } from './read-spreadsheet.ts'

const read = async (bytes: Uint8Array | string): Promise<SheetRow[]> =>
  (await readBestSheet(await openSpreadsheet(typeof bytes === 'string' ? Buffer.from(bytes) : bytes), countRecognised))
    .lines
const cellsOf = async (bytes: Uint8Array | string) => (await read(bytes)).map(({ cells }) => cells)

/** The columns as the screen guesses them. */
function guessed(lines: readonly SheetRow[]) {
  const heading = lines[findHeading(lines.map(({ cells }) => cells))]
  const below = lines.filter(({ row }) => row > (heading?.row ?? 0))
  const rows = below.map(({ cells }) => cells)
  const headings = (heading ?? lines[0])!.cells.map((cell) => (heading ? cell : ''))
  const mapping: Mapping = guessColumns(
    headings,
    headings.map((_, column) => samplesOf(rows, column)),
  )
  const birthday = mapping.indexOf('birthday')
  const dates = readDateOrders(
    rows.map((cells) => cells[birthday] ?? ''),
    headings[birthday],
  )
  const asides = findNonPersonRows(below, mapping, headings)
  const numbers = findDayNumbers(rows.map((cells) => cells[birthday] ?? ''))
  const data = below
    .filter((line) => !asides.has(line))
    .map(({ row, cells }) => ({
      row,
      cells: cells.map((cell, column) => (column === birthday ? (dayOfNumber(cell) ?? cell) : cell)),
    }))
  return { data, mapping, dates, asides: asides.size, dayNumbers: numbers?.count ?? 0 }
}

const dayFirst = { '/': 'day first', '-': 'day first', '.': 'day first', '': 'day first' } as const

describe('spreadsheets as people have them', () => {
  test.each(spreadsheets)('$name', async ({ bytes, columns, people, wrong, asksForOrder, ...more }) => {
    const { data, mapping, dates, asides, dayNumbers } = guessed(await read(bytes))
    expect(mapping).toEqual(columns)
    expect(dates.some(({ status }) => status === 'ask')).toBe(asksForOrder)
    expect({ asides, dayNumbers }).toEqual({ asides: more.asides ?? 0, dayNumbers: more.dayNumbers ?? 0 })
    const orders = settleOrders(dates, dayFirst)
    const rows = data.map((line) => draftRow(line, mapping, orders, '2026-11-15'))
    const good = rows.filter(({ person }) => person !== null)
    expect([good.length, rows.length - good.length], JSON.stringify(rows.flatMap(({ problems }) => problems))).toEqual([
      people,
      wrong,
    ])
  })

  test('what their cells come to', async () => {
    const people = await Promise.all(
      spreadsheets.map(async ({ bytes }) => {
        const { data, mapping, dates } = guessed(await read(bytes))
        const orders = settleOrders(dates, dayFirst)
        return data.map((line) => draftRow(line, mapping, orders, '2026-11-15').person)
      }),
    )
    expect(people[0]).toMatchObject([
      { lastName: 'DELA CRUZ', birthday: '1964-10-05', cellphoneNumber: '09171234567', ms: 'PA' },
      { ms: 'PA' },
      { lastName: 'MUÑOZ', firstName: 'JOSÉ', middleName: null, birthday: '1959-12-31', ms: 'PN' },
    ])
    expect(people[1]).toMatchObject([
      { firstName: 'JUAN', middleName: 'P.', lastName: 'DELA CRUZ', birthday: '1964-10-05', region: 'Luzon' },
      { firstName: 'MARIO', lastName: 'REYES', suffix: 'JR.' },
      { firstName: 'MARIA LUZ', middleName: 'A.', birthday: '1981-02-28', cellphoneNumber: null },
    ])
    expect(people[2]).toMatchObject([
      { lastName: 'MUÑOZ', birthday: '1964-10-05', personnelAddress: 'Brgy. Niño; Quezon' },
      { birthday: '1980-01-01', personnelAddress: null },
    ])
    expect(people[3]).toMatchObject([{ birthday: '1980-01-02', ms: 'PA' }, { birthday: '1975-04-03' }])
    expect(people[4]).toMatchObject([
      { birthday: '1980-02-01', suffix: 'JR.' },
      { birthday: '1975-12-25', bloodType: 'AB+' },
      { birthday: '1961-07-30' },
    ])
    expect(people[5]).toMatchObject([
      { rank: 'CPT', firstName: 'JUAN', lastName: 'DELA CRUZ', birthday: '1964-10-05', militaryStatus: 'Reservist' },
      { rank: 'MAJ', birthday: '1970-09-01', cellphoneNumber: '09181234567', email: null },
    ])
    expect(people[6]).toMatchObject([
      {
        militarySerial: 'O-120061',
        cellphoneNumber: '09171234567',
        contactPersonLastName: 'CRUZ',
        contactPersonNumber: '09181112222',
      },
      { militarySerial: 'O-000062', contactPersonFirstName: 'PEDRO', contactPersonLastName: 'REYES' },
    ])
    expect(people[8]).toMatchObject([{ birthday: '1964-10-05', ms: 'PAF' }, { birthday: '1970-09-01' }])
  })
})

describe('a text file', () => {
  test.each<[string, string | Uint8Array, string[][]]>([
    [
      'commas',
      'a,b\r\n1,2\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'semicolons',
      'a;b\n1;2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'tabs and carriage returns',
      'a\tb\r1\t2\r',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'the mark of UTF-8',
      Buffer.from('\uFEFFñ,b\n1,2'),
      [
        ['ñ', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'UTF-16',
      Buffer.from('\uFEFFñ\tb\n1\t2', 'utf16le'),
      [
        ['ñ', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'Windows-1252',
      Buffer.from('ñ,b\n1,2', 'latin1'),
      [
        ['ñ', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'quotation marks',
      '"a ""x""","b,\r\nc"\nthe "Bolo",""\n',
      [
        ['a "x"', 'b,\r\nc'],
        ['the "Bolo"', ''],
      ],
    ],
    [
      'empty cells and lines',
      'a,,\n\n ,,\n,b',
      [
        ['a', '', ''],
        ['', 'b'],
      ],
    ],
    ['a long cell', `a,${'x'.repeat(3000)}`, [['a', 'x'.repeat(importLimits.characters)]]],
  ])('%s', async (_name, file, cells) => {
    expect(await cellsOf(file)).toEqual(cells)
  })

  test('rows are counted as the spreadsheet counts them', async () => {
    expect((await read('a\n\nb\n')).map(({ row }) => row)).toEqual([1, 3])
  })

  test('what the site writes is read back', async () => {
    const cell = fc
      .array(fc.constantFrom(...` aÑ0.,;'"=-\t\n`), { maxLength: 6 })
      .map((letters) => `x${letters.join('')}x`)
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(cell, { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 4 }),
        async (rows) => {
          expect(await cellsOf(csvLine(['one', 'two', 'three', 'four', 'five']) + rows.map(csvLine).join(''))).toEqual([
            ['one', 'two', 'three', 'four', 'five'],
            ...rows,
          ])
        },
      ),
    )
  })
})

describe('a workbook', () => {
  const one = (rows: readonly (readonly Cell[])[], more: Partial<Parameters<typeof workbook>[0]> = {}) =>
    workbook({ written: 'excel', sheets: [{ name: 'One', rows }], ...more })

  test.each<[string, Cell, string]>([
    ['a phone number', 9171234567, '9171234567'],
    ['a number with a fraction', 170.5, '170.5'],
    ['zeros in front', { number: 42, format: '00000' }, '00042'],
    ['letters in front', { number: 42, format: '"O-"0000' }, 'O-0042'],
    ['a day', { day: '1900-03-01' }, '1900-03-01'],
    ['a day of a format of one’s own', { number: 23655, format: '[$-409]mmmm d, yyyy;@' }, '1964-10-05'],
    ['a number in red', { number: 5, format: '[Red]0.00' }, '5'],
    ['entities', 'Tom & "Jerry" <b>', 'Tom & "Jerry" <b>'],
    ['what a formula came to', { formula: 'A1', value: 'x' }, 'x'],
    ['yes', true, 'yes'],
  ])('%s', async (_name, cell, text) => {
    for (const written of ['excel', 'libreoffice', 'script'] as const)
      expect(
        await cellsOf(
          one(
            [
              ['head', 'h'],
              [cell, 'x'],
            ],
            { written },
          ),
        ),
      ).toEqual([
        ['head', 'h'],
        [text, 'x'],
      ])
    expect((await cellsOf(one([[cell, 'x']], { from1904: true })))[0]?.[1]).toBe('x')
  })

  test('with several sheets: the first of those worth most that has rows, and the others on demand; hidden ones not at all', async () => {
    const file = await openSpreadsheet(
      workbook({
        written: 'excel',
        sheets: [
          { name: 'Empty', rows: [] },
          { name: 'Secret & old', rows: [['a']], hidden: true },
          { name: 'One', rows: [['b']] },
          { name: 'Two', rows: [['c']] },
        ],
      }),
    )
    expect(file.sheets).toEqual(['Empty', 'One', 'Two'])
    expect(await readBestSheet(file, () => 0)).toMatchObject({ sheet: 1, lines: [{ row: 1, cells: ['b'] }] })
    expect(await file.read(2)).toEqual([{ row: 1, cells: ['c'] }])
  })
})

describe('what is no list of members is refused in a sentence, within a moment', () => {
  const zipped = (files: Record<string, string>) =>
    zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])))
  const book = workbook({ written: 'excel', sheets: [{ name: 'One', rows: [['a', 'b']] }] })
  const withSheet = (sheet: string) =>
    zipped({
      'xl/workbook.xml': '<workbook><sheets><sheet name="One" r:id="rId1"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels':
        '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
      'xl/worksheets/sheet1.xml': sheet,
    })
  test.each<[string, () => Uint8Array | string, RegExp]>([
    ['nothing', () => '', /empty/],
    ['a picture', () => Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13, 0xff]), /not a spreadsheet/],
    ['a PDF file', () => '%PDF-1.7\n1 0 obj', /not a spreadsheet/],
    ['an old workbook', () => Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), /old Excel file.*\.xlsx/],
    ['another zip', () => zipped({ 'a.txt': 'a' }), /not an Excel workbook/],
    ['half a workbook', () => book.subarray(0, book.length - 40), /damaged/],
    [
      'a workbook with broken bytes',
      () => book.map((byte, at) => (at > 40 && at < 120 ? byte ^ 0x5a : byte)),
      /damaged|not an Excel|empty/,
    ],
    ['an open quotation mark', () => 'a,b\n"Ana,Reyes\nBen,Reyes\n', /never closed/],
    ['an endless row', () => `a,b\n${'x'.repeat(200_000)}`, /too long/],
    ['too many rows', () => `a,b\n${'a,b\n'.repeat(importLimits.rows + 1)}`, /at most 20,000/],
    ['a megabyte of commas', () => ','.repeat(1_000_000), /more than 200 columns/],
    ['ten megabytes of empty lines', () => '\n'.repeat(importLimits.bytes), /more than 100,000 lines/],
    ['a megabyte of quotation marks', () => '"'.repeat(1_000_000), /never closed/],
    ['a bomb of one endless text', () => withSheet(`<row><c><v>${'0'.repeat(60_000_000)}</v></c></row>`), /far more/],
    ['a bomb of tags without end', () => withSheet(`<row><c ${'a'.repeat(30_000_000)}`), /far more/],
    ['a bomb of rows', () => withSheet('<row><c><v>1</v></c></row>'.repeat(500_000)), /at most 20,000/],
    [
      'a row far down',
      () => withSheet('<row r="1048576"><c r="A1048576"><v>1</v></c></row>'),
      /more than 100,000 lines/,
    ],
    ['a column far out', () => withSheet('<row r="1"><c r="XFD1"><v>1</v></c></row>'), /more than 200 columns/],
    ['tags that are never closed', () => withSheet(`<row>${'<c>'.repeat(500_000)}`), /empty/],
  ])('%s', async (_name, file, why) => {
    const bytes = file()
    const began = performance.now()
    await expect(read(bytes)).rejects.toThrow(why)
    expect(performance.now() - began).toBeLessThan(8000)
  })
})
