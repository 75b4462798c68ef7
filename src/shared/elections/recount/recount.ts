import type { Instant } from '#shared/time.ts'

/** Every check of a recount by name. The first one that fails is reported. */
export type RecountCheck = keyof typeof differenceText

/** Something is not as it was signed, sealed or logged: the kind and place, never anybody's choice. */
export interface Difference {
  check: RecountCheck
  values: Record<string, string | number>
}

export const describeDifference = ({ check, values }: Difference): string =>
  differenceText[check].replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))

export interface RecountFigures {
  ballots: number
  proxies: number
  helped: number
  leaves: number
  heads: number
  rollLines: number
  logEntries: number
}

export type RecountOutcome = { at: Instant; tookMs: number } & (
  | { agrees: true; figures: RecountFigures }
  | { agrees: false; check: RecountCheck; sentence: string }
)

/** One line of the reply while a recount runs: the last has the outcome, or why there is none. */
export type RecountLine =
  | { status: 'running'; done: number; total: number }
  | { status: 'done'; outcome: RecountOutcome }
  | { status: 'failed'; sentence: string }

/** Sentences about the first difference found; `{…}` is its place. */
const differenceText = {
  'record-missing': 'the signed record of the election is missing',
  'record-unsigned': 'the record of the election is not signed by this site',
  'record-of-another': 'the signed record belongs to another election',
  'record-not-in-log': 'the audit log does not name the signed record of the election',
  'correction-unsigned': 'correction {n} is not signed by this site',
  'correction-order': 'correction {n} does not follow from what was signed before it',
  'correction-unknown': 'correction {n} changes “{field}” from a value it did not have',
  'statement-place': 'a signed statement ({type}) is not in its place',
  'certificate-there': 'a signed certificate is already there, although the election is not certified',

  'heads-missing': 'the board has no signed head',
  'head-unsigned': 'head {n} is not signed by this site',
  'head-order': 'head {n} does not follow from the head before it',
  'head-record': 'head {n} does not name the signed record that was in force',
  'head-counts': 'head {n} states numbers of ballots and leaves that do not fit together',
  'head-after-close': 'head {n} comes after the head that closed the board',
  'head-early': 'head {n} has ballots that were cast before voting opened',
  'head-closed-early': 'head {n} closes the board before voting closed',
  'head-late': 'head {n} has ballots that were cast after voting closed',
  'batch-small': 'head {n} comes after a batch of so few ballots that it shows what is on them',
  'heads-not-closed': 'the last head does not close the board',
  'last-head': 'the last head does not state the ballots and leaves there are',

  'head-log': 'the audit log is not as head {n} states it',
  'board-changed': 'the board is not as the last head states it',
  'box-counted': 'other ballots are marked as counted than the last head states',
  'box-shrunk': 'fewer ballots are in the box than the last head states',
  'ballots-unfrozen': 'there are ballots, but the signed record they were cast under is missing',

  'state-lost': 'this server has lost its record of what was signed (the file board.state)',
  'state-record': 'the signed record is not the one that this server has seen',
  'state-head': 'head {n}, which this server has seen, is missing or another one now',
  restored: 'a backup was restored, and nobody has stated yet how the election continues',

  'election-changed': 'the election is not as signed: {field}',
  'nominee-changed': 'nominee {name} is not as set before voting',
  'nominee-missing': 'nominee {name} is missing',
  'nominee-extra': 'a nominee was added who is not in the signed record: {name}',

  'roll-line': 'roll line {line} does not belong to its member',
  'roll-emptied': 'roll line {line} has lost its serial number',
  'roll-root': 'the roll is not as it was closed',
  'roll-region': 'the roll of {region} is not as it was closed',
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
  'leaf-of-nobody': 'a leaf of the board comes from no ballot',
  'leaf-nominee': 'leaf {n} is for somebody who is not a nominee of its service',
  'head-root': 'the leaves do not lead to the root of head {n}',
  'tree-state': 'the stored state of the tree is not that of its leaves',

  'tally-differs': 'the total of nominee {name} is not the number of votes on the board',
  'turnout-differs': 'the turnout of {region} is not the number of its ballots',
  'tie-unsigned': 'the decision of the tie in {service} is not signed by this site',
  'tie-missing': 'the audit log has other decisions of ties than those that were signed',
  'log-broken': 'the audit log is not intact from entry {n} on',
} as const
