import type { MemberFileKind } from '../files.ts'

/** What is read on a profile only; kept apart from `text.ts`, which every visitor loads. */
export const profileText = {
  correct: 'Please correct the following errors:',
  fetchFailed: 'Failed to fetch user data',
  updateFailed: 'Failed to update profile',
  savingFailed: 'An error occurred while saving.',
  saved: 'The profile has been saved.',
  lacks: 'This record lacks the following. You can add one without the others.',
  backToList: 'Back to the members',
  backToDesk: 'Back to the approvals',
  missing: {
    commissionDocument: '(Document Missing)',
    paymentProof: '(Payment Proof Missing)',
    signature: '(Signature Missing)',
  },
  uploadFailed: {
    profilePicture: 'Failed to upload profile picture',
    photoUpload: 'Failed to upload photo',
    commissionDocument: 'Commission document upload failed',
    paymentProof: 'Payment proof upload failed',
    signature: 'Failed to upload signature',
  } satisfies Record<MemberFileKind, string>,
} as const

export const candidacyText = {
  failedTitle: 'Upload Failed',
  failed: 'Failed to upload file and save nominee. Please try again.',
  registered: 'You are registered as a candidate.',
} as const
