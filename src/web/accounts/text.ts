import { findPage, type GuardedPageName } from '#shared/pages.ts'

/** The text of the login page and the page for a new password: public pages, so nothing from behind the login. */

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
  questions: 'Do you have questions? Contact us.',
  /** Under a refusal: what to do now. */
  help: {
    'user-not-found': 'Type your military serial number with its letter (O, not zero), for example O-200001.',
    'wrong-credentials':
      'If you have chosen a password, use that one, not your birthday. To see its small and capital letters, press “Show”.',
  } as Readonly<Record<string, string | undefined>>,
  /** The same where a birthday was refused: whether the account has a password of its own is not told. */
  birthdayHelp: {
    boxes:
      'Check the day, the month and the year. If you have chosen a password, a birthday does not work: press “I chose my own password”.',
    password:
      'If your birthday is your password, press “My password is my birthday”. If you have chosen a password, use that one.',
  },
  /** Under a refusal that wants nobody to contact an administrator before a week is over. */
  pending: (sendsEmail: boolean) =>
    `We are still checking your application, which usually takes about a week. If we need something from you, your application says what. ${sendsEmail ? 'We will email you.' : 'You can look here again in a few days.'} Contact us if it takes longer.`,
  back: 'Back to log in',
} as const

export const withoutScriptText = (doThis: 'log in' | 'choose a password') =>
  `JavaScript is turned off in this browser. You can ${doThis} here, but the pages for members (profile, voting, nominations, results) need it. Please turn it on in the browser’s settings.`

/** Why a login is needed, by the page that was requested; all others are for administrators. */
const reasons: Partial<Record<GuardedPageName, string>> = {
  announcements: 'read the announcements for members. News for everybody is on the home page',
  announcement: 'read this announcement',
  security: 'change your password or two-step login',
  members: 'see the members',
  profile: 'see your profile',
  member: 'see this profile',
  myData: 'see your data',
  nominate: 'see the nominees, and to nominate while nomination is open',
  vote: 'vote',
  electionResult: 'see the results',
  observe: 'observe the election',
}

/** The reason for the requested page, or null for any other address. */
export function loginReason(next: string | null): string | null {
  const found = findPage((next ?? '').split('?')[0] ?? '')
  if (!found || found.page.access === 'public') return null
  const wanted = reasons[found.name as GuardedPageName]
  return wanted ? `Log in to ${wanted}.` : 'Log in as an administrator.'
}

export const loginNoticeText = {
  loggedOut: 'You are logged out.',
  nothingRemains: 'Nobody else can use your account on this device now.',
  cardRemoved: 'Your card is no longer kept on this phone. Log in to keep it again.',
  ended:
    'You were logged out. Please log in again. We log you out after 12 hours without use, and when your login changes.',
  logOutFailed:
    'We could not reach the site, so you may still be logged in here. Please log out again before somebody else uses this device.',
  logOutAgain: 'Log out again',
} as const

/** The birthday in three boxes, and the question which date is meant. */
export const birthdayText = {
  legend: 'Your birthday',
  day: 'Day',
  month: 'Month',
  year: 'Year',
  question: (dates: readonly string[]) => `Do you mean ${dates.join(' or ')}?`,
  notSpent: 'This was not counted as a wrong password.',
} as const

export const secondStepText = {
  askCode: 'Enter the six-digit code from your authenticator app.',
  askRecoveryCode: 'Enter one of the recovery codes you saved. Each works once.',
  missing: 'Please enter the code',
} as const

/** Ways back into an account, for somebody who may have forgotten everything. */
export const forgotText = {
  title: 'Reset password',
  lead: 'Forgot your password, your serial number, or both? Try email first.',
  lostSerial: {
    title: 'Forgot your serial number?',
    lead: 'Here is where to find it. If you cannot find it, try email.',
  },
  email: {
    title: 'A link by email',
    help: 'Enter your email address or serial number. We will email you a link and your serial number, at the address you registered with. The link works for one hour.',
    field: 'Military serial number or email',
    missing: 'Please enter your military serial number or email address',
    send: 'Send the link',
    again: 'Send it again',
  },
  code: {
    title: 'No email? Ask for a one-time code',
    help: 'Call or write to us. We will check who you are and give you a code of 12 digits.',
    use: 'Then log in with your serial number, and type the code in place of the password. It works once, for a day. After that, choose your own password.',
  },
  serial: {
    title: 'No serial number at hand?',
    where:
      'It is on your membership card, beside SERIAL NUMBER, and on your commission or enlistment orders. It is not your ID number.',
    ask: 'If none of this helps, contact us with your full name, birthday and unit.',
  },
  contact: 'How to contact us',
  contactPage: 'Go to our contact page',
} as const

/** For somebody who opens an invitation, by its purpose. */
export const invitedWelcome: Partial<Record<string, string>> = {
  observer: 'Welcome, observer',
  administrator: 'Welcome, administrator',
}

export const passwordHelp = {
  linkOnly: 'Please open this page from the link in our email, or log in first.',
  askForLink: 'Ask for a link',
  present: 'Your current password',
  invited: (minLength: number) =>
    `Choose a password of at least ${minLength} characters. You will log in with your email address.`,
  new: (minLength: number) =>
    `At least ${minLength} characters. Do not use a date, your name, your email address, one of your numbers or a common password. Your other devices will be logged out.`,
} as const

/** A form sent without scripts gets its refusal as a code in the address. Only codes with a sentence on the page are shown. */
export function refusalIn<Code extends string>(
  search: URLSearchParams,
  sentences: Readonly<Record<Code, string>>,
): Code | null {
  const code = search.get('error') ?? ''
  return Object.hasOwn(sentences, code) ? (code as Code) : null
}
