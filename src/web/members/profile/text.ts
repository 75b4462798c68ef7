export const profileText = {
  correct: 'Please correct the following errors:',
  fetchFailed: 'Failed to fetch user data',
  updateFailed: 'Failed to update profile',
  savingFailed: 'An error occurred while saving.',
  saved: 'The profile has been saved.',
  lacks: 'These details are missing. You can add them one by one.',
  email: 'Email this member',
  payment: 'Record a payment',
  backToList: 'Back to the members',
  backToDesk: 'Back to the approvals',
  missing: {
    commissionDocument: '(Document Missing)',
    paymentProof: '(Payment Proof Missing)',
    signature: '(Signature Missing)',
  },
} as const

/** The parts of a profile that are far down, in their order. */
export const profileParts = {
  details: { id: 'details', label: 'Details' },
  dues: { id: 'dues', label: 'Dues' },
  documents: { id: 'documents', label: 'Documents' },
  help: { id: 'login-help', label: 'Help with login' },
  emails: { id: 'emails', label: 'Emails' },
  history: { id: 'history', label: 'History' },
} as const

export const historyText = {
  lead: 'What happened to this record, newest first.',
  none: 'Nothing has happened yet.',
  more: 'Show earlier entries',
  failed: 'The history could not be loaded',
} as const
