import { nodeChecks, type NodeFacts } from '#shared/operations/status/node-checks.ts'
import { isLate, siteChecks, type SiteFacts } from '#shared/operations/status/site-checks.ts'
import { worstFirst } from '#shared/operations/status/check.ts'
import type { Deps } from '#server/deps.ts'
import { hasMailServer } from '#server/email/emails-leave.ts'
import { jobTimes } from '#server/jobs/site-jobs.ts'
import { siteVersion } from '#server/site-version.ts'
import { createProbe } from './probe.ts'
import { readSiteFacts } from './site-facts.ts'

type WholeSite = SiteFacts & { postgres: string }

/** What the status page, the metrics and `npm run doctor` all say the same about. */
export interface SiteStatus {
  node(): Promise<NodeFacts>
  /** Null while the database does not reply. */
  site(): Promise<WholeSite | null>
}

type StatusDeps = Pick<Deps, 'config' | 'pool' | 'clock' | 'health' | 'settings'>

export function createSiteStatus(deps: StatusDeps): SiteStatus {
  const startedAt = performance.now()
  return {
    node: () => deps.health.facts(),
    site: createProbe<WholeSite | null>({
      look: async () => {
        const upMs = performance.now() - startedAt
        return readSiteFacts({ pool: deps.pool, now: deps.clock.now(), upMs, jobs: jobTimes, ...(await setUpOf(deps)) })
      },
      otherwise: null,
      limitMs: 5_000,
      // A failure is not kept: it may be over.
      keepMs: (found) => (found ? 1_000 : 0),
    }),
  }
}

/** What the person who hosts the site, and whoever looks after its settings, have set. */
export async function setUpOf({ config, settings }: Pick<Deps, 'config' | 'settings'>) {
  const { backupsOn, backupTime } = await settings()
  return {
    leaveBy: hasMailServer(config) ? ('mail server' as const) : ('outbox' as const),
    addressKnown: !config.production || config.publicUrlGiven,
    nightly: config.backup.wanted && backupsOn ? backupTime : null,
  }
}

/** Everything the status page shows. */
export async function readStatus(status: SiteStatus) {
  const [node, site] = await Promise.all([status.node(), status.site()])
  return {
    checks: worstFirst([...nodeChecks(node), ...(site ? siteChecks(site) : [])]),
    nodes: site?.nodes.map(({ storage: _storage, vault: _vault, ...shown }) => shown) ?? [],
    jobs: site?.jobs.map((job) => ({ ...job, late: isLate(job, site.upMs) })) ?? [],
    emails: site?.emails ?? null,
    versions: { site: siteVersion(), node: process.version.slice(1), postgres: site?.postgres ?? null },
  }
}
