import { z } from 'zod'
import { severalLines } from '../plain-text.ts'
import type { Instant } from '../time.ts'

/** Which text of the privacy notice people accept now. A new wording gets a new version; old consents keep theirs. */
export const privacyNoticeVersion = '2026-11'

export const privacyRequestKinds = ['correction', 'erasure'] as const
export type PrivacyRequestKind = (typeof privacyRequestKinds)[number]

export const privacyOutcomes = ['done', 'refused'] as const
export type PrivacyOutcome = (typeof privacyOutcomes)[number]

/** How long an administrator has to answer. */
export const answerWithinDays = 15

export const dueAt = (askedAt: Instant): Instant => askedAt + answerWithinDays * 24 * 60 * 60 * 1000

const words = (max: number) =>
  z.string().trim().max(max).regex(severalLines, 'This text holds a character we cannot keep')

export const privacyRequestSchema = z
  .object({ kind: z.enum(privacyRequestKinds), details: words(2000).default('') })
  .refine(({ kind, details }) => kind !== 'correction' || details !== '', {
    path: ['details'],
    message: 'Please tell us what is wrong and what it should be',
  })
export type PrivacyRequestForm = z.infer<typeof privacyRequestSchema>

export const privacyAnswerSchema = z.object({
  outcome: z.enum(privacyOutcomes),
  answer: words(2000).min(1, 'Please write a short answer for the member'),
})
