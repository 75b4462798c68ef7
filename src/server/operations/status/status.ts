import { changedAccountsKey } from '#server/accounts/account-standing.ts'
import { stoppedAccounts } from '#server/accounts/throttle.ts'
import { appendAudit } from '#server/audit/audit.ts'
import { knowsAddress } from '#server/config.ts'
import { inTransaction, type PgClient } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { sentAnyKey } from '#server/email/failures.ts'
import { hasMailServer } from '#server/email/queue.ts'
import type { Person } from '#server/http/session.ts'
import { jobTimes } from '#server/jobs/site-jobs.ts'
import { availableVersion, siteVersion } from '#server/site-version.ts'
import { urgentFirst } from '#shared/check.ts'
import { nodeChecks, type NodeFacts } from '#shared/operations/status/node-checks.ts'
import { isLate, siteChecks, type JobFacts, type SiteFacts } from '#shared/operations/status/site-checks.ts'
import type { StatusCheck } from '#shared/operations/status/text.ts'
import { showInstant, type Instant } from '#shared/time.ts'
import { createProbe } from './probe.ts'

type WholeSite = SiteFacts & { postgres: string }

/** The facts that the status page, the metrics and `npm run doctor` share. */
export interface SiteStatus {
  node(): Promise<NodeFacts>
  /** Null while the database does not reply. */
  site(): Promise<WholeSite | null>
  /** The checks of both. Those of the site are missing while the database does not reply. */
  checks(): Promise<StatusCheck[]>
}

type StatusDeps = Pick<Deps, 'config' | 'pool' | 'clock' | 'health' | 'settings'>

export function createSiteStatus(deps: StatusDeps): SiteStatus {
  const startedAt = performance.now()
  const node = () => deps.health.facts()
  const site = createProbe<WholeSite | null>({
    probe: async () => {
      const upMs = performance.now() - startedAt
      return readSiteFacts({
        pool: deps.pool,
        now: deps.clock.now(),
        upMs,
        jobs: jobTimes,
        ...(await configurationFacts(deps)),
      })
    },
    fallback: null,
    timeoutMs: 5_000,
    // A failure is not cached, because it may be over.
    cacheMs: (found) => (found ? 1_000 : 0),
  })
  return {
    node,
    site,
    async checks() {
      const [ofNode, ofSite] = await Promise.all([node(), site()])
      return [...nodeChecks(ofNode), ...(ofSite ? siteChecks(ofSite) : [])]
    },
  }
}

/** The settings of the operator and the administrators. */
export async function configurationFacts({ config, settings }: Pick<Deps, 'config' | 'settings'>) {
  const { backupsOn, backupTime, backupPlace } = await settings()
  return {
    leaveBy: hasMailServer(config) ? ('mail server' as const) : ('outbox' as const),
    address: knowsAddress(config) ? config.publicUrl : null,
    wanted: config.backup.wanted,
    nightly: backupsOn ? backupTime : null,
    // With S3 for the files, each server has its own data folder.
    ownFolder: backupPlace === 'folder' && config.s3 !== undefined && !config.backup.folderNamed,
  }
}

export async function readStatus(status: SiteStatus) {
  const [checks, site] = await Promise.all([status.checks(), status.site()])
  return {
    checks: urgentFirst(checks),
    nodes: site?.nodes.map(({ storage: _storage, vault: _vault, ...node }) => node) ?? [],
    jobs: site?.jobs.map((job) => ({ ...job, late: isLate(job, site.upMs) })) ?? [],
    emails: site?.emails ?? null,
    versions: {
      site: siteVersion(),
      available: availableVersion(),
      node: process.version.slice(1),
      postgres: site?.postgres ?? null,
    },
  }
}

/** Call when an administrator has compared the clock with another. All nodes use it within a minute. */
export async function confirmTime({ db, clock }: Pick<Deps, 'db' | 'clock'>, admin: Person): Promise<void> {
  const { doubt } = clock.health()
  if (!doubt) return
  await clock.confirm()
  const detail = { lastSeen: showInstant(doubt.lastSeen), shown: showInstant(doubt.shown) }
  await inTransaction({ db }, (tx) => appendAudit(tx, clock, { actor: admin.id, action: 'time confirmed', detail }))
}

interface SiteSource {
  pool: PgClient
  /** The site's clock, which decides when voting closes. */
  now: Instant
  /** How long the site has been running on this node. */
  upMs: number
  jobs: readonly Pick<JobFacts, 'name' | 'everyMs'>[]
  leaveBy: SiteFacts['emails']['leaveBy']
  address: string | null
  /** Whether the site makes backups. */
  wanted: boolean
  /** When the daily backup is made; null if there is none. */
  nightly: string | null
  ownFolder: boolean
}

type Row = Pick<
  SiteFacts,
  'stoppedAccounts' | 'changedAccounts' | 'ballots' | 'nodes' | 'strayFiles' | 'asyncStandbys' | 'future'
> & {
  backup: Omit<SiteFacts['backup'], 'wanted' | 'nightly' | 'ownFolder'>
  jobs: Omit<JobFacts, 'everyMs'>[]
  emails: Omit<SiteFacts['emails'], 'leaveBy'>
  postgres: string
}

/** After voting closes, the last ballots should be counted within this time. */
const lateAfterMinutes = 10

const ageOf = (column: string) => `round(extract(epoch from clock_timestamp() - ${column}) * 1000)`

/** True for a backup that was dated by a wrong clock. */
const isAhead = `greatest(started_at, finished_at) > clock_timestamp() + interval '1 minute'`

const soon = `to_timestamp($1::float8 / 1000) + interval '1 minute'`

/** One statement, because it runs every few seconds. Ages use the database's own clock. */
const readSite = `select
  (select coalesce(json_agg(json_build_object('name', name, 'sinceSuccessMs', ${ageOf('succeeded_at')}, 'failures', failures,
     'lastError', last_error)), '[]') from job_runs) as jobs,
  (select json_build_object('sentAny', exists (select from installation where key = '${sentAnyKey}'),
     'waiting', count(*) filter (where failed_at is null),
     'failed', count(*) filter (where failed_at is not null),
     'refused', count(*) filter (where failed_at is null and last_error is not null),
     'reason', max(last_error) filter (where failed_at is null),
     'oldestWaitingMs', ${ageOf('min(created_at) filter (where failed_at is null)')}) from emails) as emails,
  coalesce((select points from throttles where key = '${stoppedAccounts.key}'
     and expire > extract(epoch from clock_timestamp()) * 1000), 0) as "stoppedAccounts",
  (with changed as (select u.* from users u where u.id in (select jsonb_array_elements_text(value::jsonb)::uuid
     from installation where key = '${changedAccountsKey}'))
   select json_build_object('count', (select count(*) from changed), 'some', coalesce((select json_agg(json_build_object(
     'id', id, 'name', full_name, 'isMember', military_serial is not null and not is_admin))
     from (select * from changed order by military_serial is null, full_name limit 3) first), '[]'))) as "changedAccounts",
  (select json_build_object('uncounted', count(*), 'late', count(*) filter
     (where e.voting_closes < to_timestamp($1::float8 / 1000) - interval '${lateAfterMinutes} minutes'))
   from ballots b join elections e on e.id = b.election_id where not b.counted and e.kind = 'election' and e.cancelled_at is null) as ballots,
  json_build_object(
    'sinceDoneMs', (select ${ageOf('max(finished_at)')} from backups where state = 'done' and not ${isAhead}),
    'bytes', (select bytes from backups where state = 'done' and not ${isAhead} order by finished_at desc limit 1),
    'lastFailed', coalesce((select state = 'failed' from backups where state <> 'running' order by finished_at desc limit 1), false)
  ) as backup,
  (select coalesce(json_agg(json_build_object('id', id, 'host', host, 'pid', pid, 'version', version, 'storage', storage,
     'vault', vault, 'clockOffsetMs', clock_offset_ms, 'draining', draining, 'upMs', ${ageOf('started_at')},
     'sinceSeenMs', ${ageOf('seen_at')}) order by host, started_at), '[]') from nodes) as nodes,
  coalesce((select (value::json ->> 'strays')::int from installation where key = 'stray files'),
    (select count(*)::int from stray_files s where trashed_at is null and not exists (select from uploads where path = s.path))) as "strayFiles",
  (select count(*)::int from pg_stat_replication where current_setting('synchronous_standby_names') = '' and exists
     (select from elections where not draft and cancelled_at is null and count_closed_at is null
        and voting_closes > ${soon})) as "asyncStandbys",
  json_build_object(
    'elections', (select count(*) from elections where greatest(roll_frozen_at, frozen_at, count_closed_at, traces_purged_at,
       certified_at, key_destroyed_at, published_at, cancelled_at) > ${soon}),
    'backups', (select count(*) from backups where ${isAhead}),
    'log', coalesce((select max(at)::timestamptz > ${soon} from audit_log), false)
  ) as future,
  current_setting('server_version') as postgres`

export async function readSiteFacts(source: SiteSource): Promise<SiteFacts & { postgres: string }> {
  const { rows } = await source.pool.query<Row>(readSite, [source.now])
  const [site] = rows
  if (!site) throw new Error('a statement without a table returned no row')
  const recorded = new Map(site.jobs.map((job) => [job.name, job]))
  return {
    ...site,
    upMs: source.upMs,
    emails: { ...site.emails, leaveBy: source.leaveBy },
    backup: { ...site.backup, wanted: source.wanted, nightly: source.nightly, ownFolder: source.ownFolder },
    address: source.address,
    // Only the jobs of this version: one that was removed in a later version is not late forever.
    jobs: source.jobs.map(({ name, everyMs }) => ({
      ...(recorded.get(name) ?? { sinceSuccessMs: null, failures: 0, lastError: null }),
      name,
      everyMs,
    })),
  }
}
