import { manyStoppedAccounts } from '#shared/accounts/login.ts'
import { type Verdict } from '#shared/check.ts'
import { showCount, showBytes, showNumber } from '#shared/figures.ts'
import { backupIsOldAfterMs } from '#shared/operations/backup/backup.ts'
import { errorText, noMailServer } from '#shared/text.ts'
import { minuteMs, hourMs, dayMs } from '#shared/time.ts'
import { askHost, jobText, spanText, statusCheck, type StatusCheck, type ToDo } from './text.ts'

/** All times are ages by the database's own clock, so that no node's clock can make a site look healthy. */
export interface JobFacts {
  name: string
  everyMs: number
  sinceSuccessMs: number | null
  failures: number
  lastError: string | null
}

export interface NodeRow {
  id: string
  host: string
  pid: number
  version: string
  storage: string
  vault: string
  clockOffsetMs: number | null
  draining: boolean
  upMs: number
  sinceSeenMs: number
}

/** The facts about the whole site in the database. */
export interface SiteFacts {
  /** How long the site has been running on this node: a job cannot be late before it had time to run. */
  upMs: number
  jobs: readonly JobFacts[]
  /** `refused`: how many were tried in vain. `reason`: their last error. `sentAny`: an email was ever sent. */
  emails: {
    sentAny: boolean
    waiting: number
    failed: number
    refused: number
    reason: string | null
    oldestWaitingMs: number | null
    leaveBy: 'mail server' | 'outbox'
  }
  /** Accounts that wrong passwords stopped within the last hour. */
  stoppedAccounts: number
  /** Accounts with a wrong mark: how many, and the first few of them. */
  changedAccounts: { count: number; some: readonly { id: string; name: string; isMember: boolean }[] }
  /** `late`: those of elections in which voting closed a while ago. */
  ballots: { uncounted: number; late: number }
  /**
   * `wanted`: false on a demonstration or test site, which makes none. `nightly`: the time of the daily backup, or null.
   * `ownFolder`: each server has its own folder of backups.
   */
  backup: {
    sinceDoneMs: number | null
    bytes: number | null
    lastFailed: boolean
    wanted: boolean
    nightly: string | null
    ownFolder: boolean
  }
  /** The only address at which people can log in; null if it is not configured. */
  address: string | null
  nodes: readonly NodeRow[]
  strayFiles: number
  /** Standbys that may lack the last committed writes, while an election is near. */
  asyncStandbys: number
  /** Past events with a date in the future, which a wrong clock has set. */
  future: { elections: number; backups: number; log: boolean }
}

export function siteChecks(facts: SiteFacts): StatusCheck[] {
  return [
    jobsCheck(facts),
    emailsCheck(facts),
    addressCheck(facts),
    loginsCheck(facts),
    accountsCheck(facts),
    ballotsCheck(facts),
    backupCheck(facts),
    nodesCheck(facts),
    strayFilesCheck(facts),
    datesCheck(facts),
    ...(facts.asyncStandbys > 0 ? [standbysCheck] : []),
  ]
}

/** Late means several missed rounds plus two minutes, because one slow round is no problem. */
export const isLate = ({ everyMs, sinceSuccessMs }: JobFacts, upMs: number): boolean =>
  Math.min(sinceSuccessMs ?? Infinity, upMs) > 5 * everyMs + 2 * minuteMs

function jobsCheck({ jobs, upMs }: SiteFacts): StatusCheck {
  const namesOf = (some: readonly JobFacts[]) => some.map(({ name }) => `“${jobText[name] ?? name}”`).join(', ')
  const late = jobs.filter((job) => isLate(job, upMs))
  const failing = jobs.filter(({ failures }) => failures > 0)
  if (late.length > 0)
    return statusCheck(
      'jobs',
      'warning',
      `This should have run by now: ${namesOf(late)}.`,
      askHost('check the log of the site, and start it again'),
    )
  if (failing.length > 0)
    return statusCheck(
      'jobs',
      'warning',
      `This failed when it last ran: ${namesOf(failing)}. We will try again automatically.`,
      {
        whatToDo: 'If you still see this in an hour, tell the person who runs the server.',
        onServer: 'If you still see this in an hour, check the log of the site.',
      },
    )
  return statusCheck('jobs', 'ok', 'All background work is up to date.')
}

const mistyped = 'often an address is mistyped. Correct it in the profile, then send the email again.'

function emailsCheck({
  emails: { sentAny, waiting, failed, refused, reason, oldestWaitingMs, leaveBy },
}: SiteFacts): StatusCheck {
  const waits = oldestWaitingMs ?? 0
  const testIt = {
    whatToDo: 'Send a test email below. If it fails, tell the person who runs the server what it says.',
    onServer: 'Send a test email: npm run doctor -- --send-test-email you@example.org',
  }
  const stuck = (state: Verdict) =>
    statusCheck(
      'emails',
      state,
      `${showCount(waiting, 'email has', 'emails have')} been waiting to be sent${waiting === 1 ? '' : ', the oldest'} for ${spanText(waits)}.`,
      testIt,
    )
  if (waits > dayMs) return stuck('wrong')
  if (failed > 0)
    return statusCheck('emails', 'warning', `${showCount(failed, 'email')} could not be sent after many tries.`, {
      whatToDo: `Look at them below: ${mistyped}`,
      onServer: `Look at them on the status page: ${mistyped}`,
    })
  if (waits > hourMs) return stuck('warning')
  if (refused > 0)
    return statusCheck(
      'emails',
      'warning',
      `${showCount(refused, 'email')} could not be handed to the mail server (${reason}). We will try again automatically.`,
      testIt,
    )
  if (leaveBy === 'outbox')
    return statusCheck('emails', 'warning', noMailServer.sentence, {
      whatToDo: noMailServer.whatToDo,
      onServer: 'Set SMTP_URL and MAIL_FROM in .env, and restart the site.',
    })
  const sending = `${showCount(waiting, 'email is', 'emails are')} about to be sent.`
  const none = sentAny ? 'No email is waiting, and none has failed.' : 'No email has been sent yet.'
  return statusCheck('emails', 'ok', waiting === 0 ? none : sending)
}

function addressCheck({ address }: SiteFacts): StatusCheck {
  if (address !== null) return statusCheck('address', 'ok', `The site is at ${address}. People can log in only there.`)
  return statusCheck(
    'address',
    'warning',
    'The site does not know its own address, so links in emails and codes on printed cards would not work.',
    askHost('set PUBLIC_URL in .env, and restart the site', 'Do not print cards before that.'),
  )
}

function loginsCheck({ stoppedAccounts }: SiteFacts): StatusCheck {
  const which = stoppedAccounts === 0 ? 'No account was' : showCount(stoppedAccounts, 'account was', 'accounts were')
  const sentence = `${which} stopped by wrong passwords in the last hour.`
  if (stoppedAccounts < manyStoppedAccounts) return statusCheck('logins', 'ok', sentence)
  return statusCheck(
    'logins',
    'warning',
    `${sentence} Somebody may be guessing birthdays.`,
    'Ask members to choose their own password. Members who are stopped can use “Forgot your password?”, or you can give them a one-time code.',
  )
}

function accountsCheck({ changedAccounts: { count, some } }: SiteFacts): StatusCheck {
  if (count === 0) return statusCheck('accounts', 'ok', 'No account was changed outside the site.')
  const more = count > some.length ? ` and ${showNumber(count - some.length)} more` : ''
  const which = `${some.map(({ name }) => name).join(', ')}${more}`
  const check = statusCheck(
    'accounts',
    'wrong',
    `${showCount(count, 'account was', 'accounts were')} changed outside the site and cannot log in: ${which}.`,
    askHost(
      'find out who wrote to the database',
      'An administrator for membership should compare each profile with the association’s papers, correct it, and confirm the account there. Remove administrators and observers, and invite them again.',
    ),
  )
  const member = some.find(({ isMember }) => isMember)
  return member ? { ...check, where: { label: 'Open the profile', href: `/member/${member.id}` } } : check
}

function ballotsCheck({ ballots: { uncounted, late } }: SiteFacts): StatusCheck {
  if (late > 0)
    return statusCheck(
      'ballots',
      'wrong',
      `Voting is over, and ${showCount(late, 'ballot is', 'ballots are')} still not counted.`,
      askHost('check the log of the site', 'Do not certify or delete anything before the cause is known.'),
    )
  const waiting = `${showCount(uncounted, 'ballot is', 'ballots are')} waiting to be counted, which is normal while voting is open.`
  return statusCheck('ballots', 'ok', uncounted === 0 ? 'No ballot is waiting to be counted.' : waiting)
}

function backupCheck({ nodes, backup }: SiteFacts): StatusCheck {
  const { sinceDoneMs, bytes, lastFailed, wanted, nightly, ownFolder } = backup
  if (!wanted) return statusCheck('backup', 'ok', errorText['no-backups-here'])
  const backUp = (before = ''): ToDo => ({
    whatToDo: `${before}Press “Back up now” under Status, Backups. If that fails, ask the person who runs the server.`,
    onServer: `${before}Run: npm run backup`,
  })
  const none = backUp('Nightly backups are off: turn them on in the settings, under Backups. ')
  if (sinceDoneMs === null) {
    const nightlyToo = backUp(`A backup runs every night at ${nightly} (Manila). You do not need to wait for it. `)
    return statusCheck('backup', 'warning', 'There is no backup yet.', nightly === null ? none : nightlyToo)
  }
  const age = spanText(sinceDoneMs)
  if (sinceDoneMs > backupIsOldAfterMs)
    return statusCheck(
      'backup',
      sinceDoneMs > 7 * dayMs ? 'wrong' : 'warning',
      `The last backup is ${age} old.`,
      nightly === null ? none : backUp(),
    )
  if (lastFailed)
    return statusCheck(
      'backup',
      'warning',
      `The latest backup failed. The one before it was made ${age} ago.`,
      backUp('The reason is on the status page, under Backups. '),
    )
  if (ownFolder && runningOf(nodes).length > 1)
    return statusCheck(
      'backup',
      'warning',
      'Each server keeps its own backups, so none has all of them.',
      askHost(
        'set BACKUP_S3_BUCKET on every server, or BACKUP_DIR to a folder that all of them can reach',
        'With a bucket, also choose “Online storage” in the settings, under Backups.',
      ),
    )
  return statusCheck('backup', 'ok', `The last backup was made ${age} ago (${showBytes(bytes ?? 0)}).`)
}

/** A node reports every ten seconds. One that has not for this long was killed, or its machine is off. */
export const goneAfterMs = 35_000
export const isGone = ({ sinceSeenMs }: Pick<NodeRow, 'sinceSeenMs'>): boolean => sinceSeenMs > goneAfterMs

const runningOf = (nodes: readonly NodeRow[]) => nodes.filter((node) => !isGone(node))

/** Neither stopped properly nor started again on its machine since. After a day its absence must be intended. */
const isMissed = (node: NodeRow, running: readonly NodeRow[]) =>
  isGone(node) &&
  !node.draining &&
  node.sinceSeenMs < dayMs &&
  !running.some(({ host, upMs }) => host === node.host && upMs < node.sinceSeenMs)

function nodesCheck({ nodes }: SiteFacts): StatusCheck {
  const running = runningOf(nodes)
  const missed = nodes.filter((node) => isMissed(node, running))
  const differ = (of: (node: NodeRow) => string) => new Set(running.map(of)).size > 1
  const offset = Math.max(0, ...running.map(({ clockOffsetMs }) => Math.abs(clockOffsetMs ?? 0)))
  if (differ(({ vault }) => vault))
    return statusCheck(
      'nodes',
      'wrong',
      'The servers do not have the same ballot keys.',
      askHost('give all servers the same VAULT_KEY, or the same folder “vault”'),
    )
  if (differ(({ storage }) => storage))
    return statusCheck(
      'nodes',
      'wrong',
      'The servers do not keep pictures and documents in the same place.',
      askHost('give all servers the same bucket, or the same folder “files”'),
    )
  if (offset > 1_000)
    return statusCheck(
      'nodes',
      offset > 5_000 ? 'wrong' : 'warning',
      'The clock of a server differs from the database’s.',
      askHost('turn on time synchronisation (NTP) on every server'),
    )
  if (missed.length > 0)
    return statusCheck(
      'nodes',
      'warning',
      `${missed.map(({ host, pid, sinceSeenMs }) => `${host} (process ${pid}) has not been seen for ${spanText(sinceSeenMs)}`).join('. ')}.`,
      askHost('start it again', 'If it was stopped for good, do nothing: this line disappears after a day.'),
    )
  if (differ(({ version }) => version))
    return statusCheck(
      'nodes',
      'warning',
      'The servers run different versions of the site.',
      askHost('update those that are behind', 'During an update this is normal for a few minutes.'),
    )
  const some = ['No server has reported yet.', 'The site runs on one server.'][running.length]
  return statusCheck('nodes', 'ok', some ?? `The site runs on ${running.length} servers, which agree.`)
}

/** Crashes leave a handful of stray files. */
const mostStrayFiles = 20

function strayFilesCheck({ strayFiles }: SiteFacts): StatusCheck {
  if (strayFiles > mostStrayFiles)
    return statusCheck(
      'stray files',
      'warning',
      `${showCount(strayFiles, 'stored file belongs', 'stored files belong')} to no record.`,
      askHost(
        'find out whether the files belong to another database, or the database was restored from an older backup',
        'Do not delete anything before that is known.',
      ),
    )
  const some = `${showCount(strayFiles, 'file is', 'files are')} left over, which is normal.`
  return statusCheck('stray files', 'ok', strayFiles === 0 ? 'There are no leftover files.' : some)
}

function datesCheck({ future: { elections, backups, log } }: SiteFacts): StatusCheck {
  const some = [
    elections > 0 && showCount(elections, 'election', 'elections'),
    backups > 0 && showCount(backups, 'backup', 'backups'),
    log && 'the audit log',
  ].filter((one) => one !== false)
  if (some.length === 0) return statusCheck('dates', 'ok', 'Nothing is dated in the future.')
  return statusCheck(
    'dates',
    'wrong',
    `Dates in the future are stored for past events: ${some.join(', ')}.`,
    askHost(
      backups > 0
        ? 'set the clock right, then make a backup, which also corrects the dates of the earlier ones'
        : 'set the clock right',
      `${elections > 0 ? 'An election that was closed too early must not be certified. ' : ''}This line disappears once none of these dates is in the future.`,
    ),
  )
}

const standbysCheck = statusCheck(
  'standbys',
  'warning',
  'The copy of the database may lag behind. If it has to take over during the election, the last ballots are lost.',
  askHost('turn on synchronous replication before voting opens (docs/operations.md, “Adding a node”)'),
)
