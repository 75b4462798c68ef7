import type pg from 'pg'
import { doctorText } from '#shared/operations/status/doctor-text.ts'
import { nodeChecks } from '#shared/operations/status/node-checks.ts'
import { isGone, siteChecks } from '#shared/operations/status/site-checks.ts'
import { spanText } from '#shared/operations/status/status-text.ts'
import type { Config } from '#server/config.ts'
import { createSettingsReader } from '#server/content/settings.ts'
import type { Database } from '#server/db/database.ts'
import { createElectionCache } from '#server/elections/election-cache.ts'
import { createVault } from '#server/elections/voting/vault.ts'
import { jobTimes } from '#server/jobs/site-jobs.ts'
import { createLog } from '#server/log.ts'
import { startSiteClock } from '#server/site-clock.ts'
import { createStorage } from '#server/storage/create-storage.ts'
import { codeOf, findingOf, type Finding } from './finding.ts'
import { createHealth } from './health.ts'
import { readSiteFacts } from './site-facts.ts'
import { setUpOf } from './status.ts'

interface Given {
  config: Config
  pool: pg.Pool
  db: Database
  /** Whether files would be written as the user who runs the site. */
  triesStorage: boolean
}

/** The same checks as on the status page, made from here. */
export async function* examineSite({ config, pool, db, triesStorage }: Given): AsyncGenerator<Finding> {
  const log = createLog('silent')
  // Nothing here lives long enough to hear of a change.
  const unheard = { ready: Promise.resolve(), on: () => undefined, stop: async () => undefined }
  const clock = await startSiteClock({ pool, log, startsAt: config.clockStartsAt })
  try {
    const parts = {
      config,
      pool,
      db,
      log,
      clock,
      storage: createStorage(config),
      vault: createVault(config, pool, unheard),
      elections: createElectionCache(db, unheard, clock, null),
      settings: createSettingsReader(db, unheard),
    }
    const node = await createHealth({ ...parts, jobs: null }).facts()
    const checks = nodeChecks(node)
    yield* checks.filter(({ name }) => triesStorage || name !== 'files').map(findingOf)
    if (!triesStorage)
      yield { about: 'Files', state: 'warning', sentence: doctorText.otherUser, next: doctorText.otherUserNext }
    if (node.database === 'no reply') return
    const site = await readSiteFacts({
      pool,
      now: clock.now(),
      upMs: 0,
      jobs: jobTimes,
      ...(await setUpOf(parts)),
    })
    const running = site.nodes.filter((one) => !isGone(one))
    // Where no node runs, no job can be late.
    const upMs = Math.max(0, ...running.map((one) => one.upMs))
    yield* siteChecks({ ...site, upMs }).map(findingOf)
    for (const { host, pid, version, sinceSeenMs } of site.nodes)
      yield { about: 'Server', state: 'ok', sentence: doctorText.node(host, pid, version, spanText(sinceSeenMs)) }
    yield { about: 'Versions', state: 'ok', sentence: `PostgreSQL ${site.postgres}.` }
  } catch (error) {
    yield { about: 'Database', state: 'wrong', sentence: doctorText.unreadable(codeOf(error)) }
  } finally {
    clock.stop()
  }
}
