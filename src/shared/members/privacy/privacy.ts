import { z } from 'zod'
import type { ErrorCode } from '#shared/errors.ts'
import { showCount } from '#shared/figures.ts'
import { showPesos } from '#shared/pesos.ts'
import { freeText } from '#shared/short-text.ts'
import { dayMs, daysInManila, showPlainDate } from '#shared/time.ts'
import type { Instant, PlainDate } from '#shared/time.ts'

export { privacyNoticeVersion } from './privacy-notice.ts'

/** A `change` names one field and its new value; the others are described in words. */
export const privacyRequestKinds = ['correction', 'erasure', 'change'] as const
export type PrivacyRequestKind = (typeof privacyRequestKinds)[number]

/** The outcomes of a request: an administrator's answers, and what a member can do before one. */
export const answerOutcomes = ['done', 'refused'] as const
export const privacyOutcomes = [...answerOutcomes, 'taken back'] as const
export type PrivacyOutcome = (typeof privacyOutcomes)[number]
export type AnswerOutcome = (typeof answerOutcomes)[number]

export const answerWithinDays = 15

export const dueAt = (askedAt: Instant): Instant => askedAt + answerWithinDays * dayMs

/** The due instant itself is already too late. */
export const isOverdue = (due: Instant, now: Instant): boolean => now >= due

/** `Due in 3 days`, counted by Manila's calendar. */
export function dueText(due: Instant, now: Instant): string {
  const days = daysInManila(now, due)
  if (isOverdue(due, now)) return days === 0 ? 'Overdue since today' : `Overdue by ${showCount(-days, 'day')}`
  if (days <= 1) return days === 0 ? 'Due today' : 'Due tomorrow'
  return `Due in ${showCount(days, 'day')}`
}

/**
 * Otherwise somebody who voted could join again and vote twice, and an administrator's acts would no longer name a
 * person while the administrator is still active.
 */
export function whyCannotErase(member: { isAdmin: boolean; hasUncertifiedBallot: boolean }): ErrorCode | null {
  if (member.isAdmin) return 'administrator-not-erased'
  return member.hasUncertifiedBallot ? 'erasure-during-election' : null
}

/** What remains when a member's data is deleted. The policy, the email and the screens all say it. */
export const staysAfterErasure = [
  'Your ID number, which nobody else gets, and the days you joined and left.',
  'If you were nominated in an election: your name, rank, serial number, service, region and unit at that time, so that the result can still be checked.',
  'That you voted in an election, but never what you chose.',
  'Your code and region on the roll of an election. We delete what links it to your name.',
  'The audit log, in which nothing points to you any more.',
] as const

/** Every file kept about a member, in words. */
export const heldFileText = {
  profilePicture: '2x2 profile picture',
  photoUpload: 'Second photo',
  commissionDocument: 'Commission document',
  paymentProof: 'Proof of payment',
  signature: 'Signature',
  candidateDocument: 'Candidate document',
  candidatePhoto: 'Picture for voters',
  requested: 'Sent with a request',
  duesProof: 'Proof of dues paid',
  proxyForm: 'Form that lets someone vote for you',
  other: 'Another file',
} as const
export type HeldFileKind = keyof typeof heldFileText

/** The payment of dues that a file proves. */
interface PaidDues {
  centavos: number
  on: PlainDate
}

/** A file by its name in a list, where a member may have several proofs of payment: says of which payment. */
export function heldFileName(kind: HeldFileKind, paid: PaidDues | null = null): string {
  if (kind === 'paymentProof') return `${heldFileText.paymentProof} of the registration fee`
  if (kind === 'duesProof' && paid)
    return `${heldFileText.duesProof} on ${showPlainDate(paid.on)} (${showPesos(paid.centavos)})`
  return heldFileText[kind]
}

export const privacyRequestsPerPage = 10

export const privacyRequestsQuerySchema = z.object({
  state: z.enum(['open', 'answered']).default('open'),
  page: z.coerce.number().int().min(1).max(100_000).default(1),
})

export const privacyRequestSchema = z
  .object({ kind: z.enum(['correction', 'erasure']), details: freeText(2000).default('') })
  .refine(({ kind, details }) => kind !== 'correction' || details !== '', {
    path: ['details'],
    message: 'Please tell us what is wrong and what it should be',
  })
export type PrivacyRequestForm = z.infer<typeof privacyRequestSchema>

export const privacyAnswerSchema = z.object({
  outcome: z.enum(answerOutcomes),
  answer: freeText(2000).default(''),
  /** The version of the record the administrator saw, where accepting a change overwrites it. */
  version: z.number().int().min(1).optional(),
})
export type PrivacyAnswer = z.infer<typeof privacyAnswerSchema>

/** An accepted change needs no text; every other answer does. One sentence per field; empty if all is well. */
export function whyNotAnswer(
  kind: PrivacyRequestKind,
  { outcome, answer, version }: PrivacyAnswer,
): Partial<Record<'answer' | 'version', string>> {
  const accepts = kind === 'change' && outcome === 'done'
  if (accepts) return version === undefined ? { version: 'Please look at the request again' } : {}
  return answer === '' ? { answer: 'Please write a short answer for the member' } : {}
}
