import { afterAll, beforeAll, expect, test } from 'vitest'
import { ConfigError } from '#server/config.ts'
import { openPortTo } from '#tests/support/database-port.ts'
import { scratchDatabase, type ScratchDatabase } from '#tests/support/scratch-database.ts'
import { refuseTransactionPooling } from './pooling.ts'
import { isNotYet, waitForDatabase } from './wait-for-database.ts'

let scratch: ScratchDatabase
beforeAll(async () => {
  scratch = await scratchDatabase()
})
afterAll(() => scratch.drop())

async function aFreePort(): Promise<number> {
  const { port, close } = await openPortTo(scratch.config)
  await close()
  return port
}

const at = (port: number) => ({ ...scratch.config, host: '127.0.0.1', port, ssl: false })

// Shows operations-16
test('a database that is late is waited for, with a line every few seconds', async () => {
  const port = await aFreePort()
  const said: string[] = []
  const waiting = waitForDatabase(at(port), 60_000, (sentence) => said.push(sentence))
  await expect.poll(() => said, { timeout: 10_000 }).toHaveLength(1)
  const opened = await openPortTo(scratch.config, port)
  await waiting
  await opened.close()
  expect(said[0]).toMatch(/^Waiting for the database: nothing replies at its address \(\d+ s\)\.$/)
})

// Shows operations-16
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

test.each([
  [true, { code: '53300', message: 'sorry, too many clients already' }],
  [true, { code: '57P03', message: 'the database system is starting up' }],
  [true, { message: 'timeout exceeded when trying to connect' }],
  [false, { code: '28P01', message: 'password authentication failed' }],
  [false, { code: '42501', message: 'permission denied' }],
])('another try is worth it: %s, for %o', (worth, error) => expect(isNotYet(error)).toBe(worth))

// Shows operations-17
test('a database with connections of one’s own is no pooler', async () => {
  await expect(refuseTransactionPooling(scratch.config)).resolves.toBeUndefined()
})
