import { closingMoment } from '#shared/elections/schedule.ts'
import type { Seat } from '#shared/elections/voting/ballot.ts'
import { inGroups } from '#shared/figures.ts'
import { serviceNames } from '#shared/members/enums.ts'
import { dayInManila, showInstant, type Instant } from '#shared/time.ts'
import { betweenGroups } from '#shared/typed-text.ts'
import type { ReadFragment, ReadCode } from '#web/elections/board/receipt.ts'
import type { BoardFault } from '#web/elections/board/verify-board.ts'
import { inWords } from './slots.ts'

export const ballotText = {
  whatToChoose: (seats: number) => (seats === 1 ? 'Choose your trustee' : `Choose your ${inWords(seats)} trustees`),
  howToChoose:
    'Tap a seat and choose, or tap the names in the list of candidates below. You vote once: a saved ballot cannot be changed.',
  candidates: 'Candidates',
  chooseFor: ({ slot }: Pick<Seat, 'slot'>) => `Choose for ${slot}`,
  offered: ({ ms }: Pick<Seat, 'ms'>, byLot: boolean) =>
    `${serviceNames[ms]} candidates, ${byLot ? 'in an order drawn by lot for you' : 'from A to Z by first name'}. People you have already chosen are not listed.`,
  byLot: 'The order of the candidates was drawn by lot for you. Other voters see another order.',
  offRollTitle: 'Please pay your dues to vote',
  offRoll: (when: string, amount: string) =>
    `Only members in good standing on ${when} can vote in this election. What you have paid so far does not cover that day. Please pay ${amount}. We need time to check your payment, so please do not wait until the last day.`,
  offRollFixed: (when: string) =>
    `The roll was closed on ${when}. If your dues were paid then, please tell the association: a mistake on the roll can be corrected until voting closes.`,
  choose: 'Choose',
  undo: 'Undo this choice',
  tap: 'Tap a name to choose. Tap again to undo.',
  full: (seats: number) =>
    seats === 1
      ? 'Your choice is made. To choose somebody else, tap the chosen name first.'
      : `All ${seats} are chosen. To choose somebody else, tap a chosen name first.`,
  chosenFor: ({ slot }: Pick<Seat, 'slot'>) => `, chosen for ${slot}`,
  none: 'There is no candidate for this service.',
  emptyTitle: 'No candidates yet',
  empty: 'The ballot will be here once there are candidates.',
  howSecret: 'How your vote is kept secret',
  secret:
    'We seal your ballot when you save it and count it without your name. Administrators cannot see on this site whom you chose. But whoever runs the server, or breaks into it, could open ballots until we destroy the key after the election.',
  nobodyChosen: 'You have not chosen anybody.',
  allBlank: 'Go back to choose. If you save this ballot, every seat is left blank and nobody gets your vote.',
  left: (seats: number, blank: number) =>
    blank > 0 ? `${blank} still to choose` : seats === 1 ? 'Chosen' : `All ${seats} chosen`,
} as const

/** Text about the receipt, on the screen, in the file and on paper. */
export const receiptText = {
  title: 'Your receipt',
  inTheBox: 'Your ballot is in the box.',
  keep: 'Keep this receipt at least until the result is certified. With it you can check that your vote was counted as you cast it.',
  warning: 'Your vote is secret. Only this receipt shows whom you chose. Keep it to yourself.',
  onThisDevice: 'This browser keeps your receipt until you log out or the result is certified.',
  notKept: 'This browser does not keep your receipt. Please save or print it now.',
  check: 'Check that my vote was counted',
  promiseHolds: 'The site has signed a promise to count this ballot as it is. We have checked the signature.',
  promiseUnchecked: 'We could not check the site’s signed promise yet.',
  promiseBrokenTitle: 'Something is wrong with this receipt',
  promiseBroken:
    'The site’s signed promise does not match your ballot. Please save this receipt now, do not log out, and show an observer or the election committee what you see here.',
  saved: 'Saved to your downloads.',
  copied: 'Copied.',
  copyRefused: 'This browser does not allow copying. Please copy the code by hand.',
  qrLabel: 'QR code of your receipt',
  qrFailed: 'The QR code could not be shown. Use the code below.',
  whereOnPaper: (origin: string) =>
    `To check: scan the QR code with a phone, or open ${origin}/receipt and type the code.`,
  sealedTitle: 'Your choices are sealed',
  sealed:
    'Your ballot was received. Logging in does not show whom you chose, so nobody who gets into your account can see it. Only your receipt shows it.',
  sealedHow:
    'Open the address in your saved receipt, scan its QR code, or type its code here. You will see your choices once your ballot is counted.',
  sealedLost: 'Without the receipt your vote still counts, but you cannot look it up.',
  kept: 'Your choices, from the receipt kept on this device.',
  certified:
    'The election is certified, and the key to its ballots has been destroyed. Your vote is in the result. You can still check a receipt that you saved.',
  rehearsal: 'Rehearsal: this ballot is kept separate and is never counted in the election.',
} as const

/** Such as `arrapi-ballot-receipt-2025.txt`. */
export const receiptFileName = (shortName: string, votingOpens: Instant): string =>
  `${shortName.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-')}-ballot-receipt-${dayInManila(votingOpens).slice(0, 4)}.txt`

/** The receipt as a text file, readable on its own. */
export function receiptFileText(receipt: {
  title: string
  code: string
  link: string
  origin: string
  fingerprint: string | null
  rehearsal: boolean
}): string {
  return [
    `${receipt.title}: ballot receipt`,
    ...(receipt.rehearsal ? [receiptText.rehearsal] : []),
    '',
    'Code',
    receipt.code,
    '',
    'Check that your vote was counted: open this address,',
    receipt.link,
    `or open ${receipt.origin}/receipt and type the code.`,
    '',
    ...(receipt.fingerprint
      ? ['Fingerprint of the key that signs this election', inGroups(receipt.fingerprint), '']
      : []),
    receiptText.warning,
    '',
  ].join('\n')
}

export const codeFaultText: Record<Exclude<ReadCode, { ok: true }>['why'], (typed: string) => string> = {
  'wrong-length': (typed) =>
    typed.trim() === ''
      ? 'Please type the code of your receipt.'
      : `A code has 28 letters and digits. This one has ${typed.replaceAll(betweenGroups, '').length}.`,
  'wrong-character': () =>
    'One of these characters does not belong in a code. A code has digits, letters (never U) and hyphens.',
  'wrong-check': () => 'Something is mistyped. Please compare it with your receipt, group by group.',
}

export const linkFaultText: Record<Exclude<ReadFragment, { ok: true }>['why'], string> = {
  'damaged-link': 'This receipt’s address is damaged. Please scan the QR code again, or type the code.',
  'cut-link':
    'Part of the address is missing. Please scan the QR code again, copy the whole address, or type the code.',
  'newer-link': 'This receipt was made by a newer version of the site. Please reload this page and try again.',
}

/** What the check found, as a heading and a sentence. */
export const checkText = {
  counted: {
    title: 'Your vote is counted',
    text: 'We found your ballot among the counted votes on the public board, and checked the site’s signatures.',
    promised: 'It is the ballot that the site promised to count.',
    wrongNames:
      'If these are not the names you chose, please tell an observer or the election committee. You do not need to say whom you chose.',
  },
  'not-yet': {
    title: 'Your ballot was received',
    titleOfCode: 'Not counted yet',
    notYet: 'It is not counted yet.',
    codeIsRight: 'Your code has no mistake.',
    voting: (closesAt: Instant | null) =>
      `Nothing is wrong: while voting is open, we count ballots in groups, so nobody can tell how one person voted. Check again after voting closes${closesAt === null ? '' : ` at ${closingMoment(closesAt)}`}. Then you will see whom you chose.`,
    checkedAt: (when: Instant) => `Checked on ${showInstant(when)}`,
    counting: 'Voting has closed and the last ballots are being counted. Please check again in a few minutes.',
    promised: 'Your receipt is in order. It proves that the site has accepted your ballot and must count it.',
    noPromise:
      'To see now that your ballot was received, open the address in your saved receipt, scan its QR code, or open “Vote” as the member who voted.',
  },
  missing: {
    title: 'Your vote is missing',
    text: 'The count is closed, and your ballot is not on the public board, although the site signed a promise to count it. This should never happen.',
    part: (found: number, of: number) =>
      `Only ${found} of the ${of} seats of your ballot are on the public board. This should never happen.`,
    todo: [
      'Save the proof below. It is the site’s own signed promise, and it does not show whom you chose.',
      'Tell an observer or the election committee before the result is certified, and give them the proof if you have one.',
      'Keep your receipt, and show it to nobody unless you want them to see whom you chose.',
    ],
  },
  'not-found': {
    title: 'We found no vote for this code',
    text: (title: string) => `This code belongs to no counted vote in “${title}”.`,
    todo: 'If you voted in another election, choose it below. Otherwise scan the QR code of your receipt, which also checks the site’s promise.',
  },
  'not-as-promised': {
    title: 'Your vote was counted differently',
    text: 'The public board has a ballot with your receipt, but not the one that the site promised to count. This should never happen. This was counted:',
  },
  'wrong-root': {
    title: 'The board does not add up',
    text: 'The list of counted votes does not match what the site has signed. Please try again.',
    todo: (proof: boolean) =>
      `If it happens again, ${proof ? 'save the proof and ' : ''}tell an observer or the election committee.`,
  },
  'broken-board': {
    title: 'The board is not in order',
    text: 'The site’s signatures did not pass our check. Please try again. If it happens again, show an observer or the election committee what you see here.',
  },
  'other-key': {
    title: 'The site’s key has changed',
    text: 'When you voted, the site signed with a different key from the one it shows now. The key must stay the same for the whole election. Do not trust this board: tell an observer or the election committee, and show them both fingerprints.',
    before: 'When you voted',
    now: 'Now',
  },
  'promise-not-signed': {
    title: 'The promise on this receipt is not signed by this site',
    text: 'Either the receipt was changed, or the site now uses another key. Compare the fingerprint on your receipt with the one below. If they differ, tell an observer or the election committee. If they are the same, scan the QR code again or type the code.',
  },
  'no-election': {
    title: 'This site does not know this election',
    text: 'The receipt is from another site, or its address was changed. Please open the address that is printed on your receipt.',
  },
  'rehearsal-over': {
    title: 'The rehearsal is over',
    text: 'This receipt is from a rehearsal. Its ballots were deleted when it ended and were never counted in the election.',
  },
  lost: { title: 'The check could not be finished' },
} as const

/** What exactly failed, for those who look into it. */
export const boardFaultText: Record<BoardFault, string> = {
  'wrong-fingerprint': 'The fingerprint shown is not that of the key.',
  'record-signature': 'The record made before voting is not signed with the site’s key.',
  'wrong-record': 'The record made before voting names another key.',
  'correction-signature': 'A correction is not signed with the site’s key.',
  'broken-corrections': 'The corrections are not in order.',
  'head-signature': 'The board state is not signed with the site’s key.',
  'wrong-head': 'The board state belongs to another election, or to other rules.',
}
