import { dueText } from '../members/privacy/privacy.ts'
import { showInstant, type Instant } from '../time.ts'

/** What the list of things to do says: a sentence, and what its button says. */
type Text = { sentence: string; action: string }

const counted = (n: number, one: string, many: string) => `${n.toLocaleString('en')} ${n === 1 ? one : many}`

/** `1 is overdue.`, or when the next is due. */
function whenDue({ overdue, nextDueAt }: { overdue: number; nextDueAt: Instant | null }, now: Instant): string {
  if (overdue > 1) return ` ${overdue.toLocaleString('en')} are overdue.`
  return nextDueAt === null ? '' : ` ${dueText(nextDueAt, now)}.`
}

export const toDoText = {
  title: 'To do',
  nothing: 'Nothing to do',
  nothingHelp: 'Applications, requests and problems of the site are listed here as soon as there are any.',
  failed: 'The to-do list could not be loaded',
  urgent: 'Urgent',
  seeStatus: 'See what to do',
  applications: (n: number): Text => ({
    sentence: `${counted(n, 'application waits', 'applications wait')} for a decision.`,
    action: n === 1 ? 'Look at it' : 'Look at them',
  }),
  requests: ({ open, ...due }: { open: number; overdue: number; nextDueAt: Instant | null }, now: Instant): Text => ({
    sentence: `${counted(open, 'request of a member about their data is', 'requests of members about their data are')} open.${whenDue(due, now)}`,
    action: open === 1 ? 'Answer it' : 'Answer them',
  }),
  proxies: (n: number, closes: Instant): Text => ({
    sentence: `${counted(n, 'proxy ballot waits', 'proxy ballots wait')} for a second administrator. What is not confirmed when voting closes, ${showInstant(closes)}, is not counted.`,
    action: 'Confirm or refuse',
  }),
  closing: {
    count: (title: string): Text => ({
      sentence: `Voting in “${title}” is over, and the ballots are being counted. Then the result is to be certified.`,
      action: 'Close the election',
    }),
    certification: (title: string): Text => ({
      sentence: `The result of “${title}” is counted, and not certified yet.`,
      action: 'Certify the result',
    }),
    publication: (title: string): Text => ({
      sentence: `The result of “${title}” is certified. Those elected are not on the Leadership page yet.`,
      action: 'Publish the result',
    }),
  },
  invitations: (n: number): Text => ({
    sentence: `${counted(n, 'invited administrator has', 'invited administrators have')} not accepted in time.`,
    action: 'Invite again',
  }),
  twoStepLogin: {
    sentence:
      'Please turn on two-step login. This account can see and change what members cannot; a code from your phone keeps it safe even if the password is guessed.',
    action: 'Turn it on',
  },
} as const
