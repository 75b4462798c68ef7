import type { MemberFileKind } from '../files.ts'

const namesShown = 3

function list(names: readonly string[]): string {
  const more = names.length - namesShown
  return names.slice(0, namesShown).join(', ') + (more > 0 ? ` and ${more} more` : '')
}

/** What only those who register read; kept apart from `text.ts`, which every visitor loads. */
export const registrationText = {
  draftKept: 'Your answers are kept on this device for seven days, until you submit or clear them.',
  partsDone: (done: number, of: number) => `${done} of ${of} parts done`,
  missing: (names: readonly string[]) => `Missing: ${list(names)}`,
  wrong: (names: readonly string[]) => `Please check: ${list(names)}`,
  acceptFirst: 'To submit, first accept the privacy notice.',
  checkAnswers: 'Please check your answers',
  restored: 'Welcome back. Your earlier answers on this device are still here.',
  success: {
    title: 'Registration Successful',
    next: 'Once you are approved, log in with your military serial number and your birthday.',
    seeApplication: 'See where my application stands',
    logIn: 'Go to the login page',
  },
  /** After a lost reply, when the second try finds the first one there. */
  arrived: {
    title: 'It looks like we already have your registration',
    message:
      'We already have a registration with this email address and serial number. Your first try probably reached us, but our reply was lost on the way. You do not need to send it again.',
    reference: 'Your reference number is in our email to you.',
    next: 'If you have never registered before, please tell us, so that an administrator can look into it.',
  },
  lost: {
    title: 'Your registration could not be sent',
    message:
      'The connection was lost, but your answers are still here. Please check your connection and press Submit again.',
  },
  closed: { title: 'Registration Closed', message: 'We no longer accept new registrations. Please contact us.' },
  clear: {
    title: 'Clear the form?',
    message: 'Everything you have filled in and attached will be removed from this device. This cannot be undone.',
  },
  confirm: {
    title: 'Submit your registration?',
    message: 'Please check this once more. You will log in with your serial number and your birthday.',
  },
  cutOff: 'The connection was lost. The upload will continue by itself when you are online again.',
  stillSending: (what: string) => `${what} is still being sent. Please wait a moment.`,
} as const

/** Each picture by the name its messages use, what it has to show, and what is said when it does not get through. */
export const fileTexts: Record<MemberFileKind, { name: string; hint: string; failed: string }> = {
  profilePicture: {
    name: '2x2 profile picture',
    hint: 'Your face from the front, on a plain background. JPEG or PNG, at least 600\u00A0×\u00A0600 pixels, under 20 MB. It will be on your ID card.',
    failed: 'Failed to upload profile picture',
  },
  photoUpload: {
    name: 'Photo upload',
    hint: 'A photo of you, in uniform if you have one. JPEG or PNG, at least 600\u00A0×\u00A0600 pixels, under 20 MB.',
    failed: 'Failed to upload photo',
  },
  commissionDocument: {
    name: 'Copy of commission document',
    hint: 'Your commission or enlistment orders. All four corners in the picture, in good light. JPEG or PNG, under 20 MB.',
    failed: 'Commission document upload failed',
  },
  paymentProof: {
    name: 'Proof of payment',
    hint: 'A screenshot or photo of the receipt. JPEG or PNG, under 20 MB.',
    failed: 'Payment proof upload failed',
  },
  signature: {
    name: 'Signature',
    hint: 'Sign on white paper with a dark pen and take a photo of it. JPEG or PNG, under 20 MB.',
    failed: 'Failed to upload signature',
  },
}
