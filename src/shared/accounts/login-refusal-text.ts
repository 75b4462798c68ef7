import type { TriesLeft } from './guess-limits.ts'

/**
 * Said after a wrong serial number or password, in the same words for every account: it tells nobody whether this one is still
 * on its birthday, nor whether it exists (decision 10).
 */
export function triesLeftText(left: TriesLeft): string {
  if (left === 0)
    return 'If you log in with your birthday: that was the last try today. Use “Forgot your password?” to get back in.'
  return `If you log in with your birthday: ${left === 1 ? '1 try is' : '2 tries are'} left today on a new phone or computer.`
}

export const logOutFailedText = {
  failed:
    'The site did not answer, so you may still be logged in on this device. Please log out again before somebody else uses it.',
  again: 'Log out again',
} as const
