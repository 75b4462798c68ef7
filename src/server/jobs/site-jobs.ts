import { sql } from 'drizzle-orm'
import { noteChangedAccounts } from '#server/accounts/account-standing.ts'
import { warnOfStoppedAccounts } from '#server/accounts/throttle.ts'
import { graceMs } from '#server/clock.ts'
import { sendDigests } from '#server/dashboard/digest.ts'
import type { Deps } from '#server/deps.ts'
import { countBallots } from '#server/elections/counting/count-ballots.ts'
import { queueVoterEmails } from '#server/elections/emails/queue-voter-emails.ts'
import { freezeElections } from '#server/elections/roll/freeze.ts'
import { removeSalts } from '#server/elections/roll/my-line.ts'
import { openLinks } from '#server/email/queue.ts'
import { sendDueEmails, createTransport, sweepOutbox } from '#server/email/send-due.ts'
import { queueReminders } from '#server/members/dues/reminders.ts'
import { mailingEmails, emailPace } from '#server/members/mailing/mailing-emails.ts'
import { backUpWhenDue } from '#server/operations/backup/scheduled-backup.ts'
import { sweepTimes, sweepUploads } from '#server/storage/sweep.ts'
import { showPhone } from '#shared/members/phone.ts'
import type { Settings } from '#shared/settings.ts'
import { startJobs, type BackgroundJob, type RunningJobs } from './runner.ts'

type JobDeps = Pick<
  Deps,
  | 'config'
  | 'db'
  | 'pool'
  | 'storage'
  | 'log'
  | 'clock'
  | 'elections'
  | 'vault'
  | 'boardKey'
  | 'signed'
  | 'settings'
  | 'siteKey'
  | 'status'
>

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** The site's jobs, and how often each runs. */
export const jobTimes = [
  { name: 'sweep uploads', everyMs: hour },
  { name: 'delete what expired', everyMs: 10 * minute },
  { name: 'sweep outbox', everyMs: hour },
  { name: 'send emails', everyMs: 20 * second },
  { name: 'freeze elections', everyMs: second },
  { name: 'count ballots', everyMs: 3 * second },
  { name: 'warn of stopped accounts', everyMs: minute },
  { name: 'check accounts', everyMs: 10 * minute },
  { name: 'back up', everyMs: minute },
  { name: 'queue voter emails', everyMs: 20 * second },
  { name: 'send digests', everyMs: 5 * minute },
  { name: 'queue reminders', everyMs: 5 * minute },
] as const
type JobName = (typeof jobTimes)[number]['name']

export function siteJobs(deps: JobDeps): BackgroundJob[] {
  /** Nothing is deleted because of its age while the time is uncertain. */
  const whenTimeIsCertain =
    (act: (signal: AbortSignal) => Promise<void>) =>
    async (signal: AbortSignal): Promise<void> => {
      const { problem, steadyMs } = deps.clock.health()
      if (problem === null && steadyMs >= graceMs) await act(signal)
    }
  const runs: Record<JobName, BackgroundJob['run']> = {
    'sweep uploads': whenTimeIsCertain((signal) => sweepUploads(deps, sweepTimes, signal)),
    'delete what expired': whenTimeIsCertain(async (signal) => {
      await deleteExpired(deps.db)
      await removeSalts(deps, signal)
    }),
    'sweep outbox': whenTimeIsCertain(() => sweepOutbox(deps.config.dataDir, Date.now())),
    'send emails': (signal) => sendMail(deps, signal),
    'freeze elections': () => freezeElections(deps),
    'count ballots': (signal) => countBallots(deps, signal),
    'warn of stopped accounts': () => warnOfStoppedAccounts(deps),
    'check accounts': () => noteChangedAccounts(deps),
    'back up': (signal) => backUpWhenDue(deps, signal),
    'queue voter emails': (signal) => queueVoterEmails(deps, signal),
    'send digests': whenTimeIsCertain((signal) => sendDigests(deps, signal)),
    'queue reminders': whenTimeIsCertain((signal) => queueReminders(deps, signal)),
  }
  return jobTimes.map((job) => ({ ...job, run: runs[job.name] }))
}

/** Starts the jobs of a site. A new email, or a backup requested on any node, does not wait for the next run. */
export function startSiteJobs(deps: JobDeps & Pick<Deps, 'changes' | 'jobRecord'>): RunningJobs {
  const jobs = startJobs(deps.pool, deps.log, deps.jobRecord, siteJobs(deps))
  deps.changes.on((table) => {
    if (table === 'emails' || table === '*') jobs.wake('send emails')
    if (table === 'backups' || table === '*') jobs.wake('back up')
  })
  return jobs
}

/** After this many emails the connection to the mail server is opened again. */
const mostOfOneRound = 1000

async function sendMail(deps: JobDeps, signal: AbortSignal): Promise<void> {
  const pace = emailPace(deps.pool, deps.config.mailPerHour)
  const lowPriorityEmails = mailingEmails({ ...deps, pace, signal })
  while (!signal.aborted) {
    const transport = createTransport(deps.config)
    const send: typeof transport.send = async (mail) => {
      await pace.count()
      const opened = openLinks(deps.siteKey, mail)
      // What has a layout of its own has its own foot, too.
      const body = opened.html ? opened.body : opened.body + contactLine(await deps.settings())
      await transport.send({ ...opened, body, createdAt: deps.clock.shownFor(mail.createdAt) })
    }
    try {
      const handled = await sendDueEmails(
        { ...deps, transport: { ...transport, send }, lowPriorityEmails },
        mostOfOneRound,
        signal,
      )
      if (handled < mostOfOneRound) return
    } finally {
      transport.close()
    }
  }
}

/** How to reach the association, below its name; empty if it names no way. */
const contactLine = ({ contactEmail, contactPhone }: Settings): string =>
  contactEmail || contactPhone ? `${[contactEmail, showPhone(contactPhone)].filter(Boolean).join(', ')}\n` : ''

/** Sessions expire by the machine's time, so the database's `now()` decides, not the site's clock. */
async function deleteExpired(db: Deps['db']): Promise<void> {
  await db.execute(sql`delete from sessions where expires_at < now()`)
  await db.execute(sql`delete from verifications where expires_at < now()`)
  await db.execute(sql`delete from one_time_codes where expires_at < now()`)
  await db.execute(sql`delete from emails where failed_at < now() - interval '30 days'`)
  await db.execute(sql`delete from throttles where expire < extract(epoch from now()) * 1000`)
}
