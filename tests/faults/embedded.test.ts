import { spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { processesIn } from '#server/db/embedded-cluster.ts'
import { startEmbedded } from '#server/db/embedded.ts'
import { postmasterPid, startApp, until, type AppProcess } from '#tests/support/processes.ts'

const isRoot = process.getuid?.() === 0
const silent = () => {}

let folder: string
let dataDir: string
let apps: AppProcess[]

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'faults-'))
  fs.chmodSync(folder, isRoot ? 0o711 : 0o700)
  dataDir = path.join(folder, 'data')
  apps = []
})

afterEach(async () => {
  await Promise.all(apps.map((app) => app.stop()))
  const cluster = fs.existsSync(path.join(dataDir, 'pg')) ? fs.realpathSync(path.join(dataDir, 'pg')) : undefined
  const leftRunning = cluster ? processesIn(cluster) : []
  for (const pid of leftRunning) process.kill(pid, 'SIGKILL')
  fs.rmSync(folder, { recursive: true, force: true })
  if (cluster?.startsWith('/var/lib/')) fs.rmSync(path.dirname(cluster), { recursive: true, force: true })
  expect(leftRunning).toEqual([])
})

const timed = async (act: () => Promise<unknown>) => {
  const began = performance.now()
  await act()
  return performance.now() - began
}
/** The measure of a quick start: one that is refused loads as much, and waits three seconds for the other to go. */
const refusedStartMs = () => timed(() => expect(startApp(dataDir)).rejects.toThrow('is in use by another running copy'))

async function start(...options: Parameters<typeof startApp> extends [string, ...infer Rest] ? Rest : never) {
  const app = await startApp(dataDir, ...options)
  apps.push(app)
  return app
}

function giveTo(user: number, place: string) {
  fs.chownSync(place, user, user)
  for (const name of fs.readdirSync(place, { recursive: true, encoding: 'utf8' }))
    fs.lchownSync(path.join(place, name), user, user)
}

const busy = "SELECT count(*)::int FROM pg_stat_activity WHERE query LIKE '%pg_sleep(600)%' AND pid <> pg_backend_pid()"
const clusterFolder = () => fs.realpathSync(path.join(dataDir, 'pg'))
const write = (app: AppProcess) => app.query('CREATE TABLE kept AS SELECT 42 AS answer')
const expectKept = async (app: AppProcess) =>
  expect(await app.query('SELECT answer FROM kept')).toEqual([{ answer: 42 }])

describe('stopping and starting', () => {
  test('a second start finds what the first one wrote, on a durable and checked database', async () => {
    const first = await start()
    await write(first)
    await first.stop()
    const second = await start()
    await expectKept(second)
    expect(
      await second.query(
        "SELECT name, setting FROM pg_settings WHERE name IN ('fsync', 'synchronous_commit', 'data_checksums') ORDER BY name",
      ),
    ).toEqual([
      { name: 'data_checksums', setting: 'on' },
      { name: 'fsync', setting: 'on' },
      { name: 'synchronous_commit', setting: 'on' },
    ])
  })

  test('nobody else on the machine can reach the database', async () => {
    await start()
    expect(fs.statSync(clusterFolder()).mode & 0o077).toBe(0)
    expect(fs.readFileSync(path.join(clusterFolder(), 'postmaster.pid'), 'utf8').split('\n')[5]?.trim()).toBe('')
  })

  test('four first starts at once: one site runs, the others are told so', async () => {
    const results = await Promise.allSettled([start(), start(), start(), start()])
    expect(results.map((result) => result.status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected'])
    for (const result of results) {
      if (result.status === 'rejected') expect(String(result.reason)).toContain('is in use by another running copy')
    }
    expect(fs.readdirSync(dataDir).toSorted()).toEqual(['pg', 'postgres.log'])
    await write(apps[0]!)
  })

  test('a start that was killed half way leaves nothing that stays', async () => {
    const dead = spawnSync(process.execPath, ['--version']).pid
    fs.mkdirSync(path.join(dataDir, `pg.new-${dead}`, 'base'), { recursive: true })
    if (isRoot) fs.chmodSync(dataDir, 0o711)
    await start()
    expect(fs.readdirSync(dataDir).toSorted()).toEqual(['pg', 'postgres.log'])
  })
})

describe('killed with -9', () => {
  test('the site: the next one adopts its server at once and stops it in the end', async () => {
    const killed = await start()
    await write(killed)
    const server = postmasterPid(dataDir)
    await expect(startEmbedded(dataDir, silent)).rejects.toThrow(
      `The data folder ${dataDir} is in use by another running copy of this site (process ${killed.pid}). Stop it first, or give this one its own DATA_DIR.`,
    )
    await expectKept(killed)
    await killed.kill()
    const took = await timed(start)
    const next = apps.at(-1)!
    expect(next.said()).toContain('taken over')
    expect(postmasterPid(dataDir)).toBe(server)
    expect(took).toBeLessThan(2 * (await refusedStartMs()))
    await expectKept(next)
    await next.stop()
    expect(processesIn(clusterFolder())).toEqual([])
    expect(fs.existsSync(path.join(dataDir, 'pg', 'postmaster.pid'))).toBe(false)
  })

  test('many sites in a row, each in the middle of its statements: the next one starts within seconds', async () => {
    for (let round = 0; round < 6; round++) {
      const app = await start()
      // As many as a site and its jobs have, half of them busy and half waiting for a lock that one of them holds.
      for (let place = 0; place < 24; place++)
        app.hold(place % 2 ? 'SELECT pg_sleep(600)' : 'SELECT pg_advisory_xact_lock(7340001), pg_sleep(600)')
      await until(async () => (await app.query(busy))[0]?.['count'] === 24)
      await app.kill()
    }
    const took = await timed(start)
    const next = apps.at(-1)!
    expect(await next.query(busy)).toEqual([{ count: 0 }])
    expect(await next.query('SELECT pg_try_advisory_lock(7340001) AS free')).toEqual([{ free: true }])
    expect(took).toBeLessThan(2 * (await refusedStartMs()))
  })

  test('the site, while a person looks at the database: their connection stays', async () => {
    const killed = await start()
    const person = new pg.Client({ ...killed.connection, application_name: 'psql' })
    await person.connect()
    await killed.kill()
    await start()
    expect((await person.query('SELECT 1 AS here')).rows).toEqual([{ here: 1 }])
    await person.end()
  })

  test('PostgreSQL, under a running site: it comes back by itself', async () => {
    const app = await start()
    await write(app)
    const server = postmasterPid(dataDir)
    process.kill(server, 'SIGKILL')
    await until(() => app.said().includes('The database is back.'))
    expect(postmasterPid(dataDir)).not.toBe(server)
    await expectKept(app)
    await expect(startEmbedded(dataDir, silent)).rejects.toThrow(`(process ${app.pid})`)
  })

  test('the connection that holds the lock: it is taken again', async () => {
    const app = await start()
    await app.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'owner of%'")
    await until(() => app.said().includes('The database is back.'))
    await expect(startEmbedded(dataDir, silent)).rejects.toThrow(`(process ${app.pid})`)
  })

  test('both: the next start recovers', async () => {
    const killed = await start()
    await write(killed)
    await killed.kill()
    process.kill(postmasterPid(dataDir), 'SIGKILL')
    await expectKept(await start())
  })

  test('every process of it, with a stranger now living under the old process id', async () => {
    const killed = await start()
    await write(killed)
    await killed.kill()
    for (const pid of processesIn(clusterFolder())) process.kill(pid, 'SIGKILL')
    await until(() => processesIn(clusterFolder()).length === 0)
    // Same user as the server's, as after a reboot: PostgreSQL by itself would refuse to start.
    const owner = fs.statSync(clusterFolder())
    const as = isRoot ? { uid: owner.uid, gid: owner.gid } : {}
    const stranger = spawn('/bin/sh', ['-c', 'read line'], { cwd: '/', stdio: 'pipe', ...as })
    try {
      const lockFile = path.join(clusterFolder(), 'postmaster.pid')
      fs.writeFileSync(lockFile, fs.readFileSync(lockFile, 'utf8').replace(/^\d+/, String(stranger.pid)))
      await expectKept(await start())
    } finally {
      stranger.kill()
    }
  })
})

describe('places', () => {
  test('a site that lost its database does not open as an empty one', async () => {
    fs.mkdirSync(dataDir)
    fs.writeFileSync(path.join(dataDir, 'site.key'), 'x'.repeat(64))
    await expect(startEmbedded(dataDir, silent)).rejects.toThrow(/is that of a site .*, but its database .* is missing/)
    expect(fs.readdirSync(dataDir)).toEqual(['site.key'])
  })

  test('a database of another major version is left alone, and the command that takes it along is named', async () => {
    await (await start()).stop()
    const version = path.join(clusterFolder(), 'PG_VERSION')
    fs.writeFileSync(version, '17\n')
    await expect(start()).rejects.toThrow(
      /was made by PostgreSQL 17, .* npm run update -- VERSION --anew\. Nothing was changed\.$/,
    )
    expect(fs.readFileSync(version, 'utf8')).toBe('17\n')
  })

  test('a path too long for a socket', async () => {
    dataDir = path.join(folder, 'a'.repeat(60), 'b'.repeat(60), 'data')
    fs.mkdirSync(path.dirname(dataDir), { recursive: true })
    const killed = await start()
    await write(killed)
    await killed.kill()
    const next = await start()
    await expectKept(next)
    expect(next.connection.host?.length).toBeLessThan(80)
    expect(fs.statSync(next.connection.host!).mode & 0o077).toBe(0)
    await next.stop()
    expect(fs.existsSync(next.connection.host!)).toBe(false)
  })

  test("a stranger's folder in the place of the socket is refused", async () => {
    dataDir = path.join(folder, 'a'.repeat(60), 'b'.repeat(60), 'data')
    const app = await start()
    await app.stop()
    fs.symlinkSync(folder, app.connection.host!)
    try {
      await expect(startEmbedded(dataDir, silent)).rejects.toThrow('belongs to somebody else')
    } finally {
      fs.unlinkSync(app.connection.host!)
    }
  })

  test('a data folder that only its owner can enter', async () => {
    fs.chmodSync(folder, 0o700)
    const first = await start()
    await write(first)
    if (isRoot) {
      // The database's user cannot come here: it is kept outside, and the link is all that points to it.
      expect(fs.lstatSync(path.join(dataDir, 'pg')).isSymbolicLink()).toBe(true)
      expect(clusterFolder()).toMatch(/^\/var\/lib\/reservist-association-site-[0-9a-f]{12}\/pg$/)
      expect(first.said()).toContain(`The database is kept in ${clusterFolder()}`)
      expect(fs.statSync(path.dirname(clusterFolder())).mode & 0o777).toBe(0o700)
    } else {
      expect(fs.lstatSync(path.join(dataDir, 'pg')).isDirectory()).toBe(true)
    }
    await first.kill()
    const second = await start()
    await expectKept(second)
    await second.stop()
    await expectKept(await start())
  })

  test('a link to a database that is gone is never answered with an empty one', async () => {
    fs.mkdirSync(dataDir)
    fs.symlinkSync(path.join(folder, 'gone'), path.join(dataDir, 'pg'))
    await expect(startEmbedded(dataDir, silent)).rejects.toThrow('which is missing')
  })

  test("somebody else's database is refused, or run under its owner by root", async () => {
    const first = await start()
    await write(first)
    await first.stop()
    if (isRoot) {
      giveTo(4711, clusterFolder())
      await expectKept(await start())
      expect(fs.statSync(`/proc/${postmasterPid(dataDir)}`).uid).toBe(4711)
    } else {
      const roots = path.join(folder, 'roots')
      fs.mkdirSync(roots)
      fs.symlinkSync('/etc', path.join(roots, 'pg'))
      await expect(startEmbedded(roots, silent)).rejects.toThrow('belongs to another user')
    }
  })

  test('a copy of the folder that lost its owner', async () => {
    const first = await start()
    await write(first)
    await first.stop()
    fs.cpSync(path.join(dataDir, 'pg'), path.join(folder, 'copy'), { recursive: true })
    fs.rmSync(path.join(dataDir, 'pg'), { recursive: true })
    fs.renameSync(path.join(folder, 'copy'), path.join(dataDir, 'pg'))
    await expectKept(await start())
  })
})
