import type pg from 'pg'
import type { LoginThrottle } from '#server/accounts/throttle.ts'
import type { Database } from '#server/db/database.ts'
import type { SiteChanges } from '#server/db/site-changes.ts'
import type { BoardKey } from '#server/elections/board/board-key.ts'
import type { SignedElections } from '#server/elections/board/signed-election.ts'
import type { ElectionCache } from '#server/elections/election-cache.ts'
import type { BallotBox } from '#server/elections/voting/ballot-box.ts'
import type { Vault } from '#server/elections/voting/vault.ts'
import type { Metrics } from '#server/http/metrics.ts'
import type { Sessions } from '#server/http/session.ts'
import type { JobRecord } from '#server/jobs/job-record.ts'
import type { Health } from '#server/operations/status/health.ts'
import type { SiteStatus } from '#server/operations/status/status.ts'
import type { Storage } from '#server/storage/storage.ts'
import type { Settings } from '#shared/settings.ts'
import type { SiteClock } from './clock.ts'
import type { Config } from './config.ts'
import type { Log } from './log.ts'

/** All outside dependencies of the code. Tests pass real ones that use a scratch folder. */
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
  /** The state of this node, of its jobs and of the whole site. */
  health: Health
  jobRecord: JobRecord
  status: SiteStatus
  elections: ElectionCache
  vault: Vault
  ballotBox: BallotBox
  /** Signs the site's statements about elections. */
  boardKey: BoardKey
  /** Elections with their signed records. */
  signed: SignedElections
  changes: SiteChanges
  /** Signs and verifies the cookies that the browser stores. */
  siteKey: string
  /** The association's settings, as last saved on any node. */
  settings(): Promise<Settings>
}
