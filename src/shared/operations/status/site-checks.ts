import { manyStoppedAccounts } from '#shared/accounts/login.ts'
import { type Verdict } from '#shared/check.ts'
import { showCount, showBytes, showNumber } from '#shared/figures.ts'
import { backupIsOldAfterMs } from '#shared/operations/backup/backup.ts'
import { minuteMs, hourMs, dayMs } from '#shared/time.ts'
import { askHost, spanText, statusCheck, type StatusCheck } from './text.ts'

/** All times are ages by the database's own clock, so that no node's clock can make a site look well. */
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

/** What the database says about the whole site. */
export interface SiteFacts {
  /** How long the site has been running here: a job cannot be late before it had time to run. */
  upMs: number
  jobs: readonly JobFacts[]
  /** `refused`: of those that wait, how many were tried in vain, and what the mail server said last. `sentAny`: one was ever sent. */
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
  /** Accounts whose mark does not fit: how many, and the first of them. */
  changedAccounts: { count: number; some: readonly { id: string; name: string; isMember: boolean }[] }
  /** `late`: of elections in which voting closed a while ago. */
  ballots: { uncounted: number; late: number }
  /** `nightly`: at what time one is made by itself; null where none is. `ownFolder`: each server has them in a folder of its own. */
  backup: {
    sinceDoneMs: number | null
    bytes: number | null
    lastFailed: boolean
    nightly: string | null
    ownFolder: boolean
  }
  /** The only one at which people can log in; null where the site was not told it. */
  address: string | null
  nodes: readonly NodeRow[]
  strayFiles: number
  /** Standbys that may lack the last of what the database has acknowledged, while an election is near. */
  asyncStandbys: number
  /** Of what has happened, what is dated later than now: a clock was wrong. */
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

/** Several rounds missed and a while besides: one slow round is no trouble. */
export const isLate = ({ everyMs, sinceSuccessMs }: JobFacts, upMs: number): boolean =>
  Math.min(sinceSuccessMs ?? Infinity, upMs) > 5 * everyMs + 2 * minuteMs

function jobsCheck({ jobs, upMs }: SiteFacts): StatusCheck {
  const namesOf = (some: readonly JobFacts[]) => some.map(({ name }) => `“${name}”`).join(', ')
  const late = jobs.filter((job) => isLate(job, upMs))
  const failing = jobs.filter(({ failures }) => failures > 0)
  if (late.length > 0)
    return statusCheck(
      'jobs',
      'warning',
      `This has not run for too long: ${namesOf(late)}.`,
      askHost('look at the log of the site, and start it again'),
    )
  if (failing.length > 0)
    return statusCheck(
      'jobs',
      'warning',
      `This failed when it last ran: ${namesOf(failing)}. We try again automatically.`,
      {
        whatToDo: 'If it is still here in an hour, tell the person who runs the server.',
        onServer: 'If it is still here in an hour, look at the log of the site.',
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
      `${showCount(waiting, 'email waits', 'emails wait')} to be sent, one for ${spanText(waits)}.`,
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
      `${showCount(refused, 'email')} could not be handed to the mail server (${reason}), and will be tried again.`,
      testIt,
    )
  if (leaveBy === 'outbox')
    return statusCheck(
      'emails',
      'warning',
      'This site has no mail server yet, so emails reach nobody. They stay in the folder “outbox” on the server.',
      askHost('set SMTP_URL and MAIL_FROM in .env, and restart the site'),
    )
  const sending = `${showCount(waiting, 'email is', 'emails are')} about to be sent.`
  const none = sentAny ? 'No email is waiting, and none has failed.' : 'No email was sent yet.'
  return statusCheck('emails', 'ok', waiting === 0 ? none : sending)
}

function addressCheck({ address }: SiteFacts): StatusCheck {
  if (address !== null) return statusCheck('address', 'ok', `The site is at ${address}, and people log in there only.`)
  return statusCheck(
    'address',
    'warning',
    'The site does not know its own address, so links in emails and codes on printed cards would not work.',
    askHost('set PUBLIC_URL in .env, and restart the site', 'Print no cards before that.'),
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
      'An administrator for membership compares each profile with what the association has on paper, corrects it and confirms the account there. An administrator or observer is removed and invited again.',
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
      askHost('look at the log of the site', 'Do not certify and do not delete anything before the cause is known.'),
    )
  const waiting = `${showCount(uncounted, 'ballot waits', 'ballots wait')} to be counted, as it should be while voting is open.`
  return statusCheck('ballots', 'ok', uncounted === 0 ? 'No ballot is waiting to be counted.' : waiting)
}

function backupCheck({ nodes, backup }: SiteFacts): StatusCheck {
  const { sinceDoneMs, bytes, lastFailed, nightly, ownFolder } = backup
  const now = 'Press “Back up now” under Status, Backups, or run “npm run backup” on the server.'
  const none = `Nightly backups are off: turn them on in the settings, under Backups. ${now}`
  if (sinceDoneMs === null) {
    const nightlyToo = `A backup runs every night at ${nightly} (Manila). You do not need to wait for it. ${now}`
    return statusCheck('backup', 'warning', 'There is no backup yet.', nightly === null ? none : nightlyToo)
  }
  const age = spanText(sinceDoneMs)
  if (sinceDoneMs > backupIsOldAfterMs)
    return statusCheck(
      'backup',
      sinceDoneMs > 7 * dayMs ? 'wrong' : 'warning',
      `The last backup is ${age} old.`,
      nightly === null ? none : now,
    )
  if (lastFailed)
    return statusCheck(
      'backup',
      'warning',
      `The latest backup failed. The one before it was made ${age} ago.`,
      `You find the reason on the status page, under Backups. Then: ${now}`,
    )
  if (ownFolder && runningOf(nodes).length > 1)
    return statusCheck(
      'backup',
      'warning',
      'Each server keeps the backups that it makes in a folder of its own, so none has all of them.',
      askHost(
        'set BACKUP_S3_BUCKET on every server, or BACKUP_DIR to a folder that all of them reach',
        'With a bucket, also choose “A bucket” in the settings, under Backups.',
      ),
    )
  return statusCheck('backup', 'ok', `The last backup was made ${age} ago (${showBytes(bytes ?? 0)}).`)
}

/** A node says every ten seconds that it is running; one that has not for so long was killed, or its machine is off. */
export const goneAfterMs = 35_000
export const isGone = ({ sinceSeenMs }: Pick<NodeRow, 'sinceSeenMs'>): boolean => sinceSeenMs > goneAfterMs

const runningOf = (nodes: readonly NodeRow[]) => nodes.filter((node) => !isGone(node))

/** Neither stopped in order, nor started again on its machine since. After a day somebody means it to stay away. */
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
      askHost('start it again', 'If it is to stay away, do nothing: this line goes after a day.'),
    )
  if (differ(({ version }) => version))
    return statusCheck(
      'nodes',
      'warning',
      'The servers run different versions of the site.',
      askHost('update those that are behind', 'During an update this is normal for some minutes.'),
    )
  const some = ['No server has reported yet.', 'The site runs on one server.'][running.length]
  return statusCheck('nodes', 'ok', some ?? `The site runs on ${running.length} servers, which agree.`)
}

/** What crashes leave behind is a handful. */
const mostStrayFiles = 20

function strayFilesCheck({ strayFiles }: SiteFacts): StatusCheck {
  if (strayFiles > mostStrayFiles)
    return statusCheck(
      'stray files',
      'warning',
      `${showCount(strayFiles, 'stored file belongs', 'stored files belong')} to nobody’s record.`,
      askHost(
        'find out whether the files belong to another database, or the database was restored from an older backup',
        'Nothing should be deleted before that is known.',
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
    `What has happened is dated in the future: ${some.join(', ')}.`,
    askHost(
      backups > 0
        ? 'set the clock right, and then make a backup, which puts the dates of the others right'
        : 'set the clock right',
      `${elections > 0 ? 'An election that was closed too early must not be certified. ' : ''}This line goes once none of these dates lies ahead.`,
    ),
  )
}

const standbysCheck = statusCheck(
  'standbys',
  'warning',
  'The copy of the database may lag behind. If it has to take over during the election, the last ballots are lost.',
  askHost('turn on synchronous replication before voting opens (docs/operations.md, “Adding a node”)'),
)
