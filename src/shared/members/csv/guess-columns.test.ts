import { describe, expect, test } from 'vitest'
import { columnNames, exportColumns, exportLabel, fieldOfColumn } from './columns.ts'
import {
  countRecognised,
  findNonPersonRows,
  findHeading,
  guessColumns,
  missingTargets,
  samplesOf,
  targetLabel,
  targetsFor,
  textsOf,
  type Mapping,
} from './guess-columns.ts'
import { isDamaged, repairName, splitName } from './split-name.ts'

const guess = (...headings: string[]) => guessColumns(headings, [])

describe('a column is known by what people call it', () => {
  test.each([
    ['Surname', 'lastName'],
    ['FAMILY NAME', 'lastName'],
    ['Apelyido', 'lastName'],
    ['Given Name/s', 'firstName'],
    ['Given Names', 'firstName'],
    ['First_Name', 'firstName'],
    ['M.I.', 'middleName'],
    ['LASTNAME', 'lastName'],
    ['FIRSTNAME', 'firstName'],
    ['SERIALNUMBER', 'militarySerial'],
    ['MSN', 'militarySerial'],
    ['Surname, First name M.I.', 'fullName'],
    ['Ext.', 'suffix'],
    ['Date of Birth', 'birthday'],
    ['DOB', 'birthday'],
    ['Birthdate (mm/dd/yyyy)', 'birthday'],
    ['Kaarawan', 'birthday'],
    ['Mobile No.', 'cellphoneNumber'],
    ['Contact #', 'cellphoneNumber'],
    ['CP Number', 'cellphoneNumber'],
    ['Branch of Service', 'ms'],
    ['BOS', 'ms'],
    ['Rank', 'rank'],
    ['Ranggo', 'rank'],
    ['Serial No.', 'militarySerial'],
    ['AFPSN', 'militarySerial'],
    ['AFP Serial Number', 'militarySerial'],
    ['E-mail Address', 'email'],
    ['Tirahan', 'personnelAddress'],
    ['Home Address', 'personnelAddress'],
    ['Unit', 'unitAssignment'],
    ['Blood Type', 'bloodType'],
    ['PhilHealth #', 'philhealthNumber'],
    ['Full Name', 'fullName'],
    ['Emergency Contact', 'contactFullName'],
    ['Emergency Contact No.', 'contactPersonNumber'],
    ['Contact Person', 'contactFullName'],
    ['Contact Person’s Number', 'contactPersonNumber'],
    ['Person to notify in case of emergency', 'contactFullName'],
    ['Relationship', 'contactPersonRelationship'],
    ['Cel', 'cellphoneNumber'],
    ['Telepono', 'cellphoneNumber'],
    ['CP#', 'cellphoneNumber'],
    ['City/Municipality', 'personnelAddress'],
    ['What is your date of birth?', 'birthday'],
    ['When were you born?', 'birthday'],
    ['Your complete name (Given, Middle, Surname)?', 'fullName'],
    ['Please indicate your blood type', 'bloodType'],
    ['Who should we contact in case of emergency?', 'contactFullName'],
    ['Name of contact person in case of emergency', 'contactFullName'],
    ['Where do you live? (complete address)', 'personnelAddress'],
    ['Rank/Name', 'fullName'],
    ['Mobile No. [Globe or Smart]', 'cellphoneNumber'],
    ['Chapter/Region', 'region'],
    ['Region / Chapter', 'region'],
    ['Mobile/Viber', 'cellphoneNumber'],
    ['Mobile/Cellphone No.', 'cellphoneNumber'],
    ['Name/Signature', 'fullName'],
    ['RANK/S', 'rank'],
    ['Rank/Serial No.', null],
    ['Name/Address', null],
    ['Chapter/Section', null],
    ['ID No./Batch', null],
    ['Joined/Batch', null],
    ['Remarks (Chapter/Region)', null],
    ['Emergency remarks/Name', null],
    ['Day/Month', null],
    ['What is your reservist type?', 'reservistType'],
    ['Are you active?', null],
    ['Numero ng Serye', 'militarySerial'],
    ['SER NO', 'militarySerial'],
    ['Ser. #', 'militarySerial'],
    ['Serial #', 'militarySerial'],
    ['Serial Blg.', 'militarySerial'],
    ['Serial Bilang', 'militarySerial'],
    ['Blg. ng serye', 'militarySerial'],
    ['Blg. ng telepono', 'cellphoneNumber'],
    ['Blg.', null],
    ['Bilang', null],
    ['BDATE', 'birthday'],
    ['BDAY', 'birthday'],
    ['D.O.B.', 'birthday'],
    ['LN', 'lastName'],
    ['FN', 'firstName'],
    ['MN', 'middleName'],
    ['RNK', 'rank'],
    ['CEL NO', 'cellphoneNumber'],
    ['CP NO', 'cellphoneNumber'],
    ['Numero ng telepono', 'cellphoneNumber'],
    ['Kailan ka ipinanganak?', 'birthday'],
    ['Anong ranggo mo?', 'rank'],
    ['Saang rehiyon ka?', 'region'],
    ['Saang rehiyon po kayo kabilang?', 'region'],
    ['Saan ka nakatira?', 'personnelAddress'],
    ['Ano ang iyong apelyido?', 'lastName'],
    ['Ano ang iyong buong pangalan?', 'fullName'],
    ['Ano ang petsa ng iyong kapanganakan?', 'birthday'],
    ['Ano ang iyong serial number?', 'militarySerial'],
    ['Ano ang iyong numero ng telepono?', 'cellphoneNumber'],
    ['Ano ang trabaho mo?', null],
    ['Mo.', null],
    ['No.', null],
    ['#', null],
    ['Remarks', null],
    ['Civil Status', null],
    ['Shoe size', null],
    ['', null],
  ])('%s is %s', (heading, target) => {
    expect(guess(heading)).toEqual([target])
  })

  test('the columns and labels of the site’s own export', () => {
    const byHeading = columnNames.filter((name) => name !== 'id_number' && name !== 'member_since')
    expect(guess('id', ...byHeading, 'approved', 'is_admin')).toEqual([
      null,
      ...byHeading.map((name) => fieldOfColumn[name]),
      null,
      null,
    ])
    expect(exportColumns.map((name) => guess(exportLabel(name))[0])).toEqual(
      exportColumns.map(
        (name) => byHeading.map((known) => known === name && fieldOfColumn[known]).find(Boolean) ?? null,
      ),
    )
    const labels = targetsFor().filter((target) => target !== 'idNumber' && target !== 'memberSince')
    expect(labels.map((target) => guess(targetLabel(target))[0])).toEqual(labels)
  })
})

describe('where the heading says little, what stands below it decides', () => {
  test.each([
    ['Status', ['Reservist', 'Regular'], 'militaryStatus'],
    ['Status', ['Married', 'Single'], null],
    ['Status:', ['Married', 'Single'], null],
    // Of the membership, more likely.
    ['Status', ['Active', 'Inactive', 'Retired member'], null],
    ['Status', ['active', 'ACTIVE '], null],
    ['Status', ['Active', 'Reserve'], 'militaryStatus'],
    ['Military Status', ['Active'], 'militaryStatus'],
    ['Category', ['Ready Reserve'], 'reservistType'],
    ['Service', ['Army', 'PAF'], 'ms'],
    ['Which service do you belong to?', ['Army', 'PAF'], 'ms'],
    ['Which service do you belong to?', ['Catering'], null],
    ['Post', ['Army', 'Hukbong Dagat'], 'ms'],
    ['Globe or Smart', ['0917 123 4567', '+63 918 123 4567'], 'cellphoneNumber'],
    ['Number in case of emergency, if any', ['0917 123 4567'], null],
    ['Enlisted', ['5 May 1999'], null],
    ['Joined', ['5 May 1999'], 'memberSince'],
    ['Member since', ['1999-05-05'], 'memberSince'],
    ['Date of Membership', ['', '5/6/2011', '13/6/2011'], 'memberSince'],
    ['Petsa ng pagsapi', ['5 Mayo 1999', '5 May 1999'], 'memberSince'],
    ['Date joined', ['1999', '2011'], 'memberSince'],
    ['Date Joined', ['4471'], null],
    ['Kailan ka sumali?', ['2019'], 'memberSince'],
    ['Order', ['880001'], null],
    ['', ['5 May 1969', '1970-01-01'], 'birthday'],
    ['', ['O-120001', 'O-120002'], 'militarySerial'],
    ['', ['1', '2'], null],
    ['ID No.', ['ARRAPI-000-012'], 'idNumber'],
    ['ID No.', ['4471'], null],
    ['ID', ['O-120001', '880004'], 'militarySerial'],
    ['ID No.', ['O-120001'], 'militarySerial'],
    ['ID', ['M-001', 'M-002'], null],
    ['ID', ['O-120001', 'none'], null],
    ['Member ID', ['880001'], null],
    ['', ['Region VII', 'NCR', 'Region III'], 'region'],
    ['', ['IV-A', 'NCR'], 'region'],
    ['', ['II', 'III'], null],
    ['', ['NCR', 'Atlantis'], null],
    ['Birthplace', ['Manila', 'Davao'], null],
    ['Chapter/Region', ['Region VII', 'NCR'], 'region'],
    ['Chapter/Region', ['Toril', 'Agdao'], null],
    ['Chapter/Section', ['Region VII', 'NCR'], 'region'],
    ['Name/Signature', ['Ana Reyes'], 'fullName'],
    ['Place/Date of birth', ['Cebu, 5 May 1969'], null],
    ['Unit/Post', ['Army', 'PAF'], 'ms'],
    ['Where to write', ['ana@example.org', 'ben@example.org'], 'email'],
    ['Where to write', ['ana@example.org', 'by post'], null],
    ['Where to write', ['care of ana@example.org'], null],
    ['Where to write', ['ana@example.org (office)'], null],
    ['Where to write', ['@ana'], null],
    ['Code', ['ARRAPI-000-012', 'ARRAPI-000-013'], 'idNumber'],
    ['Code', ['ARRAPI-000-012', 'none yet'], null],
    ['Code', ['old: ARRAPI-000-012'], null],
    ['Code', ['ARRAPI-000-0123'], null],
    ['Code', ['A-000-012'], null],
    ['Post', ['Army', 'Cook'], null],
    ['Globe or Smart', ['9171234567', '639181234567'], 'cellphoneNumber'],
    ['Globe or Smart', ['(0917) 123.4567'], 'cellphoneNumber'],
    ['Globe or Smart', ['0917 123 4567', 'Globe'], null],
    ['Globe or Smart', ['2: 0917 123 4567'], null],
    ['Globe or Smart', ['0917 123 4567 / 8'], null],
    ['Globe or Smart', ['0917 123 456'], null],
    [' ', ['5 May 1969'], 'birthday'],
    ['', ['5 May 1969', 'unknown'], null],
    ['', ['05101964', '12251970'], 'militarySerial'],
    ['', ['O 120001', 'PA120002', 'afp-120003', '880004'], 'militarySerial'],
    ['', ['O-120001', 'lost'], null],
    ['', ['2 O-120001'], null],
    ['', ['O-120001 (old)'], null],
    ['', ['ARMY-120001'], null],
    ['', ['O-12'], null],
    ['', ['12345'], null],
    ['', ['CPT', 'MAJ.', 'Sgt'], 'rank'],
    ['', ['CPT', 'Treasurer'], null],
    ['', ['DELA CRUZ, JUAN P.', 'Muñoz-Lim,Ana', 'O’Brien, Ben Jr.'], 'fullName'],
    ['', ['Cruz, Ana', 'Ben Lim'], null],
    ['', ['1. Cruz, Ana'], null],
    ['', ['Cruz, 2nd Lt'], null],
    ['', ['Cruz, Ana 3'], null],
    ['', ['Blk 5 Mabini, Cebu'], null],
  ])('%s with %j is %s', (heading, samples, target) => {
    expect(guessColumns([heading], [samples])).toEqual([target])
  })
})

test('a column “ID” is the serial number only where no other column is, or may be', () => {
  const serials = ['O-120001']
  expect(guessColumns(['ID', 'Serial No.'], [serials, serials])).toEqual([null, 'militarySerial'])
  expect(guessColumns(['ID', 'Badge'], [serials, ['880001']])).toEqual([null, null])
  expect(guessColumns(['ID', 'DOB', ''], [serials, ['05101964'], ['NCR']])).toEqual([
    'militarySerial',
    'birthday',
    'region',
  ])
})

test('no field is taken twice: the better name counts, then the first', () => {
  expect(guess('Telephone', 'Mobile No.')).toEqual([null, 'cellphoneNumber'])
  expect(guess('Rank', 'Rank')).toEqual(['rank', null])
  expect(guess('Contact No.', 'Contact Person', 'Contact No.')).toEqual([
    'cellphoneNumber',
    'contactFullName',
    'contactPersonNumber',
  ])
  expect(guess('Apelyido', 'Pangalan')).toEqual(['lastName', 'firstName'])
  expect(guess('Pangalan', 'Kaarawan')).toEqual(['fullName', 'birthday'])
  expect(guess('Name', 'Last name', 'First name')).toEqual([null, 'lastName', 'firstName'])
  expect(guess('Full name', 'Surname', 'Given')).toEqual([null, 'lastName', 'firstName'])
  expect(guess('Chapter/Region', 'Rehiyon')).toEqual([null, 'region'])
  expect(guess('Mobile/Viber', 'No. ng telepono')).toEqual([null, 'cellphoneNumber'])
})

describe('a second column of one name is the contact person’s, once a column was about them', () => {
  const phones = ['0917 123 4567']
  test.each([
    [
      ['Contact Person', 'Mobile No.'],
      ['contactFullName', 'cellphoneNumber'],
    ],
    [
      ['Contact Person', 'Mobile No.', 'Mobile No.'],
      ['contactFullName', 'cellphoneNumber', 'contactPersonNumber'],
    ],
    [
      ['Mobile No.', 'Mobile No.', 'Contact Person'],
      ['cellphoneNumber', null, 'contactFullName'],
    ],
    [
      ['Mobile No.', 'Mobile No.'],
      ['cellphoneNumber', null],
    ],
    [
      ['Surname', 'First name', 'M.I.', 'Email', 'Relationship', 'Surname', 'First name', 'M.I.', 'Email'],
      [
        'lastName',
        'firstName',
        'middleName',
        'email',
        'contactPersonRelationship',
        'contactPersonLastName',
        'contactPersonFirstName',
        'contactPersonMiddleName',
        'contactPersonEmail',
      ],
    ],
    [
      ['Name', 'Rank', 'Relationship', 'Name', 'Rank'],
      ['fullName', 'rank', 'contactPersonRelationship', 'contactFullName', null],
    ],
  ])('%j are %j', (headings, targets) => {
    expect(guess(...headings)).toEqual(targets)
  })

  test('but of two columns of phone numbers under other headings nobody knows which is whose', () => {
    expect(guessColumns(['Globe', 'Contact Person', 'Smart'], [phones, ['Ana'], phones])).toEqual([
      null,
      'contactFullName',
      null,
    ])
    expect(guessColumns(['Globe', 'Contact Person', 'Mobile No.'], [phones, ['Ana'], phones])).toEqual([
      'cellphoneNumber',
      'contactFullName',
      'contactPersonNumber',
    ])
  })
})

test('a column without a heading beside others that have one is not a birthday because it holds days', () => {
  expect(guessColumns(['', 'Surname'], [['5 May 1969'], ['Cruz']])).toEqual([null, 'lastName'])
})

test('the heading is the line that names most of our fields, below whatever titles there are', () => {
  const heading = ['No.', 'Surname', 'First name', 'Serial No.']
  expect(findHeading([['RESERVISTS OF REGION III'], [], heading, ['1', 'Cruz', 'Juan', 'O-1']])).toBe(2)
  expect(findHeading([heading])).toBe(0)
  expect(findHeading([[''], ['Juan', 'Cruz', 'O-1']])).toBe(1)
  expect(findHeading([['Cruz', 'Juan', 'O-120001', '5 Oct 1964', 'Army']])).toBe(-1)
  expect(findHeading([['Unit', 'Juan', 'O-120001', '5 Oct 1964', 'Army']])).toBe(-1)
  expect(findHeading([])).toBe(0)
  expect(
    findHeading([
      [' ', ''],
      ['List', '', ' '],
    ]),
  ).toBe(1)
  expect(findHeading([['5 May 2024', ' ', ''], ['Notes']])).toBe(0)
  expect(findHeading([['5 May 2024', ''], ['Notes']])).toBe(0)
  expect(findHeading([[' O-120001', 'Army ']])).toBe(-1)
  expect(findHeading([['Surname', 'Given name', 'Army', '5 May 2024']])).toBe(0)
  const people = Array.from({ length: 19 }, (_, n) => [String(n), 'Cruz', 'Juan', `O-${n}`])
  expect(findHeading([heading.slice(0, 3), ...people.slice(1), heading])).toBe(19)
  expect(findHeading([heading.slice(0, 3), ...people, heading])).toBe(0)
  expect(samplesOf([['', 'a'], [], [' b ', ''], ['c']], 0)).toEqual(['b', 'c'])
})

test('of two columns of days without headings nobody knows which is the birthday', () => {
  expect(guessColumns(['', ''], [['5 May 1969'], ['6 June 1999']])).toEqual([null, null])
})

test('how much a sheet has of a list of members', () => {
  expect(countRecognised([['Please read', 'this']])).toBe(0)
  expect(countRecognised([['Army', 'O-120001', '5 Oct 1964']])).toBe(3)
  expect(countRecognised([['Title'], ['Surname', 'DOB'], ['Cruz', '1964-10-05', 'a@b.ph']])).toBe(3)
  expect(
    countRecognised([
      ['Surname', 'DOB', 'Write to'],
      ['Cruz', '1964-10-05', 'a@b.ph'],
    ]),
  ).toBe(3)
  expect(countRecognised([])).toBe(0)
})

describe('rows that are nobody', () => {
  const mapping: Mapping = ['lastName', 'firstName', 'militarySerial', 'birthday', 'ms']
  const asidesOf = (...rows: string[][]) => {
    const lines = rows.map((cells) => ({ cells }))
    return lines.map((line) => findNonPersonRows(lines, mapping, ['Surname', 'Given', 'SN', 'DOB', 'BOS']).has(line))
  }

  test.each([
    [['TOTAL', '40'], true],
    [['Grand Total: 40'], true],
    [['TOTAL', '', '', '40'], true],
    [['', '', '', '', 'Army'], true],
    [['*** Nothing follows ***'], true],
    [['Prepared by: Tess'], true],
    [['Surname', 'Given', 'SN', 'DOB', 'BOS'], true],
    [[' Surname ', 'Given', ' ', '', 'BOS'], true],
    [['', '', 'SN'], true],
    [['TOTAL', '40', '', '', '12'], true],
    [['Sub-total', 'Luzon', '', '', '12'], true],
    [['', ' ', ''], true],
    [['Page 2 of 3'], true],
    [['Total', ' ', '40'], true],
    [['Given', 'Ana', 'O-1', '', ''], false],
    [['Cruz', '', '', '', 'Army'], false],
    [['', 'Ana', '', '', 'Army'], false],
    [['Pagel', 'Ana', '', '', ''], false],
    [['Total', 'Ana', 'O-1', '', ''], false],
    [['Total', 'Ana', '', '1970-09-01', ''], false],
    [['Cruz', 'Ana', '', '', 'Army'], false],
  ])('%j: %s', (cells, is) => {
    expect(asidesOf(cells)).toEqual([is])
  })

  test('a name below “Prepared by” is a signature, until somebody with a serial number comes', () => {
    const name = ['Cruz', 'Ana']
    expect(asidesOf(name, ['Prepared by'], name, ['Lim', 'Ben', 'O-1'], name)).toEqual([
      false,
      true,
      true,
      false,
      false,
    ])
  })
})

test.each([
  ['PEÃ±A', 'PEñA'],
  ['PEÃ‘A', 'PEÑA'],
  ['JosÃ©', 'José'],
  ['MU?OZ', 'MUÑOZ'],
  ['MU\uFFFDOZ', 'MUÑOZ'],
  ['JOÃO', 'JOÃO'],
  ['PEÑA', 'PEÑA'],
  ['ANA ?', 'ANA ?'],
])('the damaged name %s is repaired to %s', (name, repaired) => {
  expect(repairName(name)).toBe(repaired)
  expect(isDamaged(name)).toBe(name !== repaired)
})

test('what nobody can be added without; a whole name has both parts', () => {
  expect(missingTargets(['fullName', 'birthday'])).toEqual(['militarySerial'])
  expect(missingTargets([null])).toEqual(['firstName', 'lastName', 'militarySerial', 'birthday'])
})

test('an address in two columns is joined', () => {
  const columns: Mapping = ['personnelAddress', 'rank', 'personnelAddress', 'rank']
  expect(textsOf(['12 Mabini St.', 'CPT', 'Cebu City', 'MAJ'], columns, null)).toEqual({
    personnelAddress: '12 Mabini St., Cebu City',
    rank: 'CPT',
  })
  expect(textsOf(['Camp Aguinaldo', 'Quezon City'], ['unitAddress', 'unitAddress'], null)).toEqual({
    unitAddress: 'Camp Aguinaldo, Quezon City',
  })
})

test('days are read in their order, other cells stay as they are, and a column that is left out says nothing', () => {
  const columns: Mapping = ['birthday', 'memberSince', 'militarySerial', null]
  expect(textsOf(['2-1-1980', '3-4-2012', '2-1-1980', '4-4-2012'], columns, { '-': 'day first' })).toEqual({
    birthday: '1980-01-02',
    memberSince: '2012-04-03',
    militarySerial: '2-1-1980',
  })
  expect(textsOf(['2-1-1980'], columns, { '/': 'day first' })).toEqual({ birthday: '2-1-1980' })
})

test('the day that dues are paid until is a choice only where there are dues', () => {
  expect(targetsFor(true)).toEqual([...targetsFor(), 'duesPaidUntil'])
  expect(targetsFor(false)).not.toContain('duesPaidUntil')
  expect(targetsFor()).toContain('contactPersonRelationship')
})

describe('a name in one cell', () => {
  test.each([
    ['DELA CRUZ, JUAN P.', 'JUAN', 'P.', 'DELA CRUZ', '', ''],
    ['Dela Cruz, Juan Miguel P', 'Juan Miguel', 'P', 'Dela Cruz', '', ''],
    ['DELA CRUZ JR., JUAN P.', 'JUAN', 'P.', 'DELA CRUZ', 'JR.', ''],
    ['DELA CRUZ, JUAN P. JR', 'JUAN', 'P.', 'DELA CRUZ', 'JR', ''],
    ['SAN JUAN, FELIPE JR. G.', 'FELIPE', 'G.', 'SAN JUAN', 'JR.', ''],
    ['SAN JUAN, Felipe Miguel III G', 'Felipe Miguel', 'G', 'SAN JUAN', 'III', ''],
    ['SAN JUAN, FELIPE G.', 'FELIPE', 'G.', 'SAN JUAN', '', ''],
    ['SAN JUAN, FELIPE JR. GARCIA', 'FELIPE JR. GARCIA', '', 'SAN JUAN', '', ''],
    ['DELOS REYES, Arturo B. Jr.', 'Arturo', 'B.', 'DELOS REYES', 'Jr.', ''],
    ['SANTOS, MARIA, REYES', 'MARIA', 'REYES', 'SANTOS', '', ''],
    ['SANTOS, JR., MARIO', 'MARIO', '', 'SANTOS', 'JR.', ''],
    ['Juan P. Dela Cruz', 'Juan', 'P.', 'Dela Cruz', '', ''],
    ['Juan Miguel Dela Cruz III', 'Juan Miguel', '', 'Dela Cruz', 'III', ''],
    ['Ana Reyes', 'Ana', '', 'Reyes', '', ''],
    ['Maria de los Santos', 'Maria', '', 'de los Santos', '', ''],
    ['CPT JUAN P DELA CRUZ PA (RES)', 'JUAN', 'P', 'DELA CRUZ', '', 'CPT'],
    ['LTC. Ana Reyes', 'Ana', '', 'Reyes', '', 'LTC.'],
    ['Madonna', 'Madonna', '', '', '', ''],
    ['', '', '', '', '', ''],
  ])('%s', (name, firstName, middleName, lastName, suffix, rank) => {
    expect(splitName(name)).toEqual({ firstName, middleName, lastName, suffix, rank })
  })

  test('is put into the fields, where no column of their own says something else', () => {
    expect(
      textsOf(['CPT DELA CRUZ, JUAN P.', 'MAJ', 'Reyes, Ana B. Jr.'], ['fullName', 'rank', 'contactFullName'], null),
    ).toEqual({
      firstName: 'JUAN',
      middleName: 'P.',
      lastName: 'DELA CRUZ',
      rank: 'MAJ',
      contactPersonFirstName: 'Ana',
      contactPersonMiddleName: 'B.',
      contactPersonLastName: 'Reyes Jr.',
    })
  })
})

test.each(['Dues paid until', 'dues_paid_until', 'PAID UNTIL', 'Membership Expiry', 'Valid until (dd/mm/yyyy)'])(
  '%s is about dues, where there are any',
  (heading) => {
    expect(guessColumns([heading], [], true)).toEqual(['duesPaidUntil'])
    expect(guessColumns([heading], [])).toEqual([null])
    expect(textsOf(['3/4/2026'], ['duesPaidUntil'], { '/': 'day first' })).toEqual({ duesPaidUntil: '2026-04-03' })
  },
)
