import type { Job } from '../permissions.ts'
import { jobNames } from './job-text.ts'

/** What is read on the page of the administrators, and by one of them about their own account. */
export const administratorsText = {
  title: 'Administrators',
  intro:
    'Who looks after the website, and what each of them may do. Everybody has a login of their own, so that the log shows who did what. Only administrators with all jobs see this page.',
  list: 'Administrators',
  loadFailed: 'The administrators could not be loaded',
  you: 'You',
  jobs: 'Jobs',
  everyJobHelp: 'Whoever has all four jobs can also invite, change and remove administrators.',
  allJobs: 'All jobs',
  lastLogin: (when: string) => `Last login: ${when}`,
  neverIn: 'Has not logged in yet',
  twoStepOn: 'Two-step login is on',
  twoStepOff: 'Two-step login is off',
  invited: (when: string, by: string | null) => `Invited on ${when}${by === null ? '' : ` by ${by}`}, not accepted yet`,
  linkOver: 'The link of the invitation no longer works. Invite them again.',
  changeJobs: 'Change jobs',
  remove: 'Remove',
  again: 'Invite again',
  withdraw: 'Withdraw',

  invite: 'Invite an administrator',
  inviteHelp:
    'They get a link, choose a password and log in with their email address. It must not be the address of a member or an observer, because administrators do not vote with this account. Somebody who is a member too needs a second address.',
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',

  jobsOf: (name: string) => `Jobs of ${name}`,
  jobsHelp: 'The change applies at once.',
  toldByEmail: 'We tell them by email.',
  ownJobsHelp: 'If you give up a job, only another administrator with all jobs can give it back to you.',
  save: 'Save the jobs',
  saved: (name: string) => `The jobs of ${name} were changed.`,
  notSaved: 'The jobs were not changed',
  cancel: 'Cancel',

  removeQuestion: (name: string) => `Remove ${name}?`,
  removeExplained: (name: string) =>
    `${name} is logged out at once and can no longer log in. What they did stays in the log, with their name.`,
  removeYourself: 'You are logged out at once and can no longer log in. What you did stays in the log, with your name.',
  removed: (name: string) => `${name} was removed.`,
  notRemoved: 'Nobody was removed',
  keep: 'Keep',
  withdrawQuestion: (name: string) => `Withdraw the invitation of ${name}?`,
  withdrawExplained: 'The link of the invitation stops working.',
  withdrawn: (name: string) => `The invitation of ${name} was withdrawn.`,

  needs: {
    title: 'This page is not for you',
    job: (job: Job) => `It needs the job “${jobNames[job]}”. An administrator with all jobs can give it to you.`,
    everyJob: 'It is for administrators with all jobs. One of them can give you the jobs you lack.',
  },
} as const

/** On the page of one's own account. */
export const ownAccountText = {
  nameTitle: 'Your name',
  nameHelp:
    'This name stands, with your email address, in the log, on certificates and on proxy ballots. Both are public where an election is corrected, certified or cancelled. Please use your real name.',
  firstName: 'First name',
  lastName: 'Last name',
  saveName: 'Save my name',
  nameSaved: 'Your name was saved.',
  nameNotSaved: 'Your name was not saved',
  emailTitle: 'Your email address',
  emailNow: (email: string) => `You log in with ${email}, and our emails go there.`,
  emailInvented: (email: string) =>
    `${email} is a made-up address: no email reaches it, and it would stand with your name on certificates. Please give your own address.`,
  newEmail: 'New email address',
  yourPassword: 'Your current password',
  emailHelp:
    'You need your password to change it, and other phones and computers are logged out. What you have signed keeps the address it was signed with.',
  passwordMissing: 'Please enter your password',
  wrongPassword: 'This is not your password',
  sameEmail: 'This is your address already',
  codeSent: (email: string) => `We have sent a code of six digits to ${email}. Please type it here.`,
  code: 'Code from the email',
  codeHint: 'Look in the spam folder, too. It works for 15 minutes.',
  codeMissing: 'Please enter the code',
  wrongCode: 'This is not the code, or it is too old',
  confirmEmail: 'Confirm the new address',
  changeEmail: 'Change my email address',
  saveEmail: 'Save the new address',
  cancel: 'Cancel',
  emailSaved: (email: string) => `Your email address was changed. From now on you log in with ${email}.`,
  emailNotSaved: 'Your email address was not changed',
  yourJobs: (names: string) => `Your jobs: ${names}`,
  first: {
    name: {
      title: 'Welcome. What is your name?',
      help: 'Before you go on, please tell us your real name below. Whatever you do is written in the log with it.',
    },
    'two-step login': {
      title: 'Please turn on two-step login to go on',
      help: 'Administrators need it on this site. It takes two minutes and a phone. Until then you can only use this page.',
    },
  },
  done: 'Thank you. You can go on now.',
  doneButEmail: 'Thank you. Please give your own email address, too',
  doneButEmailHelp: 'The form for it is below.',
  toDashboard: 'Go to the dashboard',
} as const
