import { type ErrorCode, unexpectedText } from '../errors.ts'
import { birthdayErrors } from './birthday-text.ts'

/** Why a login was refused, and what any request may meet. The login page loads them only when its address names one. */

const generalErrors = {
  'invalid-input': 'Please correct the following errors:',
  'wrong-origin': 'This request did not come from this website.',
  'not-signed-in': 'User not authenticated',
  'not-allowed': 'You do not have permission to do this.',
  'not-found': 'We could not find what you asked for.',
  'body-too-large': 'This is too large to send.',
  'unsupported-body': 'The site cannot read what was sent.',
  'site-busy': 'The site is very busy. Please try again in a moment.',
  unexpected: unexpectedText,
} as const satisfies Partial<Record<ErrorCode, string>>

const accountErrors = {
  'login-fields-required': 'Both email and password are required',
  'login-id-number':
    'This is your ID number. Please log in with your military serial number: it is on your card, too, beside SERIAL NUMBER.',
  'user-not-found': 'User not found',
  'account-pending': 'Your account is pending approval. Please contact an administrator.',
  'membership-withdrawn': 'Your membership has been withdrawn. Please contact an administrator.',
  'wrong-credentials': 'Invalid login credentials',
  'wrong-email-credentials':
    'Invalid login credentials. Members log in with their military serial number. “Forgot your password?” helps if you forgot it.',
  'login-stopped':
    'Too many failed logins from new devices. Use “Forgot your password?” to get a link by email, or ask an administrator for a one-time code.',
  'login-slow-down': 'Too many failed attempts. Please wait a few minutes and try again.',
  ...birthdayErrors,
  'two-factor-wrong': 'That code is wrong or has already been used. Please enter the newest one.',
  'two-factor-expired': 'That took too long. Please log in again.',
  'passkey-unknown': 'This site does not know this passkey. Please log in with your password.',
  'observing-over': 'Observing this election ended 30 days after the result was certified.',
} as const satisfies Partial<Record<ErrorCode, string>>

/** All that a page of an account may have to say about a refusal. */
export const loginErrors = { ...generalErrors, ...accountErrors } as const

export const accountText = {
  resetLinkSent:
    'If that account exists and has an email address, we have sent a link to the address you registered with. Please check your inbox, and the spam folder. No email? Use the second way below.',
  noResetLinks: 'This site cannot send emails yet, so no link can be sent. Please use the second way below.',
  passwordChanged: 'Your password has been changed.',
  twoFactorAsk: 'Enter the six-digit code from your authenticator app.',
  recoveryCodeAsk: 'Enter one of the recovery codes you saved. Each works once.',
} as const
