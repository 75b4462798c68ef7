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
  emails: {
    sentAny: true,
    waiting: 0,
    failed: 0,
    refused: 0,
    reason: null,
    oldestWaitingMs: null,
    leaveBy: 'mail server',
  },
  stoppedAccounts: 3,
  changedAccounts: { count: 0, some: [] },
  ballots: { uncounted: 12, late: 0 },
  backup: {
    sinceDoneMs: hour,
    bytes: 12_000_000,
    lastFailed: false,
    wanted: true,
    nightly: '02:00',
    ownFolder: false,
  },
  address: 'https://example.org',
  nodes: [node],
  strayFiles: 3,
  asyncStandbys: 0,
  future: { elections: 0, backups: 0, log: false },
}
const { emails, backup } = well
const beside = (other: Partial<NodeRow>) => ({ nodes: [node, { ...node, id: '2', host: 'two', ...other }] })

const checkOf = (facts: Partial<SiteFacts>, name: string) =>
  siteChecks({ ...well, ...facts }).find((check) => check.name === name)

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
  [{ address: null }, 'address', 'warning'],
  [{ stoppedAccounts: 19 }, 'logins', 'ok'],
  [{ stoppedAccounts: 20 }, 'logins', 'warning'],
  [{ ballots: { uncounted: 1, late: 1 } }, 'ballots', 'wrong'],
  [{ backup: { ...backup, sinceDoneMs: null } }, 'backup', 'warning'],
  [{ backup: { ...backup, sinceDoneMs: 36 * hour } }, 'backup', 'ok'],
  [{ backup: { ...backup, sinceDoneMs: 36 * hour + 1 } }, 'backup', 'warning'],
  [{ backup: { ...backup, sinceDoneMs: 7 * day } }, 'backup', 'warning'],
  [{ backup: { ...backup, sinceDoneMs: 7 * day + 1 } }, 'backup', 'wrong'],
  [{ backup: { ...backup, lastFailed: true } }, 'backup', 'warning'],
  [{ backup: { ...backup, ownFolder: true } }, 'backup', 'ok'],
  [{ ...beside({}), backup: { ...backup, ownFolder: true } }, 'backup', 'warning'],
  [{ ...beside({ sinceSeenMs: hour }), backup: { ...backup, ownFolder: true } }, 'backup', 'ok'],
  [beside({}), 'nodes', 'ok'],
  [beside({ version: '0.2.0' }), 'nodes', 'warning'],
  [beside({ sinceSeenMs: 35_001 }), 'nodes', 'warning'],
  [beside({ sinceSeenMs: 35_001, draining: true }), 'nodes', 'ok'],
  [beside({ sinceSeenMs: day - 1 }), 'nodes', 'warning'],
  [beside({ sinceSeenMs: day }), 'nodes', 'ok'],
  // The node that runs on this machine was started later.
  [beside({ sinceSeenMs: hour + 1, host: 'one' }), 'nodes', 'ok'],
  [beside({ sinceSeenMs: hour, host: 'one' }), 'nodes', 'warning'],
  [beside({ version: '0.2.0', sinceSeenMs: 35_000 }), 'nodes', 'warning'],
  [beside({ storage: 'other' }), 'nodes', 'wrong'],
  [beside({ vault: 'other' }), 'nodes', 'wrong'],
  [beside({ clockOffsetMs: -1001 }), 'nodes', 'warning'],
  [beside({ clockOffsetMs: 1000 }), 'nodes', 'ok'],
  [beside({ clockOffsetMs: 5000 }), 'nodes', 'warning'],
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
  const found = checkOf(facts, name)
  expect(found?.state).toBe(state)
  expect(found?.whatToDo !== undefined).toBe(state !== 'ok')
  // `npm run doctor` runs on the server itself, and has no panel below.
  expect(found?.onServer ?? found?.whatToDo ?? '').not.toMatch(/person who runs|below/)
})

test.each<[Partial<SiteFacts>, string, string]>([
  [
    { jobs: [{ ...job, failures: 1 }] },
    'jobs',
    'This failed when it last ran: “Count ballots”. We will try again automatically.',
  ],
  [{ jobs: [{ ...job, sinceSuccessMs: hour }] }, 'jobs', 'This should have run by now: “Count ballots”.'],
  [{}, 'emails', 'No email is waiting, and none has failed.'],
  [{ emails: { ...emails, sentAny: false } }, 'emails', 'No email has been sent yet.'],
  [
    { emails: { ...emails, waiting: 1, refused: 1, reason: 'ESOCKET' } },
    'emails',
    '1 email could not be handed to the mail server (ESOCKET). We will try again automatically.',
  ],
  [{}, 'address', 'The site is at https://example.org. People can log in only there.'],
  [{ emails: { ...emails, waiting: 2 } }, 'emails', '2 emails are about to be sent.'],
  [{}, 'logins', '3 accounts were stopped by wrong passwords in the last hour.'],
  [{ stoppedAccounts: 0 }, 'logins', 'No account was stopped by wrong passwords in the last hour.'],
  [{}, 'ballots', '12 ballots are waiting to be counted, which is normal while voting is open.'],
  [{ ballots: { uncounted: 0, late: 0 } }, 'ballots', 'No ballot is waiting to be counted.'],
  [{}, 'backup', 'The last backup was made 1 hour ago (11 MB).'],
  [
    { backup: { ...backup, sinceDoneMs: null, wanted: false } },
    'backup',
    'This is a demonstration or a test, so it makes no backups.',
  ],
  [{}, 'nodes', 'The site runs on one server.'],
  [{ nodes: [] }, 'nodes', 'No server has reported yet.'],
  [beside({}), 'nodes', 'The site runs on 2 servers, which agree.'],
  [beside({ sinceSeenMs: 47_000 }), 'nodes', 'two (process 1) has not been seen for 47 seconds.'],
  [{}, 'stray files', '3 files are left over, which is normal.'],
  [{ strayFiles: 0 }, 'stray files', 'There are no leftover files.'],
])('of %j, the check of the %s says: %s', (facts, name, sentence) => {
  expect(checkOf(facts, name)?.sentence).toBe(sentence)
})

test.each([
  [null, '02:00', /^A backup runs every night at 02:00 /],
  [null, null, /^Nightly backups are off/],
  [2 * day, '02:00', /^Press “Back up now”/],
  [2 * day, null, /^Nightly backups are off/],
])('a backup %j ms old on a site that makes one at %j: %s', (sinceDoneMs, nightly, whatToDo) => {
  expect(checkOf({ backup: { ...backup, sinceDoneMs, nightly } }, 'backup')?.whatToDo).toMatch(whatToDo)
})

const accounts = [
  { id: '1', name: 'ANA', isMember: false },
  { id: '2', name: 'JUAN', isMember: true },
]
test.each([
  [1, accounts.slice(0, 1), '1 account was changed outside the site and cannot log in: ANA.', '/admin/status'],
  [3, accounts, '3 accounts were changed outside the site and cannot log in: ANA, JUAN and 1 more.', '/member/2'],
])('%i changed accounts are named, and lead to the first member among them', (count, some, sentence, href) => {
  expect(checkOf({ changedAccounts: { count, some } }, 'accounts')).toMatchObject({ sentence, where: { href } })
})

test.each([
  [15_000 + 2 * minute, day, false],
  [15_001 + 2 * minute, day, true],
  [null, 15_000 + 2 * minute, false],
  [null, 15_001 + 2 * minute, true],
  // A site that was off for a week has not had time to run a job yet.
  [7 * day, minute, false],
])('a job done %j ms ago on a site that runs for %i ms is late: %j', (sinceSuccessMs, upMs, late) => {
  expect(isLate({ ...job, sinceSuccessMs }, upMs)).toBe(late)
})
