import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { projectRoot } from '#server/config.ts'
import { checkFile } from '#server/operations/backup/commands.ts'
import { fakeS3 } from '#server/storage/testing/fake-s3.ts'
import {
  atTerminal,
  backUpTo,
  removeFolder,
  restoreTo,
  scratchFolder,
  wholeDatabase,
  wholeFolder,
} from '#tests/support/backup.ts'
import { scratchDatabase, type ScratchDatabase } from '#tests/support/database.ts'
import { votingOpens } from '#tests/support/election.ts'
import { until } from '#tests/support/processes.ts'
import { testSite, type TestSite } from '#tests/support/site.ts'

const envOf = (database: ScratchDatabase, dataDir: string, more: Record<string, string> = {}) => ({
  NODE_ENV: 'test',
  DATABASE_URL: database.url.replace('@/', '@localhost/'),
  DATA_DIR: dataDir,
  ...more,
})

/** One of the scripts as a process of its own, which can be killed. */
function startScript(script: string, args: string[], env: Record<string, string>) {
  const preload = pathToFileURL(join(projectRoot, 'src/server/commonjs-drizzle.ts')).href
  const child = spawn(process.execPath, ['--import', preload, join(projectRoot, script), ...args], {
    env: { ...process.env, NODE_OPTIONS: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk))
  child.stderr.on('data', (chunk: Buffer) => (said += chunk))
  return { child, said: () => said, ended: once(child, 'exit') }
}

async function aFilledSite(): Promise<TestSite> {
  // Voting goes on, so the site's own job does not close the count while its tables are compared.
  const site = await testSite({ clock: { now: () => votingOpens } })
  onTestFinished(() => site.stop())
  await site.pool.query(
    `insert into users (first_name, last_name, military_serial, birthday, region, ms, id_number, approved, approved_at)
     select 'JUAN', 'NUMBER ' || n, 'S-' || n, '1964-10-05', 'NCR', 'PA', 'ARRAPI-' || lpad((n / 1000)::text, 3, '0') || '-' || lpad((n % 1000)::text, 3, '0'), true, now()
     from generate_series(1, 20000) n`,
  )
  for (let n = 0; n < 4; n++) await site.aVideo({ title: `video ${n}` })
  return site
}

async function aFolder(): Promise<string> {
  const folder = await scratchFolder()
  onTestFinished(() => removeFolder(folder))
  return folder
}

async function anEmptyTarget(more: Record<string, string>) {
  const database = await scratchDatabase({ empty: true })
  onTestFinished(() => database.drop())
  const dataDir = await aFolder()
  return { database, dataDir, env: envOf(database, dataDir, more) }
}

test('a backup killed at any moment leaves nothing that looks finished, and the next one clears up', async () => {
  const site = await aFilledSite()
  const folder = await aFolder()
  const env = envOf(site.database, site.dataDir)
  const whole = await backUpTo(folder, env)
  const { size } = await stat(whole)
  let killed = 0
  for (const share of [0.05, 0.4, 0.9, 1]) {
    const script = startScript('scripts/backup.ts', ['--to', folder], env)
    const part = async () => (await readdir(folder)).find((name) => name.endsWith('.backup.part'))
    await until(async () => {
      const name = await part()
      const written = name ? (await stat(join(folder, name)).catch(() => ({ size: 0 }))).size : 0
      return written >= size * share * 0.98 || script.child.exitCode !== null
    })
    script.child.kill('SIGKILL')
    await script.ended
    if (script.child.signalCode === 'SIGKILL') killed += 1
    for (const name of (await readdir(folder)).filter((one) => one.endsWith('.backup')))
      await checkFile(atTerminal(env), join(folder, name))
  }
  expect(killed).toBeGreaterThan(1)
  await backUpTo(folder, env)
  expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([])
  const { rows } = await site.pool.query(`select state, error from backups where state <> 'done'`)
  expect(rows).toEqual(Array.from({ length: killed }, () => ({ state: 'failed', error: 'interrupted' })))
})

test('a restore killed at any moment can be run again, and the site does not start before', async () => {
  const site = await aFilledSite()
  const folder = await aFolder()
  const file = await backUpTo(folder, envOf(site.database, site.dataDir))
  const changed = ['backups', 'installation', 'nodes', 'job_runs', 'emails', 'stray_files']
  const key = { BACKUP_KEY_FILE: join(site.dataDir, 'backup.key') }
  const target = await anEmptyTarget(key)
  const client = new pg.Client(target.database.config)
  await client.connect()
  const exists = async (what: string) => {
    const { rows } = await client.query(`select to_regclass($1) is not null as there`, [what])
    return rows[0].there === true
  }
  const moments = [
    async () => (await readdir(target.dataDir)).includes('restore-unfinished'),
    async () => (await readdir(target.dataDir)).includes('site.key'),
    async () => exists('public.users'),
    async () => (await readdir(join(target.dataDir, 'files')).catch(() => [])).length > 0,
  ]
  let unfinished = 0
  for (const moment of moments) {
    const script = startScript('scripts/restore.ts', [file], target.env)
    await until(async () => (await moment()) || script.child.exitCode !== null)
    script.child.kill('SIGKILL')
    await script.ended
    if (script.child.signalCode !== 'SIGKILL') break
    unfinished += 1
    const started = startScript('src/server/main.ts', [], { ...target.env, PORT: '0', HOST: '127.0.0.1' })
    await started.ended
    expect(started.said()).toContain('was not finished')
  }
  expect(unfinished).toBeGreaterThan(2)
  await client.end()
  const said = await restoreTo(target.env, file)
  expect(said.join('\n')).toContain('The site is as it was')
  expect(await wholeDatabase(target.database, changed)).toEqual(await wholeDatabase(site.database, changed))
  expect(await wholeFolder(target.dataDir)).toEqual(await wholeFolder(site.dataDir))
})

test('a backup under writes is one state: what hangs together agrees', async () => {
  const site = await testSite()
  onTestFinished(() => site.stop())
  const folder = await aFolder()
  let going = true
  // Each transaction keeps two tables in step: the members, and the count that triggers keep of them.
  const writers = [1, 2, 3].map(async () => {
    for (let n = 0; going; n++) {
      await site.aMember()
      await wait(5)
    }
  })
  const files: string[] = []
  for (let n = 0; n < 3; n++) files.push(await backUpTo(folder, envOf(site.database, site.dataDir)))
  going = false
  await Promise.all(writers)
  const counts = new Set<number>()
  for (const file of files) {
    const target = await anEmptyTarget({ BACKUP_KEY_FILE: join(site.dataDir, 'backup.key') })
    await restoreTo(target.env, file)
    const client = new pg.Client(target.database.config)
    await client.connect()
    const { rows } = await client.query(
      `select (select count(*) from users where approved and military_serial is not null)::int as members,
        (select people from member_counts where state = 'approved')::int as counted`,
    )
    await client.end()
    expect(rows[0].members).toBe(rows[0].counted)
    counts.add(rows[0].members)
  }
  expect(counts.size).toBeGreaterThan(1)
})

test('with files and backups in buckets: made, listed and restored', async () => {
  const files = await fakeS3('files')
  const backups = await fakeS3('backups')
  onTestFinished(async () => {
    await files.close()
    await backups.close()
  })
  const access = { S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b', S3_REGION: 'us-east-1' }
  const s3 = {
    ...access,
    S3_BUCKET: 'files',
    S3_ENDPOINT: files.endpoint,
    BACKUP_S3_BUCKET: 'backups',
    BACKUP_S3_ENDPOINT: backups.endpoint,
  }
  const site = await testSite({ env: s3 })
  onTestFinished(() => site.stop())
  await site.aVideo()
  await site.pool.query(
    `insert into settings (value) values ('{"backupPlace": "s3"}') on conflict (id) do update set value = excluded.value`,
  )
  const env = envOf(site.database, site.dataDir, s3)
  const script = startScript('scripts/backup.ts', [], env)
  await script.ended
  expect(script.said()).toContain('Backup made and read back: s3:')
  const name = /s3:(\S+)/.exec(script.said())?.[1] ?? ''
  expect([...backups.objects.keys()].toSorted()).toEqual([`backups/${name}`, 'backups/erased-members.json'].toSorted())

  const before = new Map([...files.objects].map(([path, { bytes }]) => [path, bytes]))
  const target = await anEmptyTarget({ ...s3, BACKUP_KEY_FILE: join(site.dataDir, 'backup.key') })
  await expect(restoreTo(target.env, `s3:${name}`)).rejects.toThrow('empty site')
  files.objects.clear()
  await restoreTo(target.env, `s3:${name}`)
  for (const [path, bytes] of before) expect(files.objects.get(path)?.bytes.equals(bytes)).toBe(true)
  expect(before.size).toBeGreaterThan(0)

  backups.broken = true
  const away = startScript('scripts/backup.ts', [], env)
  await away.ended
  expect(away.said()).toMatch(/^The file storage does not reply\. [^\n]+$/m)
  expect(away.said()).not.toMatch(/\n +at /)
})

test('an embedded site: backed up while it runs and while it does not, restored into an empty folder', async () => {
  const dataDir = await aFolder()
  const env = { NODE_ENV: 'test', DATA_DIR: dataDir, DATABASE_URL: '', PORT: '0', HOST: '127.0.0.1' }
  const folder = await aFolder()
  const site = startScript('src/server/main.ts', [], env)
  await until(() => site.said().includes('open at'))
  const running = startScript('scripts/backup.ts', ['--to', folder], env)
  expect(await running.ended).toEqual([0, null])
  site.child.kill('SIGTERM')
  await site.ended
  const stopped = startScript('scripts/backup.ts', ['--to', folder], env)
  expect(await stopped.ended).toEqual([0, null])
  const files = (await readdir(folder)).filter((name) => name.endsWith('.backup'))
  expect(files).toHaveLength(2)

  const other = { ...env, DATA_DIR: await aFolder(), BACKUP_KEY_FILE: join(dataDir, 'backup.key') }
  const restore = startScript('scripts/restore.ts', [join(folder, files[0] ?? '')], other)
  expect(await restore.ended).toEqual([0, null])
  const again = startScript('src/server/main.ts', [], other)
  await until(() => again.said().includes('open at'))
  // The administrator of the old site is there, so no other one was made.
  expect(again.said()).not.toContain('first administrator')
  again.child.kill('SIGTERM')
  await again.ended
})
