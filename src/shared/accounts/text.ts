import { type ErrorCode, unexpectedText } from '#shared/errors.ts'
import type { Job } from '#shared/permissions.ts'
import type { TriesLeft } from './login.ts'

/** Why a login was refused, and what any request may get. The login page loads these only if its address names one. */

const generalErrors = {
  'invalid-input': 'Please correct the following errors:',
  'wrong-origin': 'This request did not come from this website.',
  'other-address':
    'This request did not come from this website. Please open the site at {address} and try again there.',
  'not-signed-in': 'User not authenticated',
  'not-allowed': 'You do not have permission to do this.',
  'not-found': 'We could not find this.',
  'body-too-large': 'This is too large to send.',
  'unsupported-body': 'The site cannot read what was sent.',
  'site-busy': 'The site is very busy. Please try again in a moment.',
  'database-away': 'The site cannot reach its database at the moment. Please try again in a few minutes.',
  unexpected: unexpectedText,
} as const satisfies Partial<Record<ErrorCode, string>>

export const birthdayErrors = {
  'birthday-ambiguous':
    'Which number is the month? Please write the month in letters, for example 05Oct1964. This was not counted as a wrong password.',
  'birthday-impossible':
    'There is no such date. Please check the day, the month and the year. This was not counted as a wrong password.',
  'birthday-incomplete': 'Please fill in the day, the month and the year of your birthday.',
} as const satisfies Partial<Record<ErrorCode, string>>

const accountErrors = {
  'login-fields-required': 'Both email and password are required',
  'login-id-number':
    'User not found. This is your ID number: please log in with your military serial number. It is on your card, too, beside SERIAL NUMBER.',
  'user-not-found': 'User not found',
  'account-pending': 'Your account is pending approval. Please contact an administrator.',
  'membership-withdrawn': 'You are no longer a member, so you cannot log in.',
  'account-changed-outside': 'This account was changed outside the site. Please ask the association to check it.',
  'code-waits':
    'This code does not work yet: a second administrator must confirm it first. Please ask the person who gave it to you.',
  'wrong-credentials': 'The password is not right',
  'wrong-email-credentials':
    'The email or password is not right. Members log in with their military serial number. Forgot yours? Use “Forgot your serial number?”.',
  'login-stopped':
    'Too many failed logins from new devices. Use “Forgot your password?” to get a link by email, or ask an administrator for a one-time code.',
  'login-slow-down': 'Too many failed attempts. Please try again later.',
  ...birthdayErrors,
  'two-factor-wrong': 'That code is wrong or was used already. Please enter the newest one.',
  'two-factor-expired': 'That took too long. Please log in again.',
  'passkey-unknown': 'This site does not know this passkey. Please log in with your password.',
  'observing-over': 'Observing ended 30 days after the result was certified.',
} as const satisfies Partial<Record<ErrorCode, string>>

/** Every refusal that an account page may show. */
export const loginErrors = { ...generalErrors, ...accountErrors } as const

/** About choosing a password, separate from logging in. */
const choosingErrors = {
  'passwords-differ': 'Passwords do not match',
  'password-too-short': 'Password must be at least 6 characters long',
  'password-under-twelve': 'Password must be at least 12 characters long',
  'password-too-long': 'Password must be at most 128 characters long',
  'password-is-a-date': 'Choose a password that is not a date',
  'password-is-common': 'Too many people have this password. Please choose another one.',
  'password-is-name': 'Choose a password that does not contain your name',
  'password-is-serial': 'Choose a password that does not contain your serial number',
  'password-is-id-number': 'Choose a password that does not contain your ID number',
  'password-is-birthday': 'Choose a password that does not contain your birthday',
  'password-is-email': 'Choose a password that does not contain your email address',
  'reset-link-expired': 'This link has expired or was already used. Please ask for a new one.',
} as const satisfies Partial<Record<ErrorCode, string>>

/** Every refusal that the page for a new password may show. */
export const passwordErrors = { ...loginErrors, ...choosingErrors } as const

export const accountText = {
  resetLinkSent:
    'If we know this account and its email address, we have sent you a link. Please check your inbox and your spam folder. No email? Ask for a one-time code, below.',
  noResetLinks: 'This site cannot send emails yet. Please ask for a one-time code, below.',
  passwordChanged: 'Your password has been changed.',
  invitationAccepted: 'You have accepted the invitation, and your password is saved.',
} as const

/**
 * Shown after a wrong serial number or password, in the same words for every account: it does not reveal whether this one still
 * uses its birthday, or whether it exists (decision 10).
 */
export function triesLeftText(left: TriesLeft): string {
  if (left === 0)
    return 'If your password is your birthday, that was your last try today. Use “Forgot your password?” to get back in.'
  return `If your password is your birthday, you have ${left === 1 ? '1 try' : '2 tries'} left today on a new phone or computer.`
}

export const jobNames: Record<Job, string> = {
  membership: 'Membership',
  content: 'Content',
  elections: 'Elections',
  settings: 'Settings',
  treasury: 'Treasury',
}

/** What each job allows, so that nobody has to guess what they hand out. */
export const jobHelp: Record<Job, string> = {
  membership:
    'Approve applicants, edit and export members, print cards, emails to members, privacy requests, viewers, help with logins',
  content: 'Pages, announcements and events, links, videos, leadership',
  elections: 'Election settings, nominees, the roll, proxy ballots, closing and certifying',
  settings: 'Settings of the site, site status, backups, failed emails',
  treasury: 'Dues: how much, where they are paid, payments, receipts, who has paid, bank statements',
}
