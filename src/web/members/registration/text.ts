import { unbroken } from '#shared/joined-text.ts'
import { showReference } from '#shared/members/registration/reference.ts'
import { showDate, type Instant } from '#shared/time.ts'
import { lookedAtSoon } from '#web/members/text.ts'

export const applicationText = {
  title: 'Your application',
  lead: (sendsEmail: boolean) =>
    `Enter your birthday and the reference number you got when you registered.${sendsEmail ? ' The number is also in our email to you.' : ''}`,
  reference: 'Reference number',
  referenceHint: 'For example 2345-ABCD-6789. Not the reference number of your payment.',
  notReference: 'Please check the reference number: it has 12 letters and digits.',
  mistypedReference: (sendsEmail: boolean) =>
    `One of the 12 letters and digits is not right. Please compare it with ${sendsEmail ? 'our email' : 'the number you kept'}.`,
  wholeBirthday: 'Please enter your birthday',
  validBirthday: 'Please enter a valid birthday, with all four digits of the year',
  look: 'Show my application',
  needsScripts:
    'This page needs JavaScript. Please turn it on in your browser’s settings and reload this page, or contact us:',
  noNumber: (sendsEmail: boolean) =>
    `No reference number? ${sendsEmail ? 'Look in our email, also in your spam folder, or contact' : 'Please contact'} us:`,
} as const

/** The state of an application, and what comes next. */
export const foundApplicationText = {
  another: 'Look up another application',
  received: (reference: string, at: Instant) =>
    `Application ${unbroken(showReference(reference))}, received on ${showDate(at)}.`,
  waiting: {
    title: 'We are checking your application',
    message: lookedAtSoon,
    corrected: (at: Instant) => `Thank you. We received your correction on ${showDate(at)}. ${lookedAtSoon}`,
    /** `email` is null if we cannot write to them. */
    next: (email: string | null) =>
      email
        ? `We will email you at ${email} when we have decided. You do not need to do anything now.`
        : 'You do not need to do anything now. Please check here again in a few days.',
  },
  approved: {
    title: 'Approved',
    message: 'Welcome! You are a member now.',
    next: 'Your username is your military serial number. Your first password is your birthday: two digits for the day, the first three letters of the month in English, four digits for the year. It is written like 05Oct1964 for 5 October 1964.',
    logIn: 'Log in',
  },
  returned: {
    title: 'Please correct your application',
    message: 'We looked at your application and need something from you. You do not have to apply again.',
    asked: 'Our message to you:',
    send: 'Send the correction',
    wrong: 'Please check what is marked above.',
  },
  somethingElse: (reference: string) =>
    `Is something else wrong? Write to us with your reference number, ${unbroken(showReference(reference))}:`,
  email: {
    title: 'No email from us? Correct your email address',
    help: 'Look in your spam folder first. If the address was mistyped, enter the right one: we will send the reference number there.',
    save: 'Save this address',
    saved: (email: string) => `Saved. We have sent an email to ${email}.`,
  },
} as const

export const registrationText = {
  draftKept:
    'Your answers stay on this device for seven days, or until you submit or clear them. Uploaded pictures are kept for 20 hours: after that, please add them again.',
  partsDone: (done: number, of: number) => `${done} of ${of} parts done`,
  missing: (names: readonly string[]) => `Missing: ${list(names)}`,
  wrong: (names: readonly string[]) => `Please check: ${list(names)}`,
  acceptFirst: 'To submit, first accept the privacy notice.',
  notSubmitted: 'Not submitted yet',
  success: {
    title: 'Registration Successful',
    next: (sendsEmail: boolean) =>
      `${lookedAtSoon} ${sendsEmail ? 'We will email you.' : 'Please look again in a few days.'} Once you are approved, log in with your military serial number and your birthday.`,
    seeApplication: 'See where my application stands',
    logIn: 'Go to the login page',
  },
  /** After a lost reply, when the retry finds the first attempt. */
  arrived: {
    title: 'It looks like we already have your registration',
    message:
      'We already have a registration with this email address and serial number. Your first try probably reached us, but our reply was lost on the way. You do not need to send it again.',
    reference: 'Your reference number is in our email to you.',
    next: 'If you have never registered before, please tell us, so that an administrator can look into it.',
  },
  lost: {
    title: 'The connection was lost',
    message:
      'We lost the connection, so we do not know whether your application arrived. Your answers are still here. Press Submit again: it will not be sent twice.',
  },
  closed: { title: 'Registration Closed', message: 'We no longer accept new registrations. Please contact us.' },
  clear: {
    title: 'Clear the form?',
    message: 'We will remove your answers and pictures from this device. This cannot be undone.',
  },
  confirm: {
    title: 'Submit your registration?',
    message: 'Please check this once more. After approval, you log in with your serial number and your birthday.',
    correct: 'Correct it',
  },
  appliedBefore: 'Have you applied before?',
  stillSending: (what: string) => `${what} is still being sent. Please wait a moment.`,
} as const

const namesShown = 3

function list(names: readonly string[]): string {
  const more = names.length - namesShown
  return names.slice(0, namesShown).join(', ') + (more > 0 ? ` and ${more} more` : '')
}

/** Under a field whose content is questioned, when `button` was pressed. */
export const askAgainText = (button: string) => `Please check this. To send it as it is, press “${button}” once more.`
