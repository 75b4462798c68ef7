import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { certainClock } from '#server/clock.ts'
import { ConfigError } from '#server/config.ts'
import { openDatabase } from '#server/db/database.ts'
import { createLog } from '#server/log.ts'
import { scratchDatabase } from '#tests/support/database.ts'
import { joinNodes, type Membership } from './join-nodes.ts'

const lines: string[] = []
const log = createLog('info', { write: (line: string) => void lines.push(line) })
const running: Membership[] = []
const scratch = await scratchDatabase()
const database = openDatabase(scratch.config, log)
const folder = await mkdtemp(join(tmpdir(), 'nodes-'))
afterEach(async () => {
  await Promise.all(running.splice(0).map((node) => node.leave()))
  await database.pool.query('delete from nodes')
})
afterAll(async () => {
  await database.pool.end()
  await scratch.drop()
  await rm(folder, { recursive: true })
})

const bucket = { bucket: 'files', region: 'r', endpoint: undefined, accessKeyId: 'k', secretAccessKey: 's' }
interface Settings {
  folder: string
  s3?: typeof bucket
  vaultKey?: string
}

async function start({ folder: name, s3, vaultKey }: Settings): Promise<Membership> {
  const config = { dataDir: join(folder, name), s3, vaultKey }
  const clock = certainClock({ now: Date.now })
  const node = await joinNodes({ config, db: database.db, log, clock })
  running.push(node)
  return node
}

const nodes = async () =>
  (await database.pool.query<{ id: string; draining: boolean }>('select id, draining from nodes')).rows

test.each<[string, Settings, Settings, RegExp | null]>([
  ['of one data folder', { folder: 'a' }, { folder: 'a' }, null],
  ['of two data folders', { folder: 'a' }, { folder: 'b' }, /runs with other files .*S3_BUCKET/],
  ['of one bucket, without VAULT_KEY', { folder: 'a', s3: bucket }, { folder: 'b', s3: bucket }, /keys .*VAULT_KEY/],
  [
    'of one bucket and one VAULT_KEY',
    { folder: 'a', s3: bucket, vaultKey: 'AB' },
    { folder: 'b', s3: bucket, vaultKey: 'ab' },
    null,
  ],
  [
    'of one bucket and two keys',
    { folder: 'a', s3: bucket, vaultKey: 'ab' },
    { folder: 'b', s3: bucket, vaultKey: 'cd' },
    /other keys for its ballots/,
  ],
  [
    'of two buckets',
    { folder: 'a', s3: bucket, vaultKey: 'ab' },
    { folder: 'a', s3: { ...bucket, bucket: 'more' }, vaultKey: 'ab' },
    /other files/,
  ],
])('two nodes %s', async (_how, first, second, refusal) => {
  await start(first)
  const starting = start(second)
  if (refusal === null) await starting
  else {
    await expect(starting).rejects.toThrow(ConfigError)
    await expect(starting).rejects.toThrow(refusal)
  }
  expect(await nodes()).toHaveLength(refusal ? 1 : 2)
})

test('a node that left, or was not seen for a while, is no hindrance', async () => {
  await (await start({ folder: 'a' })).leave()
  await (await start({ folder: 'b' })).leave()
  await start({ folder: 'a' })
  await database.pool.query(`update nodes set seen_at = now() - interval '40 seconds'`)
  await start({ folder: 'b' })
})

test('that it takes no more work is there to be seen', async () => {
  const node = await start({ folder: 'a' })
  await node.drain()
  expect(await nodes()).toEqual([{ id: node.id, draining: true }])
})

test('a node seen in the future means that the clock was set back, and stands in nobody’s way', async () => {
  await start({ folder: 'a' })
  await database.pool.query(`update nodes set seen_at = now() + interval '2 days'`)
  await start({ folder: 'b' })
  expect(lines.join('')).toContain('"seconds":172800')
})
