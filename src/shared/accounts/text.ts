import { unexpectedText } from '../basic-text.ts'
import type { ErrorCode } from '../errors.ts'

/** The sentences of logging in, and those that any request may meet. Apart from the others, for every visitor of the login page loads them. */

const generalErrors = {
  'invalid-input': 'Please correct the following errors:',
  'wrong-origin': 'This request did not come from this website.',
  'not-signed-in': 'User not authenticated',
  'not-allowed': 'You do not have permission to do this.',
  'not-found': 'We could not find what you asked for.',
  'body-too-large': 'What was sent is too large.',
  'unsupported-body': 'What was sent is not in a form this address takes.',
  'bad-range': 'The requested part of the file does not exist.',
  'site-busy': 'The site is very busy. Please try again in a moment.',
  unexpected: unexpectedText,
} as const satisfies Partial<Record<ErrorCode, string>>

const accountErrors = {
  'login-fields-required': 'Both email and password are required',
  'user-not-found': 'User not found',
  'account-pending': 'Your account is pending approval. Please contact an administrator.',
  'membership-withdrawn': 'Your membership has been withdrawn. Please contact an administrator.',
  'wrong-credentials': 'Invalid login credentials',
  'login-stopped':
    'Too many wrong tries from new devices. Use “Forgot your password?” to get a link by e-mail, or ask an administrator for a one-time code.',
  'login-slow-down': 'Too many wrong tries. Please wait a few minutes and try again.',
  'two-factor-wrong': 'That code is not right, or was already used. Please enter the newest one.',
  'two-factor-expired': 'That took too long. Please log in again.',
  'two-factor-already-on': 'Two-step login is already on for this account.',
  'passwords-differ': 'Passwords do not match',
  'password-too-short': 'Password must be at least 6 characters long',
  'password-too-long': 'Password must be at most 128 characters long',
  'password-is-a-date': 'Please choose a password that is not a date',
  'reset-link-expired': 'This link has expired or was already used. Please ask for a new one.',
} as const satisfies Partial<Record<ErrorCode, string>>

/** All that a page of an account may have to say about a refusal. */
export const loginErrors = { ...generalErrors, ...accountErrors } as const

export const accountText = {
  loginGuide: {
    title: 'How to log in',
    username: 'Your username is your military serial number.',
    password: 'Your password is your birthdate, for example 05Oct1964.',
  },
  resetLinkSent: 'If that account exists and has an e-mail address, a link is on its way. Please check your inbox.',
  passwordChanged: 'Your password has been changed.',
  twoFactorAsk: 'Enter the six-digit code that your authenticator app shows now.',
  recoveryCodeAsk: 'Enter one of the recovery codes you saved. Each works once.',
  recoveryCodesOnce:
    'These codes are shown only now. Each lets you in once if you lose your phone. Keep them on paper or in a safe place.',
  chooseOwnPassword:
    'You still log in with your birthdate, which others may know. Please choose a password of your own.',
} as const
