import type { ImportedPerson } from './import-fields.ts'

/** What a file of members looks like, and what is told about one. Kept apart from the rules, which the browser does not need. */

export const importLimits = { bytes: 10 * 1024 * 1024, rows: 20_000, problemsShown: 500, sampleShown: 20 } as const

/** The columns of a file of members, in their order, and the field each one holds. */
export const memberColumns = {
  id_number: 'idNumber',
  first_name: 'firstName',
  middle_name: 'middleName',
  last_name: 'lastName',
  suffix: 'suffix',
  email: 'email',
  military_serial: 'militarySerial',
  unit_assignment: 'unitAssignment',
  unit_address: 'unitAddress',
  region: 'region',
  rank: 'rank',
  ms: 'ms',
  military_status: 'militaryStatus',
  reservist_type: 'reservistType',
  rru_checked: 'rruChecked',
  aru_checked: 'aruChecked',
  birthday: 'birthday',
  height: 'height',
  weight: 'weight',
  blood_type: 'bloodType',
  philhealth_number: 'philhealthNumber',
  personnel_address: 'personnelAddress',
  cellphone_number: 'cellphoneNumber',
  contact_person_first_name: 'contactPersonFirstName',
  contact_person_middle_name: 'contactPersonMiddleName',
  contact_person_last_name: 'contactPersonLastName',
  contact_person_number: 'contactPersonNumber',
  contact_person_email: 'contactPersonEmail',
  contact_person_relationship: 'contactPersonRelationship',
} as const satisfies Record<string, keyof ImportedPerson>

export type MemberColumn = keyof typeof memberColumns
export const columnNames = Object.keys(memberColumns) as MemberColumn[]
export const requiredColumns = ['first_name', 'last_name', 'military_serial', 'birthday'] as const

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

/** What a file would do, before it does anything. */
export interface ImportPreview {
  /** Of the file and of which rows were good: names exactly what is then confirmed. */
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
  /** The greatest ID number the file brings: the next member approved gets the one after it, if none is greater. */
  greatestIdNumber: string | null
}

export interface ImportResult {
  members: number
  applicants: number
  /** Rows with problems, which were left out. */
  left: number
}
