/** What administrators read when they send an application back. */
export const returningText = {
  button: 'Ask for a correction…',
  title: 'Ask for a better picture or a correction',
  lead: 'They send only what you tick, and come back to this queue. They do not have to apply again.',
  byEmail: 'The applicant gets an email with a link.',
  noMail:
    'This site cannot send emails yet. Please tell them the reference number yourself: it is in their record. With it and their birthday they see on the page “My application” what to correct.',
  noEmail:
    'This applicant has no email address. Please tell them the reference number yourself: it is in their record.',
  pictures: 'Pictures and documents',
  answers: 'Answers',
  answersHint: 'A wrong birthday or military status you can correct yourself in the record.',
  message: 'What should they do?',
  messageHint:
    'The applicant reads this. For example: Please take the photo again in daylight, with your face from the front.',
  nothingTicked: 'Please tick what the applicant should send again',
  noMessage: 'Please write what the applicant should do',
  send: 'Send back to the applicant',
  sent: (name: string) => `${name} is asked for a correction.`,
  returned: (when: string) => `Sent back to the applicant on ${when}`,
  askedFor: 'Asked for',
  mended: (when: string) => `Corrected by the applicant on ${when}`,
  changed: 'Sent again',
  mendedMark: 'Corrected',
  returnedMark: 'Waiting for the applicant',
  changedMeanwhile: (whom: string) =>
    `${whom}: sent back, corrected or edited a moment ago, so nothing was decided. Please look again.`,
  waiting: (count: number) => `Waiting (${count.toLocaleString('en')})`,
  sentBack: (count: number) => `Sent back (${count.toLocaleString('en')})`,
  nobodySentBack: 'No applications have been sent back',
  nobodySentBackHint: 'An application that you send back for a correction stays here until the applicant has answered.',
  notAmongAll: (count: number) =>
    count === 1
      ? 'One application was sent back to its applicant and is not among them.'
      : `${count.toLocaleString('en')} applications were sent back to their applicants and are not among them.`,
} as const
