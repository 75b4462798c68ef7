import type { PrivacyOutcome, PrivacyRequestKind } from '#shared/members/privacy/privacy.ts'

export const kindText: Record<PrivacyRequestKind, string> = { correction: 'Correction', erasure: 'Deletion' }
export const outcomeText: Record<PrivacyOutcome, string> = { done: 'Done', refused: 'Refused' }
