import { closeSync, existsSync, ftruncateSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError, projectRoot, readConfig, type Config } from '#server/config.ts'
import { setClusterAside } from '#server/db/embedded-cluster.ts'
import { withConnection, connectionTo } from '#server/db/hosts.ts'
import { backUp, withPlainErrors, restoreFrom } from '#server/operations/backup/commands.ts'
import { settingsFile } from '#server/operations/backup/restore-backup.ts'
import { refuseFilledDatabase } from '#server/operations/backup/restore-database.ts'
import { backupText } from '#server/operations/backup/text.ts'
import { exitAfter, say, sentenceOfError } from '#server/terminal.ts'
import { withDatabaseUrl } from '#shared/operations/backup/backup.ts'
import { pauseSite } from './setup/pause.mjs'

/**
 * `npm run move-database -- postgres://…`, or `-- embedded`: from the database that comes with the site to a server of its own,
 * or back. A backup and a restore that keeps the files, while the site is stopped; then `.env` names the new one.
 */
const usage = 'npm run move-database -- postgres://USER@HOST/DATABASE, or: npm run move-database -- embedded'
const envFile = join(projectRoot, '.env')

exitAfter(main(process.argv[2]))

async function main(target: string | undefined): Promise<void> {
  if (!target || (target !== 'embedded' && !target.startsWith('postgres'))) throw new ConfigError(usage)
  const databaseUrl = target === 'embedded' ? '' : target
  const from = readConfig(process.env)
  const to = readConfig({ ...process.env, DATABASE_URL: databaseUrl })
  if (from.databaseUrl === to.databaseUrl) throw new ConfigError('The site has its data there already.')
  const written = existsSync(envFile) ? readFileSync(envFile, 'utf8') : ''
  if (from.databaseUrl && !written.includes(from.databaseUrl))
    throw new ConfigError(
      `DATABASE_URL is not set in ${envFile}: make a backup, and restore it in the place where you set it.`,
    )
  const settings = openSettings()
  becomeOwnerOf(from)
  await move({ from, to, written, settings }).catch((error: NodeJS.ErrnoException) => {
    throw new ConfigError(`${sentenceOfError(error)} The site keeps its present database.`)
  })
}

interface Move {
  from: Config
  to: Config
  /** The settings as they are, and the file they are in. */
  written: string
  settings: number
}

async function move({ from, to, written, settings }: Move): Promise<void> {
  await lookAt(to)
  const site = await pauseSite()
  try {
    const env = process.env
    const file = await backUp(
      { config: from, env, say },
      { to: from.backup.folder, withBallotKeys: null, kind: 'manual' },
    )
    const wish = { file, ballotKeys: null, erased: null, keepFiles: true, setAside: true }
    await restoreFrom({ config: to, env, say: () => undefined }, wish)
    // Of this very machine, which has them.
    rmSync(settingsFile(to), { force: true })
    const kept = to.databaseUrl ? setClusterAside(to.dataDir, new Date().toISOString().slice(0, 10)) : undefined
    ftruncateSync(settings)
    writeSync(settings, withDatabaseUrl(written, to.databaseUrl ?? ''), 0)
    say(`The data is in ${to.databaseUrl ? 'the database that DATABASE_URL names' : 'the site’s own database'} now.`)
    say(
      kept
        ? backupText.setAside(kept)
        : 'The old database is unchanged: remove it when the site has run well for a while.',
    )
  } finally {
    closeSync(settings)
    if (site && !(await site.start())) process.exitCode = 1
    site?.end()
  }
}

/** Whether it replies and is empty, while the site still runs. */
async function lookAt({ databaseUrl, dataDir }: Config): Promise<void> {
  if (!databaseUrl) return
  const connection = connectionTo(databaseUrl, { dataDir })
  await withPlainErrors(() => withConnection(connection, 10_000, (client) => refuseFilledDatabase(client, '')))
}

/** Before anything else: where it cannot be written, the site would start again with the old database. */
function openSettings(): number {
  try {
    return openSync(envFile, existsSync(envFile) ? 'r+' : 'w+', 0o640)
  } catch {
    throw new ConfigError(`${envFile} cannot be written by this user: run this as root.`)
  }
}

/** Settings are root's, data is the site's: what root made there the site could not use. */
function becomeOwnerOf({ dataDir }: Config): void {
  const { uid, gid } = statSync(dataDir)
  if (process.getuid?.() !== 0 || uid === 0) return
  process.setgroups?.([gid])
  process.setgid?.(gid)
  process.setuid?.(uid)
}
