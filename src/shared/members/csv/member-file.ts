import { z } from 'zod'
import type { DuesStanding } from '#shared/members/dues/dues.ts'
import type { PlainDate } from '#shared/time.ts'
import {
  columnNames,
  fieldOfColumn,
  importFields,
  importLabel,
  type ImportField,
  type MemberColumn,
} from './columns.ts'

/** The limits of a member file, and what browser and server exchange about its rows. */

export const importLimits = {
  bytes: 10 * 1024 * 1024,
  rows: 20_000,
  /** Including the empty lines at the end of a spreadsheet. */
  lines: 100_000,
  columns: 200,
  /** In one cell. No field takes as many. */
  characters: 1000,
  /** A part is one request. Its new people are written together or not at all. */
  rowsInPart: 500,
  /** How many people with the same name and birthday can be told apart. */
  namesakes: 20,
} as const

/** The text of each field, as written in the file or corrected. The order of day and month is already settled. */
export type RowTexts = Partial<Record<ImportField, string>>

const sentRow = z.object({
  /** The row number in the spreadsheet. */
  row: z.int().min(1).max(importLimits.lines),
  texts: z.partialRecord(z.enum(importFields), z.string().max(importLimits.characters)),
  /** Serial numbers of people with the same name and birthday. An administrator has confirmed that this is someone else. */
  differentFrom: z.array(z.string().max(100)).max(importLimits.namesakes).optional(),
  /**
   * The name and birthday differ from the record with this serial number, but an administrator has confirmed that it is the same
   * person.
   */
  samePerson: z.boolean().optional(),
  /** The version of the record that the administrator saw. */
  version: z.int().optional(),
})
export type SentRow = z.output<typeof sentRow>

export const importPartSchema = z.object({
  /** If false, the outcomes are only previewed. */
  write: z.boolean(),
  /** People without an ID number: members get the next numbers, applicants wait for approval. */
  as: z.enum(['members', 'applicants']),
  /** Whether existing records are updated from the file. */
  updating: z.boolean(),
  /** For the history of the people who are added. */
  fileName: z.string().max(255).default(''),
  rows: z.array(sentRow).min(1).max(importLimits.rowsInPart),
})
export type ImportPart = z.output<typeof importPartSchema>

/** A problem with one cell, or with the whole row if `field` is null. */
export interface RowProblem {
  field: ImportField | null
  message: string
}

/** An existing person, identified for an administrator. */
export interface RecordedPerson {
  id: string
  name: string
  militarySerial: string | null
  idNumber: string | null
}

export interface FieldChange {
  field: ImportField
  from: string | boolean | null
  to: string | boolean | null
}

/** How an existing person was recognised. `serial alone`: name and birthday differ. */
export type KnownBy = 'serial' | 'serial alone' | 'email' | 'name'

/** The dues standing that results from the row. */
interface BroughtStanding {
  standing?: DuesStanding['kind'] | undefined
  /** Until when a new member owes nothing of whose dues the file says nothing. */
  coveredUntil?: PlainDate | undefined
}

/** What the import does with a row, or would do. */
export type RowOutcome = { row: number } & (
  | ({ status: 'new'; idNumber: string | null } & BroughtStanding)
  | { status: 'known'; by: KnownBy; record: RecordedPerson }
  | ({ status: 'changed'; record: RecordedPerson; version: number; changes: FieldChange[] } & BroughtStanding)
  | { status: 'unchanged'; record: RecordedPerson }
  /** Someone changed the record in the meantime, or a single administrator must not change this login now. */
  | { status: 'overtaken'; record: RecordedPerson }
  | { status: 'wrong'; problems: RowProblem[] }
)

/** Serial numbers of the template's example rows, so that uploading the unchanged template adds nobody. */
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
  // Written with spaces: spreadsheets would otherwise treat them as numbers and drop the zero.
  cellphone_number: '0917 123 4567',
  contact_person_first_name: 'Maria',
  contact_person_last_name: 'Dela Cruz',
  contact_person_number: '0918 765 4321',
  contact_person_relationship: 'Spouse',
} satisfies Partial<Record<MemberColumn, string>>

const examples: Partial<Record<MemberColumn, string>>[] = [
  {
    ...everyone,
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

/** The headings and example rows of the template. */
export const templateLines: readonly (readonly string[])[] = [
  columnNames.map((name) => importLabel(fieldOfColumn[name])),
  ...examples.map((cells) => columnNames.map((name) => cells[name] ?? '')),
]

export const isExample = (serial: string): boolean =>
  (exampleSerials as readonly string[]).includes(serial.trim().toUpperCase())
