import { readdir, readFile, writeFile } from 'node:fs/promises'
import os from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Person } from '#server/http/session.ts'
import { askForBackup } from '#server/operations/backup/overview.ts'
import { takeBackupRequest } from '#server/operations/backup/queries.ts'
import { backUpWhenDue } from '#server/operations/backup/scheduled-backup.ts'
import { type BackupOverview, backupFailures } from '#shared/operations/backup/backup.ts'
import { removeFolder, scratchFolder } from '#tests/support/backup.ts'
import { testSite } from '#tests/support/site.ts'

/** Backups give way to everything else on the machine: on a busy one they would take for ever. */
const setPriority = vi.hoisted(() => vi.fn())
vi.mock('node:os', async (original) => ({ ...(await original<typeof os>()), setPriority }))

const folder = await scratchFolder()
const site = await testSite({ env: { NODE_ENV: 'test' } })
const admin = await site.anAdmin()
afterAll(async () => {
  await site.stop()
  await removeFolder(folder)
})
beforeEach(async () => {
  await site.pool
    .query(`delete from backups; delete from emails; delete from installation where key = 'backup warning sent';
    update installation set value = '2020-01-01T00:00:00.000Z' where key = 'born'`)
  await site.saveSettings({ backupsOn: true, backupsKept: 2, backupPlace: 'folder' })
})

/** The job of the site, told where to make backups: without that a test's site makes none. */
const deps = (more: { folder?: string } = {}) => ({
  ...site,
  config: {
    ...site.config,
    databaseUrl: site.database.url.replace('@/', '@localhost/'),
    backup: { ...site.config.backup, folder: more.folder ?? folder, wanted: true },
  },
})
const runJob = (more = {}) => backUpWhenDue(deps(more), new AbortController().signal)
const recorded = async () =>
  (await site.pool.query('select kind, state, error, name from backups order by started_at')).rows
const anHourLater = () =>
  site.pool.query(
    `update backups set started_at = started_at - interval '1 hour', finished_at = finished_at - interval '1 hour'`,
  )
const aDayLater = () =>
  site.pool.query(
    `update backups set started_at = started_at - interval '25 hours', finished_at = finished_at - interval '25 hours'`,
  )
const warnings = async () => (await site.pool.query(`select "to", body from emails where kind = 'site warning'`)).rows

test('made when due, once, and the oldest beyond the number kept go', async () => {
  await writeFile(join(folder, 'site-notes.backup'), 'mine')
  for (let night = 0; night < 3; night++) {
    await runJob()
    await runJob()
    await aDayLater()
  }
  const done = await recorded()
  expect(done.map(({ kind, state }) => `${kind} ${state}`)).toEqual([
    'scheduled done',
    'scheduled done',
    'scheduled done',
  ])
  const names = await readdir(folder)
  expect(names.filter((name) => /^site-\d/.test(name)).toSorted()).toEqual(
    done
      .slice(1)
      .map(({ name }) => name)
      .toSorted(),
  )
  expect(names).toContain('site-notes.backup')
  expect(names).toContain('erased-members.json')
  expect(setPriority).toHaveBeenLastCalledWith(expect.any(Number), os.constants.priority.PRIORITY_LOW)

  const page = await (await site.signedIn(admin)).get<BackupOverview>('/api/operations/backups')
  expect(page).toMatchObject({
    lastDone: { state: 'done', kind: 'scheduled' },
    schedule: { backupsKept: 2 },
    key: 'key file',
  })
  expect(page.latest).toHaveLength(3)
})

test('none on a site that names no folder for them and is not in production', async () => {
  await backUpWhenDue(site, AbortSignal.timeout(30_000))
  expect(await recorded()).toEqual([])
})

test('what fails is recorded and tried again an hour later; after the second time the administrators are told, once a day', async () => {
  onTestFinished(await site.holdJob('send emails'))
  const blocked = join(folder, 'blocked')
  await writeFile(blocked, 'a file, not a folder')
  const settled = async () => (await recorded()).map(({ state, error }) => `${state} ${error}`)
  await runJob({ folder: blocked }).catch(() => undefined)
  expect(await settled()).toEqual(['failed place-failed'])
  await runJob({ folder: blocked }).catch(() => undefined)
  expect(await settled()).toHaveLength(1)
  expect(await warnings()).toEqual([])
  await anHourLater()
  await runJob({ folder: blocked }).catch(() => undefined)
  expect(await settled()).toHaveLength(2)
  const told = await warnings()
  expect(told.map(({ to }) => to).toSorted()).toEqual([admin.email, 'admin@site.local'].toSorted())
  expect(told[0].body).toContain(backupFailures['place-failed'])
  await anHourLater()
  await runJob({ folder: blocked }).catch(() => undefined)
  expect(await settled()).toHaveLength(3)
  expect(await warnings()).toHaveLength(2)
})

test('one that fails before it begins is recorded, too', async () => {
  await site.saveSettings({ backupPlace: 's3' })
  await runJob()
  expect(await recorded()).toMatchObject([{ state: 'failed', error: 'bucket-missing' }])
  const { rows } = await site.pool.query('select place from backups')
  expect(rows).toEqual([{ place: 's3' }])
})

test('a bucket cannot be chosen before there is one', async () => {
  const visitor = await site.signedIn(admin)
  const { settings, version } = await visitor.get<{ settings: object; version: number }>('/api/settings')
  const refused = await visitor.put('/api/settings', { settings: { ...settings, backupPlace: 's3' }, version })
  expect(refused.code).toBe('backup-bucket-missing')
})

test('a record that a killed process left is known as such', async () => {
  await site.pool.query(`insert into backups (kind, place, name) values ('scheduled', 'folder', 'x')`)
  await site.saveSettings({ backupsOn: false })
  await runJob()
  expect(await recorded()).toMatchObject([{ state: 'failed', error: 'interrupted' }])
})

test('the list of erased members follows within a minute, whether backups are on or off', async () => {
  await site.saveSettings({ backupsOn: false })
  const { id } = await site.aMember()
  await site.pool.query('update users set erased_at = now(), withdrawn_at = now() where id = $1', [id])
  await runJob()
  const { lists } = JSON.parse(await readFile(join(folder, 'erased-members.json'), 'utf8'))
  expect(lists[0].members).toContainEqual({ id, erasedAt: expect.any(String) })
})

test('without room none is begun, and the record says so', async () => {
  await site.pool.query(
    `insert into backups (kind, place, name, state, finished_at, bytes, started_at) values ('manual', 'folder', 'x', 'done', now(), 9000000000000000, now() - interval '3 days')`,
  )
  await runJob()
  expect(await recorded()).toMatchObject([{ state: 'done' }, { state: 'failed', error: 'no-room' }])
})

test('made when an administrator asks, once however often it is asked before it begins, also while nightly ones are off', async () => {
  await site.saveSettings({ backupsOn: false })
  onTestFinished(await site.holdJob('back up'))
  const desk = await site.signedIn(admin)
  const ask = () => askForBackup(deps(), { id: admin.id } as Person)
  expect((await desk.post('/api/operations/backups')).status).toBe(409)
  await Promise.all([ask(), ask(), ask()])
  const overview = () => desk.get<BackupOverview>('/api/operations/backups')
  expect(await overview()).toMatchObject({ asked: true, latest: [], onDemand: false })
  await runJob()
  await runJob()
  expect(await recorded()).toMatchObject([{ kind: 'manual', state: 'done', error: null }])
  expect(await overview()).toMatchObject({ asked: false, lastDone: { kind: 'manual' } })
  const { rows } = await site.pool.query(`select actor from audit_log where action = 'backup asked for'`)
  expect(rows).toEqual([{ actor: admin.id }])
  // One that fails is recorded, and not made over and over.
  await ask()
  const blocked = join(folder, 'no-folder')
  await writeFile(blocked, 'a file, not a folder')
  await runJob({ folder: blocked }).catch(() => undefined)
  await runJob({ folder: blocked }).catch(() => undefined)
  expect((await recorded()).slice(1)).toMatchObject([{ kind: 'manual', state: 'failed', error: 'place-failed' }])
  for (let n = 2; n < 10; n++) {
    await ask()
    await takeBackupRequest(site.pool)
  }
  await expect(ask()).rejects.toMatchObject({ code: 'too-many-backups' })
})
