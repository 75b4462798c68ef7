import { showInstant, type Instant } from '#shared/time.ts'

/** Text about candidates: on their sheet, on their own profile, and for administrators. */
export const candidateText = {
  about: 'About',
  fullName: 'Full name',
  service: 'Service',
  rank: 'Rank',
  unit: 'Unit',
  region: 'Region',
  statementTitle: 'Statement',
  noStatement: 'This candidate has not written a statement.',
  statementBy: 'Written by the candidate. The association has not checked it.',
  failed: 'This candidate could not be loaded',

  mineTitle: 'You as a candidate',
  mineNote: 'Voters see your photo and this statement when they tap your name.',
  statement: 'Your statement',
  statementHint: 'A few sentences about you and what you want to do. Links are shown as plain text.',
  left: (letters: number) => (letters === 1 ? '1 character left' : `${letters} characters left`),
  tooLong: 'Please shorten it: at most 600 characters',
  photo: 'Your photo',
  photos: { 'profile picture': 'My 2x2 picture', 'photo upload': 'My photo', own: 'Another picture' },
  newPhoto: 'Picture for voters',
  newPhotoHint: 'A clear picture of your face, JPEG or PNG.',
  photoMissing: 'Please choose a picture first',
  photoFailed: { title: 'Failed to upload photo', cutOff: 'The upload will continue when you are back online.' },
  save: 'Save',
  saved: 'Saved. Open “See it as voters do” to check it.',
  preview: 'See it as voters do',
  until: (opens: Instant) => `You can change it until voting opens on ${showInstant(opens)}.`,
  settled: 'Voting has opened, so you can no longer change this.',

  askTitle: 'Do you accept the nomination?',
  ask: (election: string, opens: Instant) =>
    `You are nominated in ${election}. Please answer before voting opens on ${showInstant(opens)}. If you do not answer, your name will not be on the ballot.`,
  accept: 'Accept',
  /** For nominees who are asked to accept. */
  declining: {
    action: 'Decline',
    title: 'Decline the nomination?',
    done: 'You have declined. Your name is not on the ballot.',
    goAfterAll: 'Decline after all',
    comeBack: 'Accept after all',
  },
  /** For candidates who were not asked, or filed themselves. */
  withdrawing: {
    action: 'Withdraw',
    title: 'Withdraw from the election?',
    done: 'You have withdrawn. Your name is not on the ballot.',
    goAfterAll: 'Withdraw',
    comeBack: 'Be a candidate again',
  },
  declineMeaning: 'Your name will not be on the ballot. You can change your mind until voting opens.',
  keepOpen: 'Not now',
  accepted: 'You have accepted. Your name is on the ballot.',
  acceptedPending: 'You have accepted. An administrator must approve your nomination next.',
  unanswered: 'You did not answer before voting opened, so your name is not on the ballot.',
  nominated: 'You are nominated. Your name is on the ballot.',
  pending: 'You are nominated. An administrator must approve your nomination next.',

  asked: (settled: boolean) => (settled ? 'Did not answer' : 'Has not answered yet'),
  declinedBadge: 'Declined',
  nobodyAccepted: 'Nobody has accepted yet',
  acceptedListed: 'Nominees who accept are listed here, by name.',
  notOnBallotTitle: (settled: boolean) => (settled ? 'Not on the ballot' : 'Not on the ballot yet'),
  notOnBallotNote: (settled: boolean) =>
    settled
      ? 'They did not accept before voting opened.'
      : 'Nominees are asked to accept. Only those who accept before voting opens are on the ballot.',

  correct: 'Change or remove the statement',
  correctTitle: 'The statement of this candidate',
  correctNote: 'Only for improper texts. We tell the candidate your reason, and the log shows the change.',
  reason: 'Reason',
  reasonHint: 'The candidate and the other administrators will read it.',
  reasonMissing: 'Please give the reason in a few words, on one line',
  correctSave: 'Save the statement',
  remove: 'Remove it',
  corrected: 'The statement has been changed.',
  removed: 'The statement has been removed.',

  settingLabel: 'Nominees are asked to accept',
  settingHint:
    'We ask each nominee on their profile and by email. Only those who accept before voting opens are on the ballot. People who file for candidacy have accepted. You can change this until nomination opens.',
  settingOpened: 'Nomination has opened, so this can no longer be changed',
  settingNominated: 'Somebody is nominated already, so this can no longer be changed',
} as const
