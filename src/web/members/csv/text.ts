import { showNumber } from '#shared/figures.ts'
import type { MemberColumn } from '#shared/members/csv/columns.ts'

/** What a column of the file holds, where its name does not say it. */
export const columnHints: Partial<Record<MemberColumn, string>> = {
  military_serial: 'What the member will log in with',
  birthday: '1964-10-05, 5 October 1964, or 05/10/1964 if you say which is the day. It is the member’s first password',
  id_number:
    'For example, ARRAPI-000-001. With a number: a member at once. Without one: an applicant, who waits for approval',
  region: 'NCR, Luzon, Visayas or Mindanao',
  ms: 'Military service: PA (Army), PN (Navy), PAF (Air Force) or TAS (Technical and Administrative Service)',
  military_status: 'Regular, Reservist or CHR',
  reservist_type: 'For reservists: Ready, Standby or Retired Reserve',
  rru_checked: 'Ready Reserve Unit: yes or no, for the Ready Reserve',
  aru_checked: 'Affiliated Reserve Unit: yes or no, for the Ready Reserve',
  cellphone_number: '10-11 digits',
  contact_person_number: '10-11 digits',
}

/** What the question before an export says. */
export const exportText = {
  button: 'Export…',
  title: 'Export as a spreadsheet file',
  /** How many is not known at once. */
  whom: (words: string, count: number | undefined): string => {
    if (count === undefined) return words === '' ? 'All current members' : words
    const people = `${showNumber(count)} ${count === 1 ? 'member' : 'members'}`
    return words === '' ? `All current members: ${showNumber(count)}` : `${people}: ${words}`
  },
  ticked: 'ticked in the list',
  withoutWithdrawn: 'Members who have withdrawn are not in it, unless you choose them by the filter.',
  columns: 'Columns',
  usual: 'The usual ones',
  all: 'All of them',
  none: 'None of them',
  noColumn: 'Please tick at least one column',
  keepSafe: 'Keep the file as safe as the site itself, and delete it when you no longer need it.',
  download: (columns: number) => (columns === 1 ? 'Download 1 column' : `Download ${columns} columns`),
} as const
