import type { CheckState } from './check.ts'

export const doctorUsage = 'npm run doctor [-- --send-test-email you@example.org]'

/** How each line of `npm run doctor` begins. */
export const doctorMarks: Record<CheckState, string> = { ok: 'ok      ', warning: 'WARNING ', wrong: 'WRONG   ' }

export const doctorText = {
  summary: { ok: 'All is well.', warning: 'Something needs a look.', wrong: 'Something is wrong.' },
  next: 'What to do: ',
  settings: (names: readonly string[]) =>
    names.length > 0 ? `These are set: ${names.join(', ')}.` : 'None is set, so all have their defaults.',
  running: 'The site runs here and is ready.',
  notReady: (reasons: string) => `The site runs here but is not ready: ${reasons}.`,
  notRunning: 'The site does not run here, or not on this port.',
  notRunningNext: 'Start it with `npm start`, or with the service that does (`systemctl start …`).',
  strangerOnPort: (port: number) => `Another program replies on port ${port}.`,
  strangerNext: 'Stop that program, or set PORT to another one.',
  noDatabase: 'There is no database yet: the first start makes it.',
  noDatabaseNext: 'If there should be one, DATA_DIR or DATABASE_URL is not what the site runs with.',
  away: (code: string) => `The database does not reply (${code}).`,
  awayNext: 'Look whether the database server runs, and whether DATABASE_URL is right.',
  notStartedNext: 'Read the end of postgres.log in the data folder.',
  upToDate: 'The database is up to date.',
  pending: (steps: number) =>
    `The database is ${steps} ${steps === 1 ? 'step' : 'steps'} behind this version of the site.`,
  pendingNext: 'Start the site: it brings the database up to date by itself.',
  unknownSteps: 'The database was made by a newer version of the site.',
  unknownStepsNext: 'Start that version.',
  otherUser: 'The data folder belongs to another user, so it was not tried whether files can be stored.',
  otherUserNext: 'Run this as the user who runs the site, for example `sudo -u site npm run doctor`.',
  unreadable: (code: string) => `What the database says about the site could not be read (${code}).`,
  synchronised: 'This machine’s clock is synchronised.',
  unsynchronised: 'This machine’s clock is not synchronised.',
  unsynchronisedNext: 'Turn on time synchronisation: `timedatectl set-ntp true`, or install chrony.',
  node: (host: string, pid: number, version: string, seen: string) =>
    `${host} (process ${pid}), version ${version}, seen ${seen} ago`,
  emailAccepted: (to: string, code: string) =>
    `The mail server accepted the test email to ${to} (${code}). Look into that inbox, and into its spam folder.`,
  emailRefused: (reply: string) => `The mail server did not accept the test email (${reply}).`,
  emailRefusedNext: 'Check SMTP_URL and MAIL_FROM with whoever runs the mail server, and tell them this code.',
  emailToOutbox: 'SMTP_URL is not set, so the test email was not sent.',
  emailToOutboxNext: 'Set SMTP_URL and MAIL_FROM.',
} as const
