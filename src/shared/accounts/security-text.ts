/** What somebody who is logged in reads about the safety of their account. Apart from what visitors of the login page load. */
export const securityText = {
  passwordChanged: 'Password changed. You are still logged in.',
  othersLoggedOut: 'Other phones and computers were logged out.',
  madeForYou: 'If this password was made for you, please change it.',
  othersEnded: 'Other phones and computers were logged out. Use the new password from now on.',
  recoveryCodesOnce:
    'You will see these codes only once. If you lose your phone, each code logs you in once. Keep them on paper or in a safe place.',
  chooseOwnPassword:
    'You still log in with your birthday, which other people may know. Please choose your own password.',
} as const
