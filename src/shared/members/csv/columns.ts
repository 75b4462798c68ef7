import { fileFields, memberFields, type FileField } from '#shared/members/member-fields.ts'
import type { ImportedPerson } from './imported-person.ts'

/** The columns of a file of members, in their order, and the field each one holds. */
type FieldOfColumn = { [Field in FileField as (typeof memberFields)[Field]['column']]: Field }
export type MemberColumn = keyof FieldOfColumn
export const fieldOfColumn = Object.fromEntries(
  fileFields.map((field) => [memberFields[field].column, field]),
) as FieldOfColumn

export const columnNames = fileFields.map((field) => memberFields[field].column)

/** A person's cells, in the order of the columns; what is read back from them is the same person. */
export function memberCells(person: Record<keyof ImportedPerson, string | boolean | null>): (string | null)[] {
  return columnNames.map((name) => {
    const value = person[fieldOfColumn[name]]
    return value === null ? null : String(value)
  })
}

/** What an export can hold beside the record: who somebody is on the site, and how their membership stands. */
const extraColumns = {
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
