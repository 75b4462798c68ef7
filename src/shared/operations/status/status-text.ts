import type { Check, CheckName } from './check.ts'

type Text = Pick<Check, 'sentence' | 'next'>

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** `3 minutes`, `2 days`: how long something took or has been so. */
export function spanText(ms: number): string {
  const [size, unit] =
    ms < minute ? [1000, 'second'] : ms < hour ? [minute, 'minute'] : ms < 2 * day ? [hour, 'hour'] : [day, 'day']
  const count = Math.floor(ms / size)
  return `${count.toLocaleString('en')} ${unit}${count === 1 ? '' : 's'}`
}

/** `640 MB`, `3.4 GB` */
export function sizeText(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB']
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log(bytes) / Math.log(1024)))
  const size = bytes / 1024 ** power
  return `${power > 1 && size < 10 ? size.toFixed(1) : Math.round(size)} ${units[power]}`
}

/** `1 email is`, `2 emails are` */
const counted = (n: number, one: string, many: string) => `${n.toLocaleString('en')} ${n === 1 ? one : many}`
const listed = (names: readonly string[]) => names.map((name) => `“${name}”`).join(', ')

export const checkTitles: Record<CheckName, string> = {
  database: 'Database',
  'database writes': 'Saving',
  disk: 'Disk space',
  files: 'Pictures and documents',
  'ballot keys': 'Ballot keys',
  clock: 'Clock',
  jobs: 'Background work',
  emails: 'Emails',
  address: 'Address of the site',
  logins: 'Logins',
  ballots: 'Counting of ballots',
  backup: 'Backup',
  nodes: 'Servers',
  'stray files': 'Leftover files',
}

const tellHost = 'Tell the person who runs the server.'

const places = { 'data folder': 'the data folder', database: 'the database' } as const
type Space = { place: keyof typeof places; freeBytes: number; totalBytes: number }
const freeOf = ({ place, freeBytes, totalBytes }: Space) =>
  `${sizeText(freeBytes)} of ${sizeText(totalBytes)} (${Math.floor((100 * freeBytes) / totalBytes)} %) are free on the disk of ${places[place]}.`

const seconds = (ms: number) => (Math.abs(ms) / 1000).toFixed(1)

export const nodeText = {
  database: {
    ok: { sentence: 'The database replies.' },
    wrong: {
      sentence: 'The database does not reply. Nobody can log in, register or vote.',
      next: `${tellHost} They start the database again and look at its log.`,
    },
  },
  writes: {
    ok: { sentence: 'What people enter is saved.' },
    readOnly: {
      sentence: 'The database can be read but not changed. Pages are shown, but nothing can be saved.',
      next: `${tellHost} The site must be connected to the main database, not to a copy of it.`,
    },
    refused: {
      sentence: 'The database replies, but it does not save anything.',
      next: `${tellHost} Most often the disk of the database server is full.`,
    },
  },
  disk: {
    ok: (space: Space) => ({ sentence: freeOf(space) }),
    warning: (space: Space) => ({
      sentence: `Space is running low: ${freeOf(space)}`,
      next: `${tellHost} They make room or add a larger disk in the next days.`,
    }),
    wrong: (space: Space) => ({
      sentence: `The disk is nearly full: ${freeOf(space)}`,
      next: `${tellHost} They must make room today, or the site stops.`,
    }),
    unknown: {
      sentence: 'How much space is free could not be found out.',
      next: `${tellHost} The data folder may be on a disk that does not reply.`,
    },
  },
  files: {
    writable: { sentence: 'Pictures and documents can be stored and opened.' },
    fails: {
      sentence: 'Pictures and documents cannot be stored. Nobody can register.',
      next: `${tellHost} The folder “files”, or the bucket and its access keys, need a look.`,
    },
    'no reply': {
      sentence: 'The place where pictures and documents are kept does not reply. Nobody can register.',
      next: `${tellHost} The disk or the storage service needs a look.`,
    },
  },
  ballotKeys: {
    ok: { sentence: 'This server has the key of every election that is not certified yet.' },
    missing: {
      sentence: 'A key that seals ballots is missing on this server. Nobody can vote, and ballots are not counted.',
      next: `${tellHost} They put back the folder “vault” of the data folder, or VAULT_KEY. Without the key, ballots that are not counted are lost.`,
    },
    wrong: {
      sentence:
        'A key on this server is not the one that sealed the ballots. Nobody can vote, and ballots are not counted.',
      next: `${tellHost} Every server needs the same VAULT_KEY, or the folder “vault” that belongs to this database.`,
    },
  },
  clock: {
    ok: { sentence: 'The clock of this server is right.' },
    off: (ms: number) => ({
      sentence: `The clock of this server is ${seconds(ms)} seconds ${ms > 0 ? 'ahead of' : 'behind'} the database’s.`,
      next: `${tellHost} They turn on time synchronisation (NTP).`,
    }),
    differs: (ms: number) => ({
      sentence: `The clock of this server is ${seconds(ms)} seconds ${ms > 0 ? 'ahead of' : 'behind'} the database’s. No election is closed until it is right.`,
      next: `${tellHost} They turn on time synchronisation (NTP) on both.`,
    }),
    jumped: () => ({
      sentence:
        'The time of the database jumped. The site continues by the time as it was, and closes no election for now.',
      next: `${tellHost} They check the clock of the database server. If it is right, the site follows it in a few minutes.`,
    }),
  },
} as const

const backUpNow = 'Press “Back up now” on the status page, or run “npm run backup” on the server.'
const tellHostToo = 'tell the person who runs the server what it says.'
const nightlyText = (at: string | null) =>
  at === null
    ? 'No backup is made by itself: turn it on in the settings, under Backups.'
    : `One is made by itself every night at ${at} (Manila). You need not wait for it.`

export const siteText = {
  jobs: {
    ok: { sentence: 'Everything that runs by itself has run.' },
    late: (names: readonly string[]): Text => ({
      sentence: `This has not run for too long: ${listed(names)}.`,
      next: `${tellHost} They look at the log of the site, and start it again.`,
    }),
    failing: (names: readonly string[]): Text => ({
      sentence: `This failed when it last ran: ${listed(names)}. It is tried again by itself.`,
      next: 'If it is still here in an hour, tell the person who runs the server.',
    }),
  },
  emails: {
    ok: (waiting: number): Text => ({
      sentence:
        waiting === 0
          ? 'The mail server has taken every email.'
          : `${counted(waiting, 'email is', 'emails are')} about to be sent.`,
    }),
    stuck: (waiting: number, ms: number): Text => ({
      sentence: `${counted(waiting, 'email waits', 'emails wait')} to be sent, one for ${spanText(ms)}.`,
      next: 'Send a test email below. If it fails, tell the person who runs the server what it says.',
    }),
    failed: (failed: number): Text => ({
      sentence: `${counted(failed, 'email was', 'emails were')} given up after many tries.`,
      next: 'Look at them below: often an address is mistyped. Correct it in the profile, then send the email again.',
    }),
    outbox: {
      sentence: 'No mail server is set, so emails reach nobody. They lie in the folder “outbox” on the server.',
      next: 'Ask the person who runs the server to set SMTP_URL and MAIL_FROM.',
    },
  },
  address: {
    ok: { sentence: 'The site knows the address at which people reach it.' },
    missing: {
      sentence: 'The site does not know its own address, so links in emails and codes on printed cards would not work.',
      next: 'Ask the person who runs the server to set PUBLIC_URL, and print no cards before that.',
    },
  },
  logins: {
    ok: (stopped: number): Text => ({
      sentence:
        stopped === 0
          ? 'No account was stopped by wrong passwords in the last hour.'
          : `${counted(stopped, 'account was', 'accounts were')} stopped by wrong passwords in the last hour.`,
    }),
    warning: (stopped: number): Text => ({
      sentence: `${counted(stopped, 'account was', 'accounts were')} stopped by wrong passwords in the last hour. Somebody may be guessing birthdays.`,
      next: 'Ask members to choose their own password. Whoever is stopped uses “Forgot your password?”, or you give them a one-time code.',
    }),
  },
  ballots: {
    ok: (uncounted: number): Text => ({
      sentence:
        uncounted === 0
          ? 'No ballot waits to be counted.'
          : `${counted(uncounted, 'ballot waits', 'ballots wait')} to be counted, as it should be while voting is open.`,
    }),
    late: (late: number): Text => ({
      sentence: `Voting is over, and ${counted(late, 'ballot is', 'ballots are')} still not counted.`,
      next: `${tellHost} Do not certify and do not delete anything before the cause is known.`,
    }),
  },
  backup: {
    ok: (ms: number, bytes: number): Text => ({
      sentence: `The last backup was made ${spanText(ms)} ago (${sizeText(bytes)}).`,
    }),
    none: (nightly: string | null): Text => ({
      sentence: 'There is no backup yet.',
      next: `${nightlyText(nightly)} ${backUpNow}`,
    }),
    old: (ms: number, nightly: string | null): Text => ({
      sentence: `The last backup is ${spanText(ms)} old.`,
      next: nightly === null ? `${nightlyText(nightly)} ${backUpNow}` : `${backUpNow} If it fails, ${tellHostToo}`,
    }),
    failed: (ms: number): Text => ({
      sentence: `The latest backup failed. The one before it was made ${spanText(ms)} ago.`,
      next: `The reason stands on the status page, under Backups. Once it is mended: ${backUpNow}`,
    }),
  },
  nodes: {
    ok: (running: number): Text => ({
      sentence:
        running === 0
          ? 'No server has reported yet.'
          : running === 1
            ? 'The site runs on one server.'
            : `The site runs on ${running} servers, which agree.`,
    }),
    versions: {
      sentence: 'The servers run different versions of the site.',
      next: 'This is normal for some minutes during an update. If it lasts, tell the person who runs the servers.',
    },
    storage: {
      sentence: 'The servers do not keep pictures and documents in the same place.',
      next: `${tellHost} All servers need the same bucket, or the same folder “files”.`,
    },
    vault: {
      sentence: 'The servers do not have the same ballot keys.',
      next: `${tellHost} All servers need the same VAULT_KEY, or the same folder “vault”.`,
    },
    clocks: {
      sentence: 'The clock of a server differs from the database’s.',
      next: `${tellHost} They turn on time synchronisation (NTP) on every server.`,
    },
  },
  strayFiles: {
    ok: (files: number): Text => ({
      sentence:
        files === 0 ? 'No file is left over.' : `${counted(files, 'file is', 'files are')} left over, which is normal.`,
    }),
    warning: (files: number): Text => ({
      sentence: `${counted(files, 'stored file belongs', 'stored files belong')} to nobody’s record.`,
      next: `${tellHost} Perhaps the files belong to another database, or the database was restored from an older backup. Nothing should be deleted before that is known.`,
    }),
  },
} as const

/** For a balancer and whoever reads its log. Anybody can read these: they name no address, no file and no person. */
export const notReadyText = {
  stopping: 'stopping',
  database: 'the database does not reply',
  readOnly: 'the database is read-only',
  writes: 'the database refuses to save',
  disk: 'the disk is nearly full',
  files: 'files cannot be stored',
  ballotKeys: 'a ballot key does not fit',
  ballotKeysUnknown: 'the ballot keys could not be checked',
  clock: 'the clock cannot be trusted',
  jobs: 'background jobs stand still',
} as const

/** The one line over everything. */
export function headlineText(attention: number): string {
  if (attention === 0) return 'All is well'
  return attention === 1 ? '1 thing needs attention' : `${attention} things need attention`
}
