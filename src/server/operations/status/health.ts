import { existsSync } from 'node:fs'
import { realpath, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { SiteClock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import type { PgClient } from '#server/db/database.ts'
import type { SignedElections } from '#server/elections/board/signed-election.ts'
import type { Vault } from '#server/elections/voting/vault.ts'
import type { JobRecord } from '#server/jobs/job-record.ts'
import type { Log } from '#server/log.ts'
import type { Storage } from '#server/storage/storage.ts'
import { whyCannotRead, whyNotReady, type DiskSpace, type NodeFacts } from '#shared/operations/status/node-checks.ts'
import { createProbe } from './probe.ts'

/** The state of this node, found by trying. */
export interface Health {
  facts(): Promise<NodeFacts>
  /** One line per reason why this node must not get writes; none if it is ready. */
  whyNotReady(): Promise<string[]>
  whyCannotRead(): Promise<string[]>
}

interface HealthDeps {
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 's3'>
  pool: PgClient
  storage: Pick<Storage, 'tryWriting'>
  vault: Pick<Vault, 'keysThatDoNotOpen'>
  /** Null if nothing was signed yet. */
  signed: Pick<SignedElections, 'listDiffering'> | null
  clock: Pick<SiteClock, 'health'>
  /** Null if no jobs run, as in `npm run doctor`. */
  jobs: Pick<JobRecord, 'idleMs'> | null
  log: Log
  readSpace?: ReadSpace | undefined
}

const second = 1000
/** How long a result is cached: anybody may ask whether the site is ready, as often as they like. */
const shortCacheMs = 2 * second
/** Shorter than a load balancer's timeout, so that a hang is reported. */
const timeoutMs = 2.5 * second

/**
 * Tries everything: writes to the database and the storage, and compares each ballot key with what the database knows
 * of it. Writes cost something, so a success is cached for a minute (for a disk, ten seconds). A failure is retried
 * soon, so that recovery is noticed.
 */
export function createHealth(deps: HealthDeps): Health {
  const { config, pool, storage, vault, signed, clock, jobs, log, readSpace } = deps
  const canWrite = createProbe<boolean>({
    probe: () => tryWriting(pool),
    fallback: false,
    timeoutMs: 1.5 * second,
    cacheMs: (can) => (can ? 60 * second : 5 * second),
  })
  const database = createProbe<NodeFacts['database']>({
    probe: async () => (await readOnlyReason(pool)) ?? ((await canWrite()) ? 'writable' : 'refuses writes'),
    fallback: 'no reply',
    timeoutMs,
    cacheMs: () => shortCacheMs,
  })
  const disks = createProbe<NodeFacts['disks']>({
    probe: () => readDisks(config, readSpace),
    fallback: 'unknown',
    timeoutMs,
    cacheMs: () => shortCacheMs,
  })
  const storageState = createProbe<NodeFacts['storage']>({
    probe: () =>
      storage.tryWriting(AbortSignal.timeout(timeoutMs)).then(
        () => 'writable' as const,
        (err: unknown) => {
          log.warn({ err }, 'no file can be stored')
          return 'fails' as const
        },
      ),
    fallback: 'no reply',
    timeoutMs,
    cacheMs: (state) => (state === 'writable' && config.s3 ? 60 * second : 10 * second),
  })
  const ballotKeys = createProbe<NodeFacts['ballotKeys']>({
    probe: async () => {
      const problems = (await vault.keysThatDoNotOpen()).map(({ problem }) => problem)
      const missing = problems.filter((problem) => problem === 'missing').length
      return { missing, wrong: problems.length - missing }
    },
    fallback: 'unknown',
    timeoutMs,
    cacheMs: () => shortCacheMs,
  })

  const elections = createProbe<NodeFacts['elections']>({
    probe: async () => signed?.listDiffering() ?? [],
    fallback: 'unknown',
    timeoutMs,
    cacheMs: () => shortCacheMs,
  })

  async function facts(): Promise<NodeFacts> {
    const [found, space, stored, keys, differing] = await Promise.all([
      database(),
      disks(),
      storageState(),
      ballotKeys(),
      elections(),
    ])
    return {
      database: found,
      disks: space,
      storage: stored,
      ballotKeys: keys,
      elections: differing,
      clock: clock.health(),
      jobsIdleMs: jobs?.idleMs() ?? null,
    }
  }

  let logged = ''
  return {
    facts,
    async whyNotReady() {
      const reasons = whyNotReady(await facts())
      if (reasons.join() !== logged && reasons.length > 0) log.error({ reasons }, 'this node is not ready')
      if (reasons.join() !== logged && reasons.length === 0) log.info('this node is ready again')
      logged = reasons.join()
      return reasons
    },
    whyCannotRead: async () => whyCannotRead({ database: await database() }),
  }
}

async function readOnlyReason(pool: HealthDeps['pool']): Promise<'standby' | 'two primaries' | 'read-only' | null> {
  const { rows } = await pool.query<{ standby: boolean; readOnly: boolean; why: string | null }>(
    `select pg_is_in_recovery() as standby, current_setting('transaction_read_only') = 'on' as "readOnly",
       current_setting('site.read_only', true) as why`,
  )
  if (rows[0]?.standby) return 'standby'
  if (rows[0]?.why === 'two primaries') return 'two primaries'
  return rows[0]?.readOnly ? 'read-only' : null
}

/**
 * Really writes and commits a row. The disk of a database server cannot be seen from here, and a row that is rolled
 * back may never reach it.
 */
async function tryWriting(pool: HealthDeps['pool']): Promise<boolean> {
  await pool.query(
    `insert into installation (key, value) values ('last write tried', now()::text)
     on conflict (key) do update set value = excluded.value`,
  )
  return true
}

type Space = Omit<DiskSpace, 'place'>
export type ReadSpace = (folder: string) => Promise<Space>

/** The space that this user may still write; the last blocks of a disk are often reserved for root. */
export const readSpace: ReadSpace = async (folder) => {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
}

/** The disk of the data folder, and that of the embedded database if it is on another disk. */
export async function readDisks(
  { dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>,
  read: ReadSpace = readSpace,
): Promise<DiskSpace[]> {
  const folder = nearestFolder(dataDir)
  const disks: DiskSpace[] = [{ place: 'data folder', ...(await read(folder)) }]
  const cluster = join(dataDir, 'pg')
  if (databaseUrl || !existsSync(cluster)) return disks
  const database = await realpath(cluster)
  if ((await stat(database)).dev !== (await stat(folder)).dev)
    disks.push({ place: 'database', ...(await read(database)) })
  return disks
}

/** A data folder that does not exist yet will be on its parent's disk. */
function nearestFolder(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : nearestFolder(dirname(folder))
}
