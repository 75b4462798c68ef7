/** What stands on the login page for everybody: each visitor loads it, so it holds nothing else. */
export const loginText = {
  guide: {
    title: 'How to log in',
    username: 'Your username is your military serial number.',
    password: 'Your password is your birthday, for example 05Oct1964, or the one you chose.',
    chosen: 'Your password is the one you chose.',
  },
  toBirthday: 'My password is my birthday',
  forgot: ['Forgot your password?', 'Forgot your serial number?'],
  toPassword: 'I chose my own password',
  waysBack: 'See how to get back in',
} as const

export const withoutScriptText =
  'JavaScript is turned off in this browser. You can log in here, but the pages for members (profile, voting, nominations, results) need it. Please turn it on in the browser’s settings.'
