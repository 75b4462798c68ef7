import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { databaseAddresses } from '#server/config.ts'
import { createLog } from '#server/log.ts'
import { openPortTo, scratchDatabase } from '#tests/support/database.ts'
import { openDatabase } from './database.ts'
import { choosePrimary, connectionTo, type Probed } from './hosts.ts'

test.each([
  ['postgres://u:p@one:5432/site', ['postgres://u:p@one:5432/site']],
  [
    'postgresql://u:p%40@one:1,two:2/site?sslmode=require',
    ['postgresql://u:p%40@one:1/site?sslmode=require', 'postgresql://u:p%40@two:2/site?sslmode=require'],
  ],
  ['postgres://one,[::1]:5433/site', ['postgres://one/site', 'postgres://[::1]:5433/site']],
])('%s names its servers', (url, addresses) => expect(databaseAddresses(url)).toEqual(addresses))

const primary = await scratchDatabase()
const opened = await openPortTo(primary.config)
const dataDir = mkdtempSync(join(tmpdir(), 'hosts-'))
const connectionBy = (...ports: number[]) => {
  const { user, database } = new pg.Client(primary.config)
  return connectionTo(`postgres://${user}@${ports.map((port) => `127.0.0.1:${port}`).join()}/${database}`, { dataDir })
}
afterAll(async () => {
  rmSync(dataDir, { recursive: true })
  await opened.close()
  await primary.drop()
})

test('of several servers the one is taken that replies and can be written to', async () => {
  const client = new pg.Client(connectionBy(1, opened.port))
  await client.connect()
  const { rows } = await client.query('select current_database() as name')
  expect(rows).toEqual([{ name: primary.name }])
  await client.end()
})

test('when none replies, it is said of the first', async () => {
  const client = new pg.Client(connectionBy(1, 2))
  await expect(client.connect()).rejects.toMatchObject({ code: 'ECONNREFUSED', port: 1 })
})

const server = (name: string, timeline: number | null, system = 'a'): Probed => ({
  server: { host: name, port: 5432 },
  primary: timeline === null ? null : { system, timeline },
})
const lacks = 'lacks what this site wrote last'

test.each<[string, Probed[], number | null, string]>([
  ['a primary and its standby', [server('one', null), server('two', 3)], 3, 'two'],
  ['a standby alone', [server('one', null)], 3, 'one, to read'],
  ['a standby that has taken over', [server('two', 4)], 3, 'two'],
  ['two primaries', [server('one', 3), server('two', 4)], null, 'one, split'],
  ['two primaries, of which one is behind', [server('one', 3), server('two', 4)], 4, 'two, split'],
  ['the old primary alone', [server('one', 3)], 4, lacks],
  ['the old primary and a standby', [server('one', 3), server('two', null)], 4, 'two, to read'],
  ['another database altogether', [server('one', 9, 'b')], 4, lacks],
])('of %s', (_what, servers, timeline, expected) => {
  const choose = () => choosePrimary(servers, timeline === null ? null : { system: 'a', timeline })
  if (expected === lacks) return expect(choose).toThrow(lacks)
  const { server: chosen, primary: written, isSplit } = choose()
  expect(chosen.host + (isSplit ? ', split' : written ? '' : ', to read')).toBe(expected)
})

test('a second primary cuts every connection, and nothing is written until one of the two is gone', async () => {
  const spare = await openPortTo(primary.config)
  await spare.close()
  const { pool } = openDatabase(connectionBy(opened.port, spare.port), createLog('silent'))
  onTestFinished(() => pool.end())
  const write = () =>
    pool.query('create table if not exists written ()').then(
      () => 'written',
      ({ code }) => code,
    )
  const patient = { timeout: 60_000 }
  expect(await write()).toBe('written')
  const second = await openPortTo(primary.config, spare.port)
  await expect.poll(write, patient).toBe('25006')
  const { rows } = await pool.query(`select current_setting('site.read_only') as why`)
  expect(rows).toEqual([{ why: 'two primaries' }])
  await second.close()
  await expect.poll(write, patient).toBe('written')
}, 150_000)

test('a server that is behind what this node has seen is refused after a restart, too', async () => {
  const seen = join(dataDir, 'database.seen')
  const known = JSON.parse(readFileSync(seen, 'utf8'))
  expect(known).toEqual({ system: expect.stringMatching(/^\d+$/), timeline: 1 })
  writeFileSync(seen, JSON.stringify({ ...known, timeline: 2 }))
  await expect(new pg.Client(connectionBy(1, opened.port)).connect()).rejects.toThrow(lacks)
})
