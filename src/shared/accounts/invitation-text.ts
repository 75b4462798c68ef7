/** Of an invitation: by email, or by a link that the administrator hands over, because the site cannot send emails. */
export const invitationText = {
  send: 'Send the invitation',
  sent: (name: string) => `The invitation to ${name} is on its way.`,
  notSent: 'The invitation was not sent',
  instead: 'After you press the button you are shown a link, which you hand over yourself.',
  make: 'Make the invitation',
  title: (name: string) => `Invitation for ${name}`,
  shownOnce: 'The link is shown only now. The log says that you saw it.',
  handOver: 'This site cannot send emails yet. Give this link to them yourself, in a message that only they read:',
  secret: (days: number) =>
    `Whoever opens it first chooses the password and has the account. It works once, for ${days} days. If it goes to the wrong person, withdraw the invitation.`,
  what: 'the link of the invitation',
  done: 'I have copied it',
} as const
