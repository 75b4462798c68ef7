import type { LoginDetail, LoginHelp } from '#shared/accounts/login-help.ts'
import { paragraphs, type EmailText } from '#server/email/email-text.ts'

const detailNames: Record<LoginDetail, string> = {
  email: 'email address',
  militarySerial: 'military serial number',
  birthday: 'birthday',
}

/** Goes to every address the member had before and after: whoever did not want it hears of it. */
export function loginHelpEmail({ shortName, help }: { shortName: string; help: LoginHelp }): EmailText {
  const { kind, subject, sentences } = textOf(help, shortName)
  return {
    kind,
    subject: `${shortName}: ${subject}`,
    body: paragraphs(
      'Good day,',
      ...sentences,
      'If you did not ask for this, please tell the association at once. When you log in next, choose a password of your own, so that only you can log in.',
      shortName,
    ),
  }
}

function textOf(
  help: LoginHelp,
  shortName: string,
): { kind: EmailText['kind']; subject: string; sentences: readonly string[] } {
  switch (help.act) {
    case 'one-time code':
      return {
        kind: 'one-time code',
        subject: 'a one-time code was given out for your account',
        sentences: [
          `An administrator gave out a code that can be used to log in to your ${shortName} account once, within a day.`,
        ],
      }
    case 'birthday password':
      return {
        kind: 'password change',
        subject: 'your password is your birthday again',
        sentences: [
          `An administrator set the password of your ${shortName} account back to your birthday. All devices were logged out.`,
        ],
      }
    case 'two-step login removed':
      return {
        kind: 'password change',
        subject: 'two-step login was removed',
        sentences: [
          `An administrator removed two-step login from your ${shortName} account. The password alone now lets you in.`,
        ],
      }
    case 'details changed': {
      const names = help.changed.map((detail) => detailNames[detail])
      const emailChanged = help.changed.includes('email')
      return {
        kind: emailChanged ? 'address change' : 'password change',
        subject: `your ${listed(names)} ${names.length === 1 ? 'was' : 'were'} changed`,
        sentences: [
          `An administrator changed the ${listed(names)} of your ${shortName} record. All devices were logged out.`,
          emailChanged ? 'From now on, our emails go to the new address, and so do links for a new password.' : '',
        ],
      }
    }
  }
}

const listed = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

/** To the administrators. */
export function accountsStoppedEmail({ shortName, accounts }: { shortName: string; accounts: number }): EmailText {
  return {
    kind: 'site warning',
    subject: `${shortName}: many accounts were stopped after wrong passwords`,
    body: paragraphs(
      'Good day,',
      `Within an hour, ${accounts} accounts were stopped because of wrong passwords from new devices. Somebody may be guessing birthdays, or many members are unsure how to log in.`,
      'Nobody was let in by this. Members who are stopped can use “Forgot your password?”, or you can give them a one-time code. Devices on which they have logged in before still work.',
      'Please ask members to choose their own password. The status page shows whether it goes on.',
      shortName,
    ),
  }
}
