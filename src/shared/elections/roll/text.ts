import { showNumber } from '#shared/figures.ts'
import type { LinesByRegion, PublicCorrection, RollFilter } from './roll.ts'

const voters = (people: number) => `${showNumber(people)} ${people === 1 ? 'voter' : 'voters'}`

/** What people read about the roll, on the screen and on paper. */
export const rollText = {
  title: 'Roll of voters',
  voted: 'Voted',
  notVoted: 'Not voted',
  byProxy: 'By proxy',
  struck: 'Struck',
  added: 'Added later',
  withdrawn: 'Has left',
  voters,
  yesOrNo: (is: boolean) => (is ? 'yes' : 'no'),
  csvColumns: ['Region', 'Name', 'ID number', 'Rank', 'Service', 'Voted', 'By proxy', 'Added by correction'],
  printTitle: (election: string) => `Roll of voters: ${election}`,
  printColumns: ['ID number', 'Name', 'Rank, service', 'Voted'],
  asOf: (when: string) => `As of ${when}`,
  page: (number: number) => `page ${number}`,

  frozen: (when: string) => `Frozen on ${when}. Whoever is approved later votes in the next election.`,
  notFrozen: (when: string) =>
    `The roll is drawn up on ${when}: everybody who is a member then is on it. Until then these figures can change.`,
  wouldBe: (people: string) => `${people} would be on the roll`,
  whenFrozen: 'The list will be here once the roll is frozen.',
  print: 'Print the list',
  download: 'Download as CSV',
  loggedNote: 'Opening, printing or downloading the list is noted in the audit log.',
  closed: 'Voting is over, so the roll can no longer be corrected.',

  add: 'Add a member',
  addTitle: 'Add a member to the roll',
  addNote: 'For somebody who should have been on the roll when it was frozen and was left out by mistake.',
  strike: 'Strike',
  strikeTitle: 'Strike a name from the roll',
  strikeNote: 'For somebody who should never have been on it, such as one of two entries of the same person.',
  strikeIsFinal: 'A name that is struck after voting has opened cannot be put back on this roll.',
  member: 'Member',
  memberHint: 'By name, ID number, serial number or unit.',
  memberMissing: 'Please choose the member',
  onRollAlready: 'On the roll',
  reason: 'Reason',
  reasonHint:
    'A few words at least. Everybody can read it, together with your name: please do not name the member or anybody else.',
  signedNote: 'This becomes a signed correction of the election’s record. Everybody can read it; it names no voter.',
  earlyNote: 'Voting has not opened yet: the record that is signed then will be about the roll as you correct it now.',
  addedToast: 'The member is on the roll.',
  struckToast: 'The name is struck from the roll.',
  notSaved: 'The roll was not changed',

  noCorrections: 'Nothing has been corrected.',

  myLine: 'Your line on the roll',
  myLineNote:
    'On the public list of voters a code stands in place of your name. Only you and the observers of the election can tell that it is yours.',
  notListed: 'You are not on the roll of this election. If you were a member when it was drawn up, please tell us.',
  joinedLater: (day: string) =>
    `You are not on the roll of this election: it was closed on ${day}, and you became a member after that. You can vote in the next election.`,
  wasStruck: 'Your line was struck from the roll by a correction. If you think that is wrong, please tell us.',
  noBallot: 'No ballot has been cast in your name.',
  ballotCast: 'You have voted.',
  ballotByProxy: 'An administrator cast a ballot in your name, as your proxy.',
  notYou: 'If it was not you, please tell the association at once.',
  lineLabel: 'Line',
  regionLabel: 'Region on the roll',
  saltLabel: 'Salt',
  serialLabel: 'Serial number on the roll',
  howToCheck: 'How to check it',
  checkSteps: [
    'Download the public list of voters and look for your line in it.',
    'Once the count is closed, download the audit package from the public board and open it in the verifier. Type your serial number and your salt: it finds your line and shows whether a ballot was cast for it.',
  ],
  keepSalt: 'Keep the salt to yourself: anyone who has it can find your line.',
  saltRemoved: 'The election was certified more than 30 days ago, so the salt was removed. The line stays.',
  publicList: 'Download the public list',
  toBoard: 'Open the public board',
  toVerifier: 'Open the verifier',
} as const

export const filterText: Record<RollFilter, string> = {
  all: 'Everybody',
  voted: 'Voted',
  'not voted': 'Not voted',
  'by proxy': 'Voted by proxy',
  struck: 'Struck',
}

/** What everybody reads about corrections. Apart from the rest about the roll, for the election's public page needs only these. */
export const correctionText = {
  title: 'Corrections',
  note: 'What administrators changed after the roll was frozen or voting had opened, and why. Voters are never named.',
  name: ({ number }: Pick<PublicCorrection, 'number'>) =>
    number === null ? 'Before voting opened' : `Correction ${number}`,
  lines: (added: LinesByRegion, struck: LinesByRegion): string[] => [
    ...byRegion(added).map(([region, people]) => `${voters(people)} added in ${region}`),
    ...byRegion(struck).map(([region, people]) => `${voters(people)} struck in ${region}`),
  ],
} as const

const byRegion = (lines: LinesByRegion) =>
  Object.entries(lines).map(([region, people = 0]) => [region, people] as const)
