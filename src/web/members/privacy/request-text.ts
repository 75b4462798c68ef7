import type { PrivacyOutcome, PrivacyRequestKind } from '#shared/members/privacy/privacy.ts'

export const kindWords: Record<PrivacyRequestKind, string> = { correction: 'Correction', erasure: 'Deletion' }
export const outcomeWords: Record<PrivacyOutcome, string> = { done: 'Done', refused: 'Refused' }
