import { afterAll, expect, test } from 'vitest'
import { ConfigError } from '#server/config.ts'
import { isDatabaseStarting, refuseTransactionPooling, waitForDatabase } from '#server/db/reach-database.ts'
import { openPortTo, scratchDatabase } from '#tests/support/database.ts'

const scratch = await scratchDatabase()
afterAll(() => scratch.drop())

async function aFreePort(): Promise<number> {
  const { port, close } = await openPortTo(scratch.config)
  await close()
  return port
}

const at = (port: number) => ({ ...scratch.config, host: '127.0.0.1', port, ssl: false })

test('a database that is late is waited for, with a line every few seconds', async () => {
  const port = await aFreePort()
  const said: string[] = []
  const waiting = waitForDatabase(at(port), 60_000, (sentence) => said.push(sentence))
  await expect.poll(() => said).toHaveLength(1)
  const opened = await openPortTo(scratch.config, port)
  await waiting
  await opened.close()
  expect(said[0]).toMatch(/^Waiting for the database: nothing replies at its address \(\d+ s\)\.$/)
})

test('not for ever: then one sentence says what to do', async () => {
  const waiting = waitForDatabase(at(await aFreePort()), 700, () => undefined)
  await expect(waiting).rejects.toThrow(ConfigError)
  await expect(waiting).rejects.toThrow(
    /^The database is not there after 1 seconds: nothing replies at its address\. Start it/,
  )
})

test('a standby is waited for: it may be about to become the primary', async () => {
  const readOnly = { ...scratch.config, options: '-c default_transaction_read_only=on' }
  await expect(waitForDatabase(readOnly, 300, () => undefined)).rejects.toThrow('it can only be read, as a standby')
})

test('what somebody must mend is said at once', async () => {
  const wrong = waitForDatabase({ ...scratch.config, database: 'no_such_database' }, 60_000, () => undefined)
  await expect(wrong).rejects.toMatchObject({ code: '3D000' })
})

const failure = (message: string, more: object = {}) => Object.assign(new Error(message), more)

test.each([
  [true, failure('sorry, too many clients already', { code: '53300' })],
  [true, failure('the database system is starting up', { code: '57P03' })],
  [true, failure('timeout exceeded when trying to connect')],
  [true, failure('connect ENOENT', { code: 'ENOENT', syscall: 'connect' })],
  [true, failure('Failed query', { cause: failure('it is stopping', { code: '57P01' }) })],
  [false, failure('no such file', { code: 'ENOENT', syscall: 'open' })],
  [false, failure('password authentication failed', { code: '28P01' })],
  [false, failure('permission denied', { code: '42501' })],
])('another try is worth it: %s, for %o', (worth, error) => expect(isDatabaseStarting(error)).toBe(worth))

test('a database with connections of one’s own is no pooler', async () => {
  await expect(refuseTransactionPooling(scratch.config)).resolves.toBeUndefined()
})
