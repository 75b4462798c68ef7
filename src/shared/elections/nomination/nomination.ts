import { z } from 'zod'
import { type Schedule, closingTime } from '#shared/elections/schedule.ts'
import { votingText } from '#shared/elections/voting/text.ts'
import { freeText } from '#shared/short-text.ts'
import { type Instant, showDate, showMoment, isMidnight } from '#shared/time.ts'

export const maxNominatedAtOnce = 20
/** One member cannot put everybody on the ballot. */
export const maxPerMember = 20

export const nominationText = {
  saved: 'Nominees Saved Successfully',
  allThere: 'All of them were already nominated.',
  someThere: (skipped: number) =>
    skipped === 1 ? 'One of them was already nominated.' : `${skipped} of them were already nominated.`,
  deleted: 'Nominee Deleted Successfully',
  failed: 'Nomination Error',
  nominatedBy: (who: string) => `Nominated by ${who}`,
  note: (span: string) => `Nomination runs ${span}. The platform closes automatically after the end date.`,
  noteOver: (span: string) => `Members could nominate ${span}.`,
  noteAtOnce: 'Nominees are on the ballot at once.',
  noteAsked: 'We ask each nominee to accept. Those who accept are on the ballot.',
  noteManages: (until: string) =>
    `Administrators can nominate, reject and approve again until ${until}. A rejected nominee is pending, and not on the ballot.`,
  noteMembers: `You may nominate up to ${maxPerMember} other members. You can delete your nominations until nomination closes.`,
  noteOnce: 'A person can be nominated only once.',
  noteWhole: 'Only members with a service and a region in their record can be nominated.',
  alreadyChosen: 'No approved members found besides those you have already chosen.',
  setPending: 'Reject',
  pendingTitle: (name: string) => `Reject ${name}?`,
  pendingHelp: 'The nominee is pending again, and not on the ballot until you approve them.',
  pendingReason: 'Reason',
  pendingReasonHint: (sendsEmail: boolean) =>
    `The person who nominated them will read it here${sendsEmail ? ' and by email' : ''}.`,
  reasonMissing: 'Please give the reason in a few words',
  pendingBadge: 'Pending',
  pendingWhy: (reason: string) => `Rejected (pending): ${reason}`,
  pendingList: 'Pending nominees',
  nobodyPending: 'Nobody was rejected. Nominees you reject are listed here.',
  myPendingTitle: 'My pending nominations',
  myPendingNote: 'They will be on the ballot only if an administrator approves them.',
  pendingNoteAfter: 'They were not approved before voting opened, so they are not on the ballot.',
  isPending: (name: string) => `${name} is pending`,
  isApproved: (name: string) => `${name} is approved`,
  nomineesFailed: votingText.nomineesFailed,
} as const

export const nominateSchema = z.object({
  /** By ID number: the one identifier of a member that every member may see. */
  idNumbers: z.array(z.string().max(40)).min(1).max(maxNominatedAtOnce),
})

/** The reason for setting a nominee back to pending reaches them through the nominator. */
export const nomineeStatusSchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('approved') }),
  z.object({
    status: z.literal('pending'),
    reason: freeText(500).min(5, nominationText.reasonMissing),
  }),
])
export type NomineeStatusForm = z.infer<typeof nomineeStatusSchema>

/** The message after saving. Somebody already nominated is no error: sending the same people twice has the same result. */
export function savedText({ saved, skipped }: { saved: number; skipped: number }): string {
  if (skipped === 0) return nominationText.saved
  return `${nominationText.saved}. ${saved === 0 ? nominationText.allThere : nominationText.someThere(skipped)}`
}

/** `from 1 March 2025 to the end of 14 March 2025 (Manila)` */
export function nominationSpan({ nominationOpens: opens, nominationCloses: closes }: NominationWindow): string {
  const from = isMidnight(opens) ? showDate(opens) : showMoment(opens)
  return `from ${from} to ${closingTime(closes)}`
}

/** `closed at the end of 14 March 2025 (Manila)`, `closed on 14 March 2025, 5:00 PM (Manila)`. */
export const nominationClosedText = (closes: Instant): string =>
  `closed ${isMidnight(closes) ? 'at' : 'on'} ${closingTime(closes)}`

type NominationWindow = Pick<Schedule, 'nominationOpens' | 'nominationCloses'>
