import { describe, expect, test } from 'vitest'
import { manila } from '#shared/time.ts'
import { backupIsDue, type BegunBackup, withDatabaseUrl } from './backup.ts'

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

test.each([
  ['', 'postgres://a@b/c', '\nDATABASE_URL=postgres://a@b/c\n'],
  ['PORT=1\n', 'postgres://a@b/c', 'PORT=1\nDATABASE_URL=postgres://a@b/c\n'],
  ['DATABASE_URL=postgres://x\nPORT=1', '', 'PORT=1\n'],
  ['#DATABASE_URL=x\n DATABASE_URL = y\n', 'postgres://z', '#DATABASE_URL=x\nDATABASE_URL=postgres://z\n'],
])('the settings %j with the database %j are %j', (settings, url, written) => {
  expect(withDatabaseUrl(settings, url)).toBe(written)
})
