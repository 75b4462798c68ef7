import { fork } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ConfigError, projectRoot, readConfig, settingNames, type Config } from '#server/config.ts'
import { connect } from '#server/db/database.ts'
import { refuseOtherMajor, removeCluster } from '#server/db/embedded-cluster.ts'
import { appliedMigrations, isKnown, whyDatabaseNotOurs } from '#server/db/migrate.ts'
import { reachDatabase } from '#server/db/reach-database.ts'
import { siteVersion } from '#server/site-version.ts'
import { exitAfter } from '#server/terminal.ts'

/**
 * `scripts/dry-start.ts FOLDER [--without-database]`, by which the update of a site that runs from FOLDER finds out whether this
 * version would start there: its settings and its database are looked at, and the site is opened once with an empty database,
 * in this folder. The version that calls this is an older one: what it may be called with stays as it is.
 */
exitAfter(main(process.argv[2] ?? projectRoot, process.argv.includes('--without-database')))

async function main(folder: string, withoutDatabase: boolean): Promise<void> {
  const dataDir = resolve(folder, process.env['DATA_DIR'] || './data')
  const config = readConfig({ ...process.env, DATA_DIR: dataDir })
  if (!withoutDatabase) await refuseOtherDatabase(config)
  await openOnce()
}

/** What the start would refuse. */
async function refuseOtherDatabase(config: Config): Promise<void> {
  if (!config.databaseUrl && !refuseOtherMajor(config.dataDir)) return
  const { connection, stop } = await reachDatabase(config, () => undefined)
  try {
    const client = await connect(connection)
    try {
      if (!isKnown(await appliedMigrations(client)))
        throw new ConfigError(await whyDatabaseNotOurs(client, siteVersion()))
    } finally {
      await client.end()
    }
  } finally {
    await stop()
  }
}

/** With the settings of the site, but for those that name a place outside this folder. */
async function openOnce(): Promise<void> {
  const kept = settingNames.filter((name) => !/^(PORT|HOST|PUBLIC_URL|DATA_DIR|DATABASE_|SMTP_|S3_|BACKUP_)/.test(name))
  const others = settingNames.filter((name) => !kept.includes(name)).map((name) => [name, ''])
  const dataDir = join(projectRoot, '.setup', `trial-${process.pid}`)
  const site = fork(join(projectRoot, 'src/server/main.ts'), {
    env: { ...process.env, ...Object.fromEntries(others), PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir },
    execArgv: process.execArgv.filter((flag) => !flag.startsWith('--env-file')),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let said = ''
  for (const stream of [site.stdout, site.stderr]) stream?.on('data', (chunk: Buffer) => (said += chunk))
  const ended = once(site, 'exit')
  const patience = setTimeout(() => site.kill('SIGKILL'), 180_000)
  try {
    const opened = await Promise.race([once(site, 'message') as Promise<[{ open: string }]>, ended.then(() => null)])
    if (!opened) {
      const lines = said.trim().split('\n')
      throw new ConfigError(`It does not start: ${lines.find((line) => /error/i.test(line)) ?? lines.at(-1)}`)
    }
    const page = await fetch(opened[0].open)
    if (!page.ok) throw new ConfigError(`It starts, but its home page has an error (${page.status}).`)
  } finally {
    clearTimeout(patience)
    site.kill('SIGTERM')
    await ended
    removeCluster(join(dataDir, 'pg'))
    rmSync(dataDir, { recursive: true, force: true })
  }
}
