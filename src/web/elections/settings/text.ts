import type { Stage, ResultsVisible } from '#shared/elections/lifecycle.ts'
import { isScheduleField } from '#shared/elections/schedule.ts'
import type { ListedStage } from '#shared/elections/settings/readiness.ts'
import type { ElectionField, ElectionForm } from '#shared/elections/settings/settings.ts'
import type { SettingStep } from '#shared/elections/settings/steps.ts'
import { showOpening, showTime } from './schedule.tsx'

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

const beforeVoting = 'What is missing before voting opens'
const inOrder = 'Nothing. Everything is in order.'
/** Of an election in which nobody voted. */
const over = { title: 'What is missing', nothing: inOrder }

/** The list of what is missing: its heading, and what it says when nothing is, which is no more than is known by then. */
export const missingText: Record<ListedStage, { title: string; nothing: string }> = {
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
  stopped: 'Voting and counting have stopped',
  whyStopped: (reason: string) =>
    `What is stored about this election is not what was signed: ${reason}. No ballot is taken, and nothing is counted or certified.`,
  rollback: 'Say how it goes on',
  rollbackTitle: 'Was a backup restored?',
  rollbackHelp:
    'Only if a backup was restored: the election goes on from the last state of the board that is there. Ballots cast after the backup was made are gone. Everybody on the roll gets an email and is asked to check, and to vote again if their ballot is gone. The board shows this, with your name and your reason, for good.',
  notRolledBack: 'The election does not go on',
  goesOn: 'The election goes on',
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
      'Nominees are on the ballot at once. Here you nominate members, and take a name off the ballot by setting it to pending, until you approve it again.',
    asked:
      'We ask each nominee to accept. Those who accept are on the ballot. Here you nominate members, and take a name off the ballot by setting it to pending, until you approve it again.',
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

/** Who observes an election. */
export const observersText = {
  title: 'Observers',
  help: 'Observers see how the election is prepared and counted, the log, and the roll with names. They can change nothing. They choose a password with the link of the invitation, and log in with their email address. It must not be the address of a member’s or an administrator’s account.',
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
    `${name} is logged out at once and can no longer see the election. What they did stays in the log.`,
  notRemoved: 'The observer was not removed',
  ends: (when: string) => `Access of all observers ends on ${when}.`,
  over: (when: string) => `Observing ended on ${when}. Remove the observers to delete their email addresses.`,
} as const

/** What is said beside the settings themselves. */
export const fieldText = {
  eligibilityTitle: 'Who may vote',
  eligibilityHint:
    'Members approved by then may vote. Leave it empty to take everybody who is a member when voting opens.',
  noEligibility: 'When voting opens',
  packageTitle: 'Audit package',
  packageNote:
    'Everything that is needed to recount the election without this site: the votes, the roll as codes, and the signed records. It names no voter.',
  packagePublic: 'Everybody',
  packagePublicHint: 'After the count anybody can download it and count again.',
  packageClosed: 'Only administrators and observers',
  packageClosedHint: 'The public board and its totals stay open to everybody.',
  whyMoved: 'Reason for the change',
  whyMovedHint:
    'A few words at least. Everybody can read it, together with your name: please do not name anybody else.',
  correctionNote:
    'Voting has begun with a signed record of these times. The change is added to it as a signed correction that everybody can read.',
} as const

export const resultsText: Record<ResultsVisible, string> = {
  'while voting': 'While voting is open',
  'after close': 'Only after voting has closed',
}

/** What a field holds, in words. */
export function showField(form: ElectionForm, field: ElectionField): string {
  if (isScheduleField(field)) return showTime(field, form[field])
  switch (field) {
    case 'title':
      return form.title
    case 'seats':
      return form.seats.map(({ slot }) => slot).join(', ')
    case 'resultsVisible':
      return resultsText[form.resultsVisible]
    case 'eligibilityDate':
      return form.eligibilityDate === null ? fieldText.noEligibility : showOpening(form.eligibilityDate)
    case 'packagePublic':
      return form.packagePublic ? fieldText.packagePublic : fieldText.packageClosed
    default:
      return form[field] ? 'Yes' : 'No'
  }
}
