import { expect, test } from 'vitest'
import type { Mapping } from '#shared/members/csv/guess-columns.ts'
import type { RowOutcome } from '#shared/members/csv/member-file.ts'
import {
  alikeRows,
  asSent,
  doubtsOf,
  draftRow,
  obviousCorrections,
  readFreely,
  verdictsFor,
  leftLines,
  namesakesToDecide,
  applyCorrections,
  resultOf,
  rowsToWrite,
  withOutcomes,
  type ImportDraft,
} from './import-draft.ts'

const today = '2026-11-15'
const columns: Mapping = ['lastName', 'birthday', 'firstName', 'militarySerial', 'ms', 'idNumber']
const person = (row: number, name: string, serial: string, ms = 'PA', number = '') =>
  draftRow({ row, cells: ['CRUZ', '1970-09-01', name, serial, ms, number] }, columns, null, today)
function draftOf(rows: ImportDraft['rows'], more: Partial<ImportDraft> = {}): ImportDraft {
  return {
    fileName: 'a.csv',
    as: 'members',
    updating: false,
    different: new Map(),
    same: new Set(),
    asides: [],
    rows,
    ...more,
  }
}
const record = { id: '1', name: 'ANA CRUZ', militarySerial: 'A-1', idNumber: 'ARRAPI-000-001' }
const statusesOf = (draft: ImportDraft) => [...verdictsFor(draft).values()].map(({ status }) => status)

test('what happens to a row: added, known, left out as a repeat, or to be mended', () => {
  const rows = [
    person(2, 'ANA', 'A-1'),
    person(3, 'BEN', 'A-2'),
    person(4, 'BEN', 'A-3'),
    person(5, 'CORA', 'A-4', 'Sea'),
    person(6, 'DAN', 'A-5'),
  ]
  const outcomes: RowOutcome[] = [
    { row: 2, status: 'known', by: 'serial', record },
    { row: 3, status: 'new', idNumber: null },
    // The server reports a repeat as an error; the draft sees that it is a namesake of row 3.
    { row: 4, status: 'wrong', problems: [{ field: null, message: 'This is the same as in row 3' }] },
    { row: 6, status: 'wrong', problems: [{ field: 'email', message: 'taken' }] },
  ]
  const draft = withOutcomes(draftOf(rows), rows, outcomes)
  expect(statusesOf(draft)).toEqual(['known', 'add', 'repeat', 'mend', 'mend'])
  expect(statusesOf({ ...draft, rows: draft.rows.with(2, rows[2]!), different: new Map([[4, ['A-2']]]) })[2]).toBe(
    'add',
  )
})

test.each([
  ['A-1', 'B-2', ['A-1']],
  // One of the two is mistyped.
  ['O-1', '0-1', null],
])('of two people with one name and birthday, %s and %s are to decide: %j', (one, other, serials) => {
  const rows = [person(2, 'ANA', one), person(3, 'ANA', other)]
  expect(namesakesToDecide(rows[1]!, verdictsFor(draftOf(rows)).get(3)!)).toEqual(serials)
  const known = (militarySerial: string | null) =>
    ({ status: 'known', by: 'name', record: { ...record, militarySerial } }) as const
  expect(namesakesToDecide(rows[1]!, known(one))).toEqual(serials)
  expect(namesakesToDecide(rows[1]!, known(null))).toBeNull()
})

test('one value is mended wherever it is wrong; what the server said of a row before is forgotten', () => {
  const rows = [person(2, 'ANA', 'A-1', 'Sea'), person(3, 'BEN', 'A-2', 'Sea'), person(4, 'CORA', 'A-3', '')]
  const draft = draftOf(rows)
  const alike = alikeRows(draft, verdictsFor(draft), 'ms', 'Sea')
  expect([...alike]).toEqual([2, 3])
  expect(alikeRows(draft, verdictsFor(draft), 'ms', '').size).toBe(0)
  const mended = applyCorrections(draft, new Map([...alike].map((row) => [row, { ms: 'PN' }])), today)
  expect(statusesOf(mended)).toEqual(['add', 'add', 'add'])
  // An outcome for the old text does not apply to the corrected one.
  const late: RowOutcome = { row: 2, status: 'known', by: 'serial', record }
  expect(withOutcomes(mended, rows, [late]).rows[0]?.outcome).toBeUndefined()
})

test('one birthday is never offered for everybody who has the same wrong one', () => {
  const rows = [2, 3].map((row) =>
    draftRow({ row, cells: ['CRUZ', 'bad', 'ANA', `A-${row}`, 'PA', ''] }, columns, null, today),
  )
  expect(alikeRows(draftOf(rows), verdictsFor(draftOf(rows)), 'birthday', 'bad').size).toBe(0)
})

test('damaged names and wrong cells that may be empty are mended for all at once', () => {
  const draft = draftOf([
    person(2, 'NIÃ±O', 'A-1', 'Coast Guard'),
    person(3, 'JOS\uFFFD', 'A-2', 'Coast Guard'),
    person(4, '', 'A-3'),
  ])
  const { names, optional } = obviousCorrections(draft, verdictsFor(draft))
  expect([...names]).toEqual([[2, { firstName: 'NIñO' }]])
  expect([...optional]).toEqual([
    [2, { ms: '' }],
    [3, { ms: '' }],
  ])
  const mended = applyCorrections(applyCorrections(draft, names, today), optional, today)
  expect(statusesOf(mended)).toEqual(['add', 'mend', 'mend'])
  expect(mended.rows[0]?.person).toMatchObject({ firstName: 'NIÑO', ms: null })
})

test('of several phone numbers in a cell the first can be taken, and such a cell is not emptied with the others', () => {
  const mapping: Mapping = [...columns, 'cellphoneNumber', 'contactPersonNumber']
  const cells = ['CRUZ', '1970-09-01', 'ANA', 'A-1', 'Coast Guard', '', '09176943762 / 09186943762', '0918 1, 2']
  const draft = draftOf([draftRow({ row: 2, cells }, mapping, null, today)])
  const { numbers, optional } = obviousCorrections(draft, verdictsFor(draft))
  expect([...numbers]).toEqual([[2, { cellphoneNumber: '09176943762' }]])
  expect([...optional]).toEqual([[2, { ms: '', contactPersonNumber: '' }]])
})

test('a row about somebody with another name and birthday is left as it is, until it is said to be the same person', () => {
  const rows = [person(2, 'ANA', 'A-1')]
  const outcomes: RowOutcome[] = [{ row: 2, status: 'known', by: 'serial alone', record }]
  const draft = withOutcomes(draftOf(rows, { updating: true }), rows, outcomes)
  expect(statusesOf(draft)).toEqual(['known'])
  expect(asSent(draft, draft.rows[0]!)).not.toHaveProperty('samePerson')
  expect(asSent({ ...draft, same: new Set([2]) }, draft.rows[0]!)).toMatchObject({ samePerson: true })
  const mended = applyCorrections({ ...draft, same: new Set([2]) }, new Map([[2, { militarySerial: 'A-9' }]]), today)
  expect(mended.same.size).toBe(0)
})

test('rows with a number are written first, and what was cut off and came all the same counts as added', () => {
  const rows = [
    person(2, 'ANA', 'A-1'),
    person(3, 'BEN', 'A-2', 'PA', 'ARRAPI-000-009'),
    person(4, 'CORA', 'A-3', 'Sea'),
    person(5, 'DAN', 'A-4'),
  ]
  const draft = draftOf(rows)
  const verdicts = verdictsFor(draft)
  expect(rowsToWrite(draft, verdicts).map(({ row }) => row)).toEqual([3, 2, 5])
  const result = resultOf(
    draft,
    verdicts,
    new Map([
      [3, { outcome: { row: 3, status: 'new', idNumber: 'ARRAPI-000-009' }, again: false }],
      [2, { outcome: { row: 2, status: 'known', by: 'serial', record }, again: true }],
      [5, { outcome: { row: 5, status: 'known', by: 'serial alone', record }, again: true }],
    ]),
  )
  expect(result).toMatchObject({ members: 2, regionless: 2, applicants: 0, updated: 0, known: 1 })
  const [heading, first, second] = leftLines(result.left)
  expect(heading?.slice(0, 3)).toEqual(['Row', 'Why it was not imported', 'ID number'])
  expect(first?.slice(0, 2)).toEqual([4, 'Invalid Military Service selected'])
  expect(second?.slice(0, 2)).toEqual([5, 'Already on the site: ANA CRUZ'])
})

test('new members without a region are counted, and applicants are not', () => {
  const mapping: Mapping = [...columns, 'region']
  const rows = ['NCR', '', ''].map((region, n) =>
    draftRow(
      { row: n + 2, cells: ['CRUZ', '1970-09-01', `ANA ${n}`, `A-${n}`, 'PA', '', region] },
      mapping,
      null,
      today,
    ),
  )
  const draft = draftOf(rows)
  const resultWith = (...numbers: (string | null)[]) =>
    resultOf(
      draft,
      verdictsFor(draft),
      new Map(
        numbers.map((idNumber, n) => [n + 2, { outcome: { row: n + 2, status: 'new', idNumber }, again: false }]),
      ),
    )
  expect(resultWith('ARRAPI-000-001')).toMatchObject({ members: 1, regionless: 0 })
  expect(resultWith('ARRAPI-000-001', 'ARRAPI-000-002', null)).toMatchObject({ members: 2, regionless: 1 })
})

test('a corrected cell still says what was in the file', () => {
  const mended = applyCorrections(draftOf([person(2, 'ANA', 'A-1', 'Sea')]), new Map([[2, { ms: 'Land' }]]), today)
  expect(mended.rows[0]).toMatchObject({ texts: { ms: 'Land' }, inFile: { ms: 'Sea' } })
})

test('a region by its number and a year alone are said with what they are read as', () => {
  const mapping: Mapping = ['lastName', 'birthday', 'firstName', 'militarySerial', 'region', 'memberSince']
  const rows = [
    ['Region IV-A', '2019'],
    ['Region IV-A', '2019'],
    ['ncr', '5 May 2015'],
    ['Luzon', ''],
    ['Atlantis', '2020'],
  ].map((more, n) =>
    draftRow({ row: n + 2, cells: ['CRUZ', '1970-09-01', 'ANA', `A-${n}`, ...more] }, mapping, null, today),
  )
  expect(readFreely(rows)).toEqual([
    { field: 'region', text: 'Region IV-A', value: 'Luzon' },
    { field: 'memberSince', text: '2019', value: '2019-01-01' },
  ])
})

test('what is probably mistyped is asked about, and added all the same', () => {
  const rows = { rank: 'KERNEL', cellphoneNumber: '0917555100', email: 'ana@gmial.com' }
  const { person: read } = person(3, 'ANA', 'A-1')
  expect(doubtsOf({ person: { ...read!, ...rows } })).toEqual([
    '“KERNEL” is not in the list of ranks. Please check it.',
    expect.stringContaining('this one has 10'),
    expect.stringContaining('gmail.com'),
  ])
  expect(doubtsOf({ person: { ...read!, rank: 'CPT', cellphoneNumber: '09175551000' } })).toEqual([])
  expect(doubtsOf({ person: null })).toEqual([])
})
