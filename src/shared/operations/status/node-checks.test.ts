import { describe, expect, test } from 'vitest'
import { diskState, nodeChecks, whyCannotRead, whyNotReady, type NodeFacts } from './node-checks.ts'

const megabyte = 1024 ** 2
const gigabyte = 1024 ** 3
const well: NodeFacts = {
  database: 'writable',
  disks: [{ place: 'data folder', freeBytes: 30 * gigabyte, totalBytes: 40 * gigabyte }],
  storage: 'writable',
  ballotKeys: { missing: 0, wrong: 0 },
  elections: [],
  clock: { offsetMs: 12, problem: null },
  jobsIdleMs: 1000,
}
const doubt = { why: 'leapt over close', shown: 1_763_000_000_000, lastSeen: 1_762_800_000_000 } as const
const full = { place: 'data folder', freeBytes: 10 * megabyte, totalBytes: 40 * gigabyte } as const

test.each<[Partial<NodeFacts>, string[]]>([
  [{}, []],
  [{ jobsIdleMs: null }, []],
  [{ database: 'no reply', ballotKeys: 'unknown' }, ['the database does not reply']],
  [{ database: 'standby' }, ['the database is read-only']],
  [{ database: 'read-only' }, ['the database is read-only']],
  [{ database: 'two primaries' }, ['two primaries']],
  [{ database: 'refuses writes' }, ['the database refuses to save']],
  [{ disks: [...(well.disks as []), full] }, ['the disk is nearly full']],
  [{ disks: 'unknown' }, []],
  [{ storage: 'fails' }, ['files cannot be stored']],
  [{ storage: 'no reply' }, ['files cannot be stored']],
  [{ ballotKeys: { missing: 1, wrong: 0 } }, ['a ballot key does not fit']],
  [{ ballotKeys: { missing: 0, wrong: 1 } }, ['a ballot key does not fit']],
  [{ ballotKeys: 'unknown' }, ['the ballot keys could not be checked']],
  [{ clock: { offsetMs: 9000, problem: 'differs' } }, ['the clock cannot be trusted']],
  [{ clock: { offsetMs: 0, problem: 'jumped' } }, ['the clock cannot be trusted']],
  [{ clock: { offsetMs: 0, problem: 'leapt over close', doubt } }, ['the clock cannot be trusted']],
  [{ clock: { offsetMs: 0, problem: 'behind', doubt } }, ['the clock is behind the time at which the site last ran']],
  [{ jobsIdleMs: 300_000 }, []],
  [{ jobsIdleMs: 300_001 }, ['background jobs stand still']],
  [{ database: 'standby', storage: 'fails' }, ['the database is read-only', 'files cannot be stored']],
])('%j is not ready because of %j', (facts, reasons) => {
  expect(whyNotReady({ ...well, ...facts })).toEqual(reasons)
})

test.each([
  ['writable', []],
  ['standby', []],
  ['read-only', []],
  ['refuses writes', []],
  ['no reply', ['the database does not reply']],
] as const)('a database that is %s shows pages but for %j', (database, reasons) => {
  expect(whyCannotRead({ database })).toEqual(reasons)
})

test.each([
  [40, 6 * gigabyte, 'ok'],
  [40, 6 * gigabyte - 1, 'warning'],
  [40, 2 * gigabyte, 'warning'],
  [40, 2 * gigabyte - 1, 'wrong'],
  [4, 2 * gigabyte, 'ok'],
  [4, 2 * gigabyte - 1, 'warning'],
  [4, 300 * megabyte, 'warning'],
  [4, 300 * megabyte - 1, 'wrong'],
  // On a large disk, percentages do not matter while there is plenty of space.
  [1000, 20 * gigabyte, 'ok'],
  [1000, 20 * gigabyte - 1, 'warning'],
  [1000, 5 * gigabyte, 'warning'],
  [1000, 5 * gigabyte - 1, 'wrong'],
] as const)('of %i GB with %i bytes free the disk is %s', (totalGb, freeBytes, state) => {
  expect(diskState({ freeBytes, totalBytes: totalGb * gigabyte })).toBe(state)
})

describe('what an administrator reads', () => {
  const stateOf = (facts: Partial<NodeFacts>, name: string) =>
    nodeChecks({ ...well, ...facts }).find((check) => check.name === name)?.state

  test('is fine where all is well, with nothing to do', () => {
    const checks = nodeChecks(well)
    expect(checks.map(({ state, whatToDo }) => [state, whatToDo])).toEqual(checks.map(() => ['ok', undefined]))
  })

  test.each<[Partial<NodeFacts>, string, string | undefined]>([
    [{ database: 'no reply' }, 'database', 'wrong'],
    [{ database: 'no reply' }, 'database writes', undefined],
    [{ database: 'standby' }, 'database', 'ok'],
    [{ database: 'standby' }, 'database writes', 'wrong'],
    [{ database: 'refuses writes' }, 'database writes', 'wrong'],
    [{ disks: [...(well.disks as []), full] }, 'disk', 'wrong'],
    [{ disks: 'unknown' }, 'disk', 'warning'],
    [{ disks: [] }, 'disk', 'warning'],
    [{ storage: 'no reply' }, 'files', 'wrong'],
    [{ ballotKeys: { missing: 2, wrong: 0 } }, 'ballot keys', 'wrong'],
    [{ ballotKeys: { missing: 0, wrong: 2 } }, 'ballot keys', 'wrong'],
    [{ ballotKeys: 'unknown' }, 'ballot keys', undefined],
    [{ elections: [{ id: '1', title: 'Election', reason: 'it differs', way: null }] }, 'elections', 'wrong'],
    [{ elections: 'unknown' }, 'elections', undefined],
    [{ clock: { offsetMs: null, problem: null } }, 'clock', 'ok'],
    [{ clock: { offsetMs: -1000, problem: null } }, 'clock', 'ok'],
    [{ clock: { offsetMs: -1001, problem: null } }, 'clock', 'warning'],
    [{ clock: { offsetMs: 1001, problem: null } }, 'clock', 'warning'],
    [{ clock: { offsetMs: 6000, problem: 'differs' } }, 'clock', 'wrong'],
    [{ clock: { offsetMs: 0, problem: 'jumped' } }, 'clock', 'wrong'],
    [{ clock: { offsetMs: 0, problem: 'jumped', doubt } }, 'time', 'wrong'],
    [{ clock: { offsetMs: 0, problem: 'leapt over close', doubt } }, 'time', 'wrong'],
  ])('of %j, the check of the %s is %s, and says what to do', (facts, name, state) => {
    expect(stateOf(facts, name)).toBe(state)
    for (const check of nodeChecks({ ...well, ...facts }))
      if (check.state !== 'ok') {
        expect(check.whatToDo).toMatch(/\.$/)
        expect(check.onServer).toMatch(/^[A-Z].*\.$/)
        expect(check.onServer).not.toMatch(/person who runs/)
      }
  })
})

test.each([
  [1500, '1.5 seconds ahead of'],
  [-59_999, '60.0 seconds behind'],
  [60_000, '1 minute ahead of'],
  [-172_800_000, '2 days behind'],
])('a clock that is off by %i ms is said to be %s the database’s', (offsetMs, apart) => {
  const checks = nodeChecks({ ...well, clock: { offsetMs, problem: null } })
  expect(checks.find(({ name }) => name === 'clock')?.sentence).toBe(
    `The clock of this server is ${apart} the database’s.`,
  )
})

test.each([
  [0, /^The disk is full: 0 bytes of/],
  [10 * megabyte, /^The disk is nearly full: 10 MB of/],
])('of a disk with %i bytes free is said: %s', (freeBytes, sentence) => {
  const checks = nodeChecks({ ...well, disks: [{ ...full, freeBytes }] })
  expect(checks.find(({ name }) => name === 'disk')?.sentence).toMatch(sentence)
})

test('whoever is to confirm the time reads both', () => {
  const checks = nodeChecks({ ...well, clock: { offsetMs: 0, problem: doubt.why, doubt } })
  expect(checks.find(({ name }) => name === 'time')?.sentence).toBe(
    'Voting closed while the site was off, or the clock of the server is wrong. The clock shows 13 November 2025, 10:13 AM (Manila). The site last ran 11 November 2025, 2:40 AM (Manila).',
  )
})
