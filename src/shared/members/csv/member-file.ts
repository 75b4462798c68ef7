import { fileFields, isRequired, memberFields, type FileField } from '../member-fields.ts'
import type { UnclearDates } from './date-order.ts'
import type { ImportedPerson } from './import-fields.ts'

/** What a file of members looks like, and what is told about one. Kept apart from the rules, which the browser does not need. */

export const importLimits = {
  bytes: 10 * 1024 * 1024,
  rows: 20_000,
  /** With the empty ones that a spreadsheet leaves at its end. */
  lines: 100_000,
  columns: 200,
  problemsShown: 500,
  sampleShown: 20,
  updatesShown: 100,
  knownShown: 500,
  doublesShown: 500,
} as const

/** The columns of a file of members, in their order, and the field each one holds. */
type MemberColumns = { [Field in FileField as (typeof memberFields)[Field]['column']]: Field }
export type MemberColumn = keyof MemberColumns
export const memberColumns = Object.fromEntries(
  fileFields.map((field) => [memberFields[field].column, field]),
) as MemberColumns

export const columnNames = fileFields.map((field) => memberFields[field].column)
const requiredFields = fileFields.filter((field) => isRequired(field, 'file'))
export const requiredColumns = requiredFields.map((field) => memberFields[field].column)

/** A person's cells, in the order of the columns; what is read back from them is the same person. */
export function memberCells(person: Record<keyof ImportedPerson, string | boolean | null>): (string | null)[] {
  return columnNames.map((name) => {
    const value = person[memberColumns[name]]
    return value === null ? null : String(value)
  })
}

export interface RowProblem {
  /** As a spreadsheet counts: the heading is row 1. */
  row: number
  /** The column, or blank when it is about the whole row. */
  field: string
  message: string
}

export interface NumberedPerson {
  row: number
  person: ImportedPerson
}

/** One field of a record that a file changes. */
export interface FieldChange {
  field: FileField
  column: string
  from: string | boolean | null
  to: string | boolean | null
}

/** Somebody on record whom a file changes. */
export interface PersonUpdate {
  row: number
  name: string
  changes: FieldChange[]
}

/** Somebody on record, as an administrator may know them. */
export interface RecordedPerson {
  id: string
  name: string
  militarySerial: string | null
  idNumber: string | null
}

/** A row with the name and the birthday of somebody on record, or of an earlier row of the file. */
export interface DoubleRow {
  row: number
  name: string
  sameAs: RecordedPerson | { row: number }
}

/** What is done with rows that have somebody else's name and birthday. */
export const doubleModes = ['leave', 'add'] as const
export type DoubleMode = (typeof doubleModes)[number]

/** What is done with people of the file who are on record. */
export const existingModes = ['leave', 'update'] as const
export type ExistingMode = (typeof existingModes)[number]

/** What a file would do, before it does anything. */
export interface ImportPreview {
  /** Of the file, of how it is read and of which rows were good: names exactly what is then confirmed. */
  fileHash: string
  rows: number
  good: number
  newMembers: number
  newApplicants: number
  /** The first few. */
  problems: RowProblem[]
  problemCount: number
  sample: NumberedPerson[]
  ignoredColumns: string[]
  /** Rows that cannot be added as they are written. */
  left: number
  /** How many are on record already, and the first rows of those who stay as they are. */
  known: number
  knownRows: number[]
  /** The first few rows with somebody else's name and birthday; added only if it is asked for. */
  doubles: DoubleRow[]
  doubleCount: number
  doubleMode: DoubleMode
  existing: ExistingMode
  /** Of those: whom the file changes, and who is as it says. */
  changed: number
  unchanged: number
  updates: PersonUpdate[]
  /** Dates of which it is not known which figure is the day; null when there are none, or when it was said. */
  unclearDates: UnclearDates | null
  /** The greatest ID number the file brings: the next member approved gets the one after it, if none is greater. */
  greatestIdNumber: string | null
}

export interface ImportResult {
  members: number
  applicants: number
  /** People on record who were changed, and who were changed by somebody else meanwhile and were left as they are. */
  updated: number
  overtaken: number
  /** Rows with problems, which were left out. */
  left: number
  /** Rows of people on record, who stay as they are. */
  known: number
  /** Rows with somebody else's name and birthday, which were left out. */
  doubles: number
}
