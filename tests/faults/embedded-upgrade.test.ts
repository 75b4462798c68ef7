import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { clusterName, openCluster, upgradedName } from '#server/db/embedded-cluster.ts'
import { upgradeCluster } from '#server/db/embedded-upgrade.ts'
import { startEmbedded } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { fillDatabase } from '#tests/support/factories.ts'
import { queryOnce } from '#tests/support/processes.ts'

const dataDir = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'upgrade-')), 'data')
if (process.getuid?.() === 0) fs.chmodSync(path.dirname(dataDir), 0o711)
afterAll(() => fs.rmSync(path.dirname(dataDir), { recursive: true, force: true }))

const silent = () => {}

async function withDatabase<Result>(act: (connection: Parameters<typeof queryOnce>[0]) => Promise<Result>) {
  const embedded = await startEmbedded(dataDir, silent)
  try {
    return await act(embedded.connection)
  } finally {
    await embedded.stop()
  }
}

const members = (connection: Parameters<typeof queryOnce>[0]) =>
  queryOnce(connection, 'select id, full_name, member_search from users order by id')

/** With the programs of this version in the part of the older ones; tests/faults/upgrade.test.ts has real older ones. */
test('a cluster is copied into a new one that takes its name; interrupted between the names, it is finished', async () => {
  const before = await withDatabase(async (connection) => {
    const { pool, db } = openDatabase(connection, pino({ level: 'silent' }))
    await migrate(pool)
    await fillDatabase(db)
    await pool.end()
    return members(connection)
  })
  expect(before).toHaveLength(5)

  const said: string[] = []
  await upgradeCluster(dataDir, openCluster(dataDir, silent), (sentence) => said.push(sentence))
  const [kept = ''] = fs.readdirSync(dataDir).filter((name) => name.startsWith('pg-18-kept-'))
  expect(said.at(-1)).toBe(
    `The database now runs on PostgreSQL 18. The old one is kept in ${path.join(dataDir, kept)}: remove it when the site has run well for a while.`,
  )

  fs.renameSync(clusterName(dataDir), upgradedName(dataDir))
  expect(await withDatabase(members)).toEqual(before)

  // With nothing but the kept one there, an empty one is not put in its place.
  fs.renameSync(clusterName(dataDir), path.join(dataDir, 'elsewhere'))
  await expect(startEmbedded(dataDir, silent)).rejects.toThrow(`an older one is kept in ${path.join(dataDir, kept)}`)
  expect(fs.existsSync(clusterName(dataDir))).toBe(false)
})
