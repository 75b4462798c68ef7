/** What the import asks and says about dates and about people who are on record already. */
export const importText = {
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
  updated: (count: number) => (count === 1 ? '1 person updated.' : `${count.toLocaleString('en')} people updated.`),
  overtaken: (count: number) =>
    count === 1
      ? '1 was changed by somebody else meanwhile and was left as it is.'
      : `${count.toLocaleString('en')} were changed by somebody else meanwhile and were left as they are.`,
} as const
