import { memberFields, fileFields } from '../member-fields.ts'
import { columnNames, type MemberColumn } from './member-file.ts'

/** What an export can hold beside the record: who somebody is on the site, and how their membership stands. */
export const extraColumns = {
  id: 'Internal id',
  approved: 'Approved',
  is_admin: 'Administrator',
  status: 'Membership',
  joined: 'Joined on',
  password: 'Kind of password',
} as const

export type ExportColumn = MemberColumn | keyof typeof extraColumns

/** In the order of the file. */
export const exportColumns: readonly ExportColumn[] = [
  'id',
  ...columnNames,
  'approved',
  'is_admin',
  'status',
  'joined',
  'password',
]

/** What is in a file unless something else is chosen: it can be imported again as the same people. */
export const usualColumns: readonly ExportColumn[] = ['id', ...columnNames, 'approved', 'is_admin']

const labels: Record<string, string> = {
  ...Object.fromEntries(fileFields.map((field) => [memberFields[field].column, memberFields[field].label])),
  ...extraColumns,
}
export const exportLabel = (column: ExportColumn): string => labels[column] ?? column

export const isExportColumn = (name: string): name is ExportColumn =>
  (exportColumns as readonly string[]).includes(name)

/** What the question before an export says. */
export const exportText = {
  button: 'Export…',
  title: 'Export as a spreadsheet file',
  /** How many is not known at once. */
  whom: (words: string, count: number | undefined): string => {
    if (count === undefined) return words === '' ? 'All current members' : words
    const people = `${count.toLocaleString('en')} ${count === 1 ? 'member' : 'members'}`
    return words === '' ? `All current members: ${count.toLocaleString('en')}` : `${people}: ${words}`
  },
  ticked: 'ticked in the list',
  withoutWithdrawn: 'Members who have withdrawn are not in it, unless you choose them by the filter.',
  columns: 'Columns',
  usual: 'The usual ones',
  all: 'All of them',
  none: 'None of them',
  noColumn: 'Please tick at least one column',
  keepSafe: 'Keep the file as safe as the site itself, and delete it when you no longer need it.',
  download: (columns: number) => (columns === 1 ? 'Download 1 column' : `Download ${columns} columns`),
} as const
