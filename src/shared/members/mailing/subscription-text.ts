import { asSentence, withThe } from '#shared/content/defaults.ts'

/** What members read about getting emails, or not: at the end of each, behind its link, and on their profile. */
export const subscriptionText = {
  title: 'Emails from the association',
  label: (shortName: string) => `Send me the emails that ${shortName} sends to its members`,
  hint: 'News and invitations. Emails about your own account, your membership and your vote are always sent.',
  on: 'We will send you news by email.',
  off: 'We will stop sending you news by email.',
  failed: 'Your choice could not be saved',

  footerWhy: (name: string) => asSentence(`You get this email because you are a member of ${withThe(name)}`),
  footerStop: 'To stop these emails, open this link and press the button:',
  footerLink: 'Stop these emails',

  pageTitle: 'Stop emails to members',
  ask: (shortName: string) => `Do you want to stop the emails that ${shortName} sends to its members?`,
  stop: 'Stop these emails',
  stopped: 'Done. You will get no more of these emails.',
  stoppedHelp:
    'One that was being sent at this moment may still arrive. Emails about your own account, your membership and your vote are always sent.',
  again: 'Send them to me again',
  started: 'Done. You will get these emails again.',
  noLink:
    'This page needs the link from one of our emails. You can also log in and change it on your profile, under “Emails from the association”.',
  logIn: 'Log in',
  saving: 'The change could not be saved',
  needsScripts: 'To stop the emails here, please allow scripts for this page. Or reply to the email and tell us.',
} as const
