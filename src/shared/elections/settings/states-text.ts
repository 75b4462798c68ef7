import type { Stage } from '../lifecycle.ts'
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

/** What is said where an election is announced, postponed, cancelled or deleted. */
export const statesText = {
  steps: 'Parts of the settings',
  now: 'Now',
  standing: 'Where it stands',
  draftNote: 'Nobody else can see this election yet. Check the set-up, then announce it.',
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
    `${ballots} in the box. They stay sealed and will never be opened or counted. Everybody who voted is told by email.`,
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
  nominationsHelp: 'Nominate members, approve nominations, or set one to pending.',
  toNominations: 'Go to the nominations',
  saveDraft: 'Save as a draft',
  draftSaved: 'The draft is saved. Announce it when it is ready.',
  firstTitle: 'Plan the first election',
  firstHelp:
    'Check the title, the seats and the times, then save it as a draft. Nobody else sees it until you announce it.',
  nextTitle: 'A new election',
  nextHelp:
    'It starts as a copy of the last one, on the same days of the next free year. Nobody else sees it until you announce it.',
} as const
