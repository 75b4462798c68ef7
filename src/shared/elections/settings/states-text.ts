import { votingIsOver, type Stage } from '../lifecycle.ts'
import type { SettingStep } from './steps.ts'

/** Where an election stands, in a few words. */
export const stageNames: Record<Stage, string> = {
  draft: 'Draft: only administrators for elections see it',
  announced: 'Announced',
  nomination: 'Nomination is open',
  campaign: 'Nomination is over, voting comes next',
  voting: 'Voting is open',
  counting: 'Voting is over',
  counted: 'Voting is over',
  certified: 'Certified',
  cancelled: 'Cancelled',
}

export const stepText: Record<SettingStep, { title: string; hint: string }> = {
  overview: { title: 'Overview', hint: 'Where it stands and what to do' },
  setup: { title: 'Set-up', hint: 'Title, seats and times' },
  nominees: { title: 'Nominees', hint: 'Nominations and candidacy' },
  voting: { title: 'Voting', hint: 'Election day, proxies, observers' },
  closing: { title: 'Closing', hint: 'Count, certificate, publication' },
}

type Listed = Exclude<Stage, 'certified' | 'cancelled'>
const beforeVoting = 'What is missing before voting opens'
const inOrder = 'Nothing. Everything is in order.'
/** Of an election in which nobody voted. */
const over = { title: 'What is missing', nothing: inOrder }

/** The list of what is missing: its heading, and what it says when nothing is, which is no more than is known by then. */
export const missingText: Record<Listed, { title: string; nothing: string }> = {
  draft: {
    title: 'Before you announce it',
    nothing: 'Nothing stands in the way of announcing it. Nominees and voters are looked at after that.',
  },
  announced: {
    title: beforeVoting,
    nothing: 'Nothing so far. Nominees are looked at once nomination is open.',
  },
  nomination: {
    title: beforeVoting,
    nothing: 'Nothing so far. Nomination is still open, so more nominees may come.',
  },
  campaign: { title: beforeVoting, nothing: inOrder },
  voting: { title: 'What is missing while voting is open', nothing: inOrder },
  counting: over,
  counted: over,
}

/** Whether there is still something to set or to watch: not once there is a result to close, or none to come. */
export const listsMissing = (stage: Stage, hasBallots: boolean): stage is Listed =>
  stage in missingText && !(hasBallots && votingIsOver(stage))

/** What is said where an election is announced, postponed, cancelled or deleted. */
export const statesText = {
  steps: 'Parts of the settings',
  now: 'Now',
  standing: 'Where it stands',
  draftNote: 'Nobody else can see this election yet. Check what stands above, then announce it.',
  heldTitle: 'How it will be held',
  heldNote: 'These are set already. Change them now if the association wants it otherwise.',
  birthdays: 'Members who still log in with their birthday',
  birthdaysVote: { true: 'May not vote until they choose a password', false: 'May vote' },
  change: 'Change',
  tellTitle: 'Tell the members',
  tell: 'The election is on the public pages. Neither announcing nor postponing it sends an email.',
  tellAsk: 'Ask an administrator for members to email them.',
  emailMembers: 'Email the members',
  announce: 'Announce the election',
  announceTitle: 'Announce this election?',
  announceHelp:
    'Everybody will see its title and times on the public pages. It can then be changed, postponed or cancelled, but not deleted.',
  announced: 'The election is announced.',
  unsavedFirst: 'Save or discard your changes first.',
  deleteDraft: 'Delete the draft',
  deleteTitle: 'Delete this draft?',
  deleteHelp: 'Nobody but administrators has seen it. It cannot be brought back.',
  deleted: 'The draft is deleted.',
  changesTitle: 'If plans change',
  postpone: 'Postpone',
  postponeTitle: 'Postpone the election',
  postponeHelp: 'Everything that is still to come moves by the same time. What has begun or passed stays.',
  newTime: { votingOpens: 'Voting opens instead', votingCloses: 'Voting closes instead' },
  noLater: 'Choose a later time',
  postponeAction: 'Postpone',
  notPostponed: 'The election was not postponed',
  postponed: 'The election is postponed.',
  postponeNote: 'Everybody sees the old and the new times, and your reason.',
  cancelElection: 'Cancel the election',
  cancelTitle: 'Cancel this election for good?',
  cancelHelp: 'This cannot be undone. Everybody reads the reason, together with your name and email address.',
  cancelBallots: (ballots = 'Ballots are') =>
    `${ballots} in the box. They stay sealed and will never be opened or counted.`,
  votersTold: 'Everybody who voted is told by email.',
  givenUp: 'I understand that these ballots will never be counted',
  giveUpFirst: 'Please confirm this first',
  keep: 'Keep the election',
  notCancelled: 'The election was not cancelled',
  cancelled: 'The election is cancelled.',
  reason: 'Reason',
  reasonHint: 'A few words at least. Please do not name anybody.',
  cancelledStays: 'This election was cancelled, so its settings stay as they are.',
  observersLater: 'Observers can be invited once the election is announced.',
  closingLater: 'Nothing to do here yet',
  closingLaterHelp:
    'When voting is over, this is where ballots are counted, the result is certified and the new board is published.',
  nominationsTitle: 'Nominations',
  nominationsHelp: {
    approved:
      'Whoever is nominated is on the ballot at once. Here you nominate members, and take a name off the ballot by setting it to pending, until you approve it again.',
    asked:
      'Whoever is nominated is asked to accept, and is on the ballot once they have. Here you nominate members, and take a name off the ballot by setting it to pending, until you approve it again.',
  },
  toNominations: 'Go to the nominations',
  saveDraft: 'Save as a draft',
  draftSaved: 'The draft is saved. Announce it when it is ready.',
  firstTitle: 'Plan the first election',
  firstHelp:
    'Check the title, the seats and the times, then save it as a draft. Nobody else sees it until you announce it.',
  nextTitle: 'A new election',
  nextHelp:
    'It starts as a copy of the last one, on the same days of the next free year. Nobody else sees it until you announce it.',
  afterCancelledHelp:
    'It starts as a copy of the cancelled one. Nomination opens on the first day of a month, with at least two weeks to tell the members. Nobody else sees it until you announce it.',
} as const
