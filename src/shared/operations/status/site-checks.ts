import { manyStoppedAccounts } from '../../accounts/guess-limits.ts'
import type { Check, CheckState } from './check.ts'
import { siteText } from './status-text.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** All times are ages by the database's own clock, so that no node's clock can make a site look well. */
export interface JobFacts {
  name: string
  everyMs: number
  sinceSuccessMs: number | null
  failures: number
  lastError: string | null
}

export interface NodeRow {
  id: string
  host: string
  pid: number
  version: string
  storage: string
  vault: string
  clockOffsetMs: number | null
  draining: boolean
  upMs: number
  sinceSeenMs: number
}

/** What the database says about the whole site. */
export interface SiteFacts {
  /** How long the site has been running here: a job cannot be late before it had time to run. */
  upMs: number
  jobs: readonly JobFacts[]
  emails: { waiting: number; failed: number; oldestWaitingMs: number | null; leaveBy: 'mail server' | 'outbox' }
  /** Accounts that wrong passwords stopped within the last hour. */
  stoppedAccounts: number
  /** `late`: of elections in which voting closed a while ago. */
  ballots: { uncounted: number; late: number }
  /** `nightly`: at what time one is made by itself; null where none is. */
  backup: { sinceDoneMs: number | null; bytes: number | null; lastFailed: boolean; nightly: string | null }
  /** Whether the site was told the address at which people reach it. */
  addressKnown: boolean
  nodes: readonly NodeRow[]
  strayFiles: number
}

export function siteChecks(facts: SiteFacts): Check[] {
  return [
    jobsCheck(facts),
    emailsCheck(facts),
    addressCheck(facts),
    loginsCheck(facts),
    ballotsCheck(facts),
    backupCheck(facts),
    nodesCheck(facts),
    strayFilesCheck(facts),
  ]
}

/** Several rounds missed and a while besides: one slow round is no trouble. */
export const isLate = ({ everyMs, sinceSuccessMs }: JobFacts, upMs: number): boolean =>
  Math.min(sinceSuccessMs ?? Infinity, upMs) > 5 * everyMs + 2 * minute

function jobsCheck({ jobs, upMs }: SiteFacts): Check {
  const late = jobs.filter((job) => isLate(job, upMs)).map(({ name }) => name)
  const failing = jobs.filter(({ failures }) => failures > 0).map(({ name }) => name)
  if (late.length > 0) return { name: 'jobs', state: 'warning', ...siteText.jobs.late(late) }
  if (failing.length > 0) return { name: 'jobs', state: 'warning', ...siteText.jobs.failing(failing) }
  return { name: 'jobs', state: 'ok', ...siteText.jobs.ok }
}

function emailsCheck({ emails: { waiting, failed, oldestWaitingMs, leaveBy } }: SiteFacts): Check {
  const waits = oldestWaitingMs ?? 0
  if (waits > day) return { name: 'emails', state: 'wrong', ...siteText.emails.stuck(waiting, waits) }
  if (failed > 0) return { name: 'emails', state: 'warning', ...siteText.emails.failed(failed) }
  if (waits > hour) return { name: 'emails', state: 'warning', ...siteText.emails.stuck(waiting, waits) }
  if (leaveBy === 'outbox') return { name: 'emails', state: 'warning', ...siteText.emails.outbox }
  return { name: 'emails', state: 'ok', ...siteText.emails.ok(waiting) }
}

function addressCheck({ addressKnown }: SiteFacts): Check {
  if (addressKnown) return { name: 'address', state: 'ok', ...siteText.address.ok }
  return { name: 'address', state: 'warning', ...siteText.address.missing }
}

function loginsCheck({ stoppedAccounts }: SiteFacts): Check {
  const state = stoppedAccounts >= manyStoppedAccounts ? 'warning' : 'ok'
  return { name: 'logins', state, ...siteText.logins[state](stoppedAccounts) }
}

function ballotsCheck({ ballots: { uncounted, late } }: SiteFacts): Check {
  if (late > 0) return { name: 'ballots', state: 'wrong', ...siteText.ballots.late(late) }
  return { name: 'ballots', state: 'ok', ...siteText.ballots.ok(uncounted) }
}

function backupCheck({ backup: { sinceDoneMs, bytes, lastFailed, nightly } }: SiteFacts): Check {
  if (sinceDoneMs === null) return { name: 'backup', state: 'warning', ...siteText.backup.none(nightly) }
  if (sinceDoneMs > 7 * day) return { name: 'backup', state: 'wrong', ...siteText.backup.old(sinceDoneMs, nightly) }
  if (sinceDoneMs > 36 * hour) return { name: 'backup', state: 'warning', ...siteText.backup.old(sinceDoneMs, nightly) }
  if (lastFailed) return { name: 'backup', state: 'warning', ...siteText.backup.failed(sinceDoneMs) }
  return { name: 'backup', state: 'ok', ...siteText.backup.ok(sinceDoneMs, bytes ?? 0) }
}

/** A node says every ten seconds that it is running; one that has not for so long was killed, or its machine is off. */
export const goneAfterMs = 35_000
export const isGone = ({ sinceSeenMs }: Pick<NodeRow, 'sinceSeenMs'>): boolean => sinceSeenMs > goneAfterMs

function nodesCheck({ nodes }: SiteFacts): Check {
  const running = nodes.filter((node) => !isGone(node))
  const differ = (of: (node: NodeRow) => string) => new Set(running.map(of)).size > 1
  const offset = Math.max(0, ...running.map(({ clockOffsetMs }) => Math.abs(clockOffsetMs ?? 0)))
  const found = (state: CheckState, text: Pick<Check, 'sentence' | 'next'>): Check => ({
    name: 'nodes',
    state,
    ...text,
  })
  if (differ(({ vault }) => vault)) return found('wrong', siteText.nodes.vault)
  if (differ(({ storage }) => storage)) return found('wrong', siteText.nodes.storage)
  if (offset > 5_000) return found('wrong', siteText.nodes.clocks)
  if (offset > 1_000) return found('warning', siteText.nodes.clocks)
  if (differ(({ version }) => version)) return found('warning', siteText.nodes.versions)
  return found('ok', siteText.nodes.ok(running.length))
}

/** What crashes leave behind is a handful. */
const mostStrayFiles = 20

function strayFilesCheck({ strayFiles }: SiteFacts): Check {
  const state = strayFiles > mostStrayFiles ? 'warning' : 'ok'
  return { name: 'stray files', state, ...siteText.strayFiles[state](strayFiles) }
}
