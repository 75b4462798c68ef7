import { addressCode } from '#shared/accounts/administrators.ts'
import { jobHelp, jobNames } from '#shared/accounts/job-text.ts'
import type { Job } from '#shared/permissions.ts'
import { paragraphs, type EmailText } from '#server/email/email-text.ts'

interface Invitation {
  shortName: string
  /** Who invites. */
  by: string
  jobs: readonly Job[]
  /** Opens the page on which a password is chosen. */
  link: string
  site: string
  validDays: number
}

const listOf = (jobs: readonly Job[]) => jobs.map((job) => `- ${jobNames[job]}: ${jobHelp[job]}`).join('\n')

export function administratorInvitation({ shortName, by, jobs, link, site, validDays }: Invitation): EmailText {
  return {
    kind: 'administrator invitation',
    subject: `${shortName}: you are invited to be an administrator`,
    body: paragraphs(
      'Good day,',
      `${by} invites you to help run the website of ${shortName}. These are your jobs:`,
      listOf(jobs),
      'To begin, choose a password at this address:',
      link,
      `It works once, for ${validDays} days. After that, ask ${by} to send the invitation again.`,
      `From then on you log in at ${site}/login with this email address and your password. Everything you do there is written in the log with your name.`,
      'If you did not expect this email, you do not need to do anything.',
      shortName,
    ),
  }
}

export function jobsChangedEmail({ shortName, by, jobs }: Pick<Invitation, 'shortName' | 'by' | 'jobs'>): EmailText {
  return {
    kind: 'administrator change',
    subject: `${shortName}: your jobs as an administrator were changed`,
    body: paragraphs(
      'Good day,',
      `${by} changed what you do on the website of ${shortName}. From now on these are your jobs:`,
      listOf(jobs),
      'If you think this is a mistake, please ask them.',
      shortName,
    ),
  }
}

export function removedEmail({
  shortName,
  by,
  accepted,
  isMember,
}: Pick<Invitation, 'shortName' | 'by'> & { accepted: boolean; isMember: boolean }): EmailText {
  const login = isMember ? 'You log in as a member now.' : 'You can no longer log in with it.'
  const sentence = accepted
    ? `${by} ended your account as an administrator of the website of ${shortName}. ${login} What you did stays in the log, with your name and email address.`
    : `${by} took back your invitation to be an administrator of the website of ${shortName}. The link you were sent no longer works.`
  return {
    kind: 'administrator change',
    subject: `${shortName}: ${accepted ? 'you are no longer an administrator' : 'the invitation was taken back'}`,
    body: paragraphs('Good day,', sentence, 'If you think this is a mistake, please ask them.', shortName),
  }
}

/** To the new address alone: whoever reads it there has it. */
export function addressCodeEmail({ shortName, code }: Pick<Invitation, 'shortName'> & { code: string }): EmailText {
  return {
    kind: 'one-time code',
    subject: `${shortName}: your code is ${code}`,
    body: paragraphs(
      'Good day,',
      `Somebody who looks after the website of ${shortName} gave this as their new email address. If this was you, type this code on the page where you gave it:`,
      code,
      `It works for ${addressCode.minutes} minutes. If this was not you, you need do nothing: without the code your address is not used.`,
      shortName,
    ),
  }
}

/** To the address before and the one after: whoever did not want it hears of it. */
export function ownEmailChangedEmail({ shortName }: Pick<Invitation, 'shortName'>): EmailText {
  return {
    kind: 'address change',
    subject: `${shortName}: your email address was changed`,
    body: paragraphs(
      'Good day,',
      `You changed the email address of your account as an administrator of the website of ${shortName}. From now on you log in with the new address, and our emails go there. Other phones and computers were logged out.`,
      'If this was not you, please tell another administrator at once.',
      shortName,
    ),
  }
}
