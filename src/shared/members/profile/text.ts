import type { MemberFileKind } from '#shared/members/files.ts'

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

export const maxNoteLength = 2000

/** What administrators read beside a member's record. */
export const notesText = {
  title: 'Notes',
  lead: 'Only administrators see these notes. They are in the member’s own data download, so write what you would say to them.',
  label: 'New note',
  add: 'Add the note',
  added: 'The note has been added.',
  none: 'No notes yet.',
  delete: 'Delete',
  deleteTitle: 'Delete this note?',
  deleted: 'The note has been deleted.',
  empty: 'Please write something',
  tooLong: 'A note may have up to 2,000 characters',
  nobody: 'Someone who is no longer here',
} as const
