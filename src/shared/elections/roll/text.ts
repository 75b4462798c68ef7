import { showNumber } from '#shared/figures.ts'
import type { LinesByRegion, PublicCorrection, RollFilter } from './roll.ts'

const voters = (people: number) => `${showNumber(people)} ${people === 1 ? 'voter' : 'voters'}`

/** Text about the roll, on screen and on paper. */
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

  frozen: (when: string) => `Closed on ${when}. People who joined later vote in the next election.`,
  notFrozen: (when: string) =>
    `The roll will be closed on ${when}, with everybody who is a member then. Until then these figures can change.`,
  notFrozenStanding: (when: string) =>
    `The roll will be closed on ${when}, with every member in good standing then. Until then these figures can change.`,
  wouldBe: (people: string) => `${people} would be on the roll`,
  whenFrozen: 'The list will be here once the roll is closed.',
  print: 'Print the list',
  notAllPrinted: 'Only the start of the list is here. “Print the list” prints everybody.',
  download: 'Download as CSV',
  loggedNote: 'The audit log records who opens, prints or downloads the list.',
  closed: 'Voting is over, so the roll can no longer be corrected.',

  add: 'Add a member',
  addTitle: 'Add a member to the roll',
  addNote: 'For a member who was left off the roll by mistake.',
  strike: 'Strike',
  strikeTitle: 'Strike a name from the roll',
  strikeNote: 'For a name that should not be on the roll, such as a member listed twice.',
  strikeIsFinal: 'Once voting is open, you cannot put a struck name back.',
  member: 'Member',
  memberHint: 'By name, ID number, serial number or unit.',
  memberMissing: 'Please choose the member',
  onRollAlready: 'On the roll',
  reason: 'Reason',
  reasonHint: 'Everybody can read it, with your name. Please do not name the member or anybody else.',
  signedNote: 'This becomes a signed correction that everybody can read. It names no voter.',
  earlyNote: 'Voting has not opened yet. The record signed at the opening will show the roll as you correct it now.',
  addedToast: 'The member is on the roll.',
  struckToast: 'The name is struck from the roll.',
  notSaved: 'The roll was not changed',

  noCorrections: 'Nothing has been corrected.',

  myLine: 'Was a vote cast in my name?',
  myLineNote:
    'The public list of voters shows a code instead of your name. Only you and the observers know that it is yours.',
  notListed: 'You are not on the roll of this election. Were you a member when it was closed? Please tell us.',
  notInStanding: (day: string) =>
    `You are not on the roll of this election: only members in good standing on ${day} are. Were your dues paid then? Please tell us.`,
  joinedLater:
    'You became a member after the list of voters was closed, so you cannot vote this time. You can vote in the next election.',
  wasStruck: 'Your name was struck from the roll. If you think this is wrong, please tell us.',
  noBallot: 'No ballot has been cast in your name.',
  ballotCast: 'You have voted.',
  ballotByProxy: 'An administrator cast a ballot in your name, as your proxy.',
  notYou: 'If it was not you, please tell the association at once.',
  lineLabel: 'Your code on the roll',
  regionLabel: 'Region on the roll',
  saltLabel: 'Private code',
  serialLabel: 'Serial number on the roll',
  howToCheck: 'How to check it',
  checkSteps: [
    'Download the public list of voters and look for your code.',
    'After the count, download the audit package from the public board and open it in the verifier. Type your serial number and your private code: it shows whether a ballot was cast for you.',
  ],
  keepSalt: 'Keep the private code to yourself: with it, anyone can find you on the list.',
  saltRemoved: 'We delete the private code 30 days after the result is certified. Your code on the list stays.',
  publicList: 'Download the public list',
  toBoard: 'Open the public board',
  toVerifier: 'Open the verifier',
} as const

export const rollFilterText: Record<RollFilter, string> = {
  all: 'Everybody',
  voted: 'Voted',
  'not voted': 'Not voted',
  'by proxy': 'Voted by proxy',
  struck: 'Struck',
}

/** Public text about corrections. Separate, because the election's public page needs only this. */
export const correctionText = {
  title: 'Corrections',
  note: 'What administrators changed after the roll was closed or voting opened, and why. No voter is named.',
  name: ({ number }: Pick<PublicCorrection, 'number'>) =>
    number === null ? 'Before voting opened' : `Correction ${number}`,
  lines: (added: LinesByRegion, struck: LinesByRegion): string[] => [
    ...byRegion(added).map(([region, people]) => `${voters(people)} added in ${region}`),
    ...byRegion(struck).map(([region, people]) => `${voters(people)} struck in ${region}`),
  ],
} as const

const byRegion = (lines: LinesByRegion) =>
  Object.entries(lines).map(([region, people = 0]) => [region, people] as const)
