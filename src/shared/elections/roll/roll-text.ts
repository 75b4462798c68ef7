import type { RollFilter } from './roll-list.ts'

/** What people read about the roll, on the screen and on paper. */
export const rollText = {
  title: 'Roll of voters',
  voted: 'Voted',
  notVoted: 'Not voted',
  byProxy: 'By proxy',
  yesOrNo: (is: boolean) => (is ? 'yes' : 'no'),
  voters: (people: number) => `${people.toLocaleString('en-US')} ${people === 1 ? 'voter' : 'voters'}`,
  csvColumns: ['Region', 'Name', 'ID number', 'Rank', 'Service', 'Voted', 'By proxy', 'Added by correction'],
  printTitle: (election: string) => `Roll of voters: ${election}`,
  printColumns: ['ID number', 'Name', 'Rank, service', 'Voted'],
  asOf: (when: string) => `As of ${when}`,
  page: (number: number) => `page ${number}`,
  publicReasonHint:
    'A few words at least. Everybody can read it, together with your name: please do not name the member or anybody else.',
  strikeIsFinal: 'A name that was struck cannot be put back on this roll.',
} as const

export const filterText: Record<RollFilter, string> = {
  all: 'Everybody on the roll',
  voted: 'Those who voted',
  'not voted': 'Those who have not voted',
  'by proxy': 'Those for whom a proxy was cast',
  struck: 'Those who were struck',
}
