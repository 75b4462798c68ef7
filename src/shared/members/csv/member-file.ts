import { z } from 'zod'
import type { DuesStanding } from '#shared/members/dues/dues.ts'
import {
  columnNames,
  fieldOfColumn,
  importFields,
  importLabel,
  type ImportField,
  type MemberColumn,
} from './columns.ts'

/** What a file of members may hold, and what browser and server say to one another about its rows. */

export const importLimits = {
  bytes: 10 * 1024 * 1024,
  rows: 20_000,
  /** With the empty ones that a spreadsheet leaves at its end. */
  lines: 100_000,
  columns: 200,
  /** Of a cell: more than any field takes. */
  characters: 1000,
  /** Sent together, and written together or not at all. */
  rowsInPart: 500,
  /** How many people of one name and birthday can be told apart. */
  namesakes: 20,
} as const

/** What a row says, by the field, as it is written or was mended; of a birthday it is known which figure is the day. */
export type RowTexts = Partial<Record<ImportField, string>>

const sentRow = z.object({
  /** As a spreadsheet counts. */
  row: z.int().min(1).max(importLimits.lines),
  texts: z.partialRecord(z.enum(importFields), z.string().max(importLimits.characters)),
  /** The serial numbers of people with the same name and birthday whom an administrator has seen: this is another person. */
  differentFrom: z.array(z.string().max(100)).max(importLimits.namesakes).optional(),
  /** Whoever has this serial number has another name and birthday, and an administrator says that it is the same person. */
  samePerson: z.boolean().optional(),
  /** Of the record that it changes, as it was seen. */
  version: z.int().optional(),
})
export type SentRow = z.output<typeof sentRow>

export const importPartSchema = z.object({
  /** Without it, nothing but the outcomes. */
  write: z.boolean(),
  /** What becomes of people without an ID number: members get the next ones, applicants wait for approval. */
  as: z.enum(['members', 'applicants']),
  /** Whether people on record are changed where the file says something else. */
  updating: z.boolean(),
  /** What it is called, for the history of those whom it brings. */
  fileName: z.string().max(255).default(''),
  rows: z.array(sentRow).min(1).max(importLimits.rowsInPart),
})
export type ImportPart = z.output<typeof importPartSchema>

/** What is wrong with a cell; with the whole row where it has no field. */
export interface RowProblem {
  field: ImportField | null
  message: string
}

/** Somebody on record, as an administrator may know them. */
export interface RecordedPerson {
  id: string
  name: string
  militarySerial: string | null
  idNumber: string | null
}

/** One field of a record that a file changes. */
export interface FieldChange {
  field: ImportField
  from: string | boolean | null
  to: string | boolean | null
}

/** By what somebody on record is recognised; by the serial number alone, where name and birthday are others. */
export type KnownBy = 'serial' | 'serial alone' | 'email' | 'name'

/** How somebody stands by the dues that a row brings. */
interface BroughtStanding {
  standing?: DuesStanding['kind'] | undefined
}

/** What becomes of a row, or would. */
export type RowOutcome = { row: number } & (
  | ({ status: 'new'; idNumber: string | null } & BroughtStanding)
  | { status: 'known'; by: KnownBy; record: RecordedPerson }
  | ({ status: 'changed'; record: RecordedPerson; version: number; changes: FieldChange[] } & BroughtStanding)
  | { status: 'unchanged'; record: RecordedPerson }
  /** Somebody else has changed the record since it was seen, or its login is not one administrator's to change now. */
  | { status: 'overtaken'; record: RecordedPerson }
  | { status: 'wrong'; problems: RowProblem[] }
)

/** Whose serial number says that they are nobody: a template that is sent as it came adds no one. */
const exampleSerials = ['EXAMPLE-1', 'EXAMPLE-2'] as const

const everyone = {
  member_since: '29 March 2015',
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

/** One with an ID number and one without, who gets the next. */
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
  columnNames.map((name) => importLabel(fieldOfColumn[name])),
  ...examples.map((cells) => columnNames.map((name) => cells[name] ?? '')),
]

export const isExample = (serial: string): boolean =>
  (exampleSerials as readonly string[]).includes(serial.trim().toUpperCase())
