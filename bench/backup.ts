import { spawn } from 'node:child_process'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { constants, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { projectRoot } from '#server/config.ts'
import { copiedTables, copyOut, prepareText } from '#server/db/copy-tables.ts'
import { elections } from '#server/db/schema.ts'
import { defaultElection } from '#shared/elections/settings/offered-plan.ts'
import { processSettings } from '../scripts/site-process.mjs'
import { addMadeUpMembers } from './made-up-members.ts'
import type { Bench, Figure, Size } from './measure.ts'
import { aDataFolder, connectionTo, runSite, type RunningSite } from './processes.ts'

/**
 * A site with members, ballots and gigabytes of files is backed up while visitors read it, and restored onto an empty one: the time
 * and the memory of each, and how long visitors wait with and without it. Every row and every file must be the same afterwards.
 */
export const backup: Bench = { name: 'backup', run }

const admin = { ADMIN_EMAIL: 'admin@bench.local', ADMIN_PASSWORD: randomUUID() }

async function run(size: Size): Promise<Figure[]> {
  const held =
    size === 'full'
      ? { members: 100_000, files: 500, fileBytes: 4_000_000 }
      : { members: 100, files: 2, fileBytes: 1000 }
  const site = await runSite(admin)
  const folder = await mkdtemp(join(tmpdir(), 'bench-backups-'))
  try {
    await fill(site, held)
    const calm = await visit(site, AbortSignal.timeout(size === 'full' ? 20_000 : 500))
    const made = await backUp(site, folder)
    const name = (await readdir(folder)).find((one) => one.endsWith('.backup')) ?? ''
    const { size: bytes } = await stat(join(folder, name))
    const restored = await restoreAndCompare(site, join(folder, name))
    return [
      { name: 'a visitor waits (p99)', value: at(calm, 0.99), unit: 'ms' },
      { name: 'a visitor waits during a backup (p99)', value: at(made.waited, 0.99), unit: 'ms' },
      { name: 'backup', value: made.ms / 1000, unit: 's' },
      { name: 'backup, size', value: bytes / 1e6, unit: 'MB' },
      { name: 'backup, most memory', value: made.peakMb, unit: 'MB' },
      { name: 'restore', value: restored.ms / 1000, unit: 's' },
      { name: 'restore, most memory', value: restored.peakMb, unit: 'MB' },
    ]
  } finally {
    await site.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

interface Held {
  members: number
  files: number
  fileBytes: number
}

async function fill(site: RunningSite, { members, files, fileBytes }: Held): Promise<void> {
  const client = new pg.Client(connectionTo(site))
  await client.connect()
  await addMadeUpMembers(client, members)
  await drizzle(client).insert(elections).values(defaultElection)
  await client.query(
    `insert into ballots (election_id, voter_id, voter_region, sealed)
     select (select id from elections limit 1), id, region, sha512(id::text::bytea) || sha512(id::text::bytea) from users where region is not null`,
  )
  await mkdir(join(site.dataDir, 'files/files'), { recursive: true })
  for (let n = 0; n < files; n++) {
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
}

async function backUp(site: RunningSite, folder: string): Promise<{ ms: number; peakMb: number; waited: number[] }> {
  const over = new AbortController()
  const visiting = visit(site, over.signal)
  const made = await runScript(['scripts/backup.ts', '--to', folder], { DATA_DIR: site.dataDir })
  over.abort()
  return { ...made, waited: await visiting }
}

/** A script of the site as a process of its own that gives way to others, as the nightly backup does. */
async function runScript([file = '', ...args]: string[], settings: NodeJS.ProcessEnv) {
  const preload = pathToFileURL(join(projectRoot, 'src/server/commonjs-drizzle.ts')).href
  const began = performance.now()
  const child = spawn(process.execPath, ['--import', preload, join(projectRoot, file), ...args], {
    env: { ...process.env, ...processSettings, DATABASE_URL: '', ...settings },
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

async function restoreAndCompare(site: RunningSite, file: string): Promise<{ ms: number; peakMb: number }> {
  const dataDir = await aDataFolder()
  const cost = await runScript(['scripts/restore.ts', file], {
    DATA_DIR: dataDir,
    BACKUP_KEY_FILE: join(site.dataDir, 'backup.key'),
  })
  const restored = await runSite({ DATA_DIR: dataDir })
  try {
    const [before, after] = [await sumsOf(site), await sumsOf(restored)]
    const differing = Object.keys(before.tables).filter((name) => before.tables[name] !== after.tables[name])
    const lost = await differingFiles(after.files, restored)
    const { ADMIN_EMAIL: login, ADMIN_PASSWORD: password } = admin
    const reply = await fetch(`${restored.url}/api/accounts/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: restored.url },
      body: JSON.stringify({ login, password }),
    })
    if (differing.length + lost > 0 || !reply.ok)
      throw new Error(
        `the restored site differs in ${differing.join(' ')}, ${lost} files; a login there: ${reply.status}`,
      )
    return cost
  } finally {
    await restored.stop()
  }
}

/** Of every table that a running site does not write to by itself. */
async function sumsOf({ dataDir }: Pick<RunningSite, 'dataDir'>) {
  const own = ['backups', 'nodes', 'job_runs', 'installation', 'stray_files', 'throttles', 'sessions', 'emails']
  const client = new pg.Client(connectionTo({ dataDir }))
  await client.connect()
  await client.query('begin isolation level repeatable read read only')
  await prepareText(client)
  const tables: Record<string, string> = {}
  for (const table of (await copiedTables(client)).filter(({ name }) => !own.includes(name))) {
    const hash = createHash('sha256')
    for await (const chunk of copyOut(client, table)) hash.update(chunk as Buffer)
    tables[table.name] = hash.digest('hex')
  }
  const { rows } = await client.query<{ path: string; sha256: string }>('select path, sha256 from uploads')
  await client.end()
  return { tables, files: rows }
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
async function visit({ url }: RunningSite, until: AbortSignal): Promise<number[]> {
  const waited: Promise<number>[] = []
  while (!until.aborted) {
    waited.push(ask(url + (waited.length % 2 === 0 ? '/api/links?section=Events' : '/')))
    await wait(50)
  }
  return Promise.all(waited)
}

async function ask(address: string): Promise<number> {
  const began = performance.now()
  const reply = await fetch(address)
  await reply.arrayBuffer()
  if (!reply.ok) throw new Error(`${address} was answered with ${reply.status}`)
  return performance.now() - began
}

function at(all: number[], share: number): number {
  const sorted = all.toSorted((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) * share)] ?? 0
}
