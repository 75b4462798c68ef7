import type { MemberFileKind } from '../files.ts'

/** What only those who register read; kept apart from `text.ts`, which every visitor loads. */
export const registrationText = {
  draftKept: 'Your answers are kept on this device for seven days, until you submit or clear them.',
  checkAnswers: 'Please check your answers',
  restored: 'Welcome back. Your earlier answers on this device are still here.',
  success: {
    title: 'Registration Successful',
    next: 'Once you are approved, log in with your military serial number and your birthday.',
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
        `${name} (${shortName}) asks for and keeps your personal data for your membership. We follow the Data Privacy Act of 2012 (Republic Act No. 10173) and are responsible for what happens to your data.`,
      ],
    },
    {
      title: 'What we collect, and why',
      paragraphs: [
        'Your name, birthday, address, email address and cellphone number: to know who you are and to reach you. You also use your serial number and birthday to log in at first.',
        'Your service, rank, military status, unit and region, and the copy of your commission document: to check that you may become a member, and to run the association’s elections.',
        'Your height, weight, blood type and PhilHealth number, and your contact person: for help in an emergency. Your blood type is printed on your ID card only if you allow it.',
        'Your 2x2 picture, photo and signature: for your ID card and your record. Your proof of payment: to check that the fee has been paid.',
      ],
    },
    {
      title: 'Who sees it',
      paragraphs: [
        `${shortName}’s administrators see all of it, because they decide on applications and keep the records. A few people they name may read profiles, but may not change anything or open documents or signatures.`,
        'Other members see your ID number, name, rank, service, region and unit, and nothing else. Anyone who scans the code on your ID card sees your name, picture, number and whether you are a member.',
        'We do not sell your data or give it to others, unless a law or a court requires it. Every time an administrator opens your documents or changes your record, it is recorded.',
      ],
    },
    {
      title: 'How long we keep it',
      paragraphs: [
        'While you are a member, and afterwards until you ask us to delete it. If your application is not approved, your answers and files are deleted. Files that you send without submitting the form are deleted after a day.',
        'What you fill in before you submit stays on your own device only, for seven days at most.',
      ],
    },
    {
      title: 'Your rights',
      paragraphs: [
        'You may see and download everything we hold about you, have mistakes corrected, have your data deleted, object to how it is used, and withdraw your consent. As a member you will find all this under “My data” after logging in; we answer within 15 days.',
        `You can also ask us at any time: ${reach}.`,
        'If you think we have handled your data wrongly, you may complain to the National Privacy Commission of the Philippines.',
      ],
    },
  ] satisfies PolicyPart[]
}
