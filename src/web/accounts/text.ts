import { findPage, type GuardedPageName } from '#shared/pages.ts'

/** What stands on the login page and on the page of a new password: public pages, so nothing of the screens behind the login. */

export const loginText = {
  guide: {
    title: 'How to log in',
    username: 'Your username is your military serial number.',
    password: 'Your password is your birthday, for example 05Oct1964, or the one you chose.',
    chosen: 'Your password is the one you chose.',
  },
  toBirthday: 'My password is my birthday',
  forgot: [
    ['', 'Forgot your password?'],
    ['&lost=serial', 'Forgot your serial number?'],
  ],
  toPassword: 'I chose my own password',
  waysBack: 'See how to get back in',
  pending: 'If you applied less than a week ago, you can simply wait: we have your application.',
  back: 'Back to log in',
} as const

export const withoutScriptText = (doThis: 'log in' | 'choose a password') =>
  `JavaScript is turned off in this browser. You can ${doThis} here, but the pages for members (profile, voting, nominations, results) need it. Please turn it on in the browser’s settings.`

/** Why one is at the login, by the page that asked for one; the others are administrators'. */
const reasons: Partial<Record<GuardedPageName, string>> = {
  announcements: 'read the announcements',
  announcement: 'read this announcement',
  security: 'change your password or two-step login',
  members: 'see the members',
  profile: 'see your profile',
  member: 'see this profile',
  myData: 'see your data',
  nominate: 'nominate',
  vote: 'vote',
  electionResult: 'see the results',
  observe: 'observe the election',
}

/** The reason for the page that somebody asked for, or null for any other address. */
export function loginReason(next: string | null): string | null {
  const found = findPage((next ?? '').split('?')[0] ?? '')
  if (!found || found.page.access === 'public') return null
  const wanted = reasons[found.name as GuardedPageName]
  return wanted ? `Log in to ${wanted}.` : 'Log in as an administrator.'
}

export const loginNoticeText = {
  loggedOut: 'You are logged out.',
  nothingRemains: 'On a shared phone: nothing of yours stays open here.',
  cardRemoved: 'Your card is no longer kept on this phone. Log in to keep it again.',
  ended:
    'You were logged out. Please log in again. This happens after 12 hours without use, and when your login changes.',
  logOutFailed:
    'The site did not answer, so you may still be logged in on this device. Please log out again before somebody else uses it.',
  logOutAgain: 'Log out again',
} as const

/** The birthday in three boxes, and the question which date is meant. */
export const birthdayText = {
  legend: 'Your birthday',
  day: 'Day',
  month: 'Month',
  year: 'Year',
  question: (dates: readonly string[]) => `Do you mean ${dates.join(' or ')}?`,
  notSpent: 'This did not count as a try.',
} as const

export const secondStepText = {
  askCode: 'Enter the six-digit code from your authenticator app.',
  askRecoveryCode: 'Enter one of the recovery codes you saved. Each works once.',
  missing: 'Please enter the code',
} as const

/** The ways back into an account, for somebody who may have forgotten everything. */
export const forgotText = {
  title: 'Reset password',
  lead: 'Forgot your password, your serial number, or both? Start with 1.',
  lostSerial: {
    title: 'Forgot your serial number?',
    lead: 'Here is where to find it. If that does not help, go on with 2.',
  },
  email: {
    title: 'A link by email',
    help: 'Type your email address or your serial number. We send a link to the email address you registered with, and the email also tells your serial number. The link works for one hour.',
    field: 'Military serial number or email',
    missing: 'Please enter your military serial number or email address',
    send: 'Send the link',
    again: 'Send it again',
  },
  code: {
    title: 'No email? Ask for a one-time code',
    help: 'Call or write to us. When we have checked who you are, an administrator gives you a code of twelve digits.',
    use: 'Then go to Log in, type your serial number, and type the code where the password goes. It works once, within a day. After that, choose your own password.',
  },
  serial: {
    title: 'No serial number at hand?',
    where:
      'It is printed on your membership card, beside SERIAL NUMBER, and on your commission or enlistment orders. It is not the ID number.',
    ask: 'If you cannot find it, contact us with your full name, your birthday and your unit.',
  },
  contact: 'How to contact us',
  contactPage: 'Go to our contact page',
} as const

/** For somebody who opens an invitation, by what its link is for. */
export const invitedWelcome: Partial<Record<string, string>> = {
  observer: 'Welcome, observer',
  administrator: 'Welcome, administrator',
}

export const passwordHelp = {
  linkOnly: 'This page works only from the link in our email, or while you are logged in.',
  askForLink: 'Ask for a link',
  present: 'Your current password',
  invited: (minLength: number) =>
    `Choose a password of at least ${minLength} characters. After that you log in with your email address.`,
  new: (minLength: number) =>
    `At least ${minLength} characters. No date such as your birthday, not your name, your email address or one of your numbers, and nothing that many people use. Other devices will be logged out.`,
} as const

/** A form sent without scripts gets its refusal back as a code in the address. Only codes that the page has a sentence for are shown. */
export function refusalIn<Code extends string>(
  search: URLSearchParams,
  sentences: Readonly<Record<Code, string>>,
): Code | null {
  const code = search.get('error') ?? ''
  return Object.hasOwn(sentences, code) ? (code as Code) : null
}
