import type { FileField } from '#shared/members/member-fields.ts'
import { columnNames, type MemberColumn } from './columns.ts'
import type { ImportedPerson } from './imported-person.ts'

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

/** Which of two figures is the day, in dates with the year last. A whole file is written one way. */
export const dateOrders = ['day first', 'month first'] as const
export type DateOrder = (typeof dateOrders)[number]

const figures = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4})$/

/** `12/05/1964`: a birthday is also a password, so it is not guessed which of them is meant. */
export const needsOrder = (typed: string): boolean => figures.test(typed.trim())

/** `1964-05-12` from `12/05/1964` with the day first; what is not such a date stays as it is. */
export function asIsoDate(typed: string, order: DateOrder | undefined): string {
  const [, first = '', second = '', year = ''] = figures.exec(typed.trim()) ?? []
  if (!order || year === '') return typed
  const [day, month] = order === 'day first' ? [first, second] : [second, first]
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

/** What a file says about its own dates: how many cannot be read without being told, and one to ask about. */
export interface UnclearDates {
  count: number
  example: string
}

/** An example that is a day either way shows best what the question is about. */
export function betterExample(known: string | undefined, typed: string): string {
  const both = (text: string) => {
    const [, first = '', second = ''] = figures.exec(text.trim()) ?? []
    return Number(first) <= 12 && Number(second) <= 12 && first !== second
  }
  return known !== undefined && (both(known) || !both(typed)) ? known : typed.trim()
}

/** Whose serial number says that they are nobody: a template that is sent as it came adds no one. */
const exampleSerials = ['EXAMPLE-1', 'EXAMPLE-2'] as const

const everyone = {
  rank: 'CPT',
  ms: 'PA',
  region: 'NCR',
  military_status: 'Reservist',
  reservist_type: 'Ready Reserve',
  rru_checked: 'yes',
  aru_checked: 'no',
  unit_assignment: '1302nd RRIBN',
  // With spaces, or a spreadsheet takes them for numbers and drops the zero.
  cellphone_number: '0917 123 4567',
  contact_person_first_name: 'Maria',
  contact_person_last_name: 'Dela Cruz',
  contact_person_number: '0918 765 4321',
  contact_person_relationship: 'Spouse',
} satisfies Partial<Record<MemberColumn, string>>

/** One with an ID number, who would become a member, and one without, who would wait for approval. */
const examples: Partial<Record<MemberColumn, string>>[] = [
  {
    ...everyone,
    id_number: 'ARRAPI-000-001',
    first_name: 'Juan',
    last_name: 'Dela Cruz',
    email: 'juan@example.org',
    military_serial: exampleSerials[0],
    birthday: '5 October 1964',
  },
  {
    ...everyone,
    first_name: 'Ana',
    last_name: 'Reyes',
    email: 'ana@example.org',
    military_serial: exampleSerials[1],
    birthday: '1 September 1970',
  },
]

/** The heading of a file of members, and what its rows may look like. */
export const templateLines: readonly (readonly string[])[] = [
  columnNames,
  ...examples.map((cells) => columnNames.map((name) => cells[name] ?? '')),
]

export const isExample = (serial: string): boolean =>
  (exampleSerials as readonly string[]).includes(serial.trim().toUpperCase())
