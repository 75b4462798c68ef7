/**
 * The database server of one test run, as a process of its own: it outlives whatever ends the run (a failure, Ctrl-C,
 * kill -9) just long enough to clean up, because its standard input closes with the run.
 *
 * Says one line, a `TestDatabases` as JSON, when the migrated template is ready.
 */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { startEmbedded } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { inDatabase, type TestDatabases } from './database.ts'

const run = `test_${process.pid}_${randomBytes(4).toString('hex')}`
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
const inputClosed = once(process.stdin.resume(), 'end')

const server = process.env['DATABASE_URL'] ? await givenServer(process.env['DATABASE_URL']) : await ownServer()
try {
  const template = `${run}_template`
  await server.admin.query(`CREATE DATABASE ${template}`)
  const pool = new pg.Pool(inDatabase(server.config, template))
  await migrate(pool).finally(() => pool.end())
  const databases: TestDatabases = { server: server.config, run, template }
  console.log(JSON.stringify(databases))
  await inputClosed
} finally {
  await server.close()
}

/** A server given by DATABASE_URL stays as it was: whatever this run made is dropped. */
async function givenServer(connectionString: string) {
  const config = { connectionString }
  const admin = new pg.Client(config)
  await admin.connect()
  return {
    config,
    admin,
    async close() {
      const { rows } = await admin.query<{ datname: string }>(
        'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
        [run],
      )
      for (const { datname } of rows) await admin.query(`DROP DATABASE IF EXISTS ${datname} WITH (FORCE)`)
      await admin.end()
    },
  }
}

/** In memory where there is room: a database for each test file is hundreds of files, made and deleted again. */
function quickFolder(): string {
  const inMemory = '/dev/shm'
  const { bavail, bsize } = fs.existsSync(inMemory) ? fs.statfsSync(inMemory) : { bavail: 0, bsize: 0 }
  return bavail * bsize >= 2e9 ? inMemory : os.tmpdir()
}

async function ownServer() {
  const folder = fs.mkdtempSync(path.join(quickFolder(), 'site-tests-'))
  // Root's database runs as another user, who has to pass through.
  if (process.getuid?.() === 0) fs.chmodSync(folder, 0o711)
  const embedded = await startEmbedded(folder, () => {})
  const config = { ...embedded.connection, ssl: false }
  const admin = new pg.Client({ ...config, database: 'postgres' })
  await admin.connect()
  // A test's data need not survive a power cut; the shipped settings stay as they are.
  await admin.query('ALTER SYSTEM SET fsync = off')
  await admin.query('SELECT pg_reload_conf()')
  return {
    config,
    admin,
    async close() {
      await admin.end()
      await embedded.stop()
      // A folder only root can enter has its cluster elsewhere, behind the link.
      const cluster = fs.realpathSync(path.join(folder, 'pg'))
      if (!cluster.startsWith(fs.realpathSync(folder))) fs.rmSync(path.dirname(cluster), { recursive: true })
      fs.rmSync(folder, { recursive: true })
    },
  }
}
