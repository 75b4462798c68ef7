export const profileText = {
  correct: 'Please correct the following errors:',
  fetchFailed: 'Failed to fetch user data',
  updateFailed: 'Failed to update profile',
  savingFailed: 'An error occurred while saving.',
  saved: 'The profile has been saved.',
  lacks: 'These details are missing. You can add them one by one.',
  backToList: 'Back to the members',
  backToDesk: 'Back to the approvals',
  missing: {
    commissionDocument: '(Document Missing)',
    paymentProof: '(Payment Proof Missing)',
    signature: '(Signature Missing)',
  },
} as const

/** The parts of one's own profile that are far down on a phone. */
export const profileParts = {
  details: { id: 'my-details', label: 'My details' },
  documents: { id: 'my-documents', label: 'My documents' },
  emails: { id: 'my-emails', label: 'Emails' },
} as const

export const historyText = {
  title: 'History',
  lead: 'What happened to this record, newest first.',
  none: 'Nothing has happened yet.',
  more: 'Show earlier entries',
  failed: 'The history could not be loaded',
} as const
