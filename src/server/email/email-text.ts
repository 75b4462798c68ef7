import type { Email } from './queue.ts'

export type EmailText = Pick<Email, 'kind' | 'subject' | 'body'>

/** Each set apart by an empty line; what is empty is left out. */
export const paragraphs = (...texts: string[]): string => `${texts.filter(Boolean).join('\n\n')}\n`

export function passwordResetEmail({
  shortName,
  link,
  serial,
  validMinutes,
}: {
  shortName: string
  link: string
  /** What a member logs in with; administrators and observers have none. */
  serial: string | null
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
      serial ? `Then log in with your military serial number, ${serial}, and the new password.` : '',
      'If you did not ask for this, you do not need to do anything. Your password stays the same.',
      shortName,
    ),
  }
}

/** `afterHelp`: whoever came in by an administrator's help may have chosen it. */
export function passwordChangedEmail({
  shortName,
  afterHelp = false,
}: {
  shortName: string
  afterHelp?: boolean
}): EmailText {
  return {
    kind: 'password change',
    subject: `${shortName}: your password was changed`,
    body: paragraphs(
      'Good day,',
      `The password of your ${shortName} account was changed just now, and all other devices were logged out.`,
      afterHelp ? 'Before that, an administrator had helped with your login or changed what you log in with.' : '',
      'If this was not you, please tell an administrator of the association at once.',
      shortName,
    ),
  }
}
