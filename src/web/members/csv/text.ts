import { showNumber, showCount } from '#shared/figures.ts'
import type { ImportField } from '#shared/members/csv/columns.ts'
import type { Repeat } from '#shared/members/csv/import.ts'
import type { KnownBy } from '#shared/members/csv/member-file.ts'
import { bloodTypes } from '#shared/members/enums.ts'
import type { MembersPage } from '#shared/members/listing/listing.ts'
import { asTitle } from '#shared/members/listing/member-filter.ts'
import { countText } from '#web/members/search-box.tsx'

/** What a cell may contain, where the label does not say. */
export const allowedText: Partial<Record<ImportField, string>> = {
  militarySerial: 'Members log in with this number',
  duesPaidUntil: 'For example, 2026-12-31 or 31 December 2026',
  memberSince: 'For example, 2015-03-29, 29 March 2015 or only 2015. It may be empty',
  birthday: 'For example, 1964-10-05 or 5 October 1964. It is the member’s first password',
  idNumber: 'The number on the member’s card. Leave it empty to give the next number',
  region: 'NCR, Luzon, Visayas or Mindanao. We also know the numbered regions, such as Region IV-A',
  ms: 'PA (Army), PN (Navy and Marines), PAF (Air Force) or TAS (Technical and Administrative Service)',
  militaryStatus: 'Regular, Reservist or Civilian Human Resource (CHR)',
  reservistType: 'For reservists: Ready, Standby or Retired Reserve',
  rruChecked: 'Ready Reserve Unit: yes or no, for the Ready Reserve',
  aruChecked: 'Affiliated Reserve Unit: yes or no, for the Ready Reserve',
  bloodType: bloodTypes.join(', '),
  cellphoneNumber: '10 or 11 digits, for example 0917 123 4567',
  contactPersonNumber: '10 or 11 digits, for example 0917 123 4567',
  email: 'For example, juan@example.org. It may be empty',
}

const people = (count: number) => showCount(count, 'person', 'people')

export const importText = {
  choose: 'Choose your list of members',
  chooseLead: (rows: number, size: string) =>
    `An Excel file (.xlsx) or a CSV file, as you have it. You will see everything before anything is added. Up to ${showNumber(rows)} people, ${size}.`,
  dragHere: 'or drag it here',
  fileLabel: 'Excel or CSV file',
  steps: 'How it works',
  stepList: [
    'Choose the file. Your own headings and the order of your columns do not matter.',
    'Say which of your columns is which. Most are recognised, and your choice is remembered for the next file.',
    'Look at the preview, correct what is wrong right there, and add the people.',
  ],
  needed:
    'Needed for each person: first and last name, serial number, and birthday. Everything else can be added later. Only members with a service and a region can be nominated in an election.',
  columns: (count: number) => `All ${count} columns the site knows`,
  neededMark: 'needed',
  template: 'Download a template',
  templateHelp: 'For a new list: it has all columns and two example rows to replace.',
  tooLarge: (size: string, most: string) => `This file is ${size}. A file may be at most ${most}; please split it.`,
  unreadable: (why: string) => `We cannot read this file. ${why}`,
  unopened: 'The file could not be opened. Please close it in other programs and try again.',
  reading: 'Reading the file…',

  columnsTitle: 'Which column is which?',
  columnsLead: (guessed: number, all: number) =>
    `${guessed} of ${showCount(all, 'column')} recognised. Please check them, and choose the rest where you need them.`,
  sheet: 'Sheet',
  headingRow: 'Your headings are in',
  headingRowIs: (row: number) => `Row ${row}`,
  noHeading: 'There are no headings',
  noHeadingHint: 'If the first row is a person already, choose “There are no headings”.',
  noName: (column: number) => `Column ${column}`,
  byContent: 'There are no headings, so we looked at what is in each column. The first row is the first person.',
  dayNumbers: (example: string, date: string, count: number) =>
    `In Excel, ${example} is ${date}. Read ${count === 1 ? 'this birthday' : `all ${showNumber(count)} such birthdays`} like this`,
  yourColumn: 'Your column',
  examples: 'What is in it',
  ours: 'Becomes',
  empty: 'Nothing in it',
  leaveOut: 'Leave out',
  twice: (label: string) => `${label} is chosen for another column, too`,
  leftOut: (columns: string) => `Left out: ${columns}`,
  missing: (fields: string) => `Not found yet: ${fields}`,
  missingLead:
    'Please choose the column that holds it. If it shares a column with something else, split that column in your spreadsheet first. Nobody can be added without it.',
  namelessLead: 'Please choose the columns with the first and the last name, or one column with the full name.',
  onlyUpdates: 'Without it you can only update people who are on the site already.',
  dateQuestion: (example: string, months: string) => `Is ${example} in ${months}?`,
  dateLead:
    'All dates written like this are read the same way. A birthday is also the first password, so we do not guess.',
  dateNeeded: 'Please choose one',
  dateKnown: (example: string, because: string, order: 'day first' | 'month first') =>
    `Dates like “${example}” are read with the ${order === 'day first' ? 'day' : 'month'} first, as in “${because}”.`,
  datesMixed: (one: string, other: string) =>
    `This file mixes two orders of dates: “${one}” and “${other}”. Please check the birthdays in the preview.`,
  splitLead: (name: string, parts: string) => `“${name}” becomes ${parts}.`,
  toPreview: 'Continue to the preview',
  anotherFile: 'Choose another file',
  anotherSheet: (name: string) => `This file has another sheet, “${name}”.`,
  importSheet: 'Import this sheet too',

  checking: (fileName: string) => `Checking ${fileName}`,
  rowsDone: (done: number, total: number) => `${showNumber(done)} of ${showCount(total, 'row')}`,
  stopped: 'It stopped here',
  tryAgain: 'Try again',
  continue: 'Continue',
  loginInNewTab: 'Log in again in a new tab, then continue here',
  cancel: 'Cancel',

  previewTitle: (fileName: string) => `Preview of ${fileName}`,
  previewLead: (rows: number) => `${showCount(rows, 'row')}. Nothing has been added yet.`,
  asides: (rows: readonly { row: number; cells: readonly string[] }[]) => {
    const named = rows
      .slice(0, 5)
      .map(({ row, cells }) => `row ${row} (“${cells.find((cell) => cell.trim() !== '')?.slice(0, 40) ?? ''}”)`)
    const more = rows.length > named.length ? ` and ${showCount(rows.length - named.length, 'more row')}` : ''
    return `Skipped, because they are not people: ${named.join(', ')}${more}.`
  },
  readFreely: (label: string, examples: readonly string[], more: number) =>
    `${label}: ${examples.join(', ')}${more > 0 ? ` and ${showNumber(more)} more` : ''}.`,
  readAs: (text: string, value: string) => `“${text}” is read as ${value}`,
  changeColumns: 'Change the columns',
  whoTitle: 'Who are these people?',
  asMembers: 'They are already members: people without an ID number get the next ones, in the order of the file',
  asApplicants: 'They have applied: people without an ID number wait for approval',
  tabs: {
    mend: 'To correct',
    decide: 'To decide',
    add: 'Will be added',
    change: 'Will be updated',
    skip: 'Already members',
    repeat: 'Twice in this file',
  },
  figures: {
    add: 'will be added',
    change: 'will be updated',
    skip: 'already members, left as they are',
    repeat: 'twice in this file, added once',
    decide: 'same name and birthday as another person: added only if you say so',
    mend: 'to correct, or they are left out',
  },
  standings: (people: readonly (readonly [number, string])[]) =>
    `By the dues in the file, ${people.map(([count, words]) => `${showNumber(count)} ${count === 1 ? 'is' : 'are'} ${words}`).join(', ')}.`,
  coveredUntil: (count: number, date: string) =>
    `Dues: ${people(count)} without a date in the file will count as paid until ${date}, as if they joined today.`,
  /** `Add 3 people and update 2` */
  action: (added: number, changed: number) => {
    const parts = [
      ...(added > 0 || changed === 0 ? [`add ${people(added)}`] : []),
      ...(changed > 0 ? [`update ${people(changed)}`] : []),
    ].join(' and ')
    return parts.charAt(0).toUpperCase() + parts.slice(1)
  },
  leftOutRows: (count: number) =>
    count === 1
      ? '1 row that is not corrected is left out.'
      : `${showNumber(count)} rows that are not corrected are left out.`,
  leftOutNamesakes: (count: number) =>
    `${people(count)} with the name and birthday of another person ${count === 1 ? 'is' : 'are'} left out.`,
  membersAtOnce: 'They become members immediately, and log in with their serial number and birthday.',
  waitForApproval: 'People without an ID number wait for your approval.',
  noEmails: 'No emails are sent.',
  nothingToAdd: 'There is nobody to add',
  nothingToAddLead: 'Everybody in this file is on the site already.',
  allWrong: 'Please correct the rows below first.',
  nothingToMend: 'Nothing to correct',
  doubted: (rows: number) =>
    rows === 1
      ? 'The first row has something to check. It will be added as it is.'
      : `The first ${showNumber(rows)} rows have something to check. They will be added as they are.`,
  withoutRegion: (count: number) => `${showCount(count, 'person has', 'people have')} no region`,
  unknownRank: (rank: string) => `“${rank}” is not in the list of ranks. Please check it.`,
  nobodyToAdd: 'Nobody to add',
  nobodyKnown: 'Nobody in this file is on the site yet',
  row: 'Row',
  name: 'Name',
  serial: 'Serial',
  birthday: 'Birthday',
  idNumber: 'ID number',
  service: 'Service',
  region: 'Region',
  nextNumber: 'next number',
  waits: 'waits for approval',
  toCorrect: 'To correct',
  nameless: 'No name',
  inAllRows: (count: number) => `Change it in all ${showNumber(count)} rows with the same value`,
  edit: 'Edit',
  leaveEmpty: 'Leave it empty',
  repairTo: (name: string) => `Use ${name}`,
  repairNames: (count: number, example: string) =>
    `${showCount(count, 'row has', 'rows have')} a name with damaged letters. One of them, repaired: ${example}.`,
  repairAll: (count: number) => `Use the repaired names in all ${showCount(count, 'row')}`,
  takeNumber: (number: string) => `Take the first number, ${number}`,
  numbersLead: (count: number) =>
    `${showCount(count, 'row has', 'rows have')} more in a cell than one phone number, such as a second one.`,
  takeNumbers: (count: number) => `Take the first number in all ${showCount(count, 'row')}`,
  optionalLead: (count: number) =>
    `${showCount(count, 'row has', 'rows have')} values that we do not know. You can leave those cells empty.`,
  emptyAll: (count: number) => `Leave these cells empty in all ${showCount(count, 'row')}`,
  otherCells: 'Other cells',
  wholeRow: 'The whole row',
  inFile: (value: string) => (value === '' ? 'The cell is empty.' : `In the file: “${value}”.`),
  allowed: (text: string) => `Allowed: ${text}`,
  onSite: 'On the site',
  because: 'Recognised by',
  knownBy: {
    serial: 'serial number',
    email: 'email',
    'serial alone':
      'serial number only. Name and birthday are different: is this another person, with a mistyped number?',
    name: 'name and birthday',
    same: 'serial number; nothing to change',
  } satisfies Record<KnownBy | 'same', string>,
  applicant: 'Applicant',
  opensInTab: ' (opens in a new tab)',
  sameRow: (row: number) => `Row ${row} of this file`,
  same: 'Update: this is the same person',
  different: 'Add: this is a different person',
  allDifferent: (count: number) => `Add all ${showNumber(count)}: they are different people`,
  sameName: 'Same name and birthday',
  differentLead: 'A person added twice would have two votes. Please compare the serial numbers first.',
  update: (count: number) =>
    count === 1 ? 'Update this member from the file' : `Update these ${showNumber(count)} members from the file`,
  updateLead:
    'They are recognised by their serial number. Filled cells replace what is on the site, empty cells change nothing.',
  doNotUpdate: 'Leave them as they are',
  loginWarning: 'Members whose email or birthday changes are logged out.',
  loginTold: 'We tell them by email.',
  nothing: 'nothing',
  alreadyMember: (name: string) => `Already on the site: ${name}`,
  repeats: ({ same, firstRow }: Exclude<Repeat, { same: 'cell' }>) =>
    same === 'person' ? `The same person as in row ${firstRow}` : `Same name and birthday as in row ${firstRow}`,
  changedMeanwhile: 'Somebody else has changed this record in the meantime',

  writing: 'Adding the people',
  keepOpen: 'Please keep this page open.',
  safeToContinue: 'Nobody is added twice: you can continue from here, or choose the same file again later.',
  added: (count: number) => `${people(count)} added`,
  updated: (count: number) => `${people(count)} updated`,
  newMembers: (count: number) =>
    `${showCount(count, 'new member')}. They log in with their serial number and birthday.`,
  newApplicants: (count: number) => `${showCount(count, 'new applicant')}, waiting for approval.`,
  notImported: (count: number, known: number) =>
    `${showCount(count, 'row was', 'rows were')} not imported${known > 0 ? ` (${showNumber(known)} on the site already)` : ''}.`,
  downloadLeft: (count: number) => `Download what was not imported (${showCount(count, 'row')})`,
  whyLeft: 'Why it was not imported',
  leftHelp: 'With the reason for each. Correct the file and import it again.',
  canBeNominated: 'Only members with a service and a region can be nominated in an election.',
  seeWithoutRegion: 'See the members without a region',
  seeMembers: 'See the members',
  seeApplicants: 'Approve the applicants',
} as const

export const exportText = {
  button: 'Export…',
  title: 'Export as a spreadsheet file',
  /** `list` is missing until the number of members is loaded. */
  whom: (words: string, list: MembersPage | undefined): string => {
    if (!list) return words === '' ? 'All current members' : words
    const members = `${countText(list)} ${list.count === 1 ? 'member' : 'members'}`
    return words === '' ? `All current members: ${countText(list)}` : asTitle(`${members}: ${words}`)
  },
  ticked: 'ticked in the list',
  withoutWithdrawn: 'Withdrawn members are not included, unless you filter for them.',
  columns: 'Columns',
  usual: 'The usual ones',
  all: 'All of them',
  none: 'None of them',
  noColumn: 'Please tick at least one column',
  keepSafe: 'Keep the file as safe as the site itself, and delete it when you no longer need it.',
  download: (columns: number) => (columns === 1 ? 'Download 1 column' : `Download ${columns} columns`),
} as const
