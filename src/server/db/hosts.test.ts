import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { databaseAddresses } from '#server/config.ts'
import { openPortTo, scratchDatabase } from '#tests/support/database.ts'
import { connectionTo } from './hosts.ts'

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
afterAll(async () => {
  await opened.close()
  await primary.drop()
})

test('of several servers the one is taken that replies and can be written to', async () => {
  const { user, database } = new pg.Client(primary.config)
  const client = new pg.Client(connectionTo(`postgres://${user}@127.0.0.1:1,127.0.0.1:${opened.port}/${database}`))
  await client.connect()
  const { rows } = await client.query('select current_database() as name')
  expect(rows).toEqual([{ name: database }])
  await client.end()
})

test('when none replies, it is said of the first', async () => {
  const client = new pg.Client(connectionTo('postgres://u@127.0.0.1:1,127.0.0.1:2/site'))
  await expect(client.connect()).rejects.toMatchObject({ code: 'ECONNREFUSED', port: 1 })
})
