import type { TestEmailState } from './api.ts'

/** Texts of the status page, besides those of the checks. */
export const statusScreenText = {
  title: 'Site status',
  loading: 'Checking everything…',
  failed: 'The status could not be loaded',
  stale: 'The status could not be refreshed. What you see is from a while ago.',
  refreshed: 'This page updates every 15 seconds.',
  allWell: 'Nothing to do. Members can log in, register and vote.',
  attention: 'Problems come first, with what to do.',
  checks: 'What was checked',
  servers: 'Servers',
  noServers: 'No server has reported yet. This takes a few seconds after the start.',
  jobs: 'Background work',
  versions: 'Versions',
  email: 'Do emails arrive?',
  emailWhy: 'Send a test email to your own address. It is sent like every other email of the site.',
  sendTest: 'Send a test email',
} as const

/** The state of the test email while the page waits for its outcome. */
export function testEmailText(state: TestEmailState, address: string): string {
  switch (state.status) {
    case 'waiting':
      return 'The email is on its way to the mail server…'
    case 'sent':
      return `The mail server accepted the email. It should be in the inbox of ${address} within minutes. If it is not, look in the spam folder.`
    case 'in outbox':
      return 'No mail server is set, so the email was written to the folder “outbox” on the server. It reaches nobody. Ask the person who runs the server to connect a mail server (SMTP_URL and MAIL_FROM).'
    case 'failed':
      return `The mail server did not accept the email (${state.error}). Tell the person who runs the server this code. We will try again automatically.`
  }
}

/** A server's clock compared with the database's: `right`, `0.4 s ahead`. */
export function clockText(offsetMs: number | null): string {
  if (offsetMs === null) return 'not measured'
  if (Math.abs(offsetMs) < 100) return 'right'
  return `${(Math.abs(offsetMs) / 1000).toFixed(1)} s ${offsetMs > 0 ? 'ahead' : 'behind'}`
}

/** The headline above everything. */
export function headlineText(attention: number): string {
  if (attention === 0) return 'All is well'
  return attention === 1 ? '1 thing needs attention' : `${attention} things need attention`
}

/** Texts of the panel of failed emails. */
export const failedEmailsText = {
  title: 'Emails that could not be sent',
  none: 'No failed emails.',
  about:
    'We tried to send these for three days. We keep them for 30 days. If the mail server works again, try again. If an address is wrong, correct it in the member’s profile and discard the email.',
  loadFailed: 'The list of emails could not be loaded',
  more: 'Only the newest are listed.',
  to: 'To',
  kind: 'About',
  failedOn: 'Failed on',
  reason: 'Last error',
  expired: 'Too late to send',
  tryAgain: 'Try again',
  tryAllAgain: 'Try all again',
  tryingAgain: 'The emails are on their way.',
  discard: 'Discard',
  discardAll: 'Discard all',
  discardTitle: 'Discard these emails?',
  discardOneTitle: 'Discard this email?',
  discardHelp: 'Nobody will get them.',
  discardFailed: 'Nothing was discarded',
  discarded: 'Discarded.',
  kinds: {
    reminder: 'Reminder to vote',
    cast: 'Ballot received',
    proxy: 'Ballot cast by proxy',
    registration: 'Registration received',
    approval: 'Approval',
    rejection: 'Rejection',
    withdrawal: 'Membership withdrawn',
    restoration: 'Membership restored',
    'privacy request': 'Privacy request received',
    'privacy answer': 'Privacy request answered',
    'password link': 'Link for a new password',
    'password change': 'Password or login changed',
    'one-time code': 'One-time code given',
    'address change': 'Email address changed',
    test: 'Test',
    'site warning': 'Warning about the site',
    'observer invitation': 'Invitation to observe an election',
    nomination: 'To a candidate',
    'administrator invitation': 'Invitation to be an administrator',
    'administrator change': 'To an administrator about their jobs',
    digest: 'Daily email to an administrator',
    cancelled: 'The election was cancelled',
    rollback: 'A backup was restored during the election',
    'proxy waiting': 'Proxy ballot to confirm',
    'dues receipt': 'Receipt for dues',
    'dues payment': 'Dues payment',
    'dues reminder': 'Reminder of dues',
  },
} as const
