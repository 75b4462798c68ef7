/**
 * `node scripts/run.mjs bench/backup.ts 2 100000`: a site of so many members and ballots and so many gigabytes of files is backed up
 * while visitors read it. Prints the time, the memory of the backup's process, and how long visitors waited with and without it.
 */
import { spawn } from 'node:child_process'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, realpathSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { constants, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { projectRoot } from '#server/config.ts'
import { addMadeUpMembers } from './made-up-members.ts'
import { runSite } from './processes.ts'

const [gigabytes = 2, members = 100_000] = process.argv.slice(2).map(Number)
const fileBytes = 4_000_000
const say = (sentence: string) => void process.stdout.write(`${sentence}\n`)

const site = await runSite()
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
  const preload = pathToFileURL(join(projectRoot, 'src/server/commonjs-drizzle.ts')).href
  const args = ['--import', preload, join(projectRoot, 'scripts/backup.ts'), '--to', folder]
  // As the nightly one has it from `npm start`.
  const memory = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '1000000' }
  const env = { ...process.env, ...memory, DATA_DIR: site.dataDir, DATABASE_URL: '' }
  const began = performance.now()
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'inherit', 'inherit'] })
  setPriority(child.pid ?? 0, constants.priority.PRIORITY_LOW)
  const over = new AbortController()
  const visiting = visit(over.signal)
  let peakMb = 0
  const watching = setInterval(() => (peakMb = Math.max(peakMb, peakOf(child.pid ?? 0))), 100)
  const [code] = await once(child, 'exit')
  const ms = performance.now() - began
  clearInterval(watching)
  over.abort()
  if (code !== 0) throw new Error('the backup failed')
  return { ms, peakMb, waited: await visiting }
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
