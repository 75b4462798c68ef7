import { strToU8, zipSync } from 'fflate'
import { csvLine } from '#shared/csv.ts'
import type { Target } from '#shared/members/csv/guess-columns.ts'

/** A cell of a workbook: a text, a number, a day as programs count them, or the value that a formula came to. */
export type Cell =
  | string
  | number
  | boolean
  | null
  | { day: string }
  | { number: number; format: string }
  | { formula: string; value: string | number }

export interface WorkbookOptions {
  /** As Excel writes it: shared texts, and references of cells. As LibreOffice: the same, with a 1904 calendar if it is told so. As a script: texts in place. */
  written: 'excel' | 'libreoffice' | 'script'
  from1904?: boolean
  sheets: { name: string; rows: readonly (readonly Cell[])[]; hidden?: boolean }[]
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
const columnName = (column: number): string =>
  column < 26 ? String.fromCharCode(65 + column) : columnName(Math.floor(column / 26) - 1) + columnName(column % 26)
const daysSince1900 = (day: string) => Date.parse(`${day}T00:00:00Z`) / 86_400_000 + 25_569

/** A workbook of made-up people, as one of these programs would save it. */
export function workbook({ written, from1904 = false, sheets }: WorkbookOptions): Uint8Array {
  const strings: string[] = []
  const formats: string[] = []
  const prefix = written === 'script' ? 'x:' : ''
  const tag = (name: string, attributes: string, content = '') =>
    `<${prefix}${name}${attributes}>${content}</${prefix}${name}>`
  const styleOf = (format: string) => {
    if (!formats.includes(format)) formats.push(format)
    return formats.indexOf(format) + 2
  }
  const cellXml = (cell: Cell, row: number, column: number): string => {
    const place = written === 'script' ? '' : ` r="${columnName(column)}${row}"`
    if (cell === null) return written === 'script' ? tag('c', '') : `<c${place} s="1"/>`
    if (typeof cell === 'number') return tag('c', place, tag('v', '', cell > 1e9 ? cell.toExponential() : String(cell)))
    if (typeof cell === 'boolean') return tag('c', `${place} t="b"`, tag('v', '', cell ? '1' : '0'))
    if (typeof cell === 'string' && written === 'script')
      return tag('c', `${place} t="inlineStr"`, tag('is', '', tag('t', '', escaped(cell))))
    if (typeof cell === 'string') {
      if (!strings.includes(cell)) strings.push(cell)
      return tag('c', `${place} t="s"`, tag('v', '', String(strings.indexOf(cell))))
    }
    if ('day' in cell) {
      const days = daysSince1900(cell.day) - (from1904 ? 1462 : 0)
      return tag('c', `${place} s="${written === 'excel' ? 1 : styleOf('dd/mm/yyyy')}"`, tag('v', '', String(days)))
    }
    if ('format' in cell)
      return tag('c', `${place} s="${styleOf(escaped(cell.format))}"`, tag('v', '', String(cell.number)))
    const type = typeof cell.value === 'string' ? ' t="str"' : ''
    return tag('c', place + type, tag('f', '', escaped(cell.formula)) + tag('v', '', escaped(String(cell.value))))
  }
  const sheetXml = (rows: readonly (readonly Cell[])[]) =>
    `<?xml version="1.0" encoding="UTF-8"?>${tag(
      'worksheet',
      '',
      tag(
        'sheetData',
        '',
        rows
          .map((cells, n) =>
            cells.length === 0
              ? ''
              : tag(
                  'row',
                  ` r="${n + 1}" spans="1:9"`,
                  cells.map((cell, column) => cellXml(cell, n + 1, column)).join(''),
                ),
          )
          .join(''),
      ),
    )}`
  const worksheets = sheets.map(({ rows }) => sheetXml(rows))
  const files: Record<string, string> = {
    'xl/workbook.xml': `<workbook><workbookPr date1904="${from1904 ? 1 : 0}"/><sheets>${sheets
      .map(
        ({ name, hidden }, n) =>
          `<sheet name="${escaped(name)}" sheetId="${n + 1}"${hidden ? ' state="hidden"' : ''} r:id="rId${n + 1}"/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${sheets
      .map(
        (_, n) =>
          `<Relationship Id="rId${n + 1}" Type="http://x/worksheet" Target="${written === 'excel' ? '' : '/xl/'}worksheets/sheet${n + 1}.xml"/>`,
      )
      .join('')}<Relationship Id="rId99" Type="http://x/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet><numFmts>${formats.map((code, n) => `<numFmt numFmtId="${164 + n}" formatCode="${code}"/>`).join('')}</numFmts><cellStyleXfs><xf numFmtId="0"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/>${formats
      .map((_, n) => `<xf numFmtId="${164 + n}"/>`)
      .join('')}</cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `<sst>${strings
      .map((text, n) =>
        // Excel keeps how a text is pronounced beside it, and one with two typefaces in two parts.
        n % 3 === 0 && text.length > 1
          ? `<si><r><t>${escaped(text.slice(0, 1))}</t></r><r><t xml:space="preserve">${escaped(text.slice(1))}</t></r><rPh sb="0" eb="1"><t>spoken</t></rPh></si>`
          : `<si><t>${escaped(text)}</t></si>`,
      )
      .join('')}</sst>`,
    ...Object.fromEntries(worksheets.map((xml, n) => [`xl/worksheets/sheet${n + 1}.xml`, xml])),
  }
  return zipSync(Object.fromEntries(Object.entries(files).map(([name, xml]) => [name, strToU8(xml)])))
}

const csv = (rows: readonly (readonly string[])[], delimiter = ',') =>
  rows.map((cells) => csvLine(cells).replaceAll(',', delimiter)).join('')

interface Sample {
  name: string
  bytes: Uint8Array
  /** Where each of its columns belongs. */
  columns: (Target | null)[]
  people: number
  /** Rows that nobody can read without a person. */
  wrong: number
  asksForOrder: boolean
  /** Totals, signatures and the like, which are skipped. */
  asides?: number
  /** Birthdays as numbers of days. */
  dayNumbers?: number
}

/** Spreadsheets as secretaries have them. All people are made up. */
export const spreadsheets: readonly Sample[] = [
  {
    name: 'a plain roster of Excel.xlsx',
    bytes: workbook({
      written: 'excel',
      sheets: [
        {
          name: 'Members',
          rows: [
            ['Surname', 'First Name', 'M.I.', 'Rank', 'Serial No.', 'Date of Birth', 'Mobile No.', 'Branch of Service'],
            ['DELA CRUZ', 'JUAN', 'P.', 'CPT', 'O-120001', { day: '1964-10-05' }, 9171234567, 'PA'],
            ['REYES', 'ANA', 'S.', 'MAJ', 'O-120002', { day: '1970-09-01' }, 9181234567, 'P.A.'],
            ['MUÑOZ', 'JOSÉ', '', 'LTC', 'O-120003', { day: '1959-12-31' }, 9191234567, 'Navy'],
          ],
        },
      ],
    }),
    columns: ['lastName', 'firstName', 'middleName', 'rank', 'militarySerial', 'birthday', 'cellphoneNumber', 'ms'],
    people: 3,
    wrong: 0,
    asksForOrder: false,
  },
  {
    name: 'titles above, whole names, of LibreOffice with the 1904 calendar.xlsx',
    bytes: workbook({
      written: 'libreoffice',
      from1904: true,
      sheets: [
        { name: 'Cover', rows: [] },
        {
          name: 'Roster',
          rows: [
            ['LIST OF RESERVISTS, REGION III'],
            [],
            ['No.', 'NAME', 'AFPSN', 'BIRTHDATE', 'CONTACT NO.', 'REGION', 'UNIT', 'REMARKS'],
            [
              1,
              'DELA CRUZ, JUAN P.',
              'O-120011',
              { day: '1964-10-05' },
              '0917-123-4567',
              'Region III',
              '301st CDC',
              '',
            ],
            [
              2,
              'REYES JR., MARIO',
              'O-120012',
              { day: '1970-09-01' },
              '0918 123 4567',
              'III',
              '301st CDC',
              'treasurer',
            ],
            [3, 'SANTOS, MARIA LUZ A.', 'O-120013', { day: '1981-02-28' }, 'none', 'Central Luzon', '301st CDC', ''],
          ],
        },
      ],
    }),
    columns: [null, 'fullName', 'militarySerial', 'birthday', 'cellphoneNumber', 'region', 'unitAssignment', null],
    people: 3,
    wrong: 0,
    asksForOrder: false,
  },
  {
    name: 'Filipino headings, Windows-1252 with semicolons.csv',
    bytes: Buffer.from(
      csv(
        [
          [
            'Apelyido',
            'Pangalan',
            'Gitnang Pangalan',
            'Ranggo',
            'Serial No.',
            'Kaarawan',
            'Tirahan',
            'Numero ng Telepono',
          ],
          ['Muñoz', 'José', 'Peña', 'SGT', '812345', '5 Oktubre 1964', 'Brgy. Niño; Quezon', '0917 123 4567'],
          ['Dela Cruz', 'Ana', '', 'CPL', '812346', '1 Enero 1980', 'N/A', '0918 123 4567'],
        ],
        ';',
      )
        .replace('Brgy. Niño; Quezon', '"Brgy. Niño; Quezon"')
        .replaceAll('""', '"'),
      'latin1',
    ),
    columns: [
      'lastName',
      'firstName',
      'middleName',
      'rank',
      'militarySerial',
      'birthday',
      'personnelAddress',
      'cellphoneNumber',
    ],
    people: 2,
    wrong: 0,
    asksForOrder: false,
  },
  {
    name: 'dates of two figures that may be either.csv',
    bytes: Buffer.from(
      `\uFEFF${csv([
        ['Family Name', 'Given Name', 'Service', 'Serial Number', 'DOB', 'Email Address'],
        ['Cruz', 'Juan', 'Army', 'O-120031', '2/1/1980', 'juan@example.org'],
        ['Reyes', 'Ana', 'Air Force', 'O-120032', '3/4/1975', 'ana@example.org'],
      ])}`,
    ),
    columns: ['lastName', 'firstName', 'ms', 'militarySerial', 'birthday', 'email'],
    people: 2,
    wrong: 0,
    asksForOrder: true,
  },
  {
    name: 'month first by the others, tabs.txt',
    bytes: Buffer.from(
      csv(
        [
          [
            'LAST NAME',
            'FIRST NAME',
            'MIDDLE NAME',
            'EXT',
            'AFP SERIAL NUMBER',
            'BIRTHDAY',
            'BLOOD TYPE',
            'PHILHEALTH NO.',
          ],
          ['Cruz', 'Juan', 'Santos', 'Jr.', 'O-120041', '02/01/1980', 'O+', '12-345678901-2'],
          ['Reyes', 'Ana', 'Lim', '', 'O-120042', '12/25/1975', 'ab +', ''],
          ['Lim', 'Ben', '', '', 'O-120043', '07/30/61', 'Not known', ''],
        ],
        '\t',
      ),
    ),
    columns: [
      'lastName',
      'firstName',
      'middleName',
      'suffix',
      'militarySerial',
      'birthday',
      'bloodType',
      'philhealthNumber',
    ],
    people: 3,
    wrong: 0,
    asksForOrder: false,
  },
  {
    name: 'rank in the name, of a script.xlsx',
    bytes: workbook({
      written: 'script',
      sheets: [
        { name: 'Old', rows: [['x']], hidden: true },
        {
          name: '2026',
          rows: [
            ['#', 'Name of Reservist', 'SN', 'Date of Birth (dd/mm/yyyy)', 'CP Number', 'E-mail', 'Category'],
            [
              1,
              'CPT JUAN P DELA CRUZ PA (RES)',
              'O-120051',
              '05/10/1964',
              639171234567,
              'juan.d@example.org',
              'Ready Reserve',
            ],
            [2, 'MAJ Ana L Reyes PAF (RES)', 'O-120052', '01/09/1970', 9181234567, '-', 'Standby'],
          ],
        },
      ],
    }),
    columns: [null, 'fullName', 'militarySerial', 'birthday', 'cellphoneNumber', 'email', 'reservistType'],
    people: 2,
    wrong: 0,
    asksForOrder: false,
  },
  {
    name: 'contact persons and two contact numbers, serials by a number format.xlsx',
    bytes: workbook({
      written: 'excel',
      sheets: [
        {
          name: 'Sheet1',
          rows: [
            [
              'Last Name',
              'First Name',
              'Military Serial No',
              'Birth Date',
              'Contact No.',
              'Home Address',
              'Contact Person',
              'Relationship',
              'Contact No.',
            ],
            [
              'Cruz',
              'Juan',
              { number: 120061, format: '"O-"000000' },
              { day: '1964-10-05' },
              { number: 9171234567, format: '00000000000' },
              'Purok 3',
              'Maria Cruz',
              'Spouse',
              9181112222,
            ],
            [
              'Reyes',
              'Ana',
              { number: 62, format: '"O-"000000' },
              { day: '1970-09-01' },
              '',
              'Purok 4',
              'Reyes, Pedro',
              'Father',
              '',
            ],
          ],
        },
      ],
    }),
    columns: [
      'lastName',
      'firstName',
      'militarySerial',
      'birthday',
      'cellphoneNumber',
      'personnelAddress',
      'contactFullName',
      'contactPersonRelationship',
      'contactPersonNumber',
    ],
    people: 2,
    wrong: 0,
    asksForOrder: false,
  },
  {
    name: 'numbers of the association, and cells to mend.csv',
    bytes: Buffer.from(
      csv([
        ['ID No.', 'Surname', 'Given Name', 'Serial', 'Birthdate', 'Branch', 'Status', 'Area'],
        ['ARRAPI-000-011', 'Cruz', 'Juan', 'O-120071', '1964-10-05', 'Ground forces', 'Reservist', 'NCR'],
        ['ARRAPI-000-012', 'Reyes', 'Ana', 'O-120072', '1970-09-31', 'Ground forces', 'Reservist', 'Luzon'],
        ['', 'Lim', 'Ben', 'O-120073', '1981-05-06', 'PN', 'Regular', 'Visayas'],
      ]),
    ),
    columns: ['idNumber', 'lastName', 'firstName', 'militarySerial', 'birthday', 'ms', 'militaryStatus', 'region'],
    people: 1,
    wrong: 2,
    asksForOrder: false,
  },
  {
    name: 'formulas, several sheets.xlsx',
    bytes: workbook({
      written: 'libreoffice',
      sheets: [
        {
          name: 'All',
          rows: [
            ['Family', 'Given', 'Whole', 'Service Number', 'B-day', 'Svc', 'Civil Status', 'RRU'],
            [
              'Cruz',
              'Juan',
              { formula: 'A2&", "&B2', value: 'Cruz, Juan' },
              'O-120081',
              { formula: 'DATE(1964,10,5)', value: '1964-10-05' },
              'PAF',
              'Married',
              true,
            ],
            [
              'Reyes',
              'Ana',
              { formula: 'A3', value: 'Reyes' },
              'O-120082',
              { day: '1970-09-01' },
              'TAS',
              'Single',
              false,
            ],
          ],
        },
        {
          name: 'Dues',
          rows: [
            ['Serial', 'Paid'],
            ['O-120081', 250],
          ],
        },
      ],
    }),
    columns: ['lastName', 'firstName', null, 'militarySerial', 'birthday', 'ms', null, 'rruChecked'],
    people: 2,
    wrong: 0,
    asksForOrder: false,
  },
  {
    name: 'the site’s own labels, with a line for Excel.csv',
    bytes: Buffer.from(
      `sep=;\r\n${csv(
        [
          [
            'ID number',
            'Last name',
            'First name',
            'Military serial number',
            'Birthday',
            'Military service',
            'Reservist type',
            'Cellphone number',
            'Contact person’s first name',
            'Contact person’s last name',
          ],
          [
            'ARRAPI-000-021',
            'CRUZ',
            'JUAN',
            'O-120091',
            '1964-10-05',
            'PA',
            'Ready Reserve',
            '09171234567',
            'MARIA',
            'CRUZ',
          ],
        ],
        ';',
      )}`,
    ),
    columns: [
      'idNumber',
      'lastName',
      'firstName',
      'militarySerial',
      'birthday',
      'ms',
      'reservistType',
      'cellphoneNumber',
      'contactPersonFirstName',
      'contactPersonLastName',
    ],
    people: 1,
    wrong: 0,
    asksForOrder: false,
  },
  {
    name: 'answers to an online form.xlsx',
    bytes: workbook({
      written: 'excel',
      sheets: [
        {
          name: 'Form Responses 1',
          rows: [
            [
              'Timestamp',
              'Your complete name (Surname, Given, M.I.)?',
              'What is your date of birth?',
              'Please enter your AFP serial number',
              'Which service do you belong to?',
              'In which region do you live?',
              'CP#',
              'Who should we contact in case of emergency?',
              'When did you join?',
            ],
            [
              { day: '2024-05-01' },
              'Cruz, Juan P.',
              'October 5, 1964',
              'O-130001',
              'Philippine Army',
              'NCR',
              '0917 123 4567',
              'Maria Cruz',
              { day: '2001-02-03' },
            ],
          ],
        },
      ],
    }),
    columns: [
      null,
      'fullName',
      'birthday',
      'militarySerial',
      'ms',
      'region',
      'cellphoneNumber',
      'contactFullName',
      null,
    ],
    people: 1,
    wrong: 0,
    asksForOrder: false,
  },
  {
    name: 'instructions first, a heading of two lines, totals and signatures below.xlsx',
    bytes: workbook({
      written: 'libreoffice',
      sheets: [
        { name: 'READ ME', rows: [['Please fill in the next sheet'], ['Name and address of the secretary']] },
        {
          name: 'Members',
          rows: [
            ['Personal', null, null, null, 'Military', null],
            ['Name of Reservist', 'Bday', 'Cel', 'City/Municipality', 'Serial', 'Service'],
            ['Juan P. Cruz', '10-25-1964', '09171234567', 'Taguig', 'O-130011', 'Hukbong Katihan'],
            ['Name of Reservist', 'Bday', 'Cel', 'City/Municipality', 'Serial', 'Service'],
            ['Ana L. Reyes', '09-30-1970', '09181234567', 'Pasig', 'O-130012', 'Hukbong Dagat'],
            ['Ben Lim', '', '', '', '', 'Army'],
            ['*** NOTHING FOLLOWS ***'],
            ['TOTAL', 3],
            ['Prepared by:', null, null, 'Noted by:'],
            ['Tess Magbanua', null, null, 'COL Luis Go'],
            ['Secretary'],
          ],
        },
        {
          name: 'Summary',
          rows: [
            ['Service', 'Count'],
            ['Army', 2],
          ],
        },
      ],
    }),
    columns: ['fullName', 'birthday', 'cellphoneNumber', 'personnelAddress', 'militarySerial', 'ms'],
    people: 2,
    wrong: 1,
    asksForOrder: false,
    asides: 6,
  },
  {
    name: 'no headings.csv',
    bytes: Buffer.from(
      csv([
        ['1', 'MAJ', 'CRUZ, JUAN P.', '880001', '5 Oct 1964', 'Army', '9171234567', 'Taguig'],
        ['2', 'CPT', 'REYES, ANA', '880002', '1970.09.01', 'Navy', '9181234567', 'Pasig'],
      ]),
    ),
    columns: [null, 'rank', 'fullName', 'militarySerial', 'birthday', 'ms', 'cellphoneNumber', null],
    people: 2,
    wrong: 0,
    asksForOrder: false,
  },
  {
    name: 'birthdays as numbers.csv',
    bytes: Buffer.from(
      csv([
        ['SN', 'Last', 'First', 'Birthdate', 'CP#', 'Branch of Service'],
        ['O-130031', 'Cruz', 'Juan', '23423', '9171234567', 'Philippine Army'],
        ['O-130032', 'Reyes', 'Ana', '1970-09-01', '', 'Himpapawid'],
        ['O-130033', 'Lim', 'Ben', '1964', '', ''],
      ]),
    ),
    columns: ['militarySerial', 'lastName', 'firstName', 'birthday', 'cellphoneNumber', 'ms'],
    people: 2,
    wrong: 1,
    asksForOrder: false,
    dayNumbers: 1,
  },
  {
    name: 'letters damaged on the way.csv',
    bytes: Buffer.from(
      csv([
        ['Last name', 'First name', 'Serial', 'Birth date'],
        ['PeÃ±a', 'Juan', 'O-130041', '1964-10-05'],
        ['MU?OZ', 'Ana', 'O-130042', '1970-09-01'],
        ['Ibáñez', 'João', 'O-130043', '1970-09-01'],
      ]),
    ),
    columns: ['lastName', 'firstName', 'militarySerial', 'birthday'],
    people: 1,
    wrong: 2,
    asksForOrder: false,
  },
]
