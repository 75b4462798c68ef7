import { nodeChecks, type NodeFacts } from '#shared/operations/status/node-checks.ts'
import { isLate, siteChecks, type SiteFacts } from '#shared/operations/status/site-checks.ts'
import { worstFirst } from '#shared/operations/status/check.ts'
import type { Deps } from '#server/deps.ts'
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

type StatusDeps = Pick<Deps, 'config' | 'pool' | 'clock' | 'health'>

export function createSiteStatus(deps: StatusDeps): SiteStatus {
  const startedAt = performance.now()
  const leaveBy = deps.config.production && !deps.config.smtpUrl ? 'outbox' : 'mail server'
  return {
    node: () => deps.health.facts(),
    site: createProbe<WholeSite | null>({
      look: () => {
        const upMs = performance.now() - startedAt
        return readSiteFacts({ pool: deps.pool, now: deps.clock.now(), upMs, jobs: jobTimes, leaveBy })
      },
      otherwise: null,
      limitMs: 5_000,
      // A failure is not kept: it may be over.
      keepMs: (found) => (found ? 1_000 : 0),
    }),
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
