import { expect, test } from 'vitest'
import type { Mapping } from '#shared/members/csv/guess-columns.ts'
import type { RowOutcome } from '#shared/members/csv/member-file.ts'
import {
  alikeRows,
  draftRow,
  judge,
  leftLines,
  mend,
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
  return { fileName: 'a.csv', as: 'members', updating: false, different: new Map(), rows, ...more }
}
const record = { id: '1', name: 'ANA CRUZ', militarySerial: 'A-1', idNumber: 'ARRAPI-000-001' }
const statusesOf = (draft: ImportDraft) => [...judge(draft).values()].map(({ status }) => status)

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
    // In its part, the server saw the row before it: here it is known to be a namesake.
    { row: 4, status: 'wrong', problems: [{ field: null, message: 'This is the same as in row 3' }] },
    { row: 6, status: 'wrong', problems: [{ field: 'email', message: 'taken' }] },
  ]
  const draft = withOutcomes(draftOf(rows), rows, outcomes)
  expect(statusesOf(draft)).toEqual(['known', 'add', 'repeat', 'mend', 'mend'])
  expect(statusesOf({ ...draft, rows: draft.rows.with(2, rows[2]!), different: new Map([[4, ['A-2']]]) })[2]).toBe(
    'add',
  )
})

test('one value is mended wherever it is wrong; what the server said of a row before is forgotten', () => {
  const rows = [person(2, 'ANA', 'A-1', 'Sea'), person(3, 'BEN', 'A-2', 'Sea'), person(4, 'CORA', 'A-3', '')]
  const draft = draftOf(rows)
  const alike = alikeRows(draft, judge(draft), 'ms', 'Sea')
  expect([...alike]).toEqual([2, 3])
  expect(alikeRows(draft, judge(draft), 'ms', '').size).toBe(0)
  const mended = mend(draft, alike, { ms: 'PN' }, today)
  expect(statusesOf(mended)).toEqual(['add', 'add', 'add'])
  // An answer about what stood there before says nothing about what stands there now.
  const late: RowOutcome = { row: 2, status: 'known', by: 'serial', record }
  expect(withOutcomes(mended, rows, [late]).rows[0]?.outcome).toBeUndefined()
})

test('rows with a number are written first, and what was cut off and came all the same counts as added', () => {
  const rows = [
    person(2, 'ANA', 'A-1'),
    person(3, 'BEN', 'A-2', 'PA', 'ARRAPI-000-009'),
    person(4, 'CORA', 'A-3', 'Sea'),
    person(5, 'DAN', 'A-4'),
  ]
  const draft = draftOf(rows)
  const verdicts = judge(draft)
  expect(rowsToWrite(draft, verdicts).map(({ row }) => row)).toEqual([3, 2, 5])
  const result = resultOf(
    draft,
    verdicts,
    new Map([
      [3, { outcome: { row: 3, status: 'new', idNumber: 'ARRAPI-000-009' }, again: false }],
      [2, { outcome: { row: 2, status: 'known', by: 'serial', record }, again: true }],
      [5, { outcome: { row: 5, status: 'known', by: 'name', record }, again: true }],
    ]),
  )
  expect(result).toMatchObject({ members: 2, applicants: 0, updated: 0, known: 1 })
  const [heading, first, second] = leftLines(result.left)
  expect(heading?.slice(0, 3)).toEqual(['row', 'why it was not imported', 'id_number'])
  expect(first?.slice(0, 2)).toEqual([4, 'Invalid Military Service selected'])
  expect(second?.slice(0, 2)).toEqual([5, 'Already on the site: ANA CRUZ'])
})
