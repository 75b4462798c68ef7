import type { RecountFigures } from '#shared/elections/recount/recount.ts'
import { showNumber } from '#shared/figures.ts'
import { inWords } from '#web/elections/voting/slots.ts'

/** Why certifying is not the end, for the person who does it. */
export const copiesText =
  'Backups made while voting was open still hold the sealed ballots, and copies of the server may hold the key. Anyone who has both could open ballots. Ask the person who runs the server to delete the backups of the voting days and every copy of the key.'

export const closingText = {
  byVotes: 'By the votes, not yet certified',
  willList: (people: number) =>
    `The leadership page will list ${people === 1 ? 'this person' : `these ${inWords(people)} people`}. Add positions such as Chairman under Leadership on the dashboard.`,
  destroyingKey: 'Destroying the key and emptying the sealed ballots…',
  destroyingKeyHelp:
    'This takes a few minutes. You can leave this page. If you still see this after an hour, tell the person who runs the server.',
} as const

export const countersignText = {
  certificate: 'Signed certificate, first digits',
  fingerprint: 'Key that signed it (fingerprint)',
  signed: (by: string, role: string, when: string) => `Countersigned by ${by} (${role}) on ${when}.`,
  ask: 'Nobody has countersigned yet. Ask another administrator or an observer to compare the result and countersign it: they find the button here, or on their own page.',
  button: 'Countersign',
  meaning:
    'Countersign if you have compared the result and agree with it. Your name will appear on the certificate beside the name of the person who certified it.',
  question: 'Countersign the certificate?',
  explanation:
    'You confirm the certified result with your name. First compare these digits with the printed certificate. Your name will appear on the certificate, on the public board and in the audit package, and cannot be removed.',
  done: 'You have countersigned the certificate.',
  failed: 'The certificate was not countersigned',
  package: 'Download the audit package (ZIP)',
} as const

export const withRank = ({ rank, name }: { rank: string; name: string }): string => `${rank} ${name}`.trim()

export const recountText = {
  title: 'Recount',
  explanation:
    'Before certifying, the site opens every ballot again and compares it with the roll, the board and the totals. You can do the same now, without certifying.',
  start: 'Recount now',
  again: 'Recount again',
  running: 'Recounting. You can leave this page.',
  agrees: 'Everything agrees',
  differs: 'The recount found a difference',
  differsAdvice:
    'This result cannot be certified, and the key to the ballots is kept. Do not repair anything by hand. Tell the election committee and the person who runs the server, and keep today’s backup.',
  failed: 'The recount could not be finished',
} as const

export const agreesText = ({ ballots }: RecountFigures): string =>
  ballots === 1 ? 'The 1 ballot matches.' : `All ${showNumber(ballots)} ballots match.`

/** What they were compared with. */
export const comparedText = ({ leaves, heads, rollLines, logEntries }: RecountFigures): string =>
  `Compared: ${showNumber(leaves)} votes and blanks on the board, ${showNumber(heads)} signed board states, ${showNumber(rollLines)} lines of the roll, ${showNumber(logEntries)} entries of the audit log.`
