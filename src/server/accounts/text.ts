import { type EmailText, emailText, paragraphs } from '#server/email/queue.ts'
import { addressCode } from '#shared/accounts/administrators.ts'
import type { LoginDetail, LoginHelp } from '#shared/accounts/login-help.ts'
import { jobHelp, jobNames } from '#shared/accounts/text.ts'
import type { Job } from '#shared/permissions.ts'

/** For the fields of an administrator's own account. */
export const ownAccountErrors = {
  wrongPassword: 'This is not your password',
  sameEmail: 'This is your address already',
  wrongCode: 'This is not the code, or it is too old',
} as const

const detailNames: Record<LoginDetail, string> = {
  email: 'email address',
  militarySerial: 'military serial number',
  birthday: 'birthday',
}

/** Sent to every address the member had before and after, so that they notice unwanted help. */
export function loginHelpEmail({ shortName, help }: { shortName: string; help: LoginHelp }): EmailText {
  const { kind, subject, sentences } = textOf(help, shortName)
  return emailText(
    { kind, shortName, subject },
    ...sentences,
    'If you did not ask for this, please tell the association at once. When you next log in, choose your own password, so that only you can log in.',
  )
}

/** To the other membership administrators. It does not name the member: the page does, behind the login. */
export function codeWaitsEmail(about: { shortName: string; givenBy: string; link: string }): EmailText {
  const { shortName, givenBy, link } = about
  return emailText(
    { kind: 'one-time code', shortName, subject: 'please confirm a one-time code' },
    `${givenBy} gave a member a one-time code while voting is open. It works only after another administrator confirms it. Please ask who needs it, then open this page:`,
    link,
  )
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
          `An administrator gave out a code for your ${shortName} account. Whoever has it can log in once, within a day.`,
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
          `An administrator removed two-step login from your ${shortName} account. You now log in with your password alone.`,
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

/** So that nobody adds their own key unnoticed. */
export function passkeyChangedEmail({ shortName, act }: { shortName: string; act: 'added' | 'removed' }): EmailText {
  return emailText(
    { kind: 'password change', shortName, subject: `a passkey was ${act}` },
    act === 'added'
      ? `A passkey was added to your ${shortName} account. Anyone who has the phone, computer or key it is on can log in with it.`
      : `A passkey was removed from your ${shortName} account. Nobody can log in with it any more.`,
    'If this was not you, change your password at once, look at “Login and security”, and tell the association.',
  )
}

/** To the administrators. */
export function accountsStoppedEmail({ shortName, accounts }: { shortName: string; accounts: number }): EmailText {
  return emailText(
    { kind: 'site warning', shortName, subject: 'many accounts were stopped after wrong passwords' },
    `In one hour, ${accounts} accounts were stopped after wrong passwords from new devices. Somebody may be guessing birthdays, or many members may be unsure how to log in.`,
    'Nobody got in this way. Members who are stopped can use “Forgot your password?”, or you can give them a one-time code. Devices they have used before still work.',
    'Please ask members to choose their own password. The status page shows whether this continues.',
  )
}

interface Invitation {
  shortName: string
  by: string
  jobs: readonly Job[]
  /** Leads to the page where a password is chosen. */
  link: string
  site: string
  validDays: number
}

const listOf = (jobs: readonly Job[]) => jobs.map((job) => `- ${jobNames[job]}: ${jobHelp[job]}`).join('\n')

export function administratorInvitation({ shortName, by, jobs, link, site, validDays }: Invitation): EmailText {
  return emailText(
    { kind: 'administrator invitation', shortName, subject: 'you are invited to be an administrator' },
    `${by} invites you to help run the website of ${shortName}. These are your jobs:`,
    listOf(jobs),
    'To begin, choose a password at this address:',
    link,
    `The link works once, for ${validDays} days. After that, ask ${by} to send the invitation again.`,
    `Then log in at ${site}/login with this email address and your password. The log shows your name with everything you do there.`,
    'If you did not expect this email, you do not need to do anything.',
  )
}

export function jobsChangedEmail({ shortName, by, jobs }: Pick<Invitation, 'shortName' | 'by' | 'jobs'>): EmailText {
  return emailText(
    { kind: 'administrator change', shortName, subject: 'your jobs as an administrator were changed' },
    `${by} changed your jobs on the website of ${shortName}. These are your jobs now:`,
    listOf(jobs),
    `If you think this is a mistake, please ask ${by}.`,
  )
}

export function removedEmail(
  about: Pick<Invitation, 'shortName' | 'by'> & { accepted: boolean; isMember: boolean },
): EmailText {
  const { shortName, by, accepted, isMember } = about
  const login = isMember ? 'You log in as a member now.' : 'You can no longer log in.'
  const sentence = accepted
    ? `${by} removed you as an administrator of the website of ${shortName}. ${login} What you did stays in the log, with your name and email address.`
    : `${by} withdrew your invitation to be an administrator of the website of ${shortName}. The link no longer works.`
  return {
    kind: 'administrator change',
    subject: `${shortName}: ${accepted ? 'you are no longer an administrator' : 'your invitation was withdrawn'}`,
    body: paragraphs('Good day,', sentence, `If you think this is a mistake, please ask ${by}.`, shortName),
  }
}

/** To the new address alone: it proves who can read it. */
export function addressCodeEmail({ shortName, code }: Pick<Invitation, 'shortName'> & { code: string }): EmailText {
  return emailText(
    { kind: 'one-time code', shortName, subject: `your code is ${code}` },
    `Somebody entered this address as their new email address on the ${shortName} website. If this was you, type this code on that page:`,
    code,
    `It works for ${addressCode.minutes} minutes. If this was not you, please ignore this email: without the code we do not use your address.`,
  )
}

/** To the old and the new address, so that an unwanted change is noticed. */
export function ownEmailChangedEmail({ shortName }: Pick<Invitation, 'shortName'>): EmailText {
  return emailText(
    { kind: 'address change', shortName, subject: 'your email address was changed' },
    `You changed the email address of your administrator’s account on the ${shortName} website. From now on, log in with the new address. Our emails go there too. Your other phones and computers were logged out.`,
    'If this was not you, please tell another administrator at once.',
  )
}

export function passwordResetEmail({
  shortName,
  link,
  serial,
  validMinutes,
}: {
  shortName: string
  link: string
  /** The serial number a member logs in with; administrators and observers have none. */
  serial: string | null
  validMinutes: number
}): EmailText {
  return emailText(
    { kind: 'password link', shortName, subject: 'choose a new password' },
    `Someone, probably you, asked for a new password for your ${shortName} account. To choose one, open this address:`,
    link,
    `It works once, for ${validMinutes} minutes.`,
    serial ? `Then log in with your military serial number, ${serial}, and the new password.` : '',
    'If you did not ask for this, you do not need to do anything. Your password stays the same.',
  )
}

/** `afterHelp`: somebody let in by an administrator's help may have chosen it. */
export function passwordChangedEmail({
  shortName,
  afterHelp = false,
}: {
  shortName: string
  afterHelp?: boolean
}): EmailText {
  return emailText(
    { kind: 'password change', shortName, subject: 'your password was changed' },
    `The password of your ${shortName} account was changed just now, and all other devices were logged out.`,
    afterHelp ? 'Shortly before, an administrator helped with your login or changed what you log in with.' : '',
    'If this was not you, please tell an administrator of the association at once.',
  )
}
