import { describe, expect, test } from 'vitest'
import { columnNames, fieldOfColumn } from './columns.ts'
import {
  findHeading,
  guessColumns,
  inOrder,
  missingTargets,
  readDateOrder,
  samplesOf,
  targetLabel,
  targetsFor,
  textsOf,
} from './guess-columns.ts'
import { splitName } from './split-name.ts'

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
    expect(guess('id', ...columnNames.filter((name) => name !== 'id_number'), 'approved', 'is_admin')).toEqual([
      null,
      ...columnNames.filter((name) => name !== 'id_number').map((name) => fieldOfColumn[name]),
      null,
      null,
    ])
    const labels = targetsFor().filter((target) => target !== 'idNumber')
    expect(labels.map((target) => guess(targetLabel(target))[0])).toEqual(labels)
  })
})

describe('where the heading says little, what stands below it decides', () => {
  test.each([
    ['Status', ['Reservist', 'Regular'], 'militaryStatus'],
    ['Status', ['Married', 'Single'], null],
    ['Category', ['Ready Reserve'], 'reservistType'],
    ['Service', ['Army', 'PAF'], 'ms'],
    ['ID No.', ['ARRAPI-000-012'], 'idNumber'],
    ['ID No.', ['4471'], null],
    ['Where to write', ['ana@example.org', 'ben@example.org'], 'email'],
    ['Code', ['ARRAPI-000-012', 'ARRAPI-000-013'], 'idNumber'],
  ])('%s with %j is %s', (heading, samples, target) => {
    expect(guessColumns([heading], [samples])).toEqual([target])
  })
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
})

test('the heading is the line that names most of our fields, below whatever titles there are', () => {
  const heading = ['No.', 'Surname', 'First name', 'Serial No.']
  expect(findHeading([['RESERVISTS OF REGION III'], [], heading, ['1', 'Cruz', 'Juan', 'O-1']])).toBe(2)
  expect(findHeading([heading])).toBe(0)
  expect(findHeading([[''], ['Juan', 'Cruz', 'O-1']])).toBe(1)
  expect(findHeading([])).toBe(0)
  expect(samplesOf([['', 'a'], [], [' b ', ''], ['c']], 0)).toEqual(['b', 'c'])
})

test('what nobody can be added without; a whole name has both parts', () => {
  expect(missingTargets(['fullName', 'birthday'])).toEqual(['militarySerial'])
  expect(missingTargets([null])).toEqual(['firstName', 'lastName', 'militarySerial', 'birthday'])
})

describe('the order of dates', () => {
  test.each([
    [['1964-10-05', '5 October 1964', '25/12/1964'], '', { status: 'clear' }],
    [['2/1/1980'], '', { status: 'ask', example: '2/1/1980' }],
    [['3/3/1980'], '', { status: 'clear' }],
    [['2/1/1980', '25/12/1964'], '', { status: 'known', order: 'day first', because: '25/12/1964' }],
    [['2/1/1980', '12/25/64'], '', { status: 'known', order: 'month first', because: '12/25/64' }],
    [['2/1/1980', '12/25/1964', '25/12/1964'], '', { status: 'ask', example: '2/1/1980' }],
    [['2/1/1980'], 'DOB (dd-mm-yyyy)', { status: 'known', order: 'day first', because: 'DOB (dd-mm-yyyy)' }],
    [['2/1/1980'], 'Birthdate mm/dd/yy', { status: 'known', order: 'month first', because: 'Birthdate mm/dd/yy' }],
  ])('%j under %j', (birthdays, heading, reading) => {
    expect(readDateOrder(birthdays, heading)).toEqual(reading)
  })

  test.each([
    ['2/1/1980', 'day first', '1980-01-02'],
    ['2/1/1980', 'month first', '1980-02-01'],
    ['25/12/1964', 'month first', '25/12/1964'],
    ['2/1/1980', null, '2/1/1980'],
  ] as const)('%s with the %s is %s', (typed, order, date) => {
    expect(inOrder(typed, order)).toBe(date)
  })
})

describe('a name in one cell', () => {
  test.each([
    ['DELA CRUZ, JUAN P.', 'JUAN', 'P.', 'DELA CRUZ', '', ''],
    ['Dela Cruz, Juan Miguel P', 'Juan Miguel', 'P', 'Dela Cruz', '', ''],
    ['DELA CRUZ JR., JUAN P.', 'JUAN', 'P.', 'DELA CRUZ', 'JR.', ''],
    ['DELA CRUZ, JUAN P. JR', 'JUAN', 'P.', 'DELA CRUZ', 'JR', ''],
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
      textsOf(['CPT DELA CRUZ, JUAN P.', 'MAJ', 'Reyes, Ana Jr.'], ['fullName', 'rank', 'contactFullName'], null),
    ).toEqual({
      firstName: 'JUAN',
      middleName: 'P.',
      lastName: 'DELA CRUZ',
      rank: 'MAJ',
      contactPersonFirstName: 'Ana',
      contactPersonLastName: 'Reyes Jr.',
    })
  })
})

test.each(['Dues paid until', 'dues_paid_until', 'PAID UNTIL', 'Membership Expiry', 'Valid until (dd/mm/yyyy)'])(
  '%s is about dues, where there are any',
  (heading) => {
    expect(guessColumns([heading], [], true)).toEqual(['duesPaidUntil'])
    expect(guessColumns([heading], [])).toEqual([null])
    expect(textsOf(['3/4/2026'], ['duesPaidUntil'], 'day first')).toEqual({ duesPaidUntil: '2026-04-03' })
  },
)
