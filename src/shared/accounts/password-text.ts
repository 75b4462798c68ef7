import type { ErrorCode } from '../errors.ts'
import { loginErrors } from './text.ts'

/** The sentences of choosing a password. Apart from those of logging in. */
const choosingErrors = {
  'passwords-differ': 'Passwords do not match',
  'password-too-short': 'Password must be at least 6 characters long',
  'password-under-twelve': 'Password must be at least 12 characters long',
  'password-too-long': 'Password must be at most 128 characters long',
  'password-is-a-date': 'Please choose a password that is not a date',
  'password-is-common': 'Too many people have this password. Please choose another one.',
  'password-is-name': 'Please choose a password that is more than your name',
  'password-is-serial': 'Please choose a password that is more than your serial number',
  'password-is-id-number': 'Please choose a password that is more than your ID number',
  'password-is-birthday': 'Please choose a password that is more than your birthday',
  'password-is-email': 'Please choose a password that is more than your email address',
  'reset-link-expired': 'This link has expired or was already used. Please ask for a new one.',
} as const satisfies Partial<Record<ErrorCode, string>>

/** All that the page for a new password may have to say about a refusal. */
export const passwordErrors = { ...loginErrors, ...choosingErrors } as const

/** For somebody who opens an invitation, by what its link is for. Not with the other sentences for them: this page needs only these. */
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
