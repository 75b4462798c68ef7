import type { Check } from './check.ts'
import { nodeText, notReadyText } from './status-text.ts'

const megabyte = 1024 ** 2
const gigabyte = 1024 ** 3
const minute = 60_000

/** `refuses writes` has a cause that we cannot see from here, such as a full disk of a database server. */
type DatabaseState = 'writable' | 'standby' | 'read-only' | 'refuses writes' | 'no reply'

export interface DiskSpace {
  place: 'data folder' | 'database'
  freeBytes: number
  totalBytes: number
}

/** What one node knows about itself and about what it depends on. `unknown`: it could not be found out in time. */
export interface NodeFacts {
  database: DatabaseState
  disks: readonly DiskSpace[] | 'unknown'
  storage: 'writable' | 'fails' | 'no reply'
  /** How many elections' ballots this node cannot open. */
  ballotKeys: { missing: number; wrong: number } | 'unknown'
  clock: { offsetMs: number | null; problem: 'differs' | 'jumped' | null }
  /** Since any background job of this node last began or ended; null where none is run. */
  jobsIdleMs: number | null
}

/** A twentieth of a very large disk is still plenty, so shares count only below so many bytes. */
const disk = {
  wrong: { bytes: 300 * megabyte, share: 0.05, shareBelow: 5 * gigabyte },
  warning: { bytes: 2 * gigabyte, share: 0.15, shareBelow: 20 * gigabyte },
}

export function diskState({ freeBytes, totalBytes }: Omit<DiskSpace, 'place'>): Check['state'] {
  const isBelow = ({ bytes, share, shareBelow }: (typeof disk)['wrong']) =>
    freeBytes < bytes || (freeBytes < share * totalBytes && freeBytes < shareBelow)
  if (isBelow(disk.wrong)) return 'wrong'
  return isBelow(disk.warning) ? 'warning' : 'ok'
}

/** The jobs of a node that runs come round every few seconds, whatever becomes of them. */
const longestIdleMs = 5 * minute
const noticedOffsetMs = 1_000

/** How the node is, for the status page. Each check stands alone: one that fails hides none of the others. */
export function nodeChecks(facts: NodeFacts): Check[] {
  return [
    databaseCheck(facts),
    ...(facts.database === 'no reply' ? [] : [writesCheck(facts)]),
    diskCheck(facts),
    filesCheck(facts),
    ...(facts.ballotKeys === 'unknown' ? [] : [ballotKeysCheck(facts.ballotKeys)]),
    clockCheck(facts),
  ]
}

function databaseCheck({ database }: NodeFacts): Check {
  const state = database === 'no reply' ? 'wrong' : 'ok'
  return { name: 'database', state, ...nodeText.database[state] }
}

function writesCheck({ database }: NodeFacts): Check {
  if (database === 'writable') return { name: 'database writes', state: 'ok', ...nodeText.writes.ok }
  return {
    name: 'database writes',
    state: 'wrong',
    ...nodeText.writes[database === 'refuses writes' ? 'refused' : 'readOnly'],
  }
}

function diskCheck({ disks }: NodeFacts): Check {
  if (disks === 'unknown') return { name: 'disk', state: 'warning', ...nodeText.disk.unknown }
  const tightest = disks.toSorted((one, other) => one.freeBytes - other.freeBytes)[0]
  if (!tightest) return { name: 'disk', state: 'warning', ...nodeText.disk.unknown }
  const state = diskState(tightest)
  return { name: 'disk', state, ...nodeText.disk[state](tightest) }
}

function filesCheck({ storage }: NodeFacts): Check {
  const state = storage === 'writable' ? 'ok' : 'wrong'
  return { name: 'files', state, ...nodeText.files[storage] }
}

function ballotKeysCheck({ missing, wrong }: { missing: number; wrong: number }): Check {
  if (missing > 0) return { name: 'ballot keys', state: 'wrong', ...nodeText.ballotKeys.missing }
  if (wrong > 0) return { name: 'ballot keys', state: 'wrong', ...nodeText.ballotKeys.wrong }
  return { name: 'ballot keys', state: 'ok', ...nodeText.ballotKeys.ok }
}

function clockCheck({ clock: { offsetMs, problem } }: NodeFacts): Check {
  if (problem) return { name: 'clock', state: 'wrong', ...nodeText.clock[problem](offsetMs ?? 0) }
  if (offsetMs !== null && Math.abs(offsetMs) > noticedOffsetMs)
    return { name: 'clock', state: 'warning', ...nodeText.clock.off(offsetMs) }
  return { name: 'clock', state: 'ok', ...nodeText.clock.ok }
}

/** Why a balancer must send nobody here who wants to change something: one line each, and nothing that helps an attacker. */
export function whyNotReady(facts: NodeFacts): string[] {
  const { database, disks, storage, ballotKeys, clock, jobsIdleMs } = facts
  const isFull = disks !== 'unknown' && disks.some((space) => diskState(space) === 'wrong')
  const doesNotOpen = ballotKeys !== 'unknown' && ballotKeys.missing + ballotKeys.wrong > 0
  return [
    database === 'no reply' && notReadyText.database,
    (database === 'standby' || database === 'read-only') && notReadyText.readOnly,
    database === 'refuses writes' && notReadyText.writes,
    isFull && notReadyText.disk,
    storage !== 'writable' && notReadyText.files,
    doesNotOpen && notReadyText.ballotKeys,
    ballotKeys === 'unknown' && database !== 'no reply' && notReadyText.ballotKeysUnknown,
    clock.problem !== null && notReadyText.clock,
    jobsIdleMs !== null && jobsIdleMs > longestIdleMs && notReadyText.jobs,
  ].filter((line) => line !== false)
}

/** Why it cannot even show pages. A read-only database is enough for that. */
export function whyCannotRead({ database }: Pick<NodeFacts, 'database'>): string[] {
  return database === 'no reply' ? [notReadyText.database] : []
}
