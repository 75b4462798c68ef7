/** What is said where members who have not voted are reminded. */
export const reminderText = {
  title: 'Remind members who have not voted',
  send: 'Send reminders',
  sendAgain: 'Send reminders again',
  ask: 'Send reminders?',
  failed: 'No reminder was sent',
  onTheirWay: 'The reminders are on their way.',
  again: (when: string) => `They can be sent again from ${when}.`,
  noMail:
    'Emails cannot be sent at this time, so nobody can be reminded. Ask the person who runs the server to look at the mail server.',
} as const
