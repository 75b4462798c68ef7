import type { RecountFigures } from './recount.ts'

/** What is said about the first difference that a recount finds; `{…}` is the place. */
export const differenceText = {
  'record-missing': 'the freeze record is missing',
  'record-unsigned': 'the freeze record is not signed by this site',
  'record-of-another': 'the freeze record is not the one of this election',
  'record-not-in-log': 'the audit log does not name the freeze record',
  'correction-unsigned': 'correction {n} is not signed by this site',
  'correction-order': 'correction {n} does not follow from what was signed before it',
  'correction-unknown': 'correction {n} changes “{field}” from a value it did not have',
  'certificate-there': 'a signed certificate is already there, although the election is not certified',

  'heads-missing': 'the board has no signed head',
  'head-unsigned': 'head {n} is not signed by this site',
  'head-order': 'head {n} does not follow from the head before it',
  'head-record': 'head {n} does not name the freeze record that was in force',
  'head-counts': 'head {n} states numbers of ballots and leaves that do not fit together',
  'head-after-close': 'head {n} comes after the head that closed the board',
  'head-early': 'head {n} has ballots that were cast before voting opened',
  'head-closed-early': 'head {n} closes the board before voting closed',
  'head-late': 'head {n} has ballots that were cast after voting closed',
  'batch-small': 'head {n} comes after a batch of so few ballots that it shows what is on them',
  'heads-not-closed': 'the last head does not close the board',
  'last-head': 'the last head does not state the ballots and leaves there are',

  'election-changed': 'the election is not as frozen: {field}',
  'nominee-changed': 'nominee {name} is not as frozen',
  'nominee-missing': 'nominee {name} is missing',
  'nominee-extra': 'a nominee was added who is not in the freeze record: {name}',

  'roll-line': 'roll line {line} does not belong to its member',
  'roll-emptied': 'roll line {line} has lost its serial number',
  'roll-root': 'the roll is not the one that was frozen',
  'roll-region': 'the roll of {region} is not the one that was frozen',
  'roll-added': 'the lines added by correction {n} are not the ones on the roll',
  'roll-struck': 'the lines struck by correction {n} are not the ones struck from the roll',

  'ballot-closed': 'the ballot of roll line {line} does not open',
  'ballot-rules': 'the ballot of roll line {line} breaks the rules of the ballot',
  'ballot-off-roll': 'there is a ballot of somebody who is not on the roll: member {member}',
  'ballot-struck': 'there is a ballot of roll line {line}, which was struck',
  'ballot-region': 'the ballot of roll line {line} is counted in another region than the roll states',
  'ballot-uncounted': 'the ballot of roll line {line} is not counted',
  'ballot-twice': 'the ballot of roll line {line} has leaves of another ballot',
  'ballot-not-on-board': 'the ballot of roll line {line} is not on the board',
  'proxy-not-in-log': 'the audit log does not have the proxy ballot of roll line {line}',
  'proxy-unconfirmed': 'the proxy ballot of roll line {line} was not confirmed by a second administrator',
  'proxy-not-in-box': 'the audit log has a proxy ballot, entry {n}, that is not among the ballots',

  'leaf-place': 'the board has no leaf {n}',
  'leaf-opening': 'leaf {n} does not match its opening',
  'leaf-of-nobody': 'leaf {n} comes from no ballot',
  'leaf-nominee': 'leaf {n} is for somebody who is not a nominee of its service',
  'head-root': 'the leaves do not lead to the root of head {n}',
  'tree-state': 'the stored state of the tree is not that of its leaves',

  'tally-differs': 'the total of nominee {name} is not the number of votes on the board',
  'turnout-differs': 'the turnout of {region} is not the number of its ballots',
  'tie-not-in-log': 'the decision of the tie in {service} is not as the audit log has it',
  'tie-missing': 'the decision of the tie in {service} that the audit log has is missing',
  'log-broken': 'the audit log is not intact from entry {n} on',
} as const

/** How the parts of the freeze record are named to people. */
export const frozenFieldNames: Record<string, string> = {
  title: 'title',
  seats: 'seats',
  resultsVisible: 'when results are shown',
  proxyNeedsSecondAdmin: 'whether proxies need a second administrator',
  nominationOpens: 'when nomination opens',
  nominationCloses: 'when nomination closes',
  adminNominationCloses: 'until when administrators nominate',
  candidacyOpens: 'when candidacy opens',
  candidacyCloses: 'when candidacy closes',
  voteLinkOpens: 'when the Vote link appears',
  voteLinkCloses: 'when the Vote link disappears',
  votingOpens: 'when voting opens',
  votingCloses: 'when voting closes',
  rollFrozenAt: 'when the roll was frozen',
  frozenAt: 'when the election was frozen',
}

/** For the closing desk. */
export const recountText = {
  title: 'Recount',
  explanation:
    'Before the certificate, the site opens every ballot once more and compares it with the roll, the board, the totals and everything it has signed. You can do that now as well: nothing is certified by it.',
  start: 'Recount now',
  again: 'Recount again',
  running: 'Recounting. You can leave this page; nothing is changed by it.',
  agrees: 'Everything agrees',
  differs: 'The recount found a difference',
  differsAdvice:
    'Nothing can be certified like this, and the key to the ballots is kept. Do not repair anything by hand: tell the election committee and the person who runs the server, and keep a backup of today.',
  failed: 'The recount could not be finished',
} as const

const figure = (value: number) => value.toLocaleString('en')

export const agreesText = ({ ballots, leaves, heads, rollLines, logEntries }: RecountFigures): string =>
  `Ballots opened and counted again: ${figure(ballots)}. Compared with them: leaves on the board ${figure(leaves)}, signed heads ${figure(heads)}, lines of the roll ${figure(rollLines)}, entries of the audit log ${figure(logEntries)}.`
