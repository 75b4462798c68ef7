/** What members and administrators read about a requested change. */
export const changeText = {
  unreadable: 'Please check this',
  choosePicture: 'Please choose a picture first',
  alreadyThere: 'This is what we already have',
  title: (name: string) => `Change your ${name}`,
  sendTitle: (name: string) => `Send us your ${name}`,
  present: 'On your record now',
  nothing: 'Nothing',
  next: (name: string) => `New ${name}`,
  how: (byEmail: boolean) =>
    `An administrator checks it first. You can see the answer here${byEmail ? ', and we email it to you' : ''}.`,
  emailWarning: 'We will also write to your present address. Once it is changed, you have to log in again.',
  sent: 'We have received your request.',
  send: 'Send the request',
  waiting: 'Waiting for an administrator',
  takeBack: 'Take back',
  takenBack: 'You have taken the request back.',
  missing: (name: string) => `Your ${name} is not on file.`,
  sendIt: 'Send it to us',
  changePicture: 'Change my picture',
  pictureWaiting: 'Your new picture waits for an administrator.',
  adminEmailWarning:
    'Links for a new password go to this address. Make sure that it is the member who asks: we write to both addresses.',
  accepted: (name: string) => `The change has been made for ${name}.`,
  decline: (name: string) => `Decline the change of ${name}`,
  declineHint: 'Say why, and what they can do instead.',
} as const
