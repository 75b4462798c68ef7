import { plainCell } from '#shared/csv.ts'
import type { PlainDate } from '#shared/members/birthday.ts'
import { fileFields, type FileField } from '#shared/members/member-fields.ts'
import { futureBirthday } from '#shared/members/registration/registration.ts'
import { errorText } from '#shared/text.ts'
import { columnNames, fieldOfColumn, requiredColumns, type MemberColumn } from './columns.ts'
import { importedPersonSchema, importRules, type ImportedPerson, reservistsOnly } from './imported-person.ts'
import {
  type DoubleRow,
  type NumberedPerson,
  type RecordedPerson,
  type RowProblem,
  asIsoDate,
  type DateOrder,
  isExample,
  type FieldChange,
} from './member-file.ts'
import { importText } from './text.ts'

export interface Heading {
  /** Where each column of the file belongs; null for one that is not taken. */
  columns: (MemberColumn | null)[]
  ignored: string[]
  problems: RowProblem[]
}

const columnOf = (heading: string) =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, '_')

/** Reads the heading: any order, case and spaces forgiven. What is missing is told once, not in every row. */
export function readHeading(cells: readonly string[], required: readonly MemberColumn[] = requiredColumns): Heading {
  const named = cells.map((cell) => columnNames.find((name) => name === columnOf(cell)) ?? null)
  const present = named.filter((name) => name !== null)
  const missing = required
    .filter((name) => !present.includes(name))
    .map((field) => ({ row: 1, field, message: `The column ${field} is missing` }))
  const twice = columnNames
    .filter((name) => present.indexOf(name) !== present.lastIndexOf(name))
    .map((field) => ({ row: 1, field, message: `The column ${field} appears twice` }))
  return {
    columns: named,
    ignored: cells.filter((cell, place) => named[place] === null && cell.trim() !== '').map((cell) => cell.trim()),
    problems: [...missing, ...twice],
  }
}

/** By which day a birthday is in the future, and which of its figures is the day. */
export interface RowReading {
  today: PlainDate
  dates: DateOrder | undefined
}

/** Of a row with problems also the number it says, which nobody else gets by the same file. */
type ReadRow = { person: ImportedPerson } | { problems: RowProblem[]; idNumber: string | null }

const columnByField = new Map(columnNames.map((name) => [fieldOfColumn[name] as string, name]))
const nothingSaid = Object.fromEntries(columnNames.map((name) => [fieldOfColumn[name], '']))

/** One row by the rules of the forms, with all that is wrong with it. */
export function readRow({ columns }: Heading, cells: readonly string[], row: number, how: RowReading): ReadRow {
  const tooLong = rowTooLong(columns, cells, row)
  if (tooLong.length > 0) return { problems: tooLong, idNumber: null }
  const form: Record<string, string> = { ...nothingSaid }
  for (const [place, name] of columns.entries())
    if (name) form[fieldOfColumn[name]] = cellText(cells[place] ?? '', name, how.dates)
  if (isExample(form['militarySerial'] ?? ''))
    return { problems: [{ row, field: '', message: importText.exampleRow }], idNumber: null }
  const read = importedPersonSchema.safeParse(form)
  const idNumber = importRules.idNumber.safeParse(form['idNumber']).data ?? null
  if (!read.success) return { problems: problemsOf(read.error.issues, row), idNumber }
  if (read.data.birthday > how.today)
    return { problems: [{ row, field: 'birthday', message: futureBirthday }], idNumber }
  return { person: read.data }
}

/** A comma too many moves every cell behind it into the wrong column. */
export const rowTooLong = (columns: Heading['columns'], cells: readonly string[], row: number): RowProblem[] =>
  cells.slice(columns.length).some((cell) => cell.trim() !== '')
    ? [{ row, field: '', message: 'This row has more cells than the heading' }]
    : []

/** Line breaks within a cell become spaces; a date is read in the order that the file was said to have. */
export function cellText(cell: string, column: MemberColumn, dates: DateOrder | undefined): string {
  const text = plainCell(cell).replaceAll(/[\t\r\n]+/g, ' ')
  return column === 'birthday' ? asIsoDate(text, dates) : text
}

function problemsOf(issues: readonly { path: PropertyKey[]; message: string }[], row: number): RowProblem[] {
  const byField = new Map<string, RowProblem>()
  for (const { path, message } of issues) {
    const field = columnByField.get(String(path[0])) ?? ''
    if (!byField.has(field)) byField.set(field, { row, field, message })
  }
  return [...byField.values()]
}

export const isBlankRow = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '')

/** What nobody may have twice, with the sentence for a value that somebody on the site has already. */
const unique = {
  military_serial: errorText['serial-taken'],
  email: errorText['email-taken'],
  id_number: errorText['id-number-taken'],
} as const
const alreadyOnRecord = `${unique.military_serial}: this person is already on record and will not be changed`
type UniqueColumn = keyof typeof unique
const uniqueColumns = Object.keys(unique) as UniqueColumn[]

/** The values of the file that people on the site have already. */
export type Taken = Record<UniqueColumn, ReadonlySet<string>>

export const sameAsInRow = (row: number) => `This is the same as in row ${row}`

/**
 * Rows that repeat somebody on the site, or an earlier good row of the file, are no longer good; nor are those with an email
 * address that another row gives to somebody on record, or with the number of a row that is left out: whose it is, is for the
 * administrator to say.
 */
export function withoutRepeats(
  people: readonly NumberedPerson[],
  taken: Taken,
  elsewhere: { email?: ReadonlyMap<string, number>; id_number?: ReadonlyMap<string, number> } = {},
) {
  const good: NumberedPerson[] = []
  const known: RowProblem[] = []
  const problems: RowProblem[] = []
  const firstRows = {
    military_serial: new Map(),
    email: new Map(elsewhere.email),
    id_number: new Map(elsewhere.id_number),
  } as const satisfies Record<UniqueColumn, Map<string, number>>
  for (const candidate of people) {
    const { row, person } = candidate
    const values = uniqueColumns.flatMap((field) => {
      const value = person[fieldOfColumn[field]]
      return value === null ? [] : [{ field, value }]
    })
    const repeats = values.flatMap(({ field, value }) => {
      const firstRow: number | undefined = firstRows[field].get(value)
      if (taken[field].has(value)) return [{ row, field, message: unique[field] }]
      return firstRow === undefined ? [] : [{ row, field, message: sameAsInRow(firstRow) }]
    })
    // Somebody who is here already is one thing to know, however much of them is here, and nothing to correct.
    if (taken.military_serial.has(person.militarySerial))
      known.push({ row, field: 'military_serial', message: alreadyOnRecord })
    else problems.push(...repeats)
    if (repeats.length > 0) continue
    good.push(candidate)
    for (const { field, value } of values) firstRows[field].set(value, row)
  }
  return { good, known, problems }
}

/** Who a row is by name and birthday, spelled as the site compares them, and who on record is the same by that. */
export interface ComparedRow {
  row: number
  person: string
  onRecord: RecordedPerson | null
}

/** The rows with the name and birthday of somebody on record, or of a row before them: a second membership is a second vote. */
export function doublesAmong(people: readonly NumberedPerson[], compared: readonly ComparedRow[]): DoubleRow[] {
  const byRow = new Map(compared.map((one) => [one.row, one]))
  const firstRows = new Map<string, number>()
  return people.flatMap(({ row, person: { firstName, lastName } }) => {
    const found = byRow.get(row)
    if (!found) return []
    const firstRow = firstRows.get(found.person)
    firstRows.set(found.person, firstRow ?? row)
    const sameAs = found.onRecord ?? (firstRow === undefined ? null : { row: firstRow })
    return sameAs ? [{ row, name: `${firstName} ${lastName}`, sameAs }] : []
  })
}

/** What a row says about somebody who is on record: only the cells that are filled. */
export interface UpdateRow {
  row: number
  serial: string
  values: Partial<ImportedPerson>
  problems: RowProblem[]
}

/** An empty cell says nothing, so it changes nothing. Null for a row without a serial number, by which people are known. */
export function readUpdateRow(
  { columns }: Heading,
  cells: readonly string[],
  row: number,
  how: RowReading,
): UpdateRow | null {
  const values: Partial<Record<FileField, unknown>> = {}
  const problems: RowProblem[] = rowTooLong(columns, cells, row)
  for (const [place, name] of columns.entries()) {
    const typed = name ? cellText(cells[place] ?? '', name, how.dates) : ''
    if (!name || typed.trim() === '') continue
    const read = importRules[fieldOfColumn[name]].safeParse(typed)
    if (read.success) values[fieldOfColumn[name]] = read.data
    else problems.push({ row, field: name, message: read.error.issues[0]?.message ?? '' })
  }
  const { militarySerial, ...said } = values as Partial<ImportedPerson>
  if (said.birthday && said.birthday > how.today) problems.push({ row, field: 'birthday', message: futureBirthday })
  return militarySerial ? { row, serial: militarySerial, values: said, problems } : null
}

type KeptPerson = { approved: boolean; isAdmin: boolean } & Record<FileField, string | boolean | null>

const columnOfField = (field: FileField) => columnNames.find((name) => fieldOfColumn[name] === field) ?? ''

/** What a row changes of a record, field by field, or why it may not. */
export function changesOf(
  record: KeptPerson,
  { row, values, problems }: UpdateRow,
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
      .map((field) => ({ field, column: columnOfField(field), from: record[field], to: after[field] })),
  }
}

const updateText = {
  administrator: 'This person is an administrator: please change the record on its page',
  otherNumber: (number: string) => `This person has the ID number ${number}, which an import does not change`,
  numberAtApproval: 'ID numbers are given at approval',
} as const
