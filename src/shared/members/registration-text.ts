import type { MemberFileKind } from './files.ts'

/** What only those who register read; kept apart from `text.ts`, which every visitor loads. */
export const registrationText = {
  draftKept: 'Your answers are kept on this device for seven days, until you submit or clear them.',
  checkAnswers: 'Please check your answers',
  restored: 'Welcome back. What you filled in earlier on this device is here again.',
  success: {
    title: 'Registration Successful',
    next: 'Once you are approved, log in with your military serial number and your birthdate.',
  },
  /** After a lost reply, when the second try finds the first one there. */
  arrived: {
    title: 'It looks as if your registration has already arrived',
    message:
      'We already hold a registration with this e-mail address and serial number. Your first try probably reached us, although the answer to it was lost on the way. You need not send it again.',
    next: 'If you have never registered before, please tell us, so that an administrator can look into it.',
  },
  lost: {
    title: 'Your registration could not be sent',
    message:
      'The connection was lost. Nothing you have filled in is gone. Please check your connection and press Submit again.',
  },
  closed: { title: 'Registration Closed', message: 'New registrations are not taken any more. Please contact us.' },
  clear: {
    title: 'Clear the form?',
    message: 'Everything you have filled in and attached is removed from this device. This cannot be undone.',
  },
  confirm: {
    title: 'Submit your registration?',
    message: 'Please read this over once more. You will log in with your serial number and your birthdate.',
  },
  cutOff: 'The connection was lost. It goes on by itself as soon as you are online again.',
  stillSending: (what: string) => `${what} is still being sent. Please wait a moment.`,
} as const

/** Each picture by the name its messages use, and what is said when it does not get through. */
export const fileTexts: Record<MemberFileKind, { name: string; failed: string }> = {
  profilePicture: { name: '2x2 profile picture', failed: 'Failed to upload profile picture' },
  photoUpload: { name: 'Photo upload', failed: 'Failed to upload photo' },
  commissionDocument: { name: 'Copy of commission document', failed: 'Commission document upload failed' },
  paymentProof: { name: 'Proof of payment', failed: 'Payment proof upload failed' },
  signature: { name: 'Signature', failed: 'Failed to upload signature' },
}

interface PolicyPart {
  title: string
  paragraphs: readonly string[]
}

/** The text people accept. A change of it needs a new `privacyNoticeVersion`. */
export function privacyPolicy({ name, shortName, reach }: { name: string; shortName: string; reach: string }) {
  return [
    {
      title: 'Who we are',
      paragraphs: [
        `${name} (${shortName}) asks for and keeps your personal data for your membership. We follow the Data Privacy Act of 2012 (Republic Act No. 10173) and answer for what happens to your data.`,
      ],
    },
    {
      title: 'What we collect, and why',
      paragraphs: [
        'Your name, birthday, address, e-mail address and cellphone number: to know who you are and to reach you. Your serial number and birthdate are also what you first log in with.',
        'Your service, rank, military status, unit and region, and the copy of your commission document: to check that you may become a member, and to run the association’s elections.',
        'Your height, weight, blood type and PhilHealth number, and your contact person: for help in an emergency. Your blood type is printed on your ID card only if you allow it.',
        'Your 2x2 picture, photo and signature: for your ID card and your record. Your proof of payment: to check that the fee has been paid.',
      ],
    },
    {
      title: 'Who sees it',
      paragraphs: [
        `${shortName}’s administrators see all of it, for they decide on applications and keep the records. A few people whom they name may read profiles, but change nothing and open no documents or signatures.`,
        'Other members see your ID number, name, rank, service, region and unit, and nothing else. Whoever scans the code on your ID card sees your name, picture, number and whether you are a member.',
        'We sell nothing and give nothing to others, unless a law or a court obliges us to. Every time an administrator opens your documents or changes your record, it is written down.',
      ],
    },
    {
      title: 'How long we keep it',
      paragraphs: [
        'While you are a member, and afterwards until you ask us to erase it. If your application is not approved, your answers and files are deleted. Files that you send without submitting the form are deleted after a day.',
        'What you fill in before you submit stays on your own device only, for seven days at most.',
      ],
    },
    {
      title: 'Your rights',
      paragraphs: [
        'You may see and download everything we hold about you, have mistakes corrected, have your data erased, object to a use of it, and take back a consent. As a member you find all this under “My data” after logging in; we answer within 15 days.',
        `You can also ask us at any time: ${reach}.`,
        'If you think we have handled your data wrongly, you may turn to the National Privacy Commission of the Philippines.',
      ],
    },
  ] satisfies PolicyPart[]
}
