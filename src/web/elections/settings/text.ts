import type { Stage, ResultsVisible } from '#shared/elections/lifecycle.ts'
import { isScheduleField } from '#shared/elections/schedule.ts'
import type { ListedStage } from '#shared/elections/settings/readiness.ts'
import type { ElectionField, ElectionForm } from '#shared/elections/settings/settings.ts'
import type { SettingStep } from '#shared/elections/settings/steps.ts'
import { showOpening, showTime } from './schedule.tsx'

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
  voting: { title: 'Voting', hint: 'Results, proxies, observers' },
  closing: { title: 'Closing', hint: 'Count, certificate, publication' },
}

const beforeVoting = 'What is missing before voting opens'
const inOrder = 'Nothing. Everything is in order.'
/** For an election in which nobody voted. */
const over = { title: 'What is missing', nothing: inOrder }

/** The list of what is missing: its heading, and what it says if nothing is, which is no more than is known by then. */
export const missingText: Record<ListedStage, { title: string; nothing: string }> = {
  draft: {
    title: 'Before you announce it',
    nothing: 'Nothing is missing. You can announce it.',
  },
  announced: {
    title: beforeVoting,
    nothing: 'Nothing so far. We check the nominees once nomination is open.',
  },
  nomination: {
    title: beforeVoting,
    nothing: 'Nothing so far. Nomination is still open, so more nominees may come.',
  },
  campaign: { title: beforeVoting, nothing: inOrder },
  voting: { title: 'Other checks', nothing: 'Everything is in order.' },
  counting: over,
  counted: over,
}

export const statesText = {
  steps: 'Parts of the settings',
  inOrder: 'In order',
  details: 'Details',
  now: 'Now',
  standing: 'Where it stands',
  toElectionDay: 'Go to Election day',
  toBallot: 'See the ballot',
  draftNote: 'Nobody else can see this election yet. Check it, then announce it.',
  heldTitle: 'How it will be held',
  heldNote: 'These settings are ready to use. Change them now if the association wants something else.',
  birthdays: 'Members who still log in with their birthday',
  birthdaysVote: { true: 'May not vote until they choose a password', false: 'May vote' },
  change: 'Change',
  tellTitle: 'Tell the members',
  tell: 'The election is on the public pages. No email is sent when you announce or postpone it.',
  tellAsk: 'Ask an administrator for members to email them.',
  emailMembers: 'Email the members',
  announce: 'Announce the election',
  announceTitle: 'Announce this election?',
  announceHelp:
    'Everybody will see its title and times. After that you can change, postpone or cancel it, but not delete it.',
  announced: 'The election is announced.',
  unsavedFirst: 'Save or discard your changes first.',
  deleteDraft: 'Delete the draft',
  deleteTitle: 'Delete this draft?',
  deleteHelp: 'Only administrators have seen it. You cannot get it back.',
  deleted: 'The draft is deleted.',
  changesTitle: 'If plans change',
  /** The time that people ask about: when voting opens or, once it is open, when it closes. */
  later: {
    votingOpens: {
      act: 'Postpone',
      title: 'Postpone the election',
      help: 'All later times move by the same amount. What has begun or passed stays.',
      newTime: 'Voting opens instead',
      failed: 'The election was not postponed',
      done: 'The election is postponed.',
    },
    votingCloses: {
      act: 'Extend voting',
      title: 'Extend voting',
      help: 'Voting stays open longer, for everybody. Ballots already cast stay as they are, and count.',
      newTime: 'Voting will now close at',
      failed: 'Voting was not extended',
      done: 'Voting is extended.',
    },
  },
  laterNote: 'Everybody will see the old and the new times, and your reason.',
  cancelElection: 'Cancel the election',
  cancelTitle: 'Cancel this election for good?',
  cancelHelp: 'This cannot be undone. Everybody can read the reason, with your name and email address.',
  cancelBallots: (ballots = 'Ballots are') => `${ballots} already cast, and will never be opened or counted.`,
  votersTold: 'We will email everybody who voted.',
  givenUp: 'I understand that these ballots will never be counted',
  giveUpFirst: 'Please confirm this first',
  keep: 'Keep the election',
  stopped: 'Voting and counting have stopped',
  whyStopped: (reason: string) =>
    `The records of this election do not match what was signed: ${reason}. No ballot is accepted, and nothing is counted or certified.`,
  rollback: 'Continue the election',
  rollbackTitle: 'Was a backup restored?',
  rollbackHelp:
    'Do this only if a backup was restored. The election continues from the last board state in it. Ballots cast after that backup are lost. We will ask everybody on the roll by email to check their ballot, and to vote again if it is lost. The board will always show this, with your name and your reason.',
  notRolledBack: 'The election was not continued',
  goesOn: 'The election continues',
  notCancelled: 'The election was not cancelled',
  cancelled: 'The election is cancelled.',
  reason: 'Reason',
  reasonHint: 'Please do not name anybody.',
  cancelledStays: 'This election was cancelled. Its settings cannot change.',
  observersLater: 'You can invite observers once the election is announced.',
  closingLater: 'Nothing to do here yet',
  closingLaterHelp: 'After voting, the site counts the ballots. You decide ties, certify and publish.',
  nominationsTitle: 'Nominations',
  nominationsHelp: {
    approved:
      'Nominees are on the ballot at once. You can nominate members here, reject a nominee, and approve one again.',
    asked:
      'We ask each nominee to accept. Those who accept are on the ballot. You can nominate members here, reject a nominee, and approve one again.',
  },
  toNominations: 'Go to the nominations',
  saveDraft: 'Save as a draft',
  draftSaved: 'The draft is saved. Announce it when it is ready.',
  firstTitle: 'Plan the first election',
  firstHelp:
    'Check the title, the seats and the times, then save the draft. Nobody else sees it until you announce it.',
  nextTitle: 'A new election',
  nextHelp:
    'It starts as a copy of the last one, on the same days of the next free year. Nobody else sees it until you announce it.',
  afterCancelledHelp:
    'It starts as a copy of the cancelled one. Nomination opens on the first day of a month, at least two weeks from now. Nobody else sees it until you announce it.',
} as const

export const previewText = {
  title: 'Ballot preview',
  back: 'Back to the election',
  none: 'No election is planned yet',
  notice: 'This is a preview. Nothing can be saved here.',
  help: 'It shows the seats and the approved nominees as they are now. Members see the same ballot when voting is open.',
  byLot: 'The order of the candidates is drawn by lot for each member. Here they are listed by name.',
  meaning: 'Here a member presses “Save”, which casts the ballot.',
} as const

export const observersText = {
  title: 'Observers',
  help: 'Observers see how the election is prepared and counted, the log, and the roll with names. They cannot change anything. They log in with an email address that no member or administrator uses.',
  none: 'Nobody has been invited yet.',
  invite: 'Invite an observer',
  active: 'Has chosen a password',
  waiting: 'Has not chosen a password yet',
  invited: (by: string, when: string) => `Invited by ${by} on ${when}`,
  again: 'Invite again',
  remove: 'Remove',
  removed: 'The observer was removed.',
  removeTitle: 'Remove this observer?',
  removeHelp: (name: string) =>
    `${name} will be logged out at once and can no longer see the election. What they did stays in the log.`,
  notRemoved: 'The observer was not removed',
  ends: (when: string) => `Observers have access until ${when}.`,
  over: (when: string) => `Observing ended on ${when}. Remove the observers to delete their email addresses.`,
} as const

export const fieldText = {
  rehearsalLater: 'The address for members appears here once you have saved this.',
  eligibilityTitle: 'Who may vote',
  eligibilityHint:
    'Members approved by then may vote. If you leave it empty, everybody who is a member when voting opens may vote.',
  goodStandingHint:
    'Only members whose dues are paid at that time, who still have days of grace, or who are exempt. We tell members who would be left out to pay in time.',
  noEligibility: 'When voting opens',
  packageTitle: 'Audit package',
  packageNote: 'Everything needed to recount the election without this site. It names no voter.',
  packagePublic: 'Everybody',
  packagePublicHint: 'After the count, anybody can download it and count again.',
  packageClosed: 'Only administrators and observers',
  byLotHint:
    'Otherwise they are listed by name, so names early in the alphabet come first on every ballot. You cannot change this once voting has begun.',
  packageClosedHint: 'The public board and its totals stay open to everybody.',
  whyMoved: 'Reason for the change',
  whyMovedHint: 'Everybody can read it, with your name. Please do not name anybody else.',
  correctionNote: 'Voters were promised these times. Your change becomes a signed correction that everybody can read.',
} as const

export const resultsVisibleText: Record<ResultsVisible, string> = {
  'while voting': 'While voting is open',
  'after close': 'Only after voting has closed',
}

/** The value of a field in words. */
export function showElectionField(form: ElectionForm, field: ElectionField): string {
  if (isScheduleField(field)) return showTime(field, form[field])
  switch (field) {
    case 'title':
      return form.title
    case 'seats':
      return form.seats.map(({ slot }) => slot).join(', ')
    case 'resultsVisible':
      return resultsVisibleText[form.resultsVisible]
    case 'eligibilityDate':
      return form.eligibilityDate === null ? fieldText.noEligibility : showOpening(form.eligibilityDate)
    case 'packagePublic':
      return form.packagePublic ? fieldText.packagePublic : fieldText.packageClosed
    default:
      return form[field] ? 'Yes' : 'No'
  }
}
