import type { RecountFigures } from '#shared/elections/recount/recount.ts'
import { showNumber } from '#shared/figures.ts'

/** Why certifying is not the end of it, for whoever does it. */
export const copiesText =
  'Copies made while voting was open are out of its reach: a backup holds the sealed ballots, and a file of ballot keys or a copy of the whole server holds the key to them. Whoever has both could still open ballots. Ask the person who runs the server to delete the backups of the voting days and every copy of the key.'

/** What the closing desk says of a result on its way to being certified, and after. */
export const closingText = {
  byVotes: 'By the votes, not yet certified',
  positionsAnew:
    'Everybody on the new board is a member of it. Positions such as Chairman are given anew under Leadership on the dashboard.',
  destroyingKey: 'The key is being destroyed and the sealed ballots are being emptied…',
  destroyingKeyHelp:
    'It begins a minute after the certification and is done within a few minutes. There is nothing to do: you can leave this page. If this is still here after an hour, tell the person who runs the server.',
} as const

export const countersignText = {
  certificate: 'Signed certificate, first digits',
  fingerprint: 'Key that signed it (fingerprint)',
  signed: (by: string, role: string, when: string) => `Countersigned by ${by} (${role}) on ${when}.`,
  button: 'Countersign',
  question: 'Countersign the certificate?',
  explanation:
    'You put your name to the result as it is certified, signed with the key of this browser. Compare these digits with the printed certificate first. Your name will appear on the certificate, on the public board and in the audit package, for good.',
  done: 'You have countersigned the certificate.',
  failed: 'The certificate was not countersigned',
  package: 'Download the audit package (ZIP)',
} as const

export const withRank = ({ rank, name }: { rank: string; name: string }): string => `${rank} ${name}`.trim()

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

export const agreesText = ({ ballots, leaves, heads, rollLines, logEntries }: RecountFigures): string =>
  `Ballots opened and counted again: ${showNumber(ballots)}. Compared with them: leaves on the board ${showNumber(leaves)}, signed heads ${showNumber(heads)}, lines of the roll ${showNumber(rollLines)}, entries of the audit log ${showNumber(logEntries)}.`
