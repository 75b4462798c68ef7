import type pg from 'pg'
import type { Settings } from '#shared/settings.ts'
import type { Sessions } from '#server/http/session.ts'
import type { LoginThrottle } from './accounts/throttle.ts'
import type { SiteChanges } from './db/site-changes.ts'
import type { SiteClock } from './clock.ts'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import type { BallotBox } from '#server/elections/voting/cast-ballot.ts'
import type { BoardKey } from '#server/elections/board/board-key.ts'
import type { Vault } from '#server/elections/voting/vault.ts'
import type { ElectionCache } from '#server/elections/election-cache.ts'
import type { Metrics } from './http/metrics.ts'
import type { JobRecord } from './jobs/job-record.ts'
import type { Log } from './log.ts'
import type { Health } from './operations/status/health.ts'
import type { SiteStatus } from './operations/status/status.ts'
import type { Storage } from './storage/storage.ts'

/** The outside world, passed in. Tests pass real ones that point at a scratch place. */
export interface Deps {
  config: Config
  log: Log
  clock: SiteClock
  pool: pg.Pool
  db: Database
  sessions: Sessions
  throttle: LoginThrottle
  storage: Storage
  metrics: Metrics
  /** How this node is, how its jobs fare, and how the whole site is. */
  health: Health
  jobRecord: JobRecord
  status: SiteStatus
  elections: ElectionCache
  vault: Vault
  ballotBox: BallotBox
  /** Signs what the site says about elections. */
  boardKey: BoardKey
  changes: SiteChanges
  /** Signs and checks what the browser keeps for us. */
  siteKey: string
  /** The association's settings, as last saved on any node. */
  settings(): Promise<Settings>
}
