import type { Check, Verdict } from '#shared/check.ts'
import { showNumber } from '#shared/figures.ts'
import { minuteMs, hourMs, dayMs } from '#shared/time.ts'

/** `3 minutes`, `2 days`: a duration or an age. A negative one, from a wrong clock, becomes zero. */
export function spanText(ms: number): string {
  const [size, unit] =
    ms < minuteMs
      ? [1000, 'second']
      : ms < hourMs
        ? [minuteMs, 'minute']
        : ms < 2 * dayMs
          ? [hourMs, 'hour']
          : [dayMs, 'day']
  const count = Math.floor(Math.max(0, ms) / size)
  return `${showNumber(count)} ${unit}${count === 1 ? '' : 's'}`
}

const titles = {
  database: 'Database',
  'database writes': 'Saving',
  standbys: 'Copies of the database',
  disk: 'Disk space',
  files: 'Pictures and documents',
  'ballot keys': 'Ballot keys',
  elections: 'Elections',
  clock: 'Clock',
  time: 'Time',
  dates: 'Dates',
  jobs: 'Background work',
  emails: 'Emails',
  address: 'Address of the site',
  logins: 'Logins',
  accounts: 'Accounts',
  ballots: 'Counting of ballots',
  backup: 'Backup',
  nodes: 'Servers',
  'stray files': 'Leftover files',
} as const

export type StatusCheck = Check<keyof typeof titles>

/** A line of the status page. On the dashboard it links to that page. */
export const statusCheck = (
  name: StatusCheck['name'],
  state: Verdict,
  sentence: string,
  toDo: string | ToDo = {},
): StatusCheck => ({
  name,
  title: titles[name],
  state,
  sentence,
  ...(typeof toDo === 'string' ? { whatToDo: toDo } : toDo),
  where: { label: 'See what to do', href: '/admin/status' },
  whoseJob: 'watch the site',
})

export type ToDo = Pick<Check, 'whatToDo' | 'onServer'>

/** A task for the person who runs the server: the page says to ask them, `npm run doctor` addresses them directly. */
export function askHost(act: string, more = ''): ToDo {
  const rest = more && ` ${more}`
  return {
    whatToDo: `Ask the person who runs the server to ${act}.${rest}`,
    onServer: `${act.charAt(0).toUpperCase()}${act.slice(1)}.${rest}`,
  }
}

/** What each job does, by its name in the server's log. */
export const jobText: Readonly<Record<string, string>> = {
  'sweep uploads': 'Delete unused uploads',
  'delete what expired': 'Delete expired data',
  'sweep outbox': 'Delete old emails from the outbox folder',
  'send emails': 'Send emails',
  'freeze elections': 'Close the roll of an election when its time comes',
  'count ballots': 'Count ballots',
  'warn of stopped accounts': 'Warn of stopped accounts',
  'check accounts': 'See whether an account was changed outside the site',
  'back up': 'See whether a backup is due',
  'queue voter emails': 'Write the emails to voters',
  'send digests': 'See whether a daily email is due',
  'queue reminders': 'Write the reminders to members',
}

/** For load balancers and their logs. Anybody can read these texts, so they name no address, file or person. */
export const notReadyText = {
  stopping: 'stopping',
  database: 'the database does not reply',
  readOnly: 'the database is read-only',
  twoPrimaries: 'two primaries',
  writes: 'the database refuses to save',
  disk: 'the disk is nearly full',
  files: 'files cannot be stored',
  ballotKeys: 'a ballot key does not fit',
  ballotKeysUnknown: 'the ballot keys could not be checked',
  clock: 'the clock cannot be trusted',
  behind: 'the clock is behind the time at which the site last ran',
  jobs: 'background jobs stand still',
} as const

/** A version that was fetched into the site's folder but is not installed yet. */
export const availableText = (version: string): string =>
  `Version ${version} is available in this folder’s source. The person who runs the server can install it with: npm run update`
