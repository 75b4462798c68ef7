import { showNumber } from '#shared/figures.ts'

/** What the import says about the file, asks about dates, and says about people who are on record already. */
export const importText = {
  columnsTitle: 'What the file should look like',
  who: 'A row with an ID number becomes a member at once and can log in. A row without one becomes an applicant, who waits for approval and gets the next number then.',
  template: 'Download a template',
  templateHelp:
    'It has all columns and two example rows, one with an ID number and one without. Write your people over them.',
  exampleRow: 'This is an example row of the template: nobody is added for it',
  datesTitle: (count: number) =>
    count === 1 ? 'Which figure is the day?' : `Which figure is the day, in these ${showNumber(count)} dates?`,
  datesLead: (example: string) =>
    `The file writes birthdays like ${example}. A birthday is also the first password, so please say how the whole file is written.`,
  datesAre: (example: string, day: string) => `${example} is ${day}`,
  knownTitle: (count: number) =>
    count === 1 ? '1 person is already on record' : `${showNumber(count)} people are already on record`,
  knownLead:
    'They are recognised by their serial number. You can update them from this file: filled cells replace what is on record, empty cells change nothing.',
  knownRows: (rows: readonly number[], count: number) =>
    `${rows.length === 1 ? 'Row' : 'Rows'} ${rows.join(', ')}${rows.length < count ? ' and more' : ''}.`,
  update: 'Update them too',
  leave: 'Leave them as they are',
  updating: (changed: number, unchanged: number) =>
    `${showNumber(changed)} will be changed, ${showNumber(unchanged)} are already as the file says.`,
  doublesTitle: (count: number) =>
    count === 1
      ? '1 row has the same name and birthday as somebody else'
      : `${showNumber(count)} rows have the same name and birthday as somebody else`,
  doublesLeft:
    'They may be people you already have, with another serial number. Whoever is added twice has two votes, so these rows are left out. Please compare them below.',
  doublesAdded: 'You said that they are different people: they will be added too. Please compare them below.',
  addDoubles: 'Add these people too: they are different people',
  leaveDoubles: 'Leave them out',
  doublesCaption: 'Same name and birthday',
  sameAsSomebody: 'Somebody on record, or another row, has the same name and birthday',
  sameAsRow: (row: number) => `Row ${row} of this file`,
  sameAsRecord: (idNumber: string | null, serial: string | null) =>
    [idNumber ?? 'Applicant', ...(serial === null ? [] : [`serial ${serial}`])].join(', '),
  nothingNew: 'There is nobody to add',
  nothingNewLead: 'Nothing has been changed.',
  nothingGood: 'No row can be added',
  nothingGoodLead: 'Please correct the file and choose it again. Nothing has been changed.',
  figures: {
    members: 'new, with an ID number',
    applicants: 'new, to be approved',
    changed: 'people on record, to be changed',
    known: 'already on record, left as they are',
    doubles: 'same name and birthday, left out',
    problems: 'with problems, left out',
  },
  /** `2 rows with problems are left out`, with whatever else is left out; blank when nothing is. */
  leftOut: ({ left, doubles }: { left: number; doubles: number }) => {
    const parts = [
      ...(left > 0 ? [`${showNumber(left)} ${left === 1 ? 'row' : 'rows'} with problems`] : []),
      ...(doubles > 0
        ? [`${showNumber(doubles)} ${doubles === 1 ? 'row' : 'rows'} with somebody else’s name and birthday`]
        : []),
    ]
    return parts.length === 0 ? '' : `${parts.join(' and ')} ${left + doubles === 1 ? 'is' : 'are'} left out`
  },
  doneKnown: (count: number) =>
    count === 1 ? '1 was already on record.' : `${showNumber(count)} were already on record.`,
  doneDoubles: (count: number) => `${showNumber(count)} left out: same name and birthday as somebody else.`,
  changesTitle: 'What will change',
  shownFirst: (shown: number, all: number) => `The first ${showNumber(shown)} of ${showNumber(all)} people`,
  nothing: 'nothing',
  loginWarning: 'Where an email or a birthday changes, the member is logged out.',
  loginTold: 'They are told by email.',
  /** `2 people added, 1 updated` */
  done: (added: number, updated: number) => {
    const people = (count: number) => (count === 1 ? '1 person' : `${showNumber(count)} people`)
    if (updated === 0) return `${people(added)} added`
    return added === 0 ? `${people(updated)} updated` : `${people(added)} added, ${showNumber(updated)} updated`
  },
  writing: 'Saving the people of the file',
  updated: (count: number) => (count === 1 ? '1 person updated.' : `${showNumber(count)} people updated.`),
  overtaken: (count: number) =>
    count === 1
      ? '1 was changed by somebody else meanwhile and was left as it is.'
      : `${showNumber(count)} were changed by somebody else meanwhile and were left as they are.`,
} as const
