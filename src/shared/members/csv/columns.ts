import { fileFields, memberFields, type FileField } from '#shared/members/member-fields.ts'
import { showPhone } from '#shared/members/phone.ts'

/** The columns of a member file in order, each with its field. */
type FieldOfColumn = { [Field in FileField as (typeof memberFields)[Field]['column']]: Field }
export type MemberColumn = keyof FieldOfColumn
export const fieldOfColumn = Object.fromEntries(
  fileFields.map((field) => [memberFields[field].column, field]),
) as FieldOfColumn

export const columnNames = fileFields.map((field) => memberFields[field].column)

/** Files may also hold the dues date if the association has dues. It goes into the ledger, not the record. */
export type ImportField = FileField | 'duesPaidUntil'
const duesField = { duesPaidUntil: { column: 'dues_paid_until', label: 'Dues paid until' } } as const
export const importFields: readonly ImportField[] = [...fileFields, 'duesPaidUntil']
export const importFieldsFor = (hasDues = false) => (hasDues ? importFields : fileFields)
export const importLabel = (field: ImportField): string => ({ ...memberFields, ...duesField })[field].label

/** A person's cells in column order. Importing them again gives the same person. */
export function memberCells(person: Record<FileField, string | boolean | null>): (string | null)[] {
  return columnNames.map((name) => {
    const field = fieldOfColumn[name]
    const value = person[field]
    if (typeof value === 'boolean') return yesOrNo(value)
    // With spaces: spreadsheets would otherwise read a number and drop its zero.
    return value && (field === 'cellphoneNumber' || field === 'contactPersonNumber') ? showPhone(value) : value
  })
}

export const yesOrNo = (value: boolean) => (value ? 'yes' : 'no')

/** Columns for exports only: the person's account and the state of their membership. */
const extraColumns = {
  id: 'Internal id',
  approved: 'Approved',
  is_admin: 'Administrator',
  status: 'Membership',
  password: 'Kind of password',
  dues_paid_until: duesField.duesPaidUntil.label,
} as const

export type ExportColumn = MemberColumn | keyof typeof extraColumns

export const exportColumns: readonly ExportColumn[] = [
  ...columnNames,
  'approved',
  'is_admin',
  'status',
  'password',
  'dues_paid_until',
  'id',
]

/** Enough to be imported again as the same people. */
export const completeColumns: readonly ExportColumn[] = [
  ...columnNames,
  'approved',
  'is_admin',
  'dues_paid_until',
  'id',
]

/**
 * What is ticked at first: who somebody is and how to reach them. Not the birthday, which is a login with the serial number, nor
 * what concerns health, home or family.
 */
export const exportDefaults: readonly ExportColumn[] = [
  'id_number',
  'first_name',
  'middle_name',
  'last_name',
  'suffix',
  'email',
  'military_serial',
  'unit_assignment',
  'region',
  'rank',
  'ms',
  'cellphone_number',
  'dues_paid_until',
]

/** Drops the dues column if the association has no dues. */
export const withoutDues = (columns: readonly ExportColumn[], hasDues = false): readonly ExportColumn[] =>
  hasDues ? columns : columns.filter((name) => name !== 'dues_paid_until')

const labels: Record<string, string> = {
  ...Object.fromEntries(fileFields.map((field) => [memberFields[field].column, memberFields[field].label])),
  ...extraColumns,
}
export const exportLabel = (column: ExportColumn): string => labels[column] ?? column

export const isExportColumn = (name: string): name is ExportColumn =>
  (exportColumns as readonly string[]).includes(name)
