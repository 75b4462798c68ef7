import { rejectSchema } from '#shared/members/approval/approval.ts'

/** Why applications are refused most often, in words that tell the applicant what to do next. */
export const readyReasons = [
  'The proof of payment cannot be read. Please apply again with a clear picture of the receipt.',
  'We could not find this payment. Please ask the treasurer, then apply again.',
  'The commission document is missing or cannot be read. Please apply again with a clear copy.',
  'The signature or a picture is missing or cannot be used. Please apply again with new ones.',
  'You have applied before. We are looking at your earlier application.',
] as const

/** The ready-made reason, then what the administrator adds to it. */
export const reasonFrom = (ready: string, added: string): string => [ready, added.trim()].filter(Boolean).join('\n\n')

/** What is wrong with a reason, in words; null when it can be sent. */
export function whyNotReason(reason: string): string | null {
  const checked = rejectSchema.shape.reason.safeParse(reason)
  return checked.success ? null : (checked.error.issues[0]?.message ?? null)
}
