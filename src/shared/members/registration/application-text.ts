const plural = (count: number, one: string) => (count === 1 ? `1 ${one}` : `${count.toLocaleString('en')} ${one}s`)

/** What the page of an application says. */
export const applicationText = {
  title: 'Your application',
  lead: 'Enter the reference number that you got when you registered, and your birthday. The number is also in our email to you.',
  reference: 'Reference number',
  referenceHint: 'For example, K7QX-2M9P-T4WD',
  notReference: 'Please check the reference number: it has 12 letters and figures.',
  wholeBirthday: 'Please enter your birthday',
  look: 'Show my application',
  another: 'Look up another application',
  failed: 'Your application could not be loaded',
  needsScripts:
    'This page needs JavaScript. Please turn it on in your browser’s settings and reload this page, or contact us:',
  noNumber: 'No reference number, or no email arrived? Look in your spam folder too, or contact us:',
  waiting: {
    title: 'Waiting for an administrator',
    message: (days: number) =>
      days === 0
        ? 'We received your application today. An administrator will look at it.'
        : `We received your application ${plural(days, 'day')} ago. An administrator will look at it.`,
    mended: (days: number) =>
      days === 0
        ? 'We received your correction today. An administrator will look at it.'
        : `We received your correction ${plural(days, 'day')} ago. An administrator will look at it.`,
    next: 'We will email you when it is decided. You do not need to do anything now.',
  },
  approved: {
    title: 'Approved',
    message: 'Welcome! You are a member now.',
    next: 'To log in for the first time, use your military serial number as username and your birthday as password: two digits for the day, the first three letters of the month in English, four digits for the year. For example, 05Oct1964.',
    logIn: 'Log in',
  },
  returned: {
    title: 'Please correct your application',
    message:
      'An administrator has looked at your application and needs something from you. You do not have to apply again.',
    asked: 'The administrator writes:',
    send: 'Send the correction',
    wrong: 'Please check what is marked below.',
    stillSending: 'A picture is still being sent. Please wait a moment.',
  },
  mended: 'Thank you. Your correction has been received.',
} as const

export const referenceText = {
  label: 'Your reference number',
  keep: 'Keep it: with this number and your birthday you can see where your application stands. It is also in our email to you.',
  save: 'Save',
  file: (site: string, reference: string, address: string) =>
    `${site}\nReference number of my application: ${reference}\nWhere it stands: ${address}\n`,
} as const
