import type { MemberColumn } from './member-file.ts'

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

/** What the import says about the file, asks about dates, and says about people who are on record already. */
export const importText = {
  columnsTitle: 'What the file should look like',
  who: 'A row with an ID number becomes a member at once and can log in. A row without one becomes an applicant, who waits for approval and gets the next number then.',
  template: 'Download a template',
  templateHelp:
    'It has all columns and two example rows, one with an ID number and one without. Write your people over them.',
  exampleRow: 'This is an example row of the template: nobody is added for it',
  datesTitle: (count: number) =>
    count === 1 ? 'Which figure is the day?' : `Which figure is the day, in these ${count.toLocaleString('en')} dates?`,
  datesLead: (example: string) =>
    `The file writes birthdays like ${example}. A birthday is also the first password, so please say how the whole file is written.`,
  datesAre: (example: string, day: string) => `${example} is ${day}`,
  knownTitle: (count: number) =>
    count === 1 ? '1 person is already on record' : `${count.toLocaleString('en')} people are already on record`,
  knownLead:
    'They are recognised by their serial number. You can update them from this file: filled cells replace what is on record, empty cells change nothing.',
  update: 'Update them too',
  leave: 'Leave them as they are',
  updating: (changed: number, unchanged: number) =>
    `${changed.toLocaleString('en')} will be changed, ${unchanged.toLocaleString('en')} are already as the file says.`,
  changesTitle: 'What will change',
  shownFirst: (shown: number, all: number) =>
    `The first ${shown.toLocaleString('en')} of ${all.toLocaleString('en')} people`,
  nothing: 'nothing',
  loginWarning: 'Where an email or a birthday changes, the member is logged out and told by email.',
  /** `2 people added, 1 updated` */
  done: (added: number, updated: number) => {
    const people = (count: number) => (count === 1 ? '1 person' : `${count.toLocaleString('en')} people`)
    if (updated === 0) return `${people(added)} added`
    return added === 0
      ? `${people(updated)} updated`
      : `${people(added)} added, ${updated.toLocaleString('en')} updated`
  },
  writing: 'Saving the people of the file',
  updated: (count: number) => (count === 1 ? '1 person updated.' : `${count.toLocaleString('en')} people updated.`),
  overtaken: (count: number) =>
    count === 1
      ? '1 was changed by somebody else meanwhile and was left as it is.'
      : `${count.toLocaleString('en')} were changed by somebody else meanwhile and were left as they are.`,
} as const
