import { columnNames, type MemberColumn } from './member-file.ts'

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
