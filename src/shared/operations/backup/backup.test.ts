import { describe, expect, test } from 'vitest'
import { manila } from '#shared/time.ts'
import {
  backupIsDue,
  type BegunBackup,
  backupConcern,
  type BackupOverview,
  type RecordedBackup,
  withDatabaseUrl,
} from './backup.ts'

const at = (text: string) => {
  const [day = '', time = ''] = text.split(' ')
  return manila(`2026-03-${day}`, time)
}
const schedule = { backupsOn: true, backupTime: '02:00' }
const done = (begun: string): BegunBackup => ({ begunAt: at(begun), state: 'done' })
const failed = (begun: string): BegunBackup => ({ begunAt: at(begun), state: 'failed' })
const running = (begun: string): BegunBackup => ({ begunAt: at(begun), state: 'running' })

describe('a backup is due', () => {
  test.each([
    ['a minute before the hour', done('10 02:00'), '11 01:59', false],
    ['at the hour', done('10 02:00'), '11 02:00', true],
    ['a minute later, once begun', done('11 02:00'), '11 02:01', false],
    ['later that day', done('11 02:00'), '11 23:59', false],
    ['after a night that was missed, at any time', done('09 02:00'), '10 15:30', true],
    ['after a week that was missed, once', done('10 15:30'), '10 15:31', false],
    ['while it is being made', running('11 02:00'), '11 02:30', false],
    ['less than an hour after a failure', failed('11 02:00'), '11 02:59', false],
    ['an hour after a failure', failed('11 02:00'), '11 03:00', true],
    ['a failure of the night before', failed('10 02:30'), '11 02:00', true],
    ['on a new site, before its first night', null, '09 01:59', false],
    ['on a new site, in its first night', null, '09 02:00', true],
  ])('%s', (_when, last, now, expected) =>
    expect(backupIsDue(schedule, { last, born: at('08 10:00'), now: at(now) })).toBe(expected),
  )

  test('never, when it is turned off', () =>
    expect(backupIsDue({ ...schedule, backupsOn: false }, { last: null, born: 0, now: at('11 02:00') })).toBe(false))

  test.each(['00:00', '23:59'])('at %s, by a clock in Manila', (backupTime) => {
    const due = (now: number) => backupIsDue({ ...schedule, backupTime }, { last: done('10 12:00'), born: 0, now })
    const first = manila(backupTime === '00:00' ? '2026-03-11' : '2026-03-10', backupTime)
    expect([due(first - 1), due(first)]).toEqual([false, true])
  })
})

describe('what an administrator should look at', () => {
  const recorded = (state: RecordedBackup['state'], finished: string | null): RecordedBackup => ({
    kind: 'scheduled',
    state,
    place: 'folder',
    name: '',
    bytes: 0,
    rows: 0,
    files: 0,
    error: null,
    startedAt: at('10 02:00'),
    finishedAt: finished === null ? null : at(finished),
  })
  const concern = (lastDone: RecordedBackup | null, latest: RecordedBackup[], now: string) =>
    backupConcern({
      now: at(now),
      lastDone,
      latest,
      schedule: { ...schedule, backupsKept: 7, backupPlace: 'folder' },
      key: 'key file',
      onDemand: true,
      asked: false,
    } satisfies BackupOverview)
  const good = recorded('done', '10 02:05')

  test.each([
    ['no backup at all', null, [], '10 12:00', 'none-yet'],
    ['only failed ones', null, [recorded('failed', '10 02:05')], '10 12:00', 'failed'],
    ['a recent one', good, [good], '10 12:00', null],
    ['one that is 36 hours old', good, [good], '11 14:05', null],
    ['one that is older', good, [good], '11 14:06', 'old'],
    ['a failure since', good, [recorded('failed', '11 02:01'), good], '11 03:00', 'failed'],
    ['one that is being made', good, [recorded('running', null), good], '11 02:01', null],
  ])('%s', (_what, lastDone, latest, now, expected) => expect(concern(lastDone, latest, now)).toBe(expected))
})

test.each([
  ['', 'postgres://a@b/c', '\nDATABASE_URL=postgres://a@b/c\n'],
  ['PORT=1\n', 'postgres://a@b/c', 'PORT=1\nDATABASE_URL=postgres://a@b/c\n'],
  ['DATABASE_URL=postgres://x\nPORT=1', '', 'PORT=1\n'],
  ['#DATABASE_URL=x\n DATABASE_URL = y\n', 'postgres://z', '#DATABASE_URL=x\nDATABASE_URL=postgres://z\n'],
])('the settings %j with the database %j are %j', (settings, url, written) => {
  expect(withDatabaseUrl(settings, url)).toBe(written)
})
