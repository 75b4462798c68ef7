import { expect, test } from 'vitest'
import { isLate, siteChecks, type NodeRow, type SiteFacts } from './site-checks.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const job = { name: 'count ballots', everyMs: 3000, sinceSuccessMs: 5000, failures: 0, lastError: null }
const node: NodeRow = {
  id: '1',
  host: 'one',
  pid: 1,
  version: '0.1.0',
  storage: 'a',
  vault: 'b',
  clockOffsetMs: 3,
  draining: false,
  upMs: hour,
  sinceSeenMs: 4000,
}
const well: SiteFacts = {
  upMs: day,
  jobs: [job],
  emails: { waiting: 0, failed: 0, refused: 0, reason: null, oldestWaitingMs: null, leaveBy: 'mail server' },
  stoppedAccounts: 3,
  changedAccounts: { count: 0, some: [] },
  ballots: { uncounted: 12, late: 0 },
  backup: { sinceDoneMs: hour, bytes: 12_000_000, lastFailed: false, nightly: '02:00' },
  addressKnown: true,
  nodes: [node],
  strayFiles: 3,
  asyncStandbys: 0,
  future: { elections: 0, backups: 0, log: false },
}
const { emails, backup } = well
const beside = (other: Partial<NodeRow>) => ({ nodes: [node, { ...node, id: '2', host: 'two', ...other }] })

test('where all is well every check is fine, with nothing to do', () => {
  expect(siteChecks(well).map(({ state, whatToDo }) => [state, whatToDo])).toEqual(
    siteChecks(well).map(() => ['ok', undefined]),
  )
})

test.each<[Partial<SiteFacts>, string, string]>([
  [{ jobs: [{ ...job, failures: 1 }] }, 'jobs', 'warning'],
  [{ jobs: [{ ...job, sinceSuccessMs: hour }] }, 'jobs', 'warning'],
  [{ emails: { ...emails, waiting: 1, oldestWaitingMs: hour } }, 'emails', 'ok'],
  [{ emails: { ...emails, waiting: 1, oldestWaitingMs: hour + 1 } }, 'emails', 'warning'],
  [{ emails: { ...emails, waiting: 1, oldestWaitingMs: day } }, 'emails', 'warning'],
  [{ emails: { ...emails, waiting: 1, oldestWaitingMs: day + 1 } }, 'emails', 'wrong'],
  [{ emails: { ...emails, failed: 1 } }, 'emails', 'warning'],
  [{ emails: { ...emails, waiting: 1, refused: 1, reason: 'EAUTH 535' } }, 'emails', 'warning'],
  [{ emails: { ...emails, leaveBy: 'outbox' } }, 'emails', 'warning'],
  [{ addressKnown: false }, 'address', 'warning'],
  [{ stoppedAccounts: 19 }, 'logins', 'ok'],
  [{ stoppedAccounts: 20 }, 'logins', 'warning'],
  [{ ballots: { uncounted: 1, late: 1 } }, 'ballots', 'wrong'],
  [{ backup: { ...backup, sinceDoneMs: null } }, 'backup', 'warning'],
  [{ backup: { ...backup, sinceDoneMs: 36 * hour } }, 'backup', 'ok'],
  [{ backup: { ...backup, sinceDoneMs: 36 * hour + 1 } }, 'backup', 'warning'],
  [{ backup: { ...backup, sinceDoneMs: 7 * day } }, 'backup', 'warning'],
  [{ backup: { ...backup, sinceDoneMs: 7 * day + 1 } }, 'backup', 'wrong'],
  [{ backup: { ...backup, lastFailed: true } }, 'backup', 'warning'],
  [beside({}), 'nodes', 'ok'],
  [beside({ version: '0.2.0' }), 'nodes', 'warning'],
  [beside({ version: '0.2.0', sinceSeenMs: 35_001 }), 'nodes', 'ok'],
  [beside({ version: '0.2.0', sinceSeenMs: 35_000 }), 'nodes', 'warning'],
  [beside({ storage: 'other' }), 'nodes', 'wrong'],
  [beside({ vault: 'other' }), 'nodes', 'wrong'],
  [beside({ clockOffsetMs: -1001 }), 'nodes', 'warning'],
  [beside({ clockOffsetMs: 1000 }), 'nodes', 'ok'],
  [beside({ clockOffsetMs: 5001 }), 'nodes', 'wrong'],
  [{ nodes: [] }, 'nodes', 'ok'],
  [{ changedAccounts: { count: 1, some: [{ id: '1', name: 'A B', isMember: true }] } }, 'accounts', 'wrong'],
  [{ strayFiles: 20 }, 'stray files', 'ok'],
  [{ asyncStandbys: 1 }, 'standbys', 'warning'],
  [{ future: { elections: 1, backups: 0, log: false } }, 'dates', 'wrong'],
  [{ future: { elections: 0, backups: 1, log: false } }, 'dates', 'wrong'],
  [{ future: { elections: 0, backups: 0, log: true } }, 'dates', 'wrong'],
  [{ strayFiles: 21 }, 'stray files', 'warning'],
])('of %j, the check of the %s is %s, and says what to do', (facts, name, state) => {
  const found = siteChecks({ ...well, ...facts }).find((check) => check.name === name)
  expect(found?.state).toBe(state)
  expect(found?.whatToDo !== undefined).toBe(state !== 'ok')
})

test.each([
  [15_000 + 2 * minute, day, false],
  [15_001 + 2 * minute, day, true],
  [null, 15_000 + 2 * minute, false],
  [null, 15_001 + 2 * minute, true],
  // A site that was off for a week has had no time to run anything yet.
  [7 * day, minute, false],
])('a job done %j ms ago on a site that runs for %i ms is late: %j', (sinceSuccessMs, upMs, late) => {
  expect(isLate({ ...job, sinceSuccessMs }, upMs)).toBe(late)
})
