import { showNumber } from '#shared/figures.ts'
import type { SimilarRecord, SharedTrait } from '#shared/members/approval/approval.ts'
import { youngestApplicant } from '#shared/members/birthday.ts'
import type { Concern } from '#shared/members/listing/listing.ts'
import { minuteMs, type Instant, hourMs, dayMs, showDay } from '#shared/time.ts'
import { undoMs } from '#web/members/desk.ts'
import { memberName } from '#web/members/text.ts'
import type { Applicant } from './applicants.ts'

export const approvalText = {
  approvedIn: (whom: string, seconds: number) =>
    `${whom} will be approved in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
  held: (whom: string) => `${whom} will be approved in ${undoMs / 1000} seconds. Until then you can undo it.`,
  serial: (serial: string) => `Serial ${serial}`,
  undone: (whom: string) => `Undone: ${whom} is waiting again.`,
  unconcerned: (count: number) =>
    count === 1 ? 'Approve the one without warnings' : `Approve the ${showNumber(count)} without warnings`,
  all: 'Approve all…',
  rejectAll: 'Reject all…',
  editSlip: 'Edit details',
} as const

export const returningText = {
  button: 'Ask for a correction…',
  title: 'Ask for a better picture or a correction',
  lead: 'The applicant sends only what you tick, then comes back to this queue.',
  byEmail: 'The applicant gets an email with a link.',
  noMail:
    'This site cannot send emails yet. Please tell them their reference number, which is in their record. With it and their birthday they can open “Your application”.',
  noEmail: 'This applicant has no email address. Please tell them their reference number, which is in their record.',
  pictures: 'Pictures and documents',
  answers: 'Answers',
  answersHint: 'You can correct a wrong birthday or military status yourself, in the record.',
  message: 'What should they do?',
  messageHint:
    'The applicant will read this. For example: Please take the photo again in daylight, with your face from the front.',
  send: 'Send back to the applicant',
  sent: (name: string) => `We have asked ${name} for a correction.`,
  returned: (when: string) => `Sent back to the applicant on ${when}`,
  askedFor: 'Asked for',
  corrected: (when: string) => `Corrected by the applicant on ${when}`,
  changed: 'Sent again',
  correctedMark: 'Corrected',
  returnedMark: 'Waiting for the applicant',
  changedMeanwhile: (whom: string) => `${whom} changed a moment ago, so nothing was decided. Please look again.`,
  waiting: (count: number) => `Waiting (${showNumber(count)})`,
  sentBack: (count: number) => `Sent back (${showNumber(count)})`,
  nobodySentBack: 'No applications have been sent back',
  nobodySentBackHint: 'Applications you send back stay here until the applicant answers.',
  notAmongAll: (count: number) =>
    count === 1
      ? 'Not included: one application that was sent back.'
      : `Not included: ${showNumber(count)} applications that were sent back.`,
} as const

export const alikeText = {
  title: 'Compare',
  thisOne: 'This application',
  serial: 'Serial',
  birthday: 'Birthday',
  standing: 'Where it stands',
  open: 'Open this record',
  same: {
    serial: 'Same serial number, except for hyphens or look-alikes',
    person: 'Same name and birthday',
    reference: 'Same payment reference',
    picture: 'Same payment picture',
  } satisfies Record<SharedTrait, string>,
  standings: {
    member: 'Member',
    withdrawn: 'Membership withdrawn',
    waiting: 'Waiting for approval',
    'sent back': 'Sent back to the applicant',
  } satisfies Record<SimilarRecord['standing'], string>,
  rejected: (when: string) =>
    `An application with this serial number and birthday was rejected on ${when}. We kept nothing else of it.`,
  failed: 'The other record could not be loaded',
} as const

export const concernText: Record<Concern, string> = {
  'serial-alike': 'Someone has the same serial number, except for hyphens or look-alikes such as O and 0',
  'person-alike': 'Someone has the same name and birthday',
  'person-rejected': 'This person’s earlier application was rejected',
  'too-young': `Younger than ${youngestApplicant} by the birthday: the year may be wrong`,
  'payment-reference-seen': 'Payment reference seen before',
  'payment-picture-seen': 'Same payment picture as somebody else’s',
  'payment-reference-rejected': 'Same payment reference as a rejected application',
  'payment-picture-rejected': 'Same payment picture as a rejected application',
  'document-missing': 'Commission document missing',
  'payment-proof-missing': 'Proof of payment missing',
  'signature-missing': 'Signature missing',
  'picture-missing': 'Picture missing',
}

/** `2 have concerns`, before several people are approved together. */
export function concernedText(people: number): string {
  return people === 1 ? '1 has a warning' : `${showNumber(people)} have warnings`
}

/** The most common reasons for refusal, in words that tell the applicant what to do next. */
export const readyReasons = [
  'The proof of payment cannot be read. Please apply again with a clear picture of the receipt.',
  'We could not find this payment. Please ask the treasurer, then apply again.',
  'The commission document is missing or cannot be read. Please apply again with a clear copy.',
  'The signature or a picture is missing or cannot be used. Please apply again with new ones.',
  'You have applied before. We are looking at your earlier application.',
] as const

/** Who, in a message: one by name, several by their number. */
export const namesOf = (people: readonly Applicant[]): string =>
  people.length === 1 && people[0] ? memberName(people[0]) : `${people.length} applicants`

/** As many names as a question needs to be clear. */
export function namesText(people: readonly Applicant[], most = 5): string {
  const names = people.slice(0, most).map(memberName)
  const rest = people.length - names.length
  return rest > 0 ? `${names.join(', ')} and ${rest} more` : names.join(', ')
}

/** `2 h ago`, `yesterday`, `12 Mar 2025`: how long somebody has waited. A slow clock gives `just now`. */
export function timeAgo(then: Instant, now: Instant): string {
  const past = now - then
  if (past < minuteMs) return 'just now'
  if (past < hourMs) return `${Math.floor(past / minuteMs)} min ago`
  if (past < dayMs) return `${Math.floor(past / hourMs)} h ago`
  if (past < 2 * dayMs) return 'yesterday'
  return past < 30 * dayMs ? `${Math.floor(past / dayMs)} days ago` : showDay(then)
}
