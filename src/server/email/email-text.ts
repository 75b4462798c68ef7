import type { Email } from './queue.ts'

export type EmailText = Pick<Email, 'kind' | 'subject' | 'body'>

/** Each set apart by an empty line; what is empty is left out. */
export const paragraphs = (...texts: string[]): string => `${texts.filter(Boolean).join('\n\n')}\n`

export function passwordResetEmail({
  shortName,
  link,
  validMinutes,
}: {
  shortName: string
  link: string
  validMinutes: number
}): EmailText {
  return {
    kind: 'password link',
    subject: `${shortName}: choose a new password`,
    body: paragraphs(
      'Good day,',
      `Someone, probably you, asked for a new password for your ${shortName} account. To choose one, open this address:`,
      link,
      `It works once, for ${validMinutes} minutes.`,
      'If you did not ask for this, you do not need to do anything. Your password stays the same.',
      shortName,
    ),
  }
}

export function passwordChangedEmail({ shortName }: { shortName: string }): EmailText {
  return {
    kind: 'password change',
    subject: `${shortName}: your password was changed`,
    body: paragraphs(
      'Good day,',
      `The password of your ${shortName} account was changed just now, and all other devices were logged out.`,
      'If this was not you, please tell an administrator of the association at once.',
      shortName,
    ),
  }
}

export function codeIssuedEmail({ shortName }: { shortName: string }): EmailText {
  return {
    kind: 'one-time code',
    subject: `${shortName}: a one-time code was given out for your account`,
    body: paragraphs(
      'Good day,',
      `An administrator gave out a code that can be used to log in to your ${shortName} account once, within a day.`,
      'If you did not ask for it, please tell the association at once, and log in yourself to check that all is well.',
      shortName,
    ),
  }
}

/** To the address that was there before: who did not want the change hears of it. */
export function addressChangedEmail({ shortName }: { shortName: string }): EmailText {
  return {
    kind: 'address change',
    subject: `${shortName}: your email address was changed`,
    body: paragraphs(
      'Good day,',
      `An administrator changed the email address of your ${shortName} record. From now on, our emails go to the new address.`,
      'If you did not ask for this, please tell the association at once.',
      shortName,
    ),
  }
}
