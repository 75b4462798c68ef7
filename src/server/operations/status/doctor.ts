import { randomUUID } from 'node:crypto'
import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { isIP } from 'node:net'
import { dirname, join } from 'node:path'
import type pg from 'pg'
import { startSiteClock } from '#server/clock.ts'
import { ConfigError, readConfig, settingNames, type Config } from '#server/config.ts'
import { createSettingsReader } from '#server/content/settings.ts'
import { openDatabase, type Database, type OpenDatabase, type PgClient } from '#server/db/database.ts'
import { appliedMigrations, knownMigrations, whyDatabaseNotOurs } from '#server/db/migrate.ts'
import { reachDatabase } from '#server/db/reach-database.ts'
import type { SiteChanges } from '#server/db/site-changes.ts'
import { refuseUnfinishedRestore } from '#server/db/unfinished-restore.ts'
import { loadBoardKey } from '#server/elections/board/board-key.ts'
import { boardStateFile, loadBoardState } from '#server/elections/board/board-state.ts'
import { createSignedElections } from '#server/elections/board/signed-election.ts'
import { createElectionCache } from '#server/elections/election-cache.ts'
import { createVault } from '#server/elections/voting/vault.ts'
import { explainFailure } from '#server/email/failures.ts'
import { createTransport } from '#server/email/send-due.ts'
import { jobTimes } from '#server/jobs/site-jobs.ts'
import { createLog } from '#server/log.ts'
import { createTimeMemory, isSetByNetwork } from '#server/seen-time.ts'
import { whyOtherSiteKey } from '#server/site-key.ts'
import { availableVersion, siteVersion } from '#server/site-version.ts'
import { createStorage } from '#server/storage/create-storage.ts'
import { mayNotOpen, runAsSite } from '#server/terminal.ts'
import type { Check, Verdict } from '#shared/check.ts'
import { diskCheck, nodeChecks } from '#shared/operations/status/node-checks.ts'
import { isGone, siteChecks } from '#shared/operations/status/site-checks.ts'
import { availableText, notReadyText, spanText } from '#shared/operations/status/text.ts'
import { createHealth, readDisks } from './health.ts'
import { readSiteFacts, configurationFacts } from './status.ts'
import { testEmail } from './text.ts'

/** A check like those of the status page, but only for the person at the terminal. */
const line = (title: string, state: Verdict, sentence: string, whatToDo?: string): Check => ({
  name: title,
  title,
  state,
  sentence,
  whatToDo,
})

/**
 * Finds what is wrong as far as this machine can tell, whether the site and its database are running or not. Fixes
 * nothing, and shows no value of a setting.
 */
export async function* runDoctor(env: NodeJS.ProcessEnv, sendTo?: string): AsyncGenerator<Check> {
  yield line('Versions', 'ok', `Site ${siteVersion()}, Node ${process.version.slice(1)}.`)
  const available = availableVersion()
  if (available) yield line('Versions', 'ok', availableText(available))
  const names = settingNames.filter((name) => env[name]).join(', ')
  yield line('Settings', 'ok', names ? `These are set: ${names}.` : 'None is set, so all have their defaults.')
  let config: Config
  try {
    config = readConfig(env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    yield line('Settings', 'wrong', error.message)
    return
  }
  yield await checkPort(config)
  yield* await checkClock()
  yield* examineDatabase(config)
  if (sendTo) yield await sendTest(config, sendTo)
  else if (config.smtpUrl) yield await checkMailServer(config, config.smtpUrl)
}

const reasons: ReadonlySet<string> = new Set(Object.values(notReadyText))

/** Checks whether the site replies on its port, and is ready. */
async function checkPort({ host, port }: Pick<Config, 'host' | 'port'>): Promise<Check> {
  const anywhere = host === '0.0.0.0' || host === '::'
  const name = anywhere ? '127.0.0.1' : isIP(host) === 6 ? `[${host}]` : host
  const reply = await fetch(`http://${name}:${port}/readyz`, { signal: AbortSignal.timeout(5_000) })
    .then(async (response) => ({ ok: response.ok, text: (await response.text()).trim() }))
    .catch(() => null)
  if (!reply)
    return line(
      'Port',
      'warning',
      'The site is not running here, or not on this port.',
      'Start it with `npm start`, or with the service that does (`systemctl start …`).',
    )
  if (reply.ok && reply.text === 'ready') return line('Port', 'ok', 'The site runs here and is ready.')
  const lines = reply.text.split('\n')
  if (lines.every((one) => reasons.has(one)))
    return line('Port', 'wrong', `The site runs here but is not ready: ${lines.join(', ')}.`)
  const whatToDo = 'Stop that program, or set PORT to another one.'
  return line('Port', 'wrong', `Another program uses port ${port}.`, whatToDo)
}

/** Returns nothing if no program on this machine knows. */
async function checkClock(): Promise<Check[]> {
  const isSynchronised = await isSetByNetwork()
  if (isSynchronised === null) return []
  if (isSynchronised) return [line('Time', 'ok', 'This machine’s clock is synchronised.')]
  const whatToDo = 'Turn on time synchronisation: `timedatectl set-ntp true`, or install chrony.'
  return [line('Time', 'warning', 'This machine’s clock is not synchronised.', whatToDo)]
}

/** Without the database the disk is still checked, because it is often the cause. */
async function* examineDatabase(config: Config): AsyncGenerator<Check> {
  const diskAlone = async () => diskCheck({ disks: await readDisks(config).catch(() => 'unknown' as const) })
  if (!config.databaseUrl && !existsSync(join(config.dataDir, 'pg'))) {
    const whatToDo = 'If there should be one, set DATA_DIR or DATABASE_URL as the site has it.'
    yield line('Database', 'warning', 'There is no database yet: the first start creates it.', whatToDo)
    yield await diskAlone()
    return
  }
  const reached = await reachDatabase(config, () => undefined).catch((error: Error) => error)
  if (reached instanceof Error) {
    yield line('Database', 'wrong', reached.message, 'Read the end of postgres.log in the data folder.')
    yield await diskAlone()
    return
  }
  const { pool, db } = openDatabase(
    { ...reached.connection, max: 3, connectionTimeoutMillis: 5_000 },
    createLog('silent'),
  )
  try {
    const migrations = await compareMigrations(pool).catch((error: unknown) => codeOf(error))
    if (typeof migrations === 'string') {
      const refused = migrations === '28000'
      const whatToDo = 'Check that the database server is running and that DATABASE_URL is right.'
      const sentence = refused
        ? 'The database does not let this user in.'
        : `The database does not reply (${migrations}).`
      yield line('Database', 'wrong', sentence, refused ? runAsSite : whatToDo)
      yield await diskAlone()
      return
    }
    yield* whyNotStarting(config, pool, migrations.unknown > 0)
    yield migrationsLine(migrations)
    // The tables for the other checks may not exist.
    if (migrations.pending > 0) yield await diskAlone()
    else yield* examineSite({ config, pool, db, triesStorage: ownsData(config) })
  } finally {
    await pool.end()
    await reached.stop()
  }
}

/** Reports why a start would be refused, with the start's own message. */
async function* whyNotStarting(config: Config, pool: pg.Pool, isNewer: boolean): AsyncGenerator<Check> {
  const unfinished = await refuseUnfinishedRestore(config.dataDir, pool).catch((error: Error) => error.message)
  if (unfinished) yield line('Start', 'wrong', unfinished)
  if (isNewer) yield line('Start', 'wrong', await whyDatabaseNotOurs(pool, siteVersion()))
  const otherKey = unfinished ? null : await whyOtherSiteKey(config, pool)
  if (otherKey) yield line('Start', 'wrong', otherKey)
}

/** Counts the migrations that the database lacks, and those that this version does not know. Changes nothing. */
async function compareMigrations(pool: PgClient): Promise<{ pending: number; unknown: number }> {
  const known = new Set(knownMigrations().map(({ time }) => time))
  const applied = await appliedMigrations(pool)
  const unknown = applied.filter((time) => !known.has(time)).length
  return { pending: known.size - (applied.length - unknown), unknown }
}

function migrationsLine({ pending, unknown }: { pending: number; unknown: number }): Check {
  const about = 'Database version'
  if (unknown > 0)
    return line(about, 'wrong', 'The database was made by a newer version of the site.', 'Start that version.')
  if (pending === 0) return line(about, 'ok', 'The database is up to date.')
  const steps = pending === 1 ? '1 step' : `${pending} steps`
  const whatToDo = 'Start the site: it updates the database automatically.'
  return line(about, 'warning', `The database is ${steps} behind this version of the site.`, whatToDo)
}

/** Another user would leave folders that the site cannot write to. */
function ownsData({ dataDir, s3 }: Config): boolean {
  return s3 !== undefined || statSync(dataDir, { throwIfNoEntry: false })?.uid === process.getuid?.()
}

/** Reports problems before tonight's backup fails. The first backup creates a missing folder if it may. */
function* checkBackupPlace({ backup }: Config): Generator<Check> {
  let folder = backup.folder
  while (!existsSync(folder)) folder = dirname(folder)
  const canAccess = (path: string, how: number) => {
    try {
      accessSync(path, how)
      return true
    } catch {
      return false
    }
  }
  if (!backup.s3 && !canAccess(folder, constants.W_OK | constants.X_OK))
    yield line('Backup folder', 'wrong', mayNotOpen(backup.folder))
  if (backup.keyFile && !canAccess(backup.keyFile, constants.R_OK))
    yield line('Backup key', 'wrong', mayNotOpen(backup.keyFile))
}

interface ExaminedSite {
  config: Config
  pool: pg.Pool
  db: Database
  /** True if files would be written as the user who runs the site. */
  triesStorage: boolean
}

/** The checks of the status page, made from here. */
async function* examineSite({ config, pool, db, triesStorage }: ExaminedSite): AsyncGenerator<Check> {
  const log = createLog('silent')
  // The doctor ends too soon to receive a notification.
  const noChanges = { ready: Promise.resolve(), on: () => undefined, stop: async () => undefined }
  const memory = { ...createTimeMemory(config, pool), note: async () => undefined }
  const clock = await startSiteClock({ pool, log, memory, startsAt: config.clockStartsAt })
  try {
    const parts = {
      config,
      pool,
      db,
      log,
      clock,
      storage: createStorage(config),
      vault: createVault(config, pool, noChanges),
      elections: createElectionCache(db, noChanges, clock, null),
      settings: createSettingsReader(db, noChanges),
    }
    const signed = await signedElections(config, { pool, db }, noChanges)
    const node = await createHealth({ ...parts, signed, jobs: null }).facts()
    yield* nodeChecks(node).filter(({ name }) => triesStorage || name !== 'files')
    if (!triesStorage)
      yield line(
        'Files',
        'warning',
        'The data folder belongs to another user, so we did not test whether files can be stored.',
        'Run this as the user who runs the site, for example `sudo -u site npm run doctor`.',
      )
    else yield* checkBackupPlace(config)
    if (node.database === 'no reply') return
    const setUp = await configurationFacts(parts)
    const site = await readSiteFacts({ pool, now: clock.now(), upMs: 0, jobs: jobTimes, ...setUp })
    const running = site.nodes.filter((one) => !isGone(one))
    // If no node runs, no job can be late.
    const upMs = Math.max(0, ...running.map((one) => one.upMs))
    yield* siteChecks({ ...site, upMs })
    for (const { host, pid, version, sinceSeenMs } of site.nodes)
      yield line('Server', 'ok', `${host} (process ${pid}), version ${version}, seen ${spanText(sinceSeenMs)} ago`)
    yield line('Versions', 'ok', `PostgreSQL ${site.postgres}.`)
  } catch (error) {
    yield line('Database', 'wrong', `The status of the site could not be read from the database (${codeOf(error)}).`)
  } finally {
    clock.stop()
  }
}

/** Returns null if nothing was signed yet, because the doctor creates nothing. */
async function signedElections(config: Config, { pool, db }: OpenDatabase, changes: Pick<SiteChanges, 'on'>) {
  if (!existsSync(boardStateFile(config))) return null
  const key = await loadBoardKey(config, pool)
  return createSignedElections(db, changes, key, await loadBoardState(config, pool))
}

async function sendTest(config: Config, to: string): Promise<Check> {
  const about = 'Test email'
  if (!config.smtpUrl)
    return line(about, 'wrong', 'SMTP_URL is not set, so the test email was not sent.', 'Set SMTP_URL and MAIL_FROM.')
  let code = ''
  const transport = createTransport(config, (reply) => (code = reply))
  try {
    const email = { ...testEmail({ shortName: new URL(config.publicUrl).hostname }), to }
    await transport.send({ ...email, id: randomUUID(), createdAt: Date.now() })
    const look = 'Check that inbox and its spam folder.'
    return line(about, 'ok', `The mail server accepted the test email to ${to} (${code}). ${look}`)
  } catch (error) {
    return line(about, 'wrong', `The test email was not sent. ${explainFailure(error, config.smtpUrl)}`, checkMail)
  } finally {
    transport.close()
  }
}

const checkMail =
  'Compare SMTP_URL and MAIL_FROM in .env with what the mail provider says, then restart the site. If they are right, show the provider this reply.'

async function checkMailServer(config: Config, smtpUrl: string): Promise<Check> {
  const transport = createTransport(config)
  try {
    await transport.verify()
    return line('Mail server', 'ok', 'The mail server replies and accepts the site.')
  } catch (error) {
    return line('Mail server', 'wrong', explainFailure(error, smtpUrl), checkMail)
  } finally {
    transport.close()
  }
}

/** Returns only a code: a message may quote an address or a password. */
function codeOf(error: unknown): string {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? code : error instanceof Error ? error.name : 'unknown'
}
