import { showCount, showNumber } from '#shared/figures.ts'
import { choices, type ChoiceName, type Sort, choiceWords, asTitle } from '#shared/members/listing/member-filter.ts'

/** The options of a select field. */
export const choicesOf = (name: ChoiceName) =>
  choices[name].map((value) => ({ value, label: asTitle(choiceWords(name, value)) }))

export const sortText: Record<Sort, string> = {
  number: 'ID number',
  name: 'Last name',
  joined: 'Newest first',
  region: 'Region',
}

export const manyText = {
  button: 'Change region or unit',
  whom: (count: number, more: boolean) => (more ? 'all that match' : showCount(count, 'member')),
  title: (whom: string) => `Change the region or unit of ${whom}`,
  act: (whom: string) => `Change ${whom}`,
  what: 'What to change',
  next: (label: string) => `New ${label.toLowerCase()}`,
  replaced:
    'It replaces what is on their records now. Each change is in the audit log. Records of administrators stay as they are.',
  soFar: (changed: string) => `${changed} changed so far. Please keep this page open.`,
  done: (changed: number) =>
    changed === 0 ? 'Nothing to change: they all have it already' : `${showCount(changed, 'member')} changed`,
} as const

export const filterText = {
  filters: 'Filters',
  more: 'More filters',
  columns: 'Columns',
  save: 'Save these filters',
  forget: 'Remove from the saved filters',
  saved: 'Saved filters',
  rank: 'Rank',
  unit: 'Unit',
  unitExample: '1302nd RRIBN',
  status: 'Membership',
  joinedFrom: 'Joined from',
  joinedUntil: 'Joined until',
  missing: 'Documents',
  password: 'Password',
  email: 'Email',
  standing: 'Standing',
  sort: 'Sort by',
  byLastName: '(by last name)',
  rows: 'Rows per page',
  anything: 'Any',
  current: 'Current members',
  clear: 'Clear all filters',
  /** In place of the ticked. */
  allInstead: 'All members instead',
  showing: (words: string) => `Showing: ${words}`,
  nobody: 'Nobody matches these filters',
  ticked: (count: number) => `${showNumber(count)} ticked`,
  /** `count` is null if there are too many to count. */
  tickAll: (count: number | null) =>
    count === null ? 'Tick all that match' : `Tick all ${showNumber(count)} that match`,
  allTicked: (count: number | null) =>
    count === null ? 'All that match are ticked' : `All ${showNumber(count)} that match are ticked`,
  untick: 'Untick all',
  showTicked: 'Show the ticked',
  withdrawn: (count: number) => `${showNumber(count)} withdrawn`,
  printList: 'Print the list',
  printCards: 'Print cards',
  tools: 'Print, export, email and import',
  /** What a button does, and to whom if not to everybody listed. */
  forTicked: (button: string, count: number | null, more: boolean) =>
    count === null ? button : `${button} (${more ? 'all that match' : filterText.ticked(count)})`,
  onePage: 'This is one page of the list. “Print the list” prints everybody found.',
  tooManyTicked: (most: number) => `You can tick up to ${most} members. Narrow the list with filters instead.`,
} as const
