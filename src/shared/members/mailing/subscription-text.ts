import { asSentence, withThe } from '#shared/content/defaults.ts'

/** Text about getting emails or not: in the footer of each email, behind its link, and on the profile. */
export const subscriptionText = {
  title: 'Emails from the association',
  label: (shortName: string) => `Send me the emails that ${shortName} sends to its members`,
  hint: 'News and invitations. We always send emails about your account, your membership and your vote.',
  on: 'We will send you news by email.',
  off: 'We will stop sending you news by email.',
  failed: 'Your choice could not be saved',

  footerWhy: (name: string) => asSentence(`You get this email because you are a member of ${withThe(name)}`),
  footerStop: 'To stop these emails, open this link and press the button:',
  footerLink: 'Stop these emails',

  pageTitle: 'Stop emails to members',
  ask: (shortName: string) => `Do you want to stop the emails that ${shortName} sends to its members?`,
  stop: 'Stop these emails',
  stopped: 'Done. We will stop sending you these emails.',
  stoppedHelp:
    'One that is already on its way may still arrive. We always send emails about your account, your membership and your vote.',
  again: 'Send them to me again',
  started: 'Done. We will send you these emails again.',
  noLink:
    'Please open this page from the link in one of our emails. Or log in and change it on your profile, under “Emails from the association”.',
  logIn: 'Log in',
  saving: 'The change could not be saved',
  needsScripts: 'To stop the emails here, please allow scripts for this page. Or reply to the email and tell us.',
} as const
