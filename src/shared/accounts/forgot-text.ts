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
  back: 'Back to log in',
} as const
