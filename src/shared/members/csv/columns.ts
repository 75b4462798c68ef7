import { fileFields, memberFields, type FileField } from '#shared/members/member-fields.ts'

/** The columns of a file of members, in their order, and the field each one holds. */
type FieldOfColumn = { [Field in FileField as (typeof memberFields)[Field]['column']]: Field }
export type MemberColumn = keyof FieldOfColumn
export const fieldOfColumn = Object.fromEntries(
  fileFields.map((field) => [memberFields[field].column, field]),
) as FieldOfColumn

export const columnNames = fileFields.map((field) => memberFields[field].column)

/** What a file may say beside the record, where the association has dues. It goes into the ledger. */
export type ImportField = FileField | 'duesPaidUntil'
const duesField = { duesPaidUntil: { column: 'dues_paid_until', label: 'Dues paid until' } } as const
export const importFields: readonly ImportField[] = [...fileFields, 'duesPaidUntil']
export const importFieldsFor = (hasDues = false) => (hasDues ? importFields : fileFields)
export const importLabel = (field: ImportField): string => ({ ...memberFields, ...duesField })[field].label

/** A person's cells, in the order of the columns; what is read back from them is the same person. */
export function memberCells(person: Record<FileField, string | boolean | null>): (string | null)[] {
  return columnNames.map((name) => {
    const value = person[fieldOfColumn[name]]
    return typeof value === 'boolean' ? yesOrNo(value) : value
  })
}

export const yesOrNo = (value: boolean) => (value ? 'yes' : 'no')

/** What an export can hold beside the record: who somebody is on the site, and how their membership stands. */
const extraColumns = {
  id: 'Internal id',
  approved: 'Approved',
  is_admin: 'Administrator',
  status: 'Membership',
  password: 'Kind of password',
  dues_paid_until: duesField.duesPaidUntil.label,
} as const

export type ExportColumn = MemberColumn | keyof typeof extraColumns

/** In the order of the file. */
export const exportColumns: readonly ExportColumn[] = [
  'id',
  ...columnNames,
  'approved',
  'is_admin',
  'status',
  'password',
  'dues_paid_until',
]

/** What is in a file unless something else is chosen: it can be imported again as the same people. */
export const usualColumns: readonly ExportColumn[] = ['id', ...columnNames, 'approved', 'is_admin', 'dues_paid_until']

/** An association without dues has no column of them. */
export const withoutDues = (columns: readonly ExportColumn[], hasDues = false): readonly ExportColumn[] =>
  hasDues ? columns : columns.filter((name) => name !== 'dues_paid_until')

const labels: Record<string, string> = {
  ...Object.fromEntries(fileFields.map((field) => [memberFields[field].column, memberFields[field].label])),
  ...extraColumns,
}
export const exportLabel = (column: ExportColumn): string => labels[column] ?? column

export const isExportColumn = (name: string): name is ExportColumn =>
  (exportColumns as readonly string[]).includes(name)
