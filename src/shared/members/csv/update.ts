import type { PlainDate } from '../birthday.ts'
import { fileFields, type FileField } from '../member-fields.ts'
import { futureBirthday } from '../registration/registration.ts'
import { importRules, reservistsOnly, type ImportedPerson } from './import-fields.ts'
import { columnNames, memberColumns, type FieldChange, type RowProblem } from './member-file.ts'
import { cellText, rowTooLong, type Heading, type RowReading } from './import.ts'

/** What a row says about somebody who is on record: only the cells that are filled. */
export interface SaidRow {
  row: number
  serial: string
  values: Partial<ImportedPerson>
  problems: RowProblem[]
}

/** An empty cell says nothing, so it changes nothing. Null for a row without a serial number, by which people are known. */
export function readSaid({ columns }: Heading, cells: readonly string[], row: number, how: RowReading): SaidRow | null {
  const values: Partial<Record<FileField, unknown>> = {}
  const problems: RowProblem[] = rowTooLong(columns, cells, row)
  for (const [place, name] of columns.entries()) {
    const typed = name ? cellText(cells[place] ?? '', name, how.dates) : ''
    if (!name || typed.trim() === '') continue
    const read = importRules[memberColumns[name]].safeParse(typed)
    if (read.success) values[memberColumns[name]] = read.data
    else problems.push({ row, field: name, message: read.error.issues[0]?.message ?? '' })
  }
  const { militarySerial, ...said } = values as Partial<ImportedPerson>
  if (said.birthday && said.birthday > how.today) problems.push({ row, field: 'birthday', message: futureBirthday })
  return militarySerial ? { row, serial: militarySerial, values: said, problems } : null
}

export type KeptPerson = { approved: boolean; isAdmin: boolean } & Record<FileField, string | boolean | null>

const columnOf = (field: FileField) => columnNames.find((name) => memberColumns[name] === field) ?? ''

/** What a row changes of a record, field by field, or why it may not. */
export function changesOf(
  record: KeptPerson,
  { row, values, problems }: SaidRow,
  today: PlainDate,
): { changes: FieldChange[] } | { problems: RowProblem[] } {
  const wrong = [...problems]
  const refuse = (field: string, message: string) => wrong.push({ row, field, message })
  if (record.isAdmin) refuse('', updateText.administrator)
  if (values.idNumber && values.idNumber !== record.idNumber)
    refuse('id_number', record.approved ? updateText.otherNumber(String(record.idNumber)) : updateText.numberAtApproval)
  if (values.birthday && values.birthday > today) refuse('birthday', futureBirthday)
  const after: Record<FileField, string | boolean | null> = { ...record, ...values }
  if (after.militaryStatus !== 'Reservist') {
    if (values.reservistType) refuse('reservist_type', reservistsOnly)
    after.reservistType = null
  }
  if (after.reservistType !== 'Ready Reserve') Object.assign(after, { rruChecked: false, aruChecked: false })
  if (wrong.length > 0) return { problems: wrong }
  return {
    changes: fileFields
      .filter((field) => after[field] !== record[field])
      .map((field) => ({ field, column: columnOf(field), from: record[field], to: after[field] })),
  }
}

export const updateText = {
  administrator: 'This person is an administrator: please change the record on its page',
  otherNumber: (number: string) => `This person has the ID number ${number}, which an import does not change`,
  numberAtApproval: 'ID numbers are given at approval',
} as const
