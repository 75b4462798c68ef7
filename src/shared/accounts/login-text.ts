/** What stands on the login page for everybody: each visitor loads it, so it holds nothing else. */
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
} as const

export const withoutScriptText = (doThis: 'log in' | 'choose a password') =>
  `JavaScript is turned off in this browser. You can ${doThis} here, but the pages for members (profile, voting, nominations, results) need it. Please turn it on in the browser’s settings.`
