import { showNumber } from '#shared/figures.ts'
import type { MailingOutcome, MailingState } from './mailing.ts'

export const maxSubjectLength = 150
export const maxBodyLength = 10_000
export const maxFiles = 3

const members = (count: number) => (count === 1 ? '1 member' : `${showNumber(count)} members`)

export const mailingText = {
  title: 'Emails to members',
  intro: 'Write to all members, or to some of them. Each gets their own email, and nobody sees who else got it.',
  write: 'Write an email',
  none: 'No emails yet',
  noneHelp: 'Emails to members are listed here, with how many arrived.',
  list: 'Sent emails',
  older: 'Show older emails',
  loadFailed: 'The emails could not be loaded',
  back: 'All emails',
  inLog: 'This email in the audit log',
  gone: 'There is no such email.',

  newTitle: 'Write an email to members',
  stepWho: '1. Who gets it',
  stepText: '2. What it says',
  stepSend: '3. Check and send',
  subject: 'Subject',
  body: 'Text',
  bodyHint:
    'Plain text. Leave an empty line between paragraphs. Web addresses become links. For {rank}, {first name} or {last name}, each member reads their own.',
  greet: 'Begin with a greeting by name',
  greeting: 'Dear {rank} {last name},',
  unknownInBraces: (typed: string) =>
    `${typed} is not known. In braces you can write {rank}, {first name} or {last name}.`,
  example: { rank: 'CPT', firstName: 'Juan', lastName: 'Dela Cruz' },
  isExample: 'An example: each member reads their own name and rank.',
  attachment: 'Attachment',
  attachmentHint: 'A PDF, a Word document or a picture. Up to 5 MB together: each member gets a copy.',
  attachments: 'Attachments',
  withFiles: (count: number) => (count === 1 ? 'With 1 attachment' : `With ${count} attachments`),
  stillSending: 'Please wait until the attachment has been sent to the site.',
  testWithout: 'The test is sent without attachments.',
  subjectEmpty: 'Please write a subject',
  subjectTooLong: `A subject may have up to ${maxSubjectLength} characters`,
  bodyEmpty: 'Please write something',
  bodyTooLong: `An email may have up to ${showNumber(maxBodyLength)} characters`,
  strangeCharacter: 'This text contains a character we cannot send',
  searchHint: 'Name, number, phone, email…',
  audience: (words: string) => (words === '' ? 'All members' : words),
  reached: (count: number, sendsEmail = true) =>
    count === 0 ? 'Nobody will get this email' : `${members(count)} ${sendsEmail ? 'will' : 'would'} get this email`,
  /** The first of them by name. */
  names: (names: readonly string[], count: number) =>
    names.join(', ') + (count > names.length ? ` and ${showNumber(count - names.length)} more` : ''),
  counting: 'Counting …',
  countFailed: 'The recipients could not be counted',
  notReached: {
    withoutEmail: (count: number) => `${showNumber(count)} without an email address`,
    refused: (count: number) => `${showNumber(count)} whose email address does not work`,
    unsubscribed: (count: number) => `${showNumber(count)} who ${count === 1 ? 'does' : 'do'} not want news by email`,
    withdrawn: (count: number) => `${showNumber(count)} whose membership is withdrawn`,
  },
  without: 'Not included:',
  notUntilThen: 'You can write here, but you cannot send it yet.',
  perHour: (count: number) =>
    `Your mail provider’s limit is set to ${showNumber(count)} emails an hour, so sending may take a while.`,
  preview: 'Preview',
  previewEmpty: 'What you write appears here as members will see it.',
  test: 'Send a test to myself',
  testSent: (address: string) => `A test is on its way to ${address}.`,
  testFailed: 'The test could not be sent',
  testSubject: (subject: string) => `[Test] ${subject}`,
  send: (count: number) => (count === 0 ? 'Send …' : `Send to ${members(count)} …`),
  confirmTitle: (count: number) => `Send this email to ${members(count)}?`,
  confirmBody: 'You cannot change or recall it once it is sent. You can stop what is not sent yet.',
  confirm: (count: number) => (count === 1 ? 'Send 1 email' : `Send ${showNumber(count)} emails`),
  sendFailed: 'The email was not sent',

  states: { sending: 'Sending', paused: 'Waiting', stopped: 'Stopped', done: 'Sent' } as Record<MailingState, string>,
  paused: (until: string) => `The mail server is not accepting emails at the moment. We will try again at ${until}.`,
  refusesEverybody: (until: string) =>
    `The mail server refuses every email, so it probably does not accept this site as a sender. No member’s address was marked as wrong. We will try again at ${until}.`,
  pausedWhy: (error: string) => `For the person who runs the server: ${error}`,
  by: (who: string, when: string) => `Sent by ${who}, ${when}`,
  somebody: 'someone who is no longer here',
  to: (audience: string, count: number) => `To: ${audience} (${showNumber(count)})`,
  progress: (done: number, all: number) => `${showNumber(done)} of ${showNumber(all)} done`,
  figures: {
    sent: 'Sent',
    waiting: 'Still to be sent',
    unsent: 'Not sent, because it was stopped',
    failed: 'Failed after several tries',
    refused: 'No such email address',
    leftOut: 'Left out: unsubscribed, or no longer a member',
    unsure: 'May not have arrived',
  },
  unsureTitle: (count: number) => `${members(count)} may not have got this email`,
  unsure:
    'The site was interrupted while it sent these emails, so we do not know whether they arrived. If you send them again, some members may get the email twice.',
  again: (count: number) => (count === 1 ? 'Send this one again' : `Send these ${showNumber(count)} again`),
  againFailed: 'Nothing was sent again',
  sentAgain: 'Sending again has started.',
  figuresHelp:
    '“Sent” means that the mail server accepted it. Emails that bounce later go to the sender’s mailbox, which this site cannot see.',
  stop: 'Stop sending',
  stopTitle: 'Stop sending this email?',
  stopBody: (waiting: number) => `Up to ${members(waiting)} will not get it. You cannot start it again.`,
  stopFailed: 'Sending could not be stopped',
  stopped: (who: string, when: string) => `Stopped by ${who}, ${when}`,
  stoppedByItself: (when: string) => `Stopped automatically, ${when}`,
} as const

export const memberEmailsText = {
  title: 'Emails to this member',
  lead: 'Emails to members, with what became of each. Emails about this account, such as a login code, are listed only while they wait or if they failed.',
  none: 'Nothing to list.',
  failed: 'The emails could not be loaded',
  outcomes: {
    sent: 'Sent',
    failed: 'Failed after several tries',
    refused: 'Refused: no such email address',
    'left out': 'Not sent: unsubscribed, or no longer a member',
    unsure: 'May not have arrived',
    waiting: 'Not sent yet',
    stopped: 'Not sent, because it was stopped',
  } satisfies Record<MailingOutcome | 'waiting' | 'stopped', string>,
} as const
