import type pg from 'pg'
import { randomUUID } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Check } from '#shared/operations/status/check.ts'
import { doctorText } from '#shared/operations/status/doctor-text.ts'
import { nodeChecks } from '#shared/operations/status/node-checks.ts'
import { ConfigError, readConfig, settingNames, type Config } from '#server/config.ts'
import { openDatabase } from '#server/db/database.ts'
import { compareMigrations } from './migrations.ts'
import { reachDatabase } from '#server/db/reach-database.ts'
import { createTransport } from '#server/email/transport.ts'
import { createLog } from '#server/log.ts'
import { whyNotOurs } from '#server/db/going-back.ts'
import { refuseUnfinishedRestore } from '#server/db/unfinished-restore.ts'
import { whyOtherSiteKey } from '#server/site-key.ts'
import { siteVersion } from '#server/site-version.ts'
import { readDisks } from './disk-space.ts'
import { lookAtClock, lookAtPort } from './doctor-machine.ts'
import { examineSite } from './doctor-site.ts'
import { testEmail } from './email-text.ts'
import { codeOf, findingOf, type Finding } from './finding.ts'

/**
 * What is wrong, as far as can be found out from here: the site may run or not, and so may its database. Nothing is mended,
 * and no value of a setting is shown.
 */
export async function* examine(env: NodeJS.ProcessEnv, sendTo?: string): AsyncGenerator<Finding> {
  yield { about: 'Versions', state: 'ok', sentence: `Site ${siteVersion()}, Node ${process.version.slice(1)}.` }
  const set = settingNames.filter((name) => env[name])
  yield { about: 'Settings', state: 'ok', sentence: doctorText.settings(set) }
  let config: Config
  try {
    config = readConfig(env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    yield { about: 'Settings', state: 'wrong', sentence: error.message }
    return
  }
  yield await lookAtPort(config)
  yield* lookAtClock()
  yield* examineDatabase(config)
  if (sendTo) yield await sendTest(config, sendTo)
}

async function* examineDatabase(config: Config): AsyncGenerator<Finding> {
  const cannotLookFurther = async () => findingOf(await diskAlone(config))
  if (!config.databaseUrl && !existsSync(join(config.dataDir, 'pg'))) {
    yield { about: 'Database', state: 'warning', sentence: doctorText.noDatabase, next: doctorText.noDatabaseNext }
    yield await cannotLookFurther()
    return
  }
  const reached = await reachDatabase(config, () => undefined).catch((error: Error) => error)
  if (reached instanceof Error) {
    yield { about: 'Database', state: 'wrong', sentence: reached.message, next: doctorText.notStartedNext }
    yield await cannotLookFurther()
    return
  }
  const { pool, db } = openDatabase(
    { ...reached.connection, max: 3, connectionTimeoutMillis: 5_000 },
    createLog('silent'),
  )
  try {
    const migrations = await compareMigrations(pool).catch((error: unknown) => codeOf(error))
    if (typeof migrations === 'string') {
      yield { about: 'Database', state: 'wrong', sentence: doctorText.away(migrations), next: doctorText.awayNext }
      yield await cannotLookFurther()
      return
    }
    yield* whyNotStarting(config, pool, migrations.unknown > 0)
    yield migrationsFinding(migrations)
    // The tables that the rest is about may not be there.
    if (migrations.pending > 0) yield await cannotLookFurther()
    else yield* examineSite({ config, pool, db, triesStorage: ownsData(config) })
  } finally {
    await pool.end()
    await reached.stop()
  }
}

/** What a start would refuse with, in its own words. */
async function* whyNotStarting(config: Config, pool: pg.Pool, isNewer: boolean): AsyncGenerator<Finding> {
  const about = 'Start'
  const unfinished = await refuseUnfinishedRestore(config.dataDir, pool).catch((error: Error) => error.message)
  if (unfinished) yield { about, state: 'wrong', sentence: unfinished }
  if (isNewer) yield { about, state: 'wrong', sentence: await whyNotOurs(pool, siteVersion()) }
  const otherKey = unfinished ? null : await whyOtherSiteKey(config, pool)
  if (otherKey) yield { about, state: 'wrong', sentence: otherKey }
}

function migrationsFinding({ pending, unknown }: { pending: number; unknown: number }): Finding {
  const about = 'Database version'
  if (unknown > 0)
    return { about, state: 'wrong', sentence: doctorText.unknownSteps, next: doctorText.unknownStepsNext }
  if (pending > 0)
    return { about, state: 'warning', sentence: doctorText.pending(pending), next: doctorText.pendingNext }
  return { about, state: 'ok', sentence: doctorText.upToDate }
}

/** Without the database there is still the disk, which is often the cause. */
async function diskAlone(config: Config): Promise<Check> {
  const disks = await readDisks(config).catch(() => 'unknown' as const)
  const facts = { database: 'no reply', storage: 'writable', ballotKeys: 'unknown', jobsIdleMs: null } as const
  const checks = nodeChecks({ ...facts, disks, clock: { offsetMs: null, problem: null } })
  const [disk] = checks.filter(({ name }) => name === 'disk')
  if (!disk) throw new Error('the disk is always looked at')
  return disk
}

/** Another user would leave folders behind that the site cannot write to. */
function ownsData({ dataDir, s3 }: Config): boolean {
  return s3 !== undefined || statSync(dataDir, { throwIfNoEntry: false })?.uid === process.getuid?.()
}

async function sendTest(config: Config, to: string): Promise<Finding> {
  const about = 'Test email'
  if (!config.smtpUrl)
    return { about, state: 'wrong', sentence: doctorText.emailToOutbox, next: doctorText.emailToOutboxNext }
  let code = ''
  const transport = createTransport(config, (reply) => (code = reply))
  try {
    const email = { ...testEmail({ shortName: new URL(config.publicUrl).hostname }), to }
    await transport.send({ ...email, id: randomUUID(), createdAt: new Date() })
    return { about, state: 'ok', sentence: doctorText.emailAccepted(to, code) }
  } catch (error) {
    const { responseCode } = error as { responseCode?: number }
    const reply = [codeOf(error), responseCode].filter(Boolean).join(' ')
    return { about, state: 'wrong', sentence: doctorText.emailRefused(reply), next: doctorText.emailRefusedNext }
  } finally {
    transport.close()
  }
}
