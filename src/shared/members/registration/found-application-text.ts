const plural = (count: number, one: string) => (count === 1 ? `1 ${one}` : `${count.toLocaleString('en')} ${one}s`)

/** Where an application stands, and what comes next. */
export const foundText = {
  another: 'Look up another application',
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
