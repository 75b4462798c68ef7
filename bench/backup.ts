/**
 * `node scripts/run.mjs bench/backup.ts 2 100000`: a site of so many members and ballots and so many gigabytes of files is backed up
 * while visitors read it, and restored onto an empty one. Prints the time and the memory of each, how long visitors waited with and
 * without it, and whether every row and every file is the same.
 */
import { spawn } from 'node:child_process'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, realpathSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { constants, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { projectRoot } from '#server/config.ts'
import { tableSums } from '#server/db/copy-tables.ts'
import { addMadeUpMembers } from './made-up-members.ts'
import { aDataFolder, runSite, type RunningSite } from './processes.ts'

const [gigabytes = 2, members = 100_000] = process.argv.slice(2).map(Number)
const fileBytes = 4_000_000
const say = (sentence: string) => void process.stdout.write(`${sentence}\n`)

const admin = { ADMIN_EMAIL: 'admin@bench.local', ADMIN_PASSWORD: randomUUID() }
const site = await runSite(admin)
const folder = await mkdtemp(join(tmpdir(), 'bench-backups-'))
try {
  await fill()
  say(`without a backup   ${waits(await visit(AbortSignal.timeout(20_000)))}`)
  const made = await backUp()
  const name = (await readdir(folder)).find((one) => one.endsWith('.backup')) ?? ''
  const { size } = await stat(join(folder, name))
  say(`during a backup    ${waits(made.waited)}`)
  say(
    `the backup         ${(made.ms / 1000).toFixed(1)} s, ${(size / 1e9).toFixed(2)} GB, peak memory ${made.peakMb} MB`,
  )
  await restoreAndCompare(join(folder, name))
} finally {
  await site.stop()
  await rm(folder, { recursive: true, force: true })
}

async function fill(): Promise<void> {
  const client = new pg.Client({ host: realpathSync(join(site.dataDir, 'pg')), user: 'app', database: 'site' })
  await client.connect()
  await addMadeUpMembers(client, members)
  await client.query(
    `insert into ballots (election_id, voter_id, voter_region, sealed)
     select (select id from elections limit 1), id, region, sha512(id::text::bytea) || sha512(id::text::bytea) from users where region is not null`,
  )
  await mkdir(join(site.dataDir, 'files/files'), { recursive: true })
  for (let n = 0; n < (gigabytes * 1e9) / fileBytes; n++) {
    const path = `files/${randomUUID()}.pdf`
    const bytes = randomBytes(fileBytes)
    await writeFile(join(site.dataDir, 'files', path), bytes)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    await client.query(
      `insert into uploads (path, bucket, state, mime, size, sha256, claimed_at) values ($1, 'files', 'stored', 'application/pdf', $2, $3, now())`,
      [path, fileBytes, sha256],
    )
  }
  await client.end()
  say(`${members} members, as many ballots, ${gigabytes} GB of files`)
}

async function backUp(): Promise<{ ms: number; peakMb: number; waited: number[] }> {
  const over = new AbortController()
  const visiting = visit(over.signal)
  const made = await runScript(['scripts/backup.ts', '--to', folder], { DATA_DIR: site.dataDir })
  over.abort()
  return { ...made, waited: await visiting }
}

/** A script of the site as a process of its own that gives way to others, as the nightly backup does. */
async function runScript([file = '', ...args]: string[], settings: NodeJS.ProcessEnv) {
  const preload = pathToFileURL(join(projectRoot, 'src/server/commonjs-drizzle.ts')).href
  const memory = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '1000000' }
  const began = performance.now()
  const child = spawn(process.execPath, ['--import', preload, join(projectRoot, file), ...args], {
    env: { ...process.env, ...memory, DATABASE_URL: '', ...settings },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  setPriority(child.pid ?? 0, constants.priority.PRIORITY_LOW)
  let peakMb = 0
  const watching = setInterval(() => (peakMb = Math.max(peakMb, peakOf(child.pid ?? 0))), 100)
  const [code] = await once(child, 'exit')
  clearInterval(watching)
  if (code !== 0) throw new Error(`${file} failed`)
  return { ms: performance.now() - began, peakMb }
}

async function restoreAndCompare(file: string): Promise<void> {
  const dataDir = await aDataFolder()
  const { ms, peakMb } = await runScript(['scripts/restore.ts', file], {
    DATA_DIR: dataDir,
    BACKUP_KEY_FILE: join(site.dataDir, 'backup.key'),
  })
  say(`the restore        ${(ms / 1000).toFixed(1)} s, peak memory ${peakMb} MB`)
  const restored = await runSite({ DATA_DIR: dataDir })
  try {
    const [before, after] = [await sumsOf(site), await sumsOf(restored)]
    const differing = Object.keys(before.tables).filter((name) => before.tables[name] !== after.tables[name])
    const lost = await differingFiles(after.files, restored)
    say(`tables that differ ${differing.length} of ${Object.keys(before.tables).length} ${differing.join(' ')}`)
    say(`files that differ  ${lost} of ${before.files.length}`)
    const { ADMIN_EMAIL: login, ADMIN_PASSWORD: password } = admin
    const reply = await fetch(`${restored.url}/api/accounts/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: restored.url },
      body: JSON.stringify({ login, password }),
    })
    say(`the administrator logs in there: ${reply.status}`)
    if (differing.length + lost > 0 || !reply.ok) throw new Error('the restored site is not the same')
  } finally {
    await restored.stop()
  }
}

/** Of every table that a running site does not write to by itself. */
async function sumsOf({ dataDir }: Pick<RunningSite, 'dataDir'>) {
  const own = ['backups', 'nodes', 'job_runs', 'installation', 'stray_files', 'throttles', 'sessions', 'emails']
  const client = new pg.Client({ host: realpathSync(join(dataDir, 'pg')), user: 'app', database: 'site' })
  await client.connect()
  await client.query('begin isolation level repeatable read read only')
  const sums = [...(await tableSums(client))].filter(([name]) => !own.includes(name))
  const { rows } = await client.query<{ path: string; sha256: string }>('select path, sha256 from uploads')
  await client.end()
  return { tables: Object.fromEntries(sums.map(([name, sum]) => [name, JSON.stringify(sum)])), files: rows }
}

async function differingFiles(files: { path: string; sha256: string }[], { dataDir }: RunningSite): Promise<number> {
  let differing = 0
  for (const { path, sha256 } of files) {
    const bytes = await readFile(join(dataDir, 'files', path)).catch(() => Buffer.alloc(0))
    if (createHash('sha256').update(bytes).digest('hex') !== sha256) differing += 1
  }
  return differing
}

function peakOf(pid: number): number {
  try {
    const [, kilobytes = '0'] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Math.round(Number(kilobytes) / 1024)
  } catch {
    return 0
  }
}

/** Twenty visitors a second, one of the replies each from the database. Returns how many milliseconds each waited. */
async function visit(until: AbortSignal): Promise<number[]> {
  const waited: Promise<number>[] = []
  while (!until.aborted) {
    waited.push(ask(waited.length % 2 === 0 ? '/api/links?section=Events' : '/'))
    await wait(50)
  }
  return Promise.all(waited)
}

async function ask(path: string): Promise<number> {
  const began = performance.now()
  const reply = await fetch(site.url + path)
  await reply.arrayBuffer()
  if (!reply.ok) throw new Error(`${path} was answered with ${reply.status}`)
  return performance.now() - began
}

function waits(all: number[]): string {
  const sorted = all.toSorted((a, b) => a - b)
  const at = (share: number) => `${(sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(1)} ms`
  return `median ${at(0.5)}, p99 ${at(0.99)}, of ${all.length} requests`
}
