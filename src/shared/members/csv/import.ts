import { plainCell } from '#shared/csv.ts'
import { needsReservistType, pruneRecord, whyNotMemberSince } from '#shared/members/fields.ts'
import { futureBirthday } from '#shared/members/registration/registration.ts'
import { foldSerial } from '#shared/members/serial-number.ts'
import { errorText } from '#shared/text.ts'
import type { PlainDate } from '#shared/time.ts'
import { importFields, type ImportField } from './columns.ts'
import { importedPersonSchema, importRules, type ImportedPerson, reservistsOnly } from './imported-person.ts'
import {
  importLimits,
  isExample,
  type FieldChange,
  type ImportPart,
  type RowProblem,
  type RowTexts,
} from './member-file.ts'

/** What people write in a cell to mean that it is empty. */
const nothingWritten = /^(?:n\/a|n\.a\.?|none|nil|wala|[-–—.]+)$/i

/** The text of a cell on one line, or '' if it says that there is nothing. */
export function cellText(cell: string): string {
  const text = plainCell(cell)
    .replaceAll(/[\t\r\n]+/g, ' ')
    .trim()
  return nothingWritten.test(text) ? '' : text
}

/** What identifies a person, as far as the row is valid. Rows with problems have keys too. */
type Keys = Pick<ImportedPerson, 'idNumber' | 'email'> & { militarySerial: string | null }

export interface ReadRow {
  row: number
  /** Null if the row has problems. */
  person: ImportedPerson | null
  problems: RowProblem[]
  keys: Keys
  /** Birthday and name without capitals and accents, as the database compares them. Empty if the row has problems. */
  nameKey: string
}

const nothingSaid = Object.fromEntries(importFields.map((field) => [field, '']))

/** Checks a row by the rules of the forms and lists everything wrong with it. */
export function readRow(row: number, texts: RowTexts, today: PlainDate): ReadRow {
  const read = importedPersonSchema.safeParse({ ...nothingSaid, ...texts })
  const keys = read.data ?? {
    militarySerial: importRules.militarySerial.safeParse(texts.militarySerial).data ?? null,
    email: importRules.email.safeParse(texts.email).data ?? null,
    idNumber: importRules.idNumber.safeParse(texts.idNumber).data ?? null,
  }
  const wrong = (problems: RowProblem[]) => ({ row, person: null, problems, keys, nameKey: '' })
  if (isExample(texts.militarySerial ?? '')) return wrong([{ field: null, message: exampleRow }])
  if (!read.success) return wrong(problemsOf(read.error.issues))
  if (read.data.birthday > today) return wrong([{ field: 'birthday', message: futureBirthday }])
  const { memberSince, birthday } = read.data
  const whyNot = memberSince && whyNotMemberSince(memberSince, birthday, today)
  if (whyNot) return wrong([{ field: 'memberSince', message: whyNot }])
  return { row, person: read.data, problems: [], keys, nameKey: nameKeyOf(read.data) }
}

export const exampleRow = 'This is an example row of the template, so it is left out'

function problemsOf(issues: readonly { path: PropertyKey[]; message: string }[]): RowProblem[] {
  const byField = new Map<unknown, RowProblem>()
  for (const { path, message } of issues) {
    const field = importFields.find((name) => name === path[0]) ?? null
    if (!byField.has(field)) byField.set(field, { field, message })
  }
  return [...byField.values()]
}

export const sameAsInRow = (row: number) => `This is the same as in row ${row}`

/** How a row repeats an earlier one: the same person, the same name and birthday, or one cell that must be corrected. */
export type Repeat =
  | { firstRow: number; same: 'person' }
  | { firstRow: number; same: 'name'; serials: string[] }
  | { firstRow: number; same: 'cell'; problem: RowProblem }

interface RepeatOptions {
  /** For rows that an administrator marked as different people: the serial numbers of the namesakes they saw. */
  different: ReadonlyMap<number, readonly string[]>
  as: ImportPart['as']
}

/**
 * Finds rows that repeat an earlier one. An ID number in a row with problems counts as taken as well: the administrator must say
 * whose it is.
 */
export function findRepeats(rows: readonly ReadRow[], { different, as }: RepeatOptions): Map<number, Repeat> {
  const repeats = new Map<number, Repeat>()
  const serials = new Map<string, ReadRow>()
  const lookAlikes = new Map<string, number>()
  const emails = new Map<string, number>()
  const people = new Map<string, { row: number; serials: string[] }>()
  const numbers = new Map(
    rows.toReversed().flatMap(({ row, person, keys }) => (person || !keys.idNumber ? [] : [[keys.idNumber, row]])),
  )
  const repeatOf = ({ row, nameKey }: ReadRow, person: ImportedPerson, folded: string): Repeat | null => {
    const { militarySerial, email, idNumber } = person
    const cell = (field: ImportField, firstRow: number | undefined, message?: string): Repeat | null =>
      firstRow === undefined
        ? null
        : { firstRow, same: 'cell', problem: { field, message: message ?? sameAsInRow(firstRow) } }
    const first = serials.get(militarySerial)
    const namesakes = people.get(nameKey)
    if (first?.nameKey === nameKey) return { firstRow: first.row, same: 'person' }
    if (first) return cell('militarySerial', first.row)
    if (namesakes?.serials.some((serial) => !different.get(row)?.includes(serial)))
      return { firstRow: namesakes.row, same: 'name', serials: namesakes.serials }
    return (
      cell('email', email === null ? undefined : emails.get(email)) ??
      cell('idNumber', idNumber === null ? undefined : numbers.get(idNumber)) ??
      cell(
        'militarySerial',
        getsNumber(person, as) ? lookAlikes.get(folded) : undefined,
        looksLikeAnother(militarySerial),
      )
    )
  }
  for (const each of rows) {
    const { row, person, nameKey } = each
    if (!person) continue
    const folded = as === 'members' ? foldSerial(person.militarySerial) : ''
    const repeat = repeatOf(each, person, folded)
    if (repeat) {
      repeats.set(row, repeat)
      continue
    }
    const { militarySerial, email, idNumber } = person
    const namesakes = people.get(nameKey) ?? { row, serials: [] }
    serials.set(militarySerial, each)
    if (email !== null) emails.set(email, row)
    if (idNumber !== null) numbers.set(idNumber, row)
    if (folded !== '') lookAlikes.set(folded, row)
    const others = namesakes.serials.slice(1 - importLimits.namesakes)
    people.set(nameKey, { ...namesakes, serials: [...others, militarySerial] })
  }
  return repeats
}

/** People who get a number by the import must pass the checks of an approval. */
export const getsNumber = ({ idNumber }: Pick<ImportedPerson, 'idNumber'>, as: ImportPart['as']): boolean =>
  as === 'members' && idNumber === null
export const looksLikeAnother = (serial: string) => errorText['serial-folds'].replace('{serial}', serial)

const nameKeyOf = ({ firstName, lastName, birthday }: ImportedPerson) => `${birthday} ${foldName(firstName, lastName)}`
const foldName = (firstName: string, lastName: string) =>
  `${firstName} ${lastName}`.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** Reads only the filled cells: an empty cell changes nothing in an existing record. */
function readFilled(texts: RowTexts): { values: Partial<ImportedPerson>; problems: RowProblem[] } {
  const values: Partial<Record<ImportField, unknown>> = {}
  const problems: RowProblem[] = []
  for (const field of importFields) {
    const text = texts[field]?.trim() ?? ''
    if (text === '' || field === 'militarySerial') continue
    const read = importRules[field].safeParse(text)
    if (read.success) values[field] = read.data
    else problems.push({ field, message: read.error.issues[0]?.message ?? '' })
  }
  return { values: values as Partial<ImportedPerson>, problems }
}

/** The row has the serial number of a known person but a different name and birthday, so the number may be mistyped. */
export function serialMayBeMistyped(
  record: Pick<ImportedPerson, 'firstName' | 'lastName'> & { birthday: PlainDate | null },
  texts: RowTexts,
): boolean {
  const { values } = readFilled(texts)
  const { firstName = record.firstName, lastName = record.lastName, birthday = record.birthday } = values
  return birthday !== record.birthday && foldName(firstName, lastName) !== foldName(record.firstName, record.lastName)
}

type KeptPerson = { approved: boolean; isAdmin: boolean } & Record<ImportField, string | boolean | null>

/** The fields of a record that a row changes, or why it must not. */
export function changesOf(
  record: KeptPerson,
  texts: RowTexts,
  today: PlainDate,
): { changes: FieldChange[] } | { problems: RowProblem[] } {
  const { values, problems } = readFilled(texts)
  const refuse = (field: ImportField | null, message: string) => problems.push({ field, message })
  if (record.isAdmin) refuse(null, updateText.administrator)
  if (values.idNumber && values.idNumber !== record.idNumber)
    refuse('idNumber', record.approved ? updateText.otherNumber(String(record.idNumber)) : updateText.numberAtApproval)
  if (values.birthday && values.birthday > today) refuse('birthday', futureBirthday)
  const birthday = values.birthday ?? (record.birthday as PlainDate | null)
  const whyNot = values.memberSince && whyNotMemberSince(values.memberSince, birthday, today)
  if (whyNot) refuse('memberSince', whyNot)
  // An old file must not take back what the ledger already says.
  if (values.duesPaidUntil && values.duesPaidUntil <= String(record.duesPaidUntil ?? '')) delete values.duesPaidUntil
  const after: Record<ImportField, string | boolean | null> = pruneRecord({ ...record, ...values })
  if (values.reservistType && !needsReservistType(after)) refuse('reservistType', reservistsOnly)
  if (problems.length > 0) return { problems }
  return {
    changes: importFields
      .filter((field) => after[field] !== record[field])
      .map((field) => ({ field, from: record[field], to: after[field] })),
  }
}

const updateText = {
  administrator: 'This person is an administrator: please change it on their profile',
  otherNumber: (number: string) => `This person has the ID number ${number}, which an import cannot change`,
  numberAtApproval: 'ID numbers are given at approval',
} as const
