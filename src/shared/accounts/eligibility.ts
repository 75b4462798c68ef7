import type { ErrorCode } from '../errors.ts'

type Refusal = Extract<ErrorCode, 'user-not-found' | 'account-pending' | 'membership-withdrawn'>

/** Nobody is let in by a password, a code or a passkey before they are approved, nor after their membership was withdrawn. */
export function whyCannotLogIn(account: { approved: boolean; withdrawn: boolean } | null): Refusal | null {
  if (!account) return 'user-not-found'
  if (!account.approved) return 'account-pending'
  return account.withdrawn ? 'membership-withdrawn' : null
}
